"""People of a tournament: a director who runs it, staff who count, entrants who wager."""

from __future__ import annotations

import random
from collections.abc import Iterator

from msgspec.structs import replace

from houseway.driving import Deed, first_accepted
from houseway.driving.tournaments import count_of
from houseway.games import game, slugs
from houseway.games.fields import Held
from houseway.games.game import all_lost
from houseway.games.table_rules import BY_CONDITIONS
from houseway.rulebook.roles import Role
from houseway.soak.actors import STAFF, Inventor
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.charge import simulated
from houseway.tournament.ranking import level, level_on_points
from houseway.tournament.standing import players_at
from houseway.tournament.state import CONFIRMED, NEW, Session, Tournament
from houseway.tournament.terms import Breakdown, Conditions, Stage, Ties
from houseway.tournament.tournament import MACHINE, decide

SLUGS = tuple(slug for slug in slugs() if game(slug).tournament is not None)
ENTRANTS = 12
MINUTES_US = 60_000_000
_WORDS = dict.fromkeys(
    ("start", "groups", "repechage", "points", "buy-back", "elimination", "dropping out",
     "level points", "points tie", "statement", "compulsory", "allotment", "eligibility",
     "refuse any", "criteria", "numbers", "breakdown"),
    "as the floor is simulated",
)  # fmt: skip
_NONE = ("groups", "repechage", "points", "buy-back", "dropping out", "level points", "points tie",
         "refuse any", "criteria")  # fmt: skip
_TIES = Ties(session="rounds", final="share")
DIRECTOR, SHIFT = Role.TOURNAMENT_DIRECTOR, Role.GAMING_SHIFT_MANAGER


