"""What an order would do, asked of `decide` and tried on a copy: nothing is done to the table."""

from __future__ import annotations

from copy import deepcopy
from typing import NamedTuple

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.rulebook.ruling import Refused
from houseway.table.table import Table, decide, evolve
from houseway.table.view import NextStep, SettlementSeen, View, Viewer, view


class Foreseen(NamedTuple):
    """The facts that an order would make, and the table after them; or why it is refused."""

    refused: Refused | None
    events: tuple[Event, ...] = ()
    after: View | None = None

    @property
    def next(self) -> NextStep | None:
        return self.after.next if self.after else None


def foresee(table: Table, command: Command, viewer: Viewer, at_us: int) -> Foreseen:
    given = viewer.given
    ruling = decide(table, command, given.by, at_us, given.actor)
    if isinstance(ruling, Refused):
        return Foreseen(ruling)
    later = deepcopy(table)
    for event in ruling.events:
        evolve(later, event)
    return Foreseen(None, ruling.events, view(later, "", 0, viewer))


def accepted(table: Table, command: Command, viewer: Viewer, at_us: int) -> bool:
    given = viewer.given
    return not isinstance(decide(table, command, given.by, at_us, given.actor), Refused)


def newly_settled(before: View, after: View) -> tuple[SettlementSeen, ...]:
    """What is settled after an order and was not before it."""
    return after.settlements[len(before.settlements) :]
