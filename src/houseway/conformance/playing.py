"""A case played through the live engine: what it answers to every step, and what it settles."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from importlib.resources import files
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from houseway.aggregates import PROMOTION, TABLE, TOURNAMENT, Aggregate
from houseway.conformance.cases import (
    Case,
    CaseAnswer,
    EntryAnswer,
    GivenStep,
    Level,
    SettledWager,
    StakedWager,
    StepAnswer,
    command_of,
    setup_of,
)
from houseway.driving import Deed
from houseway.equipment.cards import DECK
from houseway.equipment.chips import ChipSet
from houseway.equipment.tiles import face_fields, faces_of
from houseway.games.commands import Command
from houseway.games.events import Event, RoundOpened
from houseway.games.game import Awaits, Game, Pick, Setup
from houseway.games.layout import EarlierRound, earlier_round
from houseway.games.limits import Line
from houseway.games.machine import judged
from houseway.games.options import read_setup
from houseway.promotion.due import due
from houseway.promotion.state import Promotion
from houseway.records.session import Session
from houseway.records.settlement import RoundReport, rounds_told
from houseway.rulebook.document import Clause
from houseway.rulebook.parsing import toml_as
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.table.state import Table as TableState
from houseway.tournament.awaits import Step, awaits
from houseway.tournament.results_vocabulary import PlaceAwarded
from houseway.tournament.state import NEW, Tournament

Ruled = Refused | tuple[Event, ...]  # the refusal of a command, or the events that it brings about


class _Mark(NamedTuple):
    """How many events there were before a step, and how many faces had come to light."""

    events: int
    faces: int


class Table:
    """A table on which the steps of one case are played.

    `before`: the events up to now, of another table with the same setup; without them the cards are
    prepared here, if they are to be.
    """

    def __init__(
        self, found: Game, setup: Setup, *, prepared: bool, before: Sequence[Event] | None = None
    ) -> None:
        self.game = found
        self.setup = setup
        self.prepared = prepared
        self.events: list[Event] = []
        self.steps: list[GivenStep] = []
        self.answers: list[StepAnswer] = []
        self.faces: list[str] = []  # cards, tiles, dice or numbers that the steps name, in order
        self._opened_at = -1  # the place of the event that opened the first round
        self._marks: list[_Mark] = []  # one before each step
        self._awaited: Awaits | None = None
        self._reports: list[RoundReport] | None = None
        self.play: Any = found.begin(setup)
        self.play.layout.recall = partial(_recalled, self.events)
        if before is not None:
            self._fold(before)
        elif prepared:
            for command, by in found.ready(self.play):
                self.events += found.do(self.play, command, by)

    def branch(self, steps: int) -> Table:
        """Another table on which as many steps were the same."""
        until = self._marks[steps] if steps < len(self._marks) else self._mark
        before = self.events[: until.events]
        other = Table(self.game, self.setup, prepared=self.prepared, before=before)
        other.steps, other.answers = self.steps[:steps], self.answers[:steps]
        other._marks, other.faces = self._marks[:steps], self.faces[: until.faces]
        if self._opened_at < until.events:
            other._opened_at = self._opened_at
        return other

    @property
    def _mark(self) -> _Mark:
        return _Mark(len(self.events), len(self.faces))

    @property
    def opened(self) -> bool:
        """Whether a round was."""
        return self._opened_at >= 0

    @property
    def awaited(self) -> Awaits:
        """What must happen next."""
        if self._awaited is None:
            self._awaited = self.game.awaits(self.play)
        return self._awaited

    @property
    def reports(self) -> list[RoundReport]:
        """The rounds so far, as their events tell them."""
        if self._reports is None:
            self._reports = rounds_told(self.events[self._opened_at :]) if self.opened else []
        return self._reports

    def rule(self, command: Command, by: Role) -> Ruled:
        """What the rules answer, with nothing changed yet."""
        ruling = judged(command, lambda: self.game.decide(self.play, command, by))
        return ruling if type(ruling) is Refused else ruling.events

    def rule_within_bounds(self, command: Command, by: Role) -> Ruled:
        """What the rules answer to a command whose values are known to be within their limits."""
        ruling = self.game.decide(self.play, command, by)
        return ruling if type(ruling) is Refused else ruling.events

    def _fold(self, events: Sequence[Event]) -> None:
        play, folds = self.play, self.game.events
        for event in events:
            folds[type(event)](play, event)
        self.events += events

    def give(self, command: Command, by: Role, ruling: Ruled, *, tell: bool) -> None:
        """Apply the ruling on a step and remember the step. `tell`: with its answer."""
        self._marks.append(self._mark)
        if type(ruling) is not Refused:
            if self._opened_at < 0:
                self._opened_at = _opening(ruling, len(self.events))
            self._fold(ruling)
            self._awaited = self._reports = None
        self.steps.append(GivenStep(by, command))
        self.faces += faces_named(command)
        if tell:
            awaited = self.awaited
            why = tuple([each.clause for each in awaited.tried if each.applies])
            answer = step_answer(ruling, awaited.what, awaited.who, awaited.clause, why)
            self.answers.append(answer)

    def case(self, number: str, level: Level) -> Case:
        """What was played, as a case."""
        cite = self.game.cite
        return Case(
            number, cite.slug, cite.id, cite.content_hash, level, self.setup.options,
            self.setup.limits, self.setup.chips.denominations, self.prepared, tuple(self.steps),
            tuple(StakedWager(each.patron, each.wager, each.stake, each.box)
                  for report in self.reports for each in report.lines),
            tuple(self.faces),
            self.reports[-1].hands if self.reports and level == "settle" else {},
        )  # fmt: skip

    def answer(self, number: str) -> CaseAnswer:
        """What the rules made of it."""
        reports = self.reports
        last = reports[-1] if reports else RoundReport(0)
        settled = settled_wagers(reports)
        return CaseAnswer(number, last.result, last.hands, settled, tuple(self.answers))


def _recalled(events: list[Event], number: int) -> EarlierRound:
    return earlier_round(iter(events), number)


def _opening(events: Sequence[Event], before: int) -> int:
    """The place of the event that opens a round, after so many others; -1 where none does."""
    places = (at for at, each in enumerate(events, before) if isinstance(each, RoundOpened))
    return next(places, -1)


def faces_in(steps: Iterable[GivenStep]) -> tuple[str, ...]:
    """Every card, tile, die or number that steps name, in order."""
    return tuple([face for step in steps for face in faces_named(step.command)])


def faces_named(command: Struct) -> Iterable[str]:
    """Every card, tile, die or number that a command names, in order."""
    fields = face_fields(type(command))
    if not fields:
        return ()
    value = getattr(command, fields[0]) if len(fields) == 1 else ()
    if value and type(value) is str:  # one card, most often
        return (value,)
    return () if value is None else tuple(faces_of(command))


def step_answer(
    ruling: Ruled,
    what: str,
    who: str,
    clause: str,
    why: tuple[str, ...],
    by_us: int = 0,
) -> StepAnswer:
    """The answer to a step: the ruling with its clauses, and what must happen next."""
    if type(ruling) is Refused:
        return StepAnswer(ruling.code, what, who, clause, ruling.clause or "", (), why, by_us)
    return StepAnswer("", what, who, clause, "", clauses_of(ruling), why, by_us)


def settled_wagers(reports: Iterable[RoundReport]) -> tuple[SettledWager, ...]:
    """What became of every wager of these rounds."""
    return tuple(
        SettledWager(
            each.patron, each.wager, each.result, each.paid, each.returned, each.box, each.clauses
        )
        for report in reports
        for each in report.lines
    )


def answered(found: Game, case: Case) -> CaseAnswer:
    """What a game answers to a case that was made before, perhaps by other rules."""
    table = Table(found, setup_of(found, case), prepared=case.prepared)
    for step in case.steps:
        command, by = command_of(found, step, case.level), Role(step.role)
        table.give(command, by, table.rule(command, by), tell=case.level != "settle")
    return table.answer(case.id)


@cache
def _clause_fields(kind: type[Struct]) -> tuple[str, ...]:
    """The fields of an event that hold clauses, by their types."""
    return tuple(each.name for each in msgspec.structs.fields(kind) if _names(each.type))


def _names(annotation: Any) -> bool:
    if annotation is Clause:
        return True
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        return bool(_clause_fields(annotation))
    return any(map(_names, get_args(annotation)))


def clauses_of(events: Iterable[Struct]) -> tuple[str, ...]:
    """Every clause that events cite, each once, those of what they hold included."""
    found: list[str] = []
    for event in events:
        for name in _clause_fields(type(event)):
            value = getattr(event, name)
            if type(value) is str:
                found.append(value)
            elif value is not None:
                _collect(value, found)
    return tuple(dict.fromkeys(found)) if len(found) > 1 else tuple(found)


def _collect(value: Any, found: list[str]) -> None:
    if type(value) is str:
        found.append(value)
    elif isinstance(value, tuple | list | frozenset):
        for each in value:
            _collect(each, found)
    elif isinstance(value, dict):
        _collect(tuple(value.values()), found)
    elif isinstance(value, Struct):
        for name in _clause_fields(type(value)):
            _collect(getattr(value, name), found)


# Directed cases: what chance brings too seldom, written as a record writes it.

TRIES = 400  # rounds of simulated people until one takes just the faces of a case
FEW = 20  # a choice among fewer is never one of a card, a tile or a number of the wheel


class DirectedCase(Struct, frozen=True, forbid_unknown_fields=True):
    """One directed case; `why` says what it is for.

    Of a tournament or a promotion: `conditions` differ from the plain ones, `entrants` enter, and
    `until` is what must be awaited before the steps are given. A table is opened first, unless
    `until` is "open".
    """

    why: str
    game: str = ""
    games: tuple[str, ...] = ()  # instead of one game: the same case under each of them
    level: Level = "settle"
    steps: tuple[str, ...] = ()
    faces: str = ""
    options: dict[str, Any] = {}
    limits: dict[str, Any] = {}  # in cents
    lines: dict[str, Line] = {}
    chips: tuple[int, ...] = ()
    prepared: bool = True
    conditions: dict[str, Any] = {}
    entrants: int = 4
    until: str = ""


class _Written(Struct, frozen=True, forbid_unknown_fields=True):
    case: tuple[DirectedCase, ...]


class NotPlayed(Exception):
    """A directed case cannot be played as it is written: our own mistake."""


@cache
def written() -> tuple[DirectedCase, ...]:
    found: list[DirectedCase] = []
    for name in ("directed.toml", "directed_streams.toml"):
        text = (files(__package__) / name).read_text(encoding="utf-8")
        found += toml_as(text, _Written).case
    return tuple(replace(each, game=slug) for each in found for slug in each.games or (each.game,))


def directed(found: Game, level: Level) -> Iterator[DirectedCase]:
    """The directed cases of one level of a game."""
    return (each for each in written() if (each.game, each.level) == (found.slug, level))


def setup_by(found: Game, case: DirectedCase) -> Setup:
    setup = read_setup(found, case.options, **case.limits, lines=case.lines or found.limits.lines)
    return replace(setup, chips=ChipSet(case.chips)) if case.chips else setup


def played(found: Game, case: DirectedCase) -> Table:
    """A directed case that has steps, played; steps that go without saying come with them."""
    setup = setup_by(found, case)
    session, table = Session(found, setup), Table(found, setup, prepared=case.prepared)
    if case.prepared:
        session.prepare()
    begun = len(session.steps)
    for text in case.steps:
        session.write(text)
    for step in session.steps[begun:]:
        ruling = table.rule(step.command, step.by)
        table.give(step.command, step.by, ruling, tell=case.level != "settle")
    return table


def scripted(case: DirectedCase, chance: random.Random) -> tuple[Pick, Counter[str]]:
    """A source of choices that brings the faces of a case; what is left of them is counted."""
    coming, left = list(case.faces.split()), Counter(case.faces.split())
    out: Counter[str] = Counter()

    def pick(below: int) -> int:
        if below < FEW:
            return chance.randrange(below)
        if not coming:
            left["one too many"] += 1
            return chance.randrange(below)
        face = coming.pop(0)
        left[face] -= 1
        decks = (below + out.total()) // len(DECK)
        place = sum(decks - out[card] for card in DECK[: DECK.index(face)])
        out[face] += 1
        return place

    return pick, left


# A whole table, tournament or promotion of a case: what the rules answer to every command.


class NextStep(NamedTuple):
    """What a stream waits for, who must do it, the clause that says so, and by when."""

    what: str
    who: str
    clause: str = ""
    why: tuple[str, ...] = ()
    by_us: int = 0


_NOTHING = NextStep("nothing", "nobody")
_OPEN = NextStep("open", "operator")


def _at_table(table: TableState) -> NextStep:
    if table.play is None or table.closed:
        return _OPEN if table.play is None else _NOTHING
    awaited = table.game.awaits(table.play)
    why = tuple(each.clause for each in awaited.tried if each.applies)
    return NextStep(awaited.what, awaited.who, awaited.clause, why)


def _in_tournament(tournament: Tournament) -> NextStep:
    if tournament.life == NEW:
        return _OPEN
    found = awaits(tournament)
    return _told(found[0]) if found else _NOTHING


def _told(step: Step) -> NextStep:
    return NextStep(step.what, step.who, step.clause or "")


def _in_promotion(promotion: Promotion) -> NextStep:
    """What is owed first, and to whom."""
    if not promotion.documents:
        return _OPEN
    found = due(promotion)
    if not found:
        return _NOTHING
    what, _, _ = found[0].what.partition(":")  # without how much of it is missing
    return NextStep(what, found[0].to, found[0].clause, by_us=found[0].by_us)


_STREAMS: dict[Level, tuple[Aggregate, Callable[[Any], NextStep]]] = {
    "table": (TABLE, _at_table),
    "tournament": (TOURNAMENT, _in_tournament),
    "promotion": (PROMOTION, _in_promotion),
}


class Stream:
    """A table, tournament or promotion under way, with its steps and their answers."""

    def __init__(self, found: Game, level: Level) -> None:
        self.game, self.level = found, level
        self.aggregate, self._awaits = _STREAMS[level]
        self.state: Any = self.aggregate.begin()
        self.events: list[Event] = []
        self.steps: list[GivenStep] = []
        self.answers: list[StepAnswer] = []

    def rule(self, deed: Deed, at_us: int) -> Refused | tuple[Event, ...]:
        """What the rules answer, with nothing changed yet."""
        decide, state = self.aggregate.decide, self.state
        command = deed.command
        ruling = judged(command, lambda: decide(state, command, deed.by, at_us, deed.actor))
        return ruling if isinstance(ruling, Refused) else ruling.events

    def give(self, deed: Deed, at_us: int) -> Refused | tuple[Event, ...]:
        """Rule on a step, apply it and remember it with its answer."""
        ruling = self.rule(deed, at_us)
        if not isinstance(ruling, Refused):
            for event in ruling:
                self.aggregate.evolve(self.state, event)
            self.events += ruling
            if self.aggregate.remember:
                self.aggregate.remember(self.state, lambda number: iter(self.events))
        self.steps.append(GivenStep(deed.by, deed.command, deed.actor, at_us))
        self.answers.append(step_answer(ruling, *self._awaits(self.state)))
        return ruling

    def case(self, name: str) -> Case:
        """What happened, as a case."""
        cite = self.game.cite
        staked = (each for report in self._rounds() for each in report.lines)
        return Case(
            name, cite.slug, cite.id, cite.content_hash, self.level, {}, {}, (),
            prepared=False, steps=tuple(self.steps),
            wagers=tuple(StakedWager(each.patron, each.wager, each.stake, each.box)
                         for each in staked),
            faces=faces_in(self.steps),
        )  # fmt: skip

    def answer(self, name: str) -> CaseAnswer:
        """What the rules made of it."""
        entries: tuple[EntryAnswer, ...] = ()
        if isinstance(self.state, Tournament):
            entries = tuple(_entries(self.state, self.events))
        return CaseAnswer(
            name, wagers=settled_wagers(self._rounds()), steps=tuple(self.answers),
            entries=entries,
        )  # fmt: skip

    def _rounds(self) -> list[RoundReport]:
        return rounds_told(self.events) if self.level == "table" else []


def _entries(tournament: Tournament, events: list[Event]) -> Iterator[EntryAnswer]:
    """Every entrant with the place, the prize, what was paid and what went back."""
    placed = {each.entry: each for each in events if isinstance(each, PlaceAwarded)}
    for number, entry in tournament.entries.items():
        place, award = placed.get(number), tournament.awards.get(number)
        by = (entry.out_by, place.clause if place else None, award.clause if award else None)
        points = sum((Fraction(*each.points.get(number, (0, 1))) for each in tournament.sessions),
                     Fraction(0))  # fmt: skip
        yield EntryAnswer(
            number, entry.status, place.first if place else 0, place.last if place else 0,
            entry.paid, entry.refunded, award.amount if award else 0, str(points),
            tuple(dict.fromkeys(clause for clause in by if clause)),
        )  # fmt: skip


def answered_by(found: Game, case: Case) -> CaseAnswer:
    """What a game answers to a case of any level that was made before, perhaps by other rules."""
    if case.level not in _STREAMS:
        return answered(found, case)
    stream = Stream(found, case.level)
    for step in case.steps:
        command = command_of(found, step, case.level)
        stream.give(Deed(command, Role(step.role), step.actor), step.at)
    return stream.answer(case.id)
