"""A case played through the live engine: what it answers to every step, and what it settles."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

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
from houseway.equipment.faces import faces_of
from houseway.games.bounds import judged
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.game import Awaits, Game, Setup
from houseway.games.layout import earlier_round
from houseway.records.settlement import RoundReport, rounds_told
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused


class Table:
    """A table on which the steps of one case are played."""

    def __init__(self, found: Game, setup: Setup, *, prepared: bool) -> None:
        self.game = found
        self.setup = setup
        self.prepared = prepared
        self.events: list[Event] = []
        self.steps: list[GivenStep] = []
        self.answers: list[StepAnswer] = []
        self._awaited: Awaits | None = None
        self._reports: list[RoundReport] | None = None
        self.play: Any = found.begin(setup)
        self.play.layout.recall = lambda number: earlier_round(iter(self.events), number)
        if prepared:
            for command, by in found.ready(self.play):
                self.apply(found.do(self.play, command, by), evolve=False)

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
            self._reports = rounds_told(self.events)
        return self._reports

    def rule(self, command: Command, by: Role) -> Refused | tuple[Event, ...]:
        """What the rules answer, with nothing changed yet."""
        ruling = judged(command, lambda: self.game.decide(self.play, command, by))
        return ruling if isinstance(ruling, Refused) else ruling.events

    def apply(self, events: tuple[Event, ...], *, evolve: bool = True) -> None:
        self._awaited = self._reports = None
        for event in events:
            if evolve:
                self.game.evolve(self.play, event)
            self.events.append(event)

    def give(self, command: Command, by: Role, *, tell: bool) -> Refused | tuple[Event, ...]:
        """Rule on a step, apply it and remember it; `tell`: with its answer."""
        ruling = self.rule(command, by)
        if not isinstance(ruling, Refused):
            self.apply(ruling)
        self.steps.append(GivenStep(by, command))
        if tell:
            self.answers.append(self._told(ruling))
        return ruling

    def _told(self, ruling: Refused | tuple[Event, ...]) -> StepAnswer:
        awaited = self.awaited
        refused, clause = "", ""
        cited: tuple[str, ...] = ()
        if isinstance(ruling, Refused):
            refused, clause = ruling.code, ruling.clause or ""
        else:
            cited = tuple(dict.fromkeys(each for event in ruling for each in clauses_of(event)))
        why = tuple(each.clause for each in awaited.tried if each.applies)
        following = (awaited.what, awaited.who, awaited.clause)
        return StepAnswer(refused, *following, clause, cited, why)

    def case(self, number: str, level: Level) -> Case:
        """What was played, as a case."""
        cite = self.game.cite
        return Case(
            number, cite.slug, cite.id, cite.content_hash, level, self.setup.options,
            self.setup.limits, self.setup.chips.denominations, self.prepared, tuple(self.steps),
            tuple(StakedWager(each.patron, each.wager, each.stake, each.box)
                  for report in self.reports for each in report.lines),
            tuple(face for step in self.steps for face in faces_of(step.command)),
            self.reports[-1].hands if self.reports and level == "settle" else {},
        )  # fmt: skip

    def answer(self, number: str) -> CaseAnswer:
        """What the rules made of it."""
        reports = self.reports
        last = reports[-1] if reports else RoundReport(0)
        settled = tuple(
            SettledWager(
                each.patron, each.wager, each.result, each.paid, each.returned, each.box,
                each.clauses,
            )
            for report in reports
            for each in report.lines
        )  # fmt: skip
        return CaseAnswer(number, last.result, last.hands, settled, tuple(self.answers))


def answered(found: Game, case: Case) -> CaseAnswer:
    """What a game answers to a case that was made before, perhaps by other rules."""
    table = Table(found, setup_of(found, case), prepared=case.prepared)
    for step in case.steps:
        table.give(command_of(found, step), Role(step.role), tell=case.level != "settle")
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


def clauses_of(event: Struct) -> list[str]:
    """Every clause that an event cites, those of what it holds included."""
    found: list[str] = []
    for name in _clause_fields(type(event)):
        _collect(getattr(event, name), found)
    return found


def _collect(value: Any, found: list[str]) -> None:
    if type(value) is str:
        found.append(value)
    elif isinstance(value, tuple | list | frozenset):
        for each in value:
            _collect(each, found)
    elif isinstance(value, dict):
        _collect(tuple(value.values()), found)
    elif isinstance(value, Struct):
        found += clauses_of(value)
