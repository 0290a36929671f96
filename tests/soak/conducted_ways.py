"""The way out of a conducted session: its rounds, its end, its places, and the table closed.

The table and the tournament's record are one state here too: what one refuses, neither takes.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from houseway.conducting import UNIT, reservations, tables
from houseway.conducting.binding import judged
from houseway.conducting.tables import At, held, served_by
from houseway.driving import Deed, below
from houseway.games import commands as c
from houseway.games.events import Event
from houseway.games.fields import Held
from houseway.games.game import Pick
from houseway.games.layout import earlier_round
from houseway.games.machine import Given
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.runner import Order
from houseway.soak.actors import PATRONS, Inventor, TablePeople
from houseway.table.money import ReturnChips
from houseway.table.state import round_under_way
from houseway.table.table import evolve
from houseway.tournament import money, standing
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.discipline import grounds
from houseway.tournament.entry_vocabulary import CancelTournament
from houseway.tournament.ranking import level
from houseway.tournament.rounds import ordered, to_play
from houseway.tournament.standing import players_at
from houseway.tournament.state import ANNOUNCING, BETTING, CONFIRMED, ENDED, RUNNING, Round, Session
from houseway.tournament.tournament import MACHINE, Tournament, decide, learn
from houseway.tournament.tournament import evolve as apply
from houseway.tournament.undisclosed import announced_wager
from tests.conducting.casino import HEAT, MAIN, SLUGS, STREAM, TABLE, Casino
from tests.soak.copying import copied, shape
from tests.soak.ways import (
    LIFE,
    LONGEST,
    SECOND_US,
    AtTable,
    Found,
    NoWayOut,
    Report,
    Step,
    asked,
    close,
    fewest,
    finish,
    go_on,
)

DIRECTOR, STAFF_NAMES = "Dora", {Role.DEALER: "Eli", Role.GAMING_SUPERVISOR: "Hana"}
NAME = "7"  # of the table in the session
ROUNDS = 2
__all__ = ["SLUGS", "AtSession", "causes", "evening", "started", "way_out"]
CHANGES: tuple[dict[str, Any], ...] = (
    {},
    {"pass_cards": 1},
    {"undisclosed": 2},
    {"ordered": True, "undisclosed": 1},
)


@dataclass
class AtSession(AtTable):
    """A table that serves a session, with the tournament's record of it."""

    tournament: Tournament = field(default_factory=Tournament)
    learned: Any = ()  # by the record, from the last command that the table accepted

    @property
    def situation(self) -> Any:
        session = self.session
        floor = session.conduct.floors[NAME]
        states = (self.tournament, session, session.conduct, floor, floor.round)
        return super().situation, shape(*(each for each in states if each))

    @property
    def session(self) -> Session:
        return self.tournament.sessions[0]

    @property
    def round(self) -> Round | None:
        return self.session.conduct.floors[NAME].round

    def ruling(self, deed: Deed) -> Any:
        order, self.learned = Order(deed.command, deed.by, deed.actor, "key", None), ()
        if type(deed.command) in MACHINE.commands:
            refused = reservations.refusal(self.tournament, order)
            return refused or decide(
                self.tournament, deed.command, deed.by, self.now_us, deed.actor
            )
        served = served_by(self.tournament).get(TABLE)
        if served is not None:
            at = At(self.tournament, served, TABLE, self.table, order, (), self.now_us)
            if refused := tables.refusal(at):
                return refused
        ruling = super().ruling(deed)
        if isinstance(ruling, Refused) or served is None:
            return ruling
        self.learned = self._learned(served, order, ruling.events)
        return self.learned if isinstance(self.learned, Refused) else ruling

    def _learned(self, served: Any, order: Order, events: Any) -> Any:
        """What the record learns from the events of the table, or why it does not take them."""
        at = At(self.tournament, served, TABLE, self.table, order, events, self.now_us)
        commands = judged(at)
        if isinstance(commands, Refused):
            return commands
        if not commands:
            return ()
        record, found = copied(self.tournament), list[Event]()
        for command in commands:
            ruling = learn(record, command, Given(order.by, order.actor, self.now_us))
            if isinstance(ruling, Refused):
                return ruling
            for event in ruling.events:
                apply(record, event)
            found += ruling.events
        return tuple(found)

    def give(self, deed: Deed) -> Refused | None:
        ruling = self.ruling(deed)
        if isinstance(ruling, Refused):
            return ruling
        if type(deed.command) in MACHINE.commands:
            for event in ruling.events:
                apply(self.tournament, event)
        else:
            learned = self.learned
            for event in ruling.events:
                evolve(self.table, event)
            self.events += ruling.events
            for event in learned:
                apply(self.tournament, event)
            self.table.game.check(self.table.play)
        money.check(self.tournament)
        standing.check(self.tournament)
        self.taken.append(Step(deed, self.now_us))
        return None

    def copied(self) -> AtSession:
        here = AtSession(
            copied(self.table), self.now_us, [], list(self.events), copied(self.tournament)
        )
        here.table.play.layout.recall = lambda number: earlier_round(here.events, number)
        return here


