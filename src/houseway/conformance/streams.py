"""A whole table, tournament or promotion of a case: what the rules answer to every command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.aggregates import PROMOTION, TABLE, TOURNAMENT, Aggregate
from houseway.conformance.cases import (
    Case,
    CaseAnswer,
    EntryAnswer,
    GivenStep,
    Level,
    StakedWager,
    StepAnswer,
    command_of,
)
from houseway.conformance.playing import answered, faces_in, settled_wagers, step_answer
from houseway.driving import Deed
from houseway.games.bounds import judged
from houseway.games.events import Event
from houseway.games.game import Game
from houseway.promotion.due import due
from houseway.promotion.state import Promotion
from houseway.records.settlement import RoundReport, rounds_told
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.table.state import Table
from houseway.tournament.awaits import Step, awaits
from houseway.tournament.results_vocabulary import PlaceAwarded
from houseway.tournament.state import NEW, Tournament


class NextStep(NamedTuple):
    """What a stream waits for, who must do it, the clause that says so, and by when."""

    what: str
    who: str
    clause: str = ""
    why: tuple[str, ...] = ()
    by_us: int = 0


_NOTHING = NextStep("nothing", "nobody")
_OPEN = NextStep("open", "operator")


def _at_table(table: Table) -> NextStep:
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
