"""Cases made from a seed: rounds of simulated people, with mistakes and mishaps where wanted.

One seed gives one kit. Every case has a source of chance of its own, named by the seed, the game,
the level and its number, so that a case stays what it is when more are made.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from msgspec.structs import replace

from houseway.conformance.cases import Case, CaseAnswer, Level
from houseway.conformance.playing import (
    FEW,
    TRIES,
    DirectedCase,
    NotPlayed,
    Ruled,
    Stream,
    Table,
    directed,
    played,
    scripted,
    setup_by,
)
from houseway.conformance.stream_cases import directed_stream, seeded_stream
from houseway.driving import Policy, below, evenly, next_command
from houseway.games.base_commands import DisputeCommand, IrregularityCommand, ProvisionCommand
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.game import Game, Pick, Setup
from houseway.games.limits import Limits
from houseway.games.machine import fault_of
from houseway.games.options import options_of
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.soak.actors import Inventor
from houseway.table.state import is_between_rounds

PATRONS = ("Ana", "Ben", "Chen", "Dora")
STEPS = 80  # a case is cut off after so many
STUCK = 6  # or when so many plain steps in a row are refused
TOGETHER = 5  # so many cases of one round begin alike
WAGERS = "wagers"  # what a table awaits until they are closed
ATTEMPTS = 3  # invented steps of which the first that the rules accept is taken
PEOPLE = Policy(evenly, closes_one_in=6)
_ROLES = tuple(Role)
_MISHAPS = (IrregularityCommand, ProvisionCommand, DisputeCommand)


class MadeCase(NamedTuple):
    """A case with the answer of the approved rules."""

    case: Case
    answer: CaseAnswer


_Step = tuple[Command, Role, Ruled]  # a command, the role in which it is given, the ruling on it


class _Level(NamedTuple):
    """How a level differs from plain rounds, each as one in so many; 0: never."""

    unprepared: int = 0  # the cards are still to be checked, shuffled and loaded
    invented: int = 0  # before a step another one is tried that need not be right
    mishaps: bool = False  # what is invented is mostly an irregularity
    tell: bool = True


_LEVELS: dict[Level, _Level] = {
    "settle": _Level(tell=False),
    "procedure": _Level(unprepared=4, invented=6),
    "irregularities": _Level(unprepared=12, invented=4, mishaps=True),
}


def make(found: Game, level: Level, *, seed: str, numbers: Iterable[int]) -> Iterator[MadeCase]:
    """The cases of these numbers, of one level of a game."""
    if level in _LEVELS:
        yield from _rounds(found, level, seed, numbers)
        return
    for number in numbers:
        stream = seeded_stream(found, level, _chance(found, level, seed, number))
        yield _made_stream(stream, f"{found.slug}/{level}/{number}")


def _rounds(found: Game, level: Level, seed: str, numbers: Iterable[int]) -> Iterator[MadeCase]:
    """Cases of one round. The first of a few is played through; the others begin as it does."""
    about, how, first, trunk = _About(found), _LEVELS[level], 0, None
    called = f"{found.slug}/{level}/"
    for number in numbers:
        begins_as = number - (number - 1) % TOGETHER
        if trunk is None or begins_as != first:
            first, trunk = begins_as, _Maker(about, how, _chance(found, level, seed, begins_as))
            trunk.round()
        table = trunk.table
        if number != first:
            table = trunk.branch(_chance(found, level, seed, number)).round()
        name = f"{called}{number}"
        yield MadeCase(table.case(name, level), table.answer(name))


def _chance(found: Game, level: Level, seed: str, number: int) -> random.Random:
    return random.Random(f"{seed} {found.cite.id} {level} {number}")  # noqa: S311 - a test


def _made_stream(stream: Stream, name: str) -> MadeCase:
    return MadeCase(stream.case(name), stream.answer(name))


def make_directed(found: Game, level: Level) -> Iterator[MadeCase]:
    """The directed cases of one level of a game, the same in every kit."""
    about = _About(found)
    for number, each in enumerate(directed(found, level), 1):
        name = f"{found.slug}/{level}/directed-{number}"
        if level not in _LEVELS:
            yield _made_stream(directed_stream(found, each), name)
            continue
        table = played(found, each) if each.steps else _dealt(about, each)
        yield MadeCase(table.case(name, level), table.answer(name))


def _dealt(about: _About, case: DirectedCase) -> Table:
    """The first round of simulated people that takes just the faces of a case and shows hands."""
    setup = setup_by(about.game, case)
    for attempt in range(TRIES):
        chance = random.Random(f"{case.faces} {attempt}")  # noqa: S311 - a test
        pick, left = scripted(case, chance)
        table = Table(about.game, setup, prepared=True)
        _Maker(about, _LEVELS["settle"], chance, table, pick).round()
        if not any(left.values()) and table.reports and table.reports[-1].hands:
            return table
    raise NotPlayed(f"{case.game}: no round takes just {case.faces}")


class _About:
    """What the cases of one game have in common: its tables, its commands, its wagers."""

    def __init__(self, found: Game) -> None:
        self.game = found
        self.setups = setups_of(found)
        self._readied: dict[int, tuple[Event, ...]] = {}  # by the number of the setup
        self.kinds = tuple(found.orders)
        self.mishaps = tuple(each for each in self.kinds if issubclass(each, _MISHAPS))
        self.roles = {kind: sorted(may.roles) for kind, may in found.orders.items()}
        self._offered: dict[Any, tuple[str, ...]] = {}

    def table(self, number: int, *, prepared: bool) -> Table:
        """A table with the setup of this number. Its cards are prepared as they were before."""
        setup, before = self.setups[number], self._readied.get(number) if prepared else None
        table = Table(self.game, setup, prepared=prepared, before=before)
        if prepared and before is None:
            self._readied[number] = tuple(table.events)
        return table

    def offered(self, options: Any) -> tuple[str, ...]:
        if options not in self._offered:
            lines = self.game.wagers(options)
            self._offered[options] = tuple(dict.fromkeys(each.wager for each in lines))
        return self._offered[options]


class _Maker:
    """The simulated people of one case."""

    def __init__(
        self,
        about: _About,
        level: _Level,
        chance: random.Random,
        table: Table | None = None,
        pick: Pick | None = None,
    ) -> None:
        self.about, self.game, self.level, self.chance = about, about.game, level, chance
        self.below = below(chance)
        self.pick = pick or _pick(chance, self.below)
        self.table = table or self._table()
        self.inventor = Inventor(chance, texts=())
        self.wagered = 0  # the steps until nothing more could be wagered

    def _table(self) -> Table:
        unprepared = self.level.unprepared and self.below(self.level.unprepared) == 0
        return self.about.table(self.below(len(self.about.setups)), prepared=not unprepared)

    def branch(self, chance: random.Random) -> _Maker:
        """The people of another case, which begins as this one and then goes its own way."""
        if not self.level.invented:
            # With the same wagers a wheel would often have the same number as well.
            at = 0 if self.game.source == "wheel" else self.wagered
            return _Maker(self.about, self.level, chance, self.table.branch(at))
        steps = len(self.table.steps)
        at = steps // 4 + chance.randrange(max(1, steps * 3 // 4))
        other = _Maker(self.about, self.level, chance, self.table.branch(at))
        other.invent()  # something else than what this case went on with
        return other

    def round(self) -> Table:
        """Play one round to its end, or as far as it comes."""
        table, tell, invented = self.table, self.level.tell, self.level.invented
        refused = 0
        for _ in range(STEPS - len(table.steps)):
            if table.opened and is_between_rounds(table.play, table.awaited):
                break
            if invented and self.below(invented) == 0:
                self.invent()
            step = self.plain()
            if step is None or refused == STUCK:
                break
            command, by, ruling = step
            if type(ruling) is Refused:
                refused += 1
                if tell:  # a case without answers to its steps has none that is refused
                    table.give(command, by, ruling, tell=tell)
                continue
            refused = 0
            if table.awaited.what == WAGERS:
                self.wagered = len(table.steps) + 1
            table.give(command, by, ruling, tell=tell)
        return table

    def plain(self) -> _Step | None:
        """What moves the table on; None where only a decision that nobody has made would."""
        table = self.table
        awaited = table.awaited
        if awaited.what == "decide" and awaited.commands and self.level.mishaps:
            return self._ruling(awaited.commands)
        try:
            command, by = next_command(self.game, table.play, PEOPLE, self.pick, awaited)
        except (ValueError, LookupError, AssertionError, TypeError):  # a state of no practice table
            return None
        return command, by, table.rule_within_bounds(command, by)

    def _ruling(self, kinds: Sequence[type[Command]]) -> _Step | None:
        """One of the rulings that are open, invented until one is accepted."""
        return self._acceptable([each for each in kinds if each in self.game.orders])

    def invent(self) -> None:
        """Try a step that may be right or wrong, now and then in a role that may not give it."""
        mishap = self.level.mishaps and self.below(4) > 0
        step = self._acceptable(self.about.mishaps if mishap else self.about.kinds)
        if step is None:
            return
        command, by, ruling = step
        if self.below(12) == 0:
            by = _ROLES[self.below(len(_ROLES))]
            ruling = self.table.rule_within_bounds(command, by)
        self.table.give(command, by, ruling, tell=True)

    def _acceptable(self, kinds: Sequence[type[Command]]) -> _Step | None:
        """An invented step that can be written down, if possible one that the rules accept."""
        attempts = 1 if self.below(3) == 0 else ATTEMPTS
        words, named = self._words()
        step = None
        for _ in range(attempts):
            command = self.inventor.order(kinds, words, named)
            if fault_of(command):
                continue
            roles = self.about.roles[type(command)]
            by = roles[self.below(len(roles))]
            ruling = self.table.rule_within_bounds(command, by)
            step = command, by, ruling
            if type(ruling) is not Refused:
                break
        return step

    def _words(self) -> tuple[Sequence[str], dict[str, Sequence[str]]]:
        """Words that mean something at this table, and those that fit a field of a name."""
        keys, awaited = self.table.play.layout.wagers, self.table.awaited
        offered = self.about.offered(self.table.setup.options)
        people = sorted({patron for patron, _, _ in keys}) or PATRONS
        wagers = (*(wager for _, _, wager in keys), *offered[:6])
        words = (*PATRONS[:3], *wagers, *filter(None, (awaited.to, awaited.who)))
        return words, {"patron": people, "wager": wagers, "onto": wagers}


def _pick(chance: random.Random, below: Pick) -> Pick:
    """Numbers for the choices of a round; in one case of three its cards belong together.

    Neighbours in the pack are of one suit, cards a quarter of it apart are of one rank. So hands
    that chance alone hardly ever deals come up as well, several of them at one table.
    """
    if below(3):
        return below
    stretch = chance.choice((1_000, 5, 4, 2))  # after so many cards the next ones lie elsewhere
    start, width, quarters, drawn = 0.0, 0.0, 1, 0

    def pick(end: int) -> int:
        nonlocal start, width, quarters, drawn
        if end < FEW:
            return below(end)
        if drawn % stretch == 0:
            start, width = chance.random(), chance.choice((0.0, 0.0, 0.02, 0.1))
            quarters = chance.choice((1, 1, 2, 4))
        drawn += 1
        near = start + width * chance.random() + (drawn % quarters) / 4
        return int(near * end) % end

    return pick


def setups_of(found: Game) -> tuple[Setup, ...]:
    """The tables on which cases are played: options and limits that the rules accept."""
    listed = [(each.name, each.values) for each in options_of(found) if each.values]
    names = [name for name, _ in listed]
    chosen = [dict(zip(names, each, strict=True)) for each in product(*(v for _, v in listed))]
    every = [
        Setup(replace(found.options(), **each), limits)
        for limits in _limits(found.limits)
        for each in chosen
    ]
    return tuple(each for each in every if found.check_setup(each) is None)


def _limits(approved: Limits) -> tuple[Limits, ...]:
    """The limits of the game, twice as likely as each of the others."""
    unit = approved.multiple or 1_00
    return (
        approved,
        approved,
        replace(approved, minimum=4 * approved.minimum, maximum=8 * approved.minimum),
        replace(approved, multiple=unit, personal={"Ana": 20 * approved.minimum}),
        replace(approved, multiple=unit, minimum=approved.minimum + unit),
        replace(approved, differential=6 * approved.minimum),
    )