@cache
def _started(slug: str, which: int) -> AtSession:
    """A session that has begun, with the cards ready and everybody's chips at the table."""
    with tempfile.TemporaryDirectory() as folder:
        casino = Casino(Path(folder), slug, **CHANGES[which])
        casino.started(replace(HEAT, rounds=ROUNDS))
        here = AtSession(
            copied(casino.runner.table(TABLE)), casino.now,
            tournament=copied(casino.runner.tournament(STREAM)),
        )  # fmt: skip
        casino.log.close()
    return here


def started(slug: str, which: int) -> AtSession:
    return _started(slug, which if slug == "seven-up-baccarat" else 0).copied()


def causes(t: Tournament) -> tuple[Any, ...]:
    """Every ground on which somebody may be put out under these rules."""
    return tuple(grounds(t.rules))


# The way out


def way_out(here: AtSession, pick: Pick) -> None:
    """Play what is left of the session, confirm its places and close the table, or raise."""
    for _ in range(LONGEST):
        if here.session.phase == CONFIRMED:
            break
        _go_on(here, pick)
    else:
        raise NoWayOut("the session never ends")
    finish(here, pick)
    _without_wager(here)
    close(here)


def _without_wager(here: AtSession) -> None:
    for person in list(here.table.play.layout.idle_rounds):
        here.give(Deed(c.LeaveTable(person), Role.DEALER, STAFF_NAMES[Role.DEALER]))


def _go_on(here: AtSession, pick: Pick) -> None:
    """Take the first step that is accepted, on the record or at the table."""
    first: tuple[Refused, Deed] | None = None
    here.now_us = max(here.now_us, here.session.conduct.break_until_us) + SECOND_US
    for deed in _next(here):
        refused = here.give(deed)
        if refused is None:
            return
        first = first or (refused, deed)
    if here.session.phase == RUNNING and not here.session.conduct.floors[NAME].ended:
        under_way = round_under_way(here.table) or here.table.play.layout.wagers
        if under_way or here.table.game.awaits(here.table.play).what != "open":
            go_on(here, pick)
            return
    if first and first[0].code == "outside_hours":  # until gaming opens again
        here.now_us += 1_800 * SECOND_US
        return
    raise NoWayOut(*(first or ("nothing is awaited",)))


def _director(command: c.Command) -> Deed:
    return Deed(command, Role.TOURNAMENT_DIRECTOR, DIRECTOR)


def _dealer(command: c.Command) -> Deed:
    return Deed(command, Role.DEALER, STAFF_NAMES[Role.DEALER])


def _supervisor(command: c.Command) -> Deed:
    return Deed(command, Role.GAMING_SUPERVISOR, STAFF_NAMES[Role.GAMING_SUPERVISOR])