class TournamentPeople:
    """Everybody at the tournaments of the floor; `entrant` is how the entries are told apart."""

    def __init__(self, chance: random.Random, entrant: str = "id {}") -> None:
        self.chance = chance
        self.inventor = Inventor(chance)
        self.entrant = entrant

    def next(self, tournament: Tournament, number: int, now_us: int) -> Deed:
        """The next deed; `number` is which tournament of the floor it is."""
        if tournament.life == NEW:
            slug = SLUGS[number % len(SLUGS)]
            return _staff(
                simulated(v.OpenTournament(slug, "Spring", STAFF[DIRECTOR], "L-1")), SHIFT
            )
        if self.chance.random() < 0.2:
            return self._anything()
        deeds = [_in_charge(tournament, deed) for deed in self._plan(tournament, now_us)]
        self.chance.shuffle(deeds)
        accepted = first_accepted(
            deeds, lambda deed: decide(tournament, deed.command, deed.by, now_us, deed.actor)
        )
        return accepted or deeds[0]

    def _anything(self) -> Deed:
        words = (
            self.entrant.format(1),
            self.entrant.format(2),
            "Ana",
            "1",
            "2",
            "banker",
            "00" * 16,
        )
        command = self.inventor.order(list(MACHINE.commands), words)
        if isinstance(command, e.CancelTournament) and self.chance.random() < 0.9:
            command = v.PublishConditions()
        return _staff(command, self.chance.choice(list(STAFF)))

    def _plan(self, t: Tournament, now_us: int) -> Iterator[Deed]:
        """Everything that might come next, and who would do it."""
        if not t.begun and not t.entries:
            yield _staff(v.DraftConditions(self._conditions(t, now_us)), DIRECTOR)
        if t.clearance.published is None:
            yield _staff(v.PublishConditions(), DIRECTOR)
        if t.clearance.approval is None:
            yield _staff(v.ApproveConditions(t.version, "INS 4"), Role.INSPECTOR)
        if t.clearance.notified is None:
            yield _staff(v.NotifyCommission("letter 7"), DIRECTOR)
        if t.commission_approved is None:
            yield _staff(e.RecordCommissionApproval("GRC 12", hundredths=1000), DIRECTOR)
        yield _staff(e.OpenEntries(), DIRECTOR)
        yield from self._entering(t)
        if t.registered >= 6:
            yield _staff(e.CloseEntries(), DIRECTOR)
        for session in t.sessions[-1:]:
            if session.phase != CONFIRMED:
                yield from self._session(t, session)
        if not t.sessions or t.sessions[-1].phase == CONFIRMED:
            starts = max(now_us, t.conditions.starts_us) + 5 * MINUTES_US
            yield _staff(s.PlanSession(len(t.sessions) + 1, starts), DIRECTOR)
            yield from self._ending(t)

    def _conditions(self, t: Tournament, now_us: int) -> Conditions:
        rules = t.rules
        items = {each.key for each in rules.conditions.items}
        heats = Stage(
            name="heats", chips=100, minimum=10, maximum=50, tables=2, rounds=3, advance=2
        )
        final = Stage(name="final", kind="final", chips=100, minimum=10, maximum=50, rounds=3)
        answers = {name: "none" if name in _NONE else text for name, text in _WORDS.items()}
        return Conditions(
            title="Spring", starts_us=now_us + 20 * MINUTES_US, stages=(heats, final), fee=2755,
            commission=275 if rules.fees.commission else 0, least=2, most=ENTRANTS,
            breakdown=Breakdown(hundredths=(5000, 3000, 2000)),
            ties=_TIES if rules.ranking.level_by == BY_CONDITIONS else Ties(),
            perfect_pairs=False if "perfect pairs" in items else None, answers=answers,
            pass_cards=int(bool(rules.wagering.pass_cards)),
            undisclosed=2 if rules.wagering.undisclosed else 0,
        )  # fmt: skip

    def _entering(self, t: Tournament) -> Iterator[Deed]:
        number = t.registered + 1
        fee = t.conditions.fee or 0
        entry = e.AcceptEntry(
            self.entrant.format(number), f"Patron {number}", fee, "form", "signed", copy_given=True
        )
        yield _staff(entry, DIRECTOR)
        if self.chance.random() < 0.03 and t.entries and not t.begun:
            yield _staff(e.WithdrawEntry(self.chance.choice(list(t.entries))), DIRECTOR)
        if self.chance.random() < 0.02:
            yield _staff(e.AddToPool(self.chance.randrange(1, 50_000)), SHIFT)

    def _session(self, t: Tournament, session: Session) -> Iterator[Deed]:
        number, chance = session.number, self.chance
        first, _ = t.rules.sessions.boxes
        boxes = tuple(range(first, first + 7))
        tables = tuple(s.TablePlan(name, boxes, 7) for name in "ab")
        yield _staff(s.DraftBallot(number, f"{chance.getrandbits(128):032x}", tables), DIRECTOR)
        yield _staff(s.PublishBallot(number), DIRECTOR)
        for entry in session.players:
            if entry not in session.conduct.present:
                yield _staff(s.CheckIn(number, entry), Role.DEALER)
        if session.conduct.present:
            yield _staff(s.StartSession(number), DIRECTOR)
        for entry in session.conduct.due:
            yield _staff(w.Disqualify(number, entry, "no wager", "none"), DIRECTOR)
        for table in session.conduct.floors:
            yield from self._table(t, session, table)
        yield _staff(r.RecordCounts(number, dict(session.chips)), Role.DEALER)
        yield _staff(r.ConfirmCounts(number), DIRECTOR)
        yield _staff(r.ConfirmSession(number, share=True), DIRECTOR)
        if session.counted_by is not None:
            yield from self._additional(t, session)

    def _table(self, t: Tournament, session: Session, table: str) -> Iterator[Deed]:
        number, floor = session.number, session.conduct.floors[table]
        yield _staff(w.DecideRoundDispute(number, table, "as seen"), DIRECTOR)
        if floor.round is None:
            yield _staff(w.OpenRound(number, table), Role.DEALER)
            yield _staff(s.EndTable(number, table), DIRECTOR)
            return
        for entry in floor.round.order:
            yield from self._wagering(t, number, entry)
        for entry in floor.round.forms:
            yield _staff(f.PassForm(number, entry), Role.GAMING_SUPERVISOR)
            yield _staff(f.AnnounceForm(number, entry), Role.GAMING_SUPERVISOR)
            yield _staff(f.PlaceAnnounced(number, entry), Role.DEALER)
        yield _staff(w.CloseBetting(number, table), Role.DEALER)
        yield _staff(self._counted(t, session, table), Role.DEALER)

    def _wagering(self, t: Tournament, number: int, entry: int) -> Iterator[Deed]:
        person = t.entries[entry].person
        yield _staff(w.CallPatron(number, entry), Role.DEALER)
        amount = self.chance.choice((5, 10, 20, 37, 50, 60))
        offsets = t.game.risk is not all_lost  # one wager may offset another: it is named
        on = t.game.simulated.whole[0] if offsets else ""
        yield Deed(w.PlaceStake(number, entry, amount, on), Role.PATRON, person)
        if self.chance.random() < 0.3:
            yield Deed(f.HandInForm(number, entry, "banker", 37), Role.PATRON, person)
        if self.chance.random() < 0.1:
            yield Deed(w.PlayPassCard(number, entry), Role.PATRON, person)
            yield _staff(w.Disqualify(number, entry, "no wager", "none"), DIRECTOR)
        yield _staff(w.ConfirmNoStake(number, entry), Role.DEALER)

    def _counted(self, t: Tournament, session: Session, table: str) -> s.CountTable:
        """Everybody wins or loses what they staked; now and then the count does not add up."""
        floor = session.conduct.floors[table]
        staked = floor.round.staked if floor.round else {}
        counts = {
            entry: max(
                0, session.chips[entry] + self.chance.choice((-1, 0, 1)) * staked.get(entry, 0)
            )
            for entry in players_at(session, table)
        }
        wrong = self.chance.random() < 0.1
        count = count_of(t, session, table, counts)
        return replace(count, won=count.won + wrong, collected=())

    def _additional(self, t: Tournament, session: Session) -> Iterator[Deed]:
        if session.playing_on:
            counts: dict[int, Held] = {
                each: self.chance.choice((5, 40, 60)) for each in session.playing_on
            }
            yield _staff(r.RecordAdditionalRound(session.number, counts), Role.DEALER)
            return
        for playing in (*level(t, session), *level_on_points(t)):
            yield _staff(r.OrderAdditionalRounds(session.number, playing.entries), DIRECTOR)

    def _ending(self, t: Tournament) -> Iterator[Deed]:
        yield _staff(r.AwardPrizes(), DIRECTOR)
        for entry in t.awards:
            yield _staff(r.PayPrize(entry, "slip"), SHIFT)
        yield _staff(r.CloseTournament(), DIRECTOR)


def _in_charge(t: Tournament, deed: Deed) -> Deed:
    """Have the present director do what a director does."""
    if deed.by != DIRECTOR or deed.actor in t.directors or not t.directors:
        return deed
    return deed._replace(actor=next(iter(t.directors)))


def _staff(command: object, by: Role) -> Deed:
    return Deed(command, by, STAFF[by])  # type: ignore[arg-type]
