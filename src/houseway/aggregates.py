"""What each kind of stream is: a table, or what its name begins with.

The runner asks here how a stream begins, how an order is judged, how a fact is applied and read.
Another kind of aggregate is one more line in `KINDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec

from houseway.assessment import assessment as assessments
from houseway.assessment import course as courses
from houseway.games import game, playable
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.layout import earlier_round
from houseway.promotion import promotion as promotions
from houseway.rulebook.ruling import Ruling
from houseway.store import codec
from houseway.store.log import Entry
from houseway.table import exclusions
from houseway.table import table as tables
from houseway.table.vocabulary import OpenTable
from houseway.tournament import money, standing
from houseway.tournament import tournament as tournaments


class Aggregate(NamedTuple):
    """`decode` is given the edition of the state; `learn` is told every order before it is
    judged; `check` raises unless everything is conserved; a state is kept as a snapshot only where
    `keep` and `recall` are there. `remember` lets a state recall what has left it, by a function
    that reads the events of a round and of those after it from the log."""

    begin: Callable[[], Any]
    decide: Callable[..., Ruling]
    evolve: Callable[[Any, Event], Any]
    decode: Callable[[str, Entry], Event]
    learn: Callable[[Command], None]
    check: Callable[[Any], None]
    keep: Callable[[Any], bytes] | None = None
    recall: Callable[[bytes], Any] | None = None
    remember: Callable[[Any, Callable[[int], Iterable[Event]]], None] | None = None


def _learn_game(command: Command) -> None:
    if isinstance(command, OpenTable) and playable(command.document):
        codec.prepare(game(command.document).cite.id)


def _learn_nothing(command: Command) -> None:
    """All its kinds are known from the start."""


def _check_table(table: tables.Table) -> None:
    if table.play is not None:
        table.game.check(table.play)


def _remember_rounds(table: tables.Table, events_of: Callable[[int], Iterable[Event]]) -> None:
    if table.play is not None and table.play.layout.recall is None:
        table.play.layout.recall = lambda number: earlier_round(events_of(number), number)


def _check_tournament(tournament: tournaments.Tournament) -> None:
    money.check(tournament)
    standing.check(tournament)


def _check_promotion(promotion: promotions.Promotion) -> None:
    """It keeps no money of its own; a prize is paid once, which `claims` answers for."""


def _check_assessment(test: assessments.TableTest) -> None:
    """It holds answers and marks, and nothing that could be made or lost."""


def _check_course(course: courses.Course) -> None:
    """It says what is to be trained, and holds nothing that could be made or lost."""


def _check_exclusions(register: exclusions.Exclusions) -> None:
    """It names persons, and holds nothing that could be made or lost."""


def reader(kinds: Mapping[type[Event], Any]) -> Callable[[str, Entry], Event]:
    """How the facts of an aggregate are read whose kinds are the same under every document."""

    @cache
    def decoders() -> Mapping[str, msgspec.json.Decoder[Event]]:
        return codec.learn(kinds)

    return lambda edition, entry: codec.read(decoders(), entry)


TABLE = Aggregate(
    tables.Table,
    tables.decide,
    tables.evolve,
    codec.decode,
    _learn_game,
    _check_table,
    codec.encode_state,
    codec.decode_state,
    _remember_rounds,
)
TOURNAMENT = Aggregate(
    tournaments.Tournament,
    tournaments.decide,
    tournaments.evolve,
    reader(tournaments.MACHINE.events),
    _learn_nothing,
    _check_tournament,
)
PROMOTION = Aggregate(
    promotions.Promotion,
    promotions.decide,
    promotions.evolve,
    reader(promotions.MACHINE.events),
    _learn_nothing,
    _check_promotion,
)
ASSESSMENT = Aggregate(
    assessments.TableTest,
    assessments.decide,
    assessments.evolve,
    reader(assessments.MACHINE.events),
    _learn_nothing,
    _check_assessment,
)
COURSE = Aggregate(
    courses.Course,
    courses.decide,
    courses.evolve,
    reader(courses.MACHINE.events),
    _learn_nothing,
    _check_course,
)
EXCLUSIONS = Aggregate(
    exclusions.Exclusions,
    exclusions.decide,
    exclusions.evolve,
    reader(exclusions.MACHINE.events),
    _learn_nothing,
    _check_exclusions,
)
KINDS = {
    "exclusions": EXCLUSIONS,
    "tournament": TOURNAMENT,
    "promotion": PROMOTION,
    "assessment": ASSESSMENT,
    "course": COURSE,
}


def of_state(state: Any) -> Aggregate:
    """The aggregate that a state belongs to."""
    every = (TABLE, *KINDS.values())
    return next(each for each in every if each.begin is type(state))


def aggregate(stream: str) -> Aggregate:
    """By what the stream's name begins with: `tournament/spring`; everything else is a table."""
    return KINDS.get(stream.partition("/")[0], TABLE)
