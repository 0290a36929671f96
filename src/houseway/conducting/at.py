"""One ruling at a table that serves a session: what is about to happen, and where."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from houseway.conducting.tables import UNIT, Served
from houseway.games.events import Event
from houseway.games.layout import Layout
from houseway.games.tournament_rules import TournamentRules
from houseway.runner import Order
from houseway.table.table import Table
from houseway.tournament.conduct import Floor, Round
from houseway.tournament.standing import players_at
from houseway.tournament.state import Session, Tournament


@dataclass
class At:
    """A table's command with the events that it would make; `table` is still as it was before."""

    tournament: Tournament
    served: Served
    stream: str
    table: Table
    order: Order
    events: tuple[Event, ...]
    at_us: int

    @property
    def session(self) -> Session:
        return self.tournament.sessions[self.served.session - 1]

    @property
    def name(self) -> str:
        return self.served.table

    @property
    def floor(self) -> Floor:
        return self.session.conduct.floors[self.name]

    @property
    def round(self) -> Round | None:
        return self.floor.round

    @property
    def rules(self) -> TournamentRules:
        return self.tournament.rules

    @property
    def players(self) -> list[int]:
        """Those who are still in and play here, by box."""
        return players_at(self.session, self.name)

    def person(self, entry: int) -> str:
        return self.tournament.entries[entry].person

    def happens(self, *kinds: type[Event]) -> bool:
        return any(isinstance(each, kinds) for each in self.events)

    def issued(self, entry: int) -> int:
        """What the tournament knows that someone holds, in cents on the layout."""
        return int(self.session.chips.get(entry, 0) * UNIT)

    @cached_property
    def after(self) -> Any:
        """The game as the events leave it; earlier rounds are left out."""
        play = deepcopy(self.table.play, {id(self.table.play.layout.past): {}})
        for event in self.events:
            if type(event) in self.table.game.events:
                self.table.game.evolve(play, event)
        return play


def held(layout: Layout, person: str) -> int:
    """Chips that were issued to a person here, and what lies on the layout of them."""
    chips = layout.chips.get(person, 0) if person in layout.counted else 0
    return chips + sum(layout.of(person).values())