def _next(here: AtSession) -> Iterator[Deed]:
    t, session = here.tournament, here.session
    number, floor = session.number, session.conduct.floors[NAME]
    if floor.dispute:
        yield _director(w.DecideRoundDispute(number, NAME, "as the dealer saw it"))
    for entry in list(session.conduct.due):
        for cause in causes(t):
            yield _director(w.Disqualify(number, entry, cause, "as the record has it"))
    if session.phase == ENDED or session.playing_on:
        yield from _counting(here)
    if session.phase not in (RUNNING, ENDED):
        yield from _counting(here)
        return
    if floor.ended:
        return
    if floor.round is not None:
        yield from _in_round(here, floor.round)
        return
    if round_under_way(here.table) is None and not here.table.play.layout.wagers:
        yield from _chips(here)
        opening = here.table.game.awaits(here.table.play)
        left = to_play(t, session, NAME, here.now_us) and len(players_at(session, NAME)) > 1
        if left and opening.what == "open" and opening.command:
            yield _dealer(opening.command)
            yield _dealer(w.OpenRound(number, NAME))
        if not left or opening.what == "open":
            yield _director(s.EndTable(number, NAME))


def _counting(here: AtSession) -> Iterator[Deed]:
    session = here.session
    if session.counted_by is None:
        yield _dealer(r.RecordCounts(session.number, dict(session.chips)))
    yield _director(r.ConfirmCounts(session.number))
    for group in level(here.tournament, session) if session.counted_by else ():
        yield _director(r.OrderAdditionalRounds(session.number, group.entries))
    if session.playing_on:
        counts: dict[int, Held] = {e: 10 * place for place, e in enumerate(session.playing_on, 1)}
        yield _dealer(r.RecordAdditionalRound(session.number, counts))
    yield _director(r.ConfirmSession(session.number, share=True))


def _chips(here: AtSession) -> Iterator[Deed]:
    """What somebody holds at the table is what was issued to them."""
    for entry in here.session.chips:
        person = here.tournament.entries[entry].person
        there = held(here.table.play.layout, person)
        issued = int(here.session.chips[entry] * UNIT)
        if there < issued:
            yield _dealer(c.BringChips(person, issued - there))
        elif there > issued:
            yield _dealer(ReturnChips(person, there - issued))


def _in_round(here: AtSession, round: Round) -> Iterator[Deed]:
    number = here.session.number
    for entry, form in round.forms.items():
        if not form.passed:
            yield _supervisor(f.PassForm(number, entry))
            yield _supervisor(f.ReturnForm(number, entry, "not in order"))
    if round.phase == ANNOUNCING:
        yield from _announcing(here, round)
        return
    if round.phase != BETTING:
        return
    if ordered(here.tournament) and round.turn:
        yield _dealer(w.CallPatron(number, round.turn))
    for entry in round.order:
        if not round.settled(entry):
            yield from _stake(here, round, entry)
    if round.forms and not round.stakes:
        yield _dealer(w.CloseBetting(number, NAME))
    for entry in round.nothing:
        yield from _taken_back(here, entry)
    for entry, form in round.forms.items():
        if form.passed and not here.accepts(_dealer(c.CallNoMoreBets())):
            yield _supervisor(f.ReturnForm(number, entry, "not in order at this table"))


def _announcing(here: AtSession, round: Round) -> Iterator[Deed]:
    for entry, form in round.forms.items():
        if not form.announced:
            yield _supervisor(f.AnnounceForm(here.session.number, entry))
        elif not form.placed:
            person, box = here.tournament.entries[entry].person, here.session.seats[entry].box
            command = announced_wager(here.table.play, person, box, form)
            yield Deed(command, Role.PATRON, person)


