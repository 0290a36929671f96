"""A table with people who have names, and a clock that goes on only when it is told to."""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import game
from houseway.games.events import Event
from houseway.rulebook.document import document
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling
from houseway.table.people import AssignStaff, RelieveDealer
from houseway.table.table import Table, decide, evolve
from tests.offices import decider, opening_of

# Chen and Gita deal, Dora and Eli decide, Finn ranks above them, Ines comes from outside.
OFFICES = {
    "Ana": Role.PATRON,
    "Ben": Role.PATRON,
    "Chen": Role.DEALER,
    "Gita": Role.DEALER,
    "Dora": Role.GAMING_SUPERVISOR,
    "Eli": Role.GAMING_SUPERVISOR,
    "Finn": Role.ASSISTANT_GAMING_MANAGER,
    "Hana": Role.TOURNAMENT_DIRECTOR,
    "Ines": Role.INSPECTOR,
}
STAFF = ("Chen", "Gita", "Dora", "Eli", "Finn", "Hana")


class Floor:
    """A table made ready for play; `staffed` puts everybody on its list and Chen in to deal."""

    def __init__(self, slug: str, *, staffed: bool = True, **options: Any) -> None:
        self.table = Table()
        self.at_us = 0
        self.cite = document(slug)
        self.chief = "Hana" if decider(slug) == Role.TOURNAMENT_DIRECTOR else "Dora"
        self.did(self.chief, opening_of(slug, options))
        for command, by in game(slug).ready(self.table.play):
            self._take(decide(self.table, command, by, self.at_us))
        if staffed:
            for person in sorted(STAFF, key=lambda each: each != self.chief):
                self.did(self.chief, AssignStaff(person, OFFICES[person]))
            self.did(self.chief, RelieveDealer("Chen"))

    def ruling(self, who: str, command: c.Command, by: Role | None = None) -> Ruling:
        return decide(self.table, command, by or OFFICES[who], self.at_us, who)

    def did(self, who: str, command: c.Command, by: Role | None = None) -> tuple[Event, ...]:
        """The facts of an order that must be accepted."""
        return self._take(self.ruling(who, command, by))

    def refused(self, who: str, command: c.Command, by: Role | None = None) -> tuple[str, str]:
        """Code and clause number of an order that must be refused."""
        ruling = self.ruling(who, command, by)
        assert isinstance(ruling, Refused), ruling
        return ruling.code, self.cite.number_of(ruling.clause) if ruling.clause else ""

    def _take(self, ruling: Ruling) -> tuple[Event, ...]:
        assert not isinstance(ruling, Refused), ruling
        for event in ruling.events:
            evolve(self.table, event)
        self.table.game.check(self.table.play)
        events: tuple[Event, ...] = ruling.events
        return events


def as_json(command: c.Command) -> str:
    return msgspec.json.encode(command).decode()


def played(floor: Floor, *, cards: str, wager: tuple[str, int], patron: str = "Ana") -> None:
    """One coup of mini-baccarat from betting to the rack."""
    floor.did("Chen", c.OpenBetting())
    floor.did(patron, c.PlaceWager(patron, wager[0], wager[1]))
    floor.did("Chen", c.CallNoMoreBets())
    for card in cards.split():
        floor.did("Chen", c.DealCard(Card(card)))
    floor.did("Chen", c.SettleWagers())
    floor.did("Chen", c.CollectCards())
