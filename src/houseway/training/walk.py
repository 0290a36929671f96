"""A table played from a seed: what happens next, before it happens, so that it can be asked.

Practice patrons play as they do at every practice table. A theme makes rare hands come up more
often: some walks draw most of their cards from a few faces.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from houseway.driving import PRACTICE, next_command
from houseway.equipment.cards import DECK, RANKS, SUITS, Card
from houseway.equipment.faces import face_fields
from houseway.games import game as game_by_edition
from houseway.games.base_commands import Command
from houseway.games.events import Event
from houseway.games.game import Awaits, Game, Setup
from houseway.games.options import options_of, read_options
from houseway.records.session import Session
from houseway.records.table_session import open_table
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.table.state import Table
from houseway.table.view import View, Viewer, view

_TRIES = 60  # commands of practice patrons thought of before a walk gives up
LONGEST = 160  # steps of one walk


@cache
def _choices(edition: str) -> tuple[tuple[str, tuple[Any, ...]], ...]:
    """The options of a table that can be listed, with their values."""
    listed = [
        (each.name, (True, False) if isinstance(each.default, bool) else each.values)
        for each in options_of(game_by_edition(edition))
    ]
    return tuple((name, values) for name, values in listed if values)


def every_option(game: Game) -> Iterator[Any]:
    """The options of the game as they are, and with each listed value of each option."""
    yield game.options()
    for name, values in _choices(game.cite.id):
        for value in values:
            yield read_options(game, {name: value})


class Moment(NamedTuple):
    """What is awaited, the command that comes, and what the rules make of it; not yet applied."""

    awaited: Awaits
    command: Command
    by: Role
    events: tuple[Event, ...]


class Walk:
    """One practice table and its numbers of chance; a session that was begun elsewhere goes on."""

    def __init__(
        self, game: Game, seed: str, begun: Session | None = None, *, cards_left: int = 0
    ) -> None:
        self.game = game
        self.chance = random.Random(f"{game.cite.id}/{seed}")  # noqa: S311  # to be repeated
        self.session = begun or Session(game, self._setup())
        self.prepared, self.cards_left = (True, cards_left) if begun else self._start()
        if self.prepared and not begun:
            self.session.prepare(self.cards_left)
        self._table: Table = open_table(game, self.session.setup)
        self._table.play = self.session.play
        self._theme = self._cards_preferred() if game.source == "cards" else ()

    @property
    def play(self) -> Any:
        return self.session.play

    def pick(self, below: int) -> int:
        return self.chance.randrange(below)

    def view(self) -> View:
        """The table as anybody may see it."""
        return view(self._table, "", len(self.session.steps), Viewer(Role.PATRON))

    def moments(self) -> Iterator[Moment]:
        """What happens, one moment after the other; each is applied once the next is asked for."""
        for _ in range(LONGEST):
            moment = self.next()
            if moment is None:
                return
            yield moment
            self.do(moment)

    def do(self, moment: Moment) -> None:
        self.session.order(moment.command, moment.by)

    def considered(self, command: Command, by: Role) -> Moment | None:
        """A command as a moment, where the rules accept it now."""
        ruling = self.session.rule(command, by)
        if not isinstance(ruling, Accepted):
            return None
        return Moment(self.session.awaited, command, by, ruling.events)

    def next(self) -> Moment | None:
        """What happens if nobody disturbs it; None where the practice patrons have no idea."""
        for _ in range(_TRIES):
            command, by = next_command(self.game, self.play, PRACTICE, self.pick)
            moment = self._themed(command, by) or self.considered(command, by)
            if moment is not None:
                return moment
        return None

    # What the house chose, and which cards come

    def _start(self) -> tuple[bool, int]:
        """Whether the cards are prepared, and how many are left of them; 0: all."""
        way = self.pick(12)
        few = way == 1 and self.game.source == "cards"
        return way != 0, 6 + self.pick(20) if few else 0

    def _setup(self) -> Setup:
        options: dict[str, Any] = {}
        for name, values in _choices(self.game.cite.id):
            if self.pick(2):
                options[name] = values[self.pick(len(values))]
        setup = Setup(read_options(self.game, options), self.game.limits)
        if self.game.check_setup(setup):
            return Setup(read_options(self.game, {}), self.game.limits)
        return setup

    def _cards_preferred(self) -> tuple[Card, ...]:
        """The faces that most cards of this walk show; none in every second walk."""
        first, suit = self.pick(len(RANKS) - 4), self.pick(len(SUITS))
        run = [Card(f"{rank}{SUITS[suit]}") for rank in RANKS[first : first + 5]]
        one, other = self.chance.sample(RANKS, 2)
        ranks = [Card(f"{rank}{each}") for rank in (one, other) for each in SUITS]
        themes: tuple[Sequence[Card], ...] = (
            (), (), (), (), (), run, ranks, ranks[:4], self.chance.sample(DECK, 2),
            [card for card in DECK if card[0] in "TJQK"],
            [card for card in DECK if card[1] == SUITS[suit]],
        )  # fmt: skip
        return tuple(themes[self.pick(len(themes))])

    def _themed(self, command: Command, by: Role) -> Moment | None:
        """The same command with faces of the theme, if there is one and the rules take it."""
        named = [name for name in face_fields(type(command)) if getattr(command, name)]
        if not self._theme or not named or self.pick(5) == 0:
            return None
        changed: dict[str, Any] = {}
        for name in named:
            shown = getattr(command, name)
            one = isinstance(shown, str)
            faces = self._faces(1 if one else len(shown))
            changed[name] = faces[0] if one else faces
        return self.considered(replace(command, **changed), by)

    def _faces(self, count: int) -> tuple[Card, ...]:
        if count <= len(self._theme):
            return tuple(self.chance.sample(self._theme, count))
        return tuple(self.chance.choices(self._theme, k=count))
