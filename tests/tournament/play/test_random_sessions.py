"""Random sessions under every document: chips in are chips out, and a replay is the same."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from houseway.aggregates import TOURNAMENT
from houseway.games.events import Event
from houseway.games.fields import Held
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.store import codec
from houseway.tournament import session_vocabulary as s
from houseway.tournament import standing
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.money import check
from houseway.tournament.state import RUNNING, Seat
from houseway.tournament.tournament import MACHINE, Tournament, decide, evolve
from tests.scale import scaled
from tests.tournament.desk import DIRECTOR, HEATS, NAMES, STAR, START
from tests.tournament.hall import DEALER, PATRON, SUPERVISOR, Hall

DOCUMENTS = (
    "tournament-canberra-poker", "tournament-blackjack", "tournament-roulette",
    "tournament-mini-baccarat", "tournament-pai-gow", "mini-baccarat", STAR,
)  # fmt: skip
OFFICES = ((DIRECTOR, "Dora"), (DEALER, "Eli"), (SUPERVISOR, "Hana"), (PATRON, "id Ana"))


class Recorded(Hall):
    """A hall that keeps every fact."""

    facts: list[Event]

    def __init__(self, slug: str) -> None:
        self.facts = []
        super().__init__(slug)

    def do(
        self, command: Any, by: Role = DIRECTOR, actor: str = "Dora", at_us: int = 0
    ) -> tuple[Event, ...]:
        events = super().do(command, by, actor)
        self.facts.extend(events)
        return events

    def maybe(self, command: Any, by: Role, actor: str) -> bool:
        """Whatever it is, it is answered; where it is accepted it happens."""
        ruling = decide(self.tournament, command, by, self.now, actor)
        if isinstance(ruling, Accepted):
            self.do(command, by, actor)
        return isinstance(ruling, Accepted)


def begun(slug: str, chance: random.Random) -> Recorded:
    """Six at two tables; under 7-Up Baccarat with all that its conditions may give."""
    here = Recorded(slug)
    stage = msgspec.structs.replace(HEATS, rounds=6)
    given = {"pass_cards": 1, "undisclosed": 2, "ordered": chance.random() < 0.5}
    here.cleared(stages=(stage,), **(given if slug == STAR else {}))
    here.enter(*NAMES[:6])
    here.do(s.PlanSession(1, START))
    tables = tuple(s.TablePlan(name, here.every_box()[:5], 4) for name in "ab")
    here.do(s.DraftBallot(1, f"{chance.getrandbits(128):032x}", tables))
    here.do(s.PublishBallot(1))
    for entry in here.session.players:
        if chance.random() < 0.9:
            here.do(s.CheckIn(1, entry), DEALER, "Eli")
    here.now = START
    here.do(s.StartSession(1))
    return here


def some_order(here: Recorded, chance: random.Random) -> Any:
    """An order that may or may not be in place."""
    entry, amount = chance.randrange(0, 8), chance.choice((0, 5, 10, 15, 30, 50, 60, 200))
    table = chance.choice("abc")
    return chance.choice(
        (
            w.PlaceStake(1, entry, amount), w.CallPatron(1, entry), w.ConfirmNoStake(1, entry),
            w.PlayPassCard(1, entry), w.FindStake(1, entry, amount), w.VoidStake(1, entry),
            w.DeductMinimum(1, entry), w.CloseBetting(1, table), w.OpenRound(1, table),
            w.Disqualify(1, entry, "contravention", "seen"), w.ReportTimeUp(1, entry),
            w.LogInfringement(1, entry, "advice", "asked"), w.DisputeRound(1, entry, "mine"),
            w.DecideRoundDispute(1, table, "no"), w.DeclareRoundVoid(1, table, "void"),
            f.HandInForm(1, entry, "banker", amount), f.PassForm(1, entry),
            f.ReturnForm(1, entry, "wrong"), f.AnnounceForm(1, entry),
            f.PlaceAnnounced(1, entry), f.FindForm(1, entry, "", amount, "lost"),
            s.CallBreak(1, 1), s.ResumePlay(1), s.SetTimeLimit(1, 10), s.EndTable(1, table),
            s.RedrawTable(1, table, "00" * 16, "broken"), s.RecordElimination(1, entry, 3, 5),
            s.CountTable(1, table, ((entry, amount),), 0), s.ConcludeEarly(1, table, (entry,)),
        )
    )  # fmt: skip


def move_on(here: Recorded, chance: random.Random) -> None:
    """The next step that each table waits for."""
    for table, floor in list(here.session.conduct.floors.items()):
        here.maybe(w.DecideRoundDispute(1, table, "no"), DIRECTOR, "Dora")
        for entry in list(here.session.conduct.due):
            here.maybe(w.Disqualify(1, entry, "no wager", "none"), DIRECTOR, "Dora")
        if floor.round is None:
            here.maybe(w.OpenRound(1, table), DEALER, "Eli")
            continue
        for entry in floor.round.order:
            here.maybe(w.CallPatron(1, entry), DEALER, "Eli")
            person = here.tournament.entries[entry].person
            if chance.random() < 0.3:
                here.maybe(f.HandInForm(1, entry, "banker", 20), PATRON, person)
            if chance.random() < 0.1:
                here.maybe(w.PlayPassCard(1, entry), PATRON, person)
                here.maybe(w.DeductMinimum(1, entry), DIRECTOR, "Dora")
            here.maybe(w.PlaceStake(1, entry, chance.choice((10, 20, 50))), PATRON, person)
            here.maybe(w.ConfirmNoStake(1, entry), DEALER, "Eli")
        for entry in list(floor.round.forms):
            if not here.maybe(f.PassForm(1, entry), SUPERVISOR, "Hana"):
                here.maybe(f.ReturnForm(1, entry, "faulty"), SUPERVISOR, "Hana")
                here.maybe(w.ConfirmNoStake(1, entry), DEALER, "Eli")
        here.maybe(w.CloseBetting(1, table), DEALER, "Eli")
        for entry in list(floor.round.forms):
            here.maybe(f.AnnounceForm(1, entry), SUPERVISOR, "Hana")
            here.maybe(f.PlaceAnnounced(1, entry), DEALER, "Eli")
        here.maybe(result(here, table, chance), DEALER, "Eli")


def result(here: Recorded, table: str, chance: random.Random) -> s.CountTable:
    """Everybody wins or loses what they staked."""
    session = here.session
    counts = dict[int, Held]()
    for entry in standing.players_at(session, table):
        counts[entry] = session.chips[entry] + chance.choice((-1, 0, 1)) * staked(here, entry)
    issued = standing.issued_at(here.tournament, session, table)
    won = issued - sum(counts.values()) - session.conduct.floors[table].missing
    return s.CountTable(1, table, tuple(counts.items()), won)


def staked(here: Recorded, entry: int) -> int:
    seat = here.session.seats[entry]
    round = here.session.conduct.floors[seat.table].round
    if round is None:
        return 0
    form = round.forms.get(entry)
    open_stake = round.stakes.get(entry, 0) + (form.amount if form else 0)
    return min(open_stake, int(here.session.chips[entry]))


@pytest.mark.parametrize("slug", DOCUMENTS)
@pytest.mark.parametrize("seed", range(scaled(3, 60)))
def test_chips_in_are_chips_out_whatever_is_ordered(slug: str, seed: int) -> None:
    """Chips change by issue, settlement and what a rule takes, and never from hand to hand:
    Tournament Canberra Poker 15.12, Tournament Blackjack 19.12, Tournament American Roulette 12.12,
    Tournament Mini-Baccarat 13.12, Tournament Pai Gow 17.12, Mini Baccarat 15.13,
    7-Up Baccarat 15.6.6, 15.6.9."""
    chance = random.Random(f"{slug} {seed}")
    here = begun(slug, chance)
    for _ in range(60):
        for _ in range(6):
            here.maybe(some_order(here, chance), *chance.choice(OFFICES))
        if here.session.phase != RUNNING:
            break
        move_on(here, chance)
        here.now += 5_000_000
    assert here.session.round["a"] + here.session.round["b"] > 0
    assert replayed(here.facts, slug) == shown(here.tournament)


def shown(tournament: Tournament) -> bytes:
    session = tournament.sessions[0]
    chips = sorted(session.chips.items())
    rounds = {table: floor.won for table, floor in session.conduct.floors.items()}
    return msgspec.json.encode((chips, session.outs, session.round, rounds, session.phase))


def replayed(facts: list[Event], slug: str) -> bytes:
    """The same facts, written down and read again."""
    decoders = codec.learn(MACHINE.events)
    again = TOURNAMENT.begin()
    for fact in facts:
        kind = type(fact).__name__
        evolve(again, decoders[kind].decode(msgspec.json.encode(fact)))
        check(again)
        standing.check(again)
    assert again.slug == slug
    return shown(again)


def test_every_order_and_fact_of_a_session_can_be_written_and_read() -> None:
    """7-Up Baccarat 15.5.8: what was counted is on record as it was counted."""
    fact = s.TablePlan("1", (1, 2), 2, "conducted")
    order = s.DraftBallot(1, "00" * 16, (fact,), (s.FixedSeat(1, Seat("1", 2), "a wheelchair"),))
    read = msgspec.json.decode(msgspec.json.encode(order), type=s.DraftBallot)
    assert read == order