def _stake(here: AtSession, round: Round, entry: int) -> Iterator[Deed]:
    """The minimum on the main wager; or the dealer confirms that there is none."""
    person, box = here.tournament.entries[entry].person, here.session.seats[entry].box
    main = MAIN[here.table.slug]
    multiple = max(UNIT, here.table.play.limits.multiple) // UNIT
    least = -(-round.minimum // multiple) * multiple
    for units in dict.fromkeys((round.minimum, least, here.session.chips[entry])):
        for at in (box, 0):
            yield Deed(c.PlaceWager(person, main, units * UNIT, at), Role.PATRON, person)
    kinds = here.table.game.awaits(here.table.play).commands
    yield from (_dealer(kind(person)) for kind in kinds if kind.sits_out)
    yield _dealer(w.ConfirmNoStake(here.session.number, entry))


def _taken_back(here: AtSession, entry: int) -> Iterator[Deed]:
    person = here.tournament.entries[entry].person
    for who, box, wager in here.table.play.layout.wagers:
        if who == person:
            yield Deed(c.WithdrawWager(person, wager, box), Role.PATRON, person)


# Walks


class OnRecord:
    """The people of a session: those at the table, and those who run and play the event."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.inventor = Inventor(chance)

    def deed(self, here: AtSession) -> Deed:
        """Something that somebody might do on the record just now."""
        chance, number = self.chance, here.session.number
        entry = chance.choice((1, 2, 3))
        person = here.tournament.entries[entry].person
        form = f.HandInForm(number, entry, chance.choice(("banker", "player", "tie", "dragon", "")),
                            chance.choice((0, 20, 30, 50, 60)))  # fmt: skip
        own = (form, w.PlayPassCard(number, entry), w.DisputeRound(number, entry, "it was mine"))
        if chance.random() < 0.35:
            return Deed(chance.choice(own), Role.PATRON, person)
        cause = chance.choice(causes(here.tournament))
        breaches: tuple[Any, ...] = ("hiding chips", "advice", "chips out of sight")
        breach = chance.choice(breaches)
        return chance.choice((
            _supervisor(f.PassForm(number, entry)),
            _supervisor(f.AnnounceForm(number, entry)),
            _supervisor(f.ReturnForm(number, entry, "unclear")),
            _dealer(w.CallPatron(number, entry)),
            _dealer(w.ConfirmNoStake(number, entry)),
            _dealer(w.CloseBetting(number, NAME)),
            _dealer(w.OpenRound(number, NAME)),
            _director(w.Disqualify(number, entry, cause, "seen")),
            _director(w.LogInfringement(number, entry, breach, "seen")),
            _director(w.DecideRoundDispute(number, NAME, "it stands")),
            _director(w.DeductMinimum(number, entry)),
            _director(w.VoidStake(number, entry)),
            _director(w.ReportTimeUp(number, entry)),
            _director(w.DirectHand(number, entry)),
            _director(s.CallBreak(number, 5)),
            _director(s.ResumePlay(number)),
            _director(s.SetTimeLimit(number, 30, 30)),
            _director(s.EndTable(number, NAME)),
            _dealer(w.DeclareRoundVoid(number, NAME, "void")),
            _director(self.inventor.order(list(MACHINE.commands), (*PATRONS, NAME, "banker"))),
        ))  # fmt: skip


def no_way_out(here: AtSession) -> str:
    """Why a copy of the session cannot be brought to its end; "" where it can."""
    return asked(way_out, here)


def evening(slug: str, seed: str, report: Report) -> None:
    """One conducted session: steps of the way out, and now and then anything else."""
    chance = random.Random(f"evening {slug} {seed}")
    pick, at_table, on_record = below(chance), TablePeople(chance), OnRecord(chance)
    which = chance.randrange(len(CHANGES))
    here = started(slug, which)
    for _ in range(LIFE):
        if here.session.phase == CONFIRMED or here.table.closed:
            return
        report.steps += 1
        here.now_us += chance.randrange(20 * SECOND_US)
        try:
            if pick(2):
                _go_on(here, pick)
                continue
        except NoWayOut:
            pass  # what blocks the way is reported below
        else:
            deed = on_record.deed(here) if pick(2) else at_table.next(here.table, here.now_us)
            if isinstance(deed.command, CancelTournament) or here.give(deed) is not None:
                continue
            report.given[type(deed.command).__name__] += 1
        if not report.is_new(here, chance):
            continue
        if why := no_way_out(here):
            steps = here.taken
            if report.fewest:
                steps = fewest(steps, lambda left: _again(slug, which, left), no_way_out)
            report.found.append(Found(f"{slug} {CHANGES[which]}", seed, steps, why))
            return


def _again(slug: str, which: int, steps: list[Step]) -> AtSession:
    here = started(slug, which)
    for deed, at_us in steps:
        here.now_us = at_us
        here.give(deed)
    return here
