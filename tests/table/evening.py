"""A table for tests of its money: orders in turn, whole rounds from their cards, and the ledger."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.events import Event
from houseway.rulebook.document import document
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.table.statements import Ledger
from houseway.table.table import Table, decide
from tests.offices import decider, opening_of

CHIPS = (100_00, 25_00, 5_00)
STEPS = 30


class Evening:
    """The ledger folds every event and holds itself against the layout as it goes."""

    def __init__(self, slug: str) -> None:
        self.cite = document(slug)
        self.decider = decider(slug)
        self.ledger = Ledger()
        self.at_us = 0
        # Mini Baccarat takes five per cent off, and needs a chip of 25 cents for that.
        chips = (*CHIPS, 25) if slug == "mini-baccarat" else CHIPS
        assert self.order(opening_of(slug, chips=chips)) is None
        for command, by in self.table.game.ready(self.table.play):
            assert self.order(command, by) is None

    @property
    def table(self) -> Table:
        return self.ledger.table

    def order(self, command: c.Command, by: Role | None = None) -> Refused | None:
        ruling = decide(self.table, command, by or self.decider, self.at_us, "Dora")
        if isinstance(ruling, Refused):
            return ruling
        self.take(*ruling.events)
        return None

    def take(self, *events: Event) -> None:
        for event in events:
            self.ledger.take(event, self.at_us)

    def round(self, cards: str, *wagers: c.PlaceWager) -> None:
        """One round from its wagers and cards, in the order of the deal."""
        left = [Card(each) for each in cards.split()]
        assert self.order(c.OpenBetting(), Role.DEALER) is None
        for wager in wagers:
            assert self.order(wager, Role.PATRON) is None
        for _ in range(STEPS):
            awaited = self.table.game.awaits(self.table.play)
            if awaited.what == "open":
                return
            command = c.DealCard(left.pop(0)) if awaited.what == "draw" else awaited.command
            assert command is not None, awaited
            refused = self.order(command, Role.DEALER)
            assert refused is None, refused
        raise AssertionError("the round did not end")
