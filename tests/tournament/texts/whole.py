"""Playing a tournament that is told as text: a real runner and log, a clock that the text sets.

The form is that of the evenings in `tests/scenarios/telling.py`: who gives an order, the order as a
sentence, `->` for the refusal that it must meet, `=>` for what must hold now. A clause in brackets
after an order must have spoken in the facts that it made. `at table 1, ...` is an order of the
table itself, where a session is conducted in Houseway.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from houseway.conducting import Reservations, counts_of, known_us, table_stream
from houseway.equipment.chips import dollars
from houseway.games import game
from houseway.games.commands import Command, DealCard
from houseway.games.events import Event
from houseway.records import sentences
from houseway.rulebook.ruling import Refused
from houseway.runner import Answer, Order, Runner
from houseway.store.sqlite import SqliteLog
from houseway.table.days import DAY_US, MINUTE_US, day_number
from houseway.table.table import MACHINE
from houseway.table.vocabulary import OpenTable
from houseway.tournament import money, standing
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament.state import Tournament
from houseway.tournament.terms import Conditions
from tests.offices import opening_of
from tests.scenarios.telling import Evening, Said
from tests.tournament.texts import expecting, playing
from tests.tournament.texts.ordering import Desk, order
from tests.tournament.texts.recount import Seats, recounted
from tests.tournament.texts.saying import said as condition

STREAM = "tournament/told"
READS = (playing,)  # which adds its orders to those of `ordering`
EAST = 600  # minutes: where both casinos stand
_AT_TABLE = re.compile(r"at table (\S+), (.+)")
_FROM_ITS_LOG = re.compile(r"count table (\S+) from its log")


class Whole:
    """A tournament while it happens."""

    def __init__(self, text: Evening, folder: Path) -> None:
        self.text = text
        self.path = folder / "tournament.db"
        self.log = SqliteLog(self.path)
        number = day_number(text.headings["day"])
        assert number is not None, text.headings["day"]
        self.now = self._midnight = number * DAY_US - EAST * MINUTE_US
        self.runner = Runner(self.log, lambda: self.now)
        Reservations(self.runner)
        self.conditions = Conditions(title=text.title)
        self.orders = 0
        self.answer: Answer | None = None

    @property
    def tournament(self) -> Tournament:
        return self.runner.tournament(STREAM)

    def cite(self, numbers: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(map(game(self.text.headings["document"]).cite, numbers))

    def happen(self) -> None:
        """Everything that the text says, in its order; a wrong line is named by its number."""
        awaiting: Said | None = None  # an order that was refused, and nothing yet said so
        for said in self.text.lines:
            if awaiting and said.kind != "refusal":
                raise AssertionError(f"line {awaiting.line}: {self._refused()}")
            try:
                awaiting = self._take(said, awaiting)
            except (AssertionError, sentences.BadSentence) as wrong:
                raise AssertionError(f"line {said.line}: {said.text}: {wrong}") from wrong
        assert awaiting is None, f"line {awaiting.line}: {self._refused()}"

    def _take(self, said: Said, awaiting: Said | None) -> Said | None:
        if said.kind == "clock":
            self._clock(said.text)
        elif said.kind == "refusal":
            assert awaiting, "the order before it was accepted"
            self._check_refusal(said)
        elif said.kind == "expectation":
            expecting.check(self.tournament, said.text, self.cite(said.clauses))
        elif said.text.startswith("conditions "):
            what = said.text.removeprefix("conditions ")
            self.conditions = condition(self.conditions, what, self.moment)
        else:
            self._order(said)
            return said if self._refused() else None
        return None

    def _clock(self, text: str) -> None:
        at = self._at(text)
        if at < self.now:
            self._midnight += DAY_US
            at += DAY_US
        self.now = at

    def _at(self, text: str) -> int:
        hour, minute = map(int, text.split(":"))
        return self._midnight + (hour * 60 + minute) * MINUTE_US

    def moment(self, text: str) -> int:
        """The next time at which a clock shows this."""
        at = self._at(text)
        return at if at >= self.now else at + DAY_US

    # Orders

    def _order(self, said: Said) -> None:
        at_table = _AT_TABLE.fullmatch(said.text)
        if at_table:
            stream = table_stream(at_table[1])
            commands = self._of_the_table(at_table[2])
        else:
            stream, commands = STREAM, [self._of_the_tournament(said.text)]
        spoke: set[str] = set()
        for command in commands:
            self.orders += 1
            by = self.text.offices[said.actor]
            given = Order(command, by, said.actor, f"order {self.orders}")
            self.answer = self.runner.order(stream, given)
            if self.answer.refused:
                return
            spoke = {each for event in self.answer.events for each in named(event)}
            self._look(self.answer.events)
        for clause in self.cite(said.clauses):
            assert clause in spoke, f"{clause} did not speak, but {sorted(spoke)}"

    def _of_the_tournament(self, text: str) -> Command:
        if text == "draft the conditions":
            return v.DraftConditions(self.conditions)
        counted = _FROM_ITS_LOG.fullmatch(text)
        if counted:
            number, table = len(self.tournament.sessions), counted[1]
            since_us = known_us(self.log.read(STREAM), number, table)
            entries = self.log.read(table_stream(table))
            return counts_of(self.tournament, number, table, entries, since_us)
        return order(Desk(self.tournament, self.moment), text)

    def _of_the_table(self, text: str) -> list[Command]:
        if text.startswith("deal "):
            cards = text.removeprefix("deal ").split()
            return [sentences.read(f"deal {card}", [DealCard]) for card in cards]
        kinds = {*MACHINE.commands, *game(self.text.headings["document"]).orders}
        command = sentences.read(text, kinds)
        return [self._opening(command) if isinstance(command, OpenTable) else command]

    def _opening(self, command: OpenTable) -> OpenTable:
        plain, _ = self.text.limits()
        known = game(command.document).limits
        limits = msgspec.structs.replace(known, **plain)
        chips = tuple(dollars(each) for each in self.text.headings["chips"].split())
        return opening_of(command.document, self.text.options(), limits, chips)

    def _look(self, events: tuple[Event, ...]) -> None:
        """After every order: money and chips add up, and a ballot can be worked out again."""
        money.check(self.tournament)
        standing.check(self.tournament)
        for event in events:
            seats = self._recounted(event)
            if seats is not None:
                drawn = {entry: (seat.table, seat.box) for entry, seat in event.seats}  # type: ignore[attr-defined]
                assert drawn.items() <= seats.items(), f"the ballot is {seats}"

    def _recounted(self, event: Event) -> Seats | None:
        """The ballot that a fact tells of, worked out again from its seed."""
        if isinstance(event, s.SeatsDrafted) and event.seed:
            tables = [(each.table, each.boxes, each.players) for each in event.tables]
            fixed = {each.entry: (each.seat.table, each.seat.box) for each in event.fixed}
            people = [entry for entry, _ in event.seats]
            return recounted(event.seed, people, tables, fixed, self._apart())
        if isinstance(event, s.TableRedrawn):
            return self._redrawn(event)
        if isinstance(event, r.AdditionalRoundsOrdered) and event.seed:
            boxes = self.tournament.sessions[event.session - 1].conduct.floors[event.table].boxes
            tables = [(event.table, boxes, len(event.entries))]
            return recounted(event.seed, list(event.entries), tables, {}, [])
        return None

    def _redrawn(self, event: s.TableRedrawn) -> Seats:
        session = self.tournament.sessions[event.session - 1]
        moved = [entry for entry, _ in event.seats]
        fixed = {e: (session.seats[e].table, session.seats[e].box) for e in session.chips}
        staying = {e: seat for e, seat in fixed.items() if e not in moved}
        floors = session.conduct.floors.items()
        tables = [(n, each.boxes, len(each.boxes)) for n, each in floors if not each.ended]
        return recounted(event.seed, moved, tables, staying, self._apart())

    def _apart(self) -> list[set[int]]:
        entries = self.tournament.entries.values()
        return [
            {each.number for each in entries if each.person in group}
            for group in self.tournament.conditions.apart
        ]

    # Refusals

    def _refused(self) -> Refused | None:
        return self.answer.refused if self.answer else None

    def _check_refusal(self, said: Said) -> None:
        refused = self._refused()
        assert refused is not None
        asked = (said.text.removeprefix("refused ").strip(), self.cite(said.clauses))
        found = (refused.code, (refused.clause,) if refused.clause else ())
        assert found == asked, f"{refused} ({refused.code})"
        assert refused.detail

    def end(self) -> None:
        """It is over; the chain holds, and the log alone gives the same tournament."""
        played = self.tournament
        assert played.life == "over"
        self.log.close()
        self.log = SqliteLog(self.path)
        verified = self.log.verify()
        assert not verified.problems, verified.problems
        assert Runner(self.log, lambda: self.now).tournament(STREAM) == played


def named(value: object) -> set[str]:
    """Every clause that a fact, or a part of it, names."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, msgspec.Struct):
        return set().union(*(named(getattr(value, each)) for each in value.__struct_fields__))
    if isinstance(value, list | tuple):
        return set().union(*map(named, value))
    return set()
