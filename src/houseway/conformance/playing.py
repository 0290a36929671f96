"""A case played through the live engine: what it answers to every step, and what it settles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec import Struct

from houseway.conformance.cases import (
    Case,
    CaseAnswer,
    GivenStep,
    Level,
    SettledWager,
    StakedWager,
    StepAnswer,
    command_of,
    setup_of,
)
from houseway.equipment.faces import face_fields, faces_of
from houseway.games.bounds import judged
from houseway.games.commands import Command
from houseway.games.events import Event, RoundOpened
from houseway.games.game import Awaits, Game, Setup
from houseway.games.layout import EarlierRound, earlier_round
from houseway.records.settlement import RoundReport, rounds_told
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused

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
