"""The lines of a kit: a case is what happens in a house, an answer is what the rules make of it.

Both are JSON objects, one to a line. A case says everything that another program needs: the edition
with its hash, the house's options, the limits and chips of the table, and every step in order, with
the role in which it is given. Amounts are whole cents.

The first three levels are about one round of a game. The others follow a whole table, tournament or
promotion from its first command. A step then also says who gives it and when.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from houseway.equipment.chips import ChipSet
from houseway.games import game
from houseway.games.commands import Command
from houseway.games.game import Game, Setup
from houseway.games.limits import Limits
from houseway.games.machine import Machine
from houseway.promotion import promotion as promotions
from houseway.table import table as tables
from houseway.tournament import tournament as tournaments

Level = Literal["settle", "procedure", "irregularities", "table", "tournament", "promotion"]
ROUND_LEVELS: tuple[Level, ...] = ("settle", "procedure", "irregularities")
STREAM_LEVELS: tuple[Level, ...] = ("table", "tournament", "promotion")
LEVELS: tuple[Level, ...] = (*ROUND_LEVELS, *STREAM_LEVELS)
FORMAT = 2  # of the lines; it changes when a program that reads them has to


class BadKit(ValueError):
    """A kit or a file of answers cannot be read; the message says where and why."""


class GivenStep(Struct, frozen=True, omit_defaults=True):
    """One command and the role in which it is given: who did it, or who authorised it.

    `actor` is the name of that person and `at` the time, in microseconds since 1970 UTC. A step of
    a round has neither.
    """

    role: str
    command: Any  # the command itself; read back, an object whose "type" names the command
    actor: str = ""
    at: int = 0


class StakedWager(Struct, frozen=True, omit_defaults=True):
    """A wager as it lies on the layout when it is settled."""

    patron: str
    wager: str
    stake: int
    box: int = 0


class Case(Struct, frozen=True, omit_defaults=True):
    """One round at a table, from the state in which the table is opened; or a whole stream.

    A whole table, tournament or promotion begins with nothing: `options`, `limits` and `chips` are
    empty, because commands set them. `prepared`: the cards are taken as shuffled and loaded.
    `wagers`, `faces` and `hands` repeat what the steps say, for a program that only settles: the
    stakes that were settled, the cards, tiles, dice or numbers as they came to light, and what each
    hand held at the end.
    """

    id: str
    game: str
    edition: str
    hash: str
    level: Level
    options: Any
    limits: Any
    chips: tuple[int, ...]
    prepared: bool
    steps: tuple[GivenStep, ...]
    wagers: tuple[StakedWager, ...] = ()
    faces: tuple[str, ...] = ()
    hands: dict[str, str] = field(default_factory=dict)


class SettledWager(Struct, frozen=True, omit_defaults=True):
    """What becomes of one wager, in cents: `paid` are the winnings, `returned` what goes back."""

    patron: str
    wager: str
    result: str
    paid: int
    returned: int
    box: int = 0
    clauses: tuple[str, ...] = ()


class EntryAnswer(Struct, frozen=True, omit_defaults=True):
    """How one entrant of a tournament stands at the end of a case, in cents.

    `first` and `last` are the place or the places that are shared, 0 where there is none. `points`
    is a whole number or a fraction, such as "5/2". `clauses` are those of leaving, of the place and
    of the prize.
    """

    entry: int
    status: str
    first: int
    last: int
    paid: int
    refunded: int
    prize: int
    points: str
    clauses: tuple[str, ...] = ()


class StepAnswer(Struct, frozen=True, omit_defaults=True):
    """What the rules say to one step: refused by a code and a clause, or accepted.

    `next` is what must happen then, `who` must do it, and `next_clause` says so; `by` is the time
    by which it must have happened, where there is one. `why` are the clauses that were looked at on
    the way and apply. `clauses` are those that the events of an
    accepted step cite.
    """

    refused: str
    next: str
    who: str
    next_clause: str
    clause: str = ""
    clauses: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    by: int = 0


class CaseAnswer(Struct, frozen=True, omit_defaults=True):
    """The answer to one case. A program may leave out what it does not know, or skip the case."""

    id: str
    result: str = ""
    hands: dict[str, str] = field(default_factory=dict)
    wagers: tuple[SettledWager, ...] = ()
    steps: tuple[StepAnswer, ...] = ()
    entries: tuple[EntryAnswer, ...] = ()
    skip: str = ""  # why a program does not answer this case


_MACHINES: dict[str, Machine] = {
    "table": tables.MACHINE,
    "tournament": tournaments.MACHINE,
    "promotion": promotions.MACHINE,
}


@cache
def kinds_of(edition: str, level: Level) -> tuple[type[Command], ...]:
    """The kinds of commands that a case of a level may have."""
    own = tuple(_MACHINES[level].commands) if level in _MACHINES else ()
    return (*own, *game(edition).orders) if level in (*ROUND_LEVELS, "table") else own


@cache
def _union(edition: str, level: Level) -> Any:
    return reduce(or_, kinds_of(edition, level))


def command_of(found: Game, step: GivenStep, level: Level) -> Command:
    """The command of a step that was read from a file."""
    if isinstance(step.command, Command):
        return step.command
    try:
        union = _union(found.cite.id, level)
        command: Command = msgspec.convert(step.command, union, str_keys=True)
    except msgspec.ValidationError as wrong:
        raise BadKit(f"{step.command!r} is no command of {found.cite.title}: {wrong}") from wrong
    return command


def setup_of(found: Game, case: Case) -> Setup:
    """The table of a case that was just made, or that was read from a file."""
    if isinstance(case.options, found.options) and isinstance(case.limits, Limits):
        return Setup(case.options, case.limits, ChipSet(case.chips))
    try:
        options = msgspec.convert(case.options, found.options)
        limits = msgspec.convert(case.limits, Limits)
    except msgspec.ValidationError as wrong:
        raise BadKit(f"{case.id}: {wrong}") from wrong
    return Setup(options, limits, ChipSet(case.chips))
