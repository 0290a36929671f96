"""One table as an aggregate: opened under an edition, played, closed.

`decide` and `evolve` have the same shape as a game's: the one judges and changes nothing, the other
applies and judges nothing. What the table itself does not answer, its game does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.games.commands import Command
from houseway.games.events import (
    Event,
    PatronExcluded,
    PatronLeft,
    RoundOpened,
    SeatVacated,
    WagerPlaced,
)
from houseway.games.house import SetLimits
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling
from houseway.table import approvals, life, money, opening, second_check, secrets
from houseway.table.state import OPEN, UNOPENED, Given, Own, Table
from houseway.table.vocabulary import OrderRefused

__all__ = ["EVOLVE", "OWN_ORDERS", "Table", "decide", "evolve"]

# Who may give the orders of the table itself: a casino supervisor (readings A-01 and G11).
OWN_ORDERS: dict[type[Command], Own] = {
    **approvals.ORDERS,
    **money.ORDERS,
    **second_check.ORDERS,
    **opening.ORDERS,
    **secrets.ORDERS,
    **life.ORDERS,
}


def decide(table: Table, command: Command, by: Role, at_us: int = 0, actor: str = "") -> Ruling:
    """The ruling on one order given at a time: the table's own, or its game's."""
    given = Given(by, actor, at_us)
    own = OWN_ORDERS.get(type(command))
    stages = own.stages if own else (OPEN,)
    if table.stage not in stages:
        return _not_at_this_stage(stages)
    if own is not None:
        return _may_not(table, command, own, by) or own.decide(table, command, given)
    return secrets.not_committed(table) or _played(table, command, given)


def _played(table: Table, command: Command, given: Given) -> Ruling:
    """The game's ruling, and what the life of the table adds to it."""
    ruling = table.game.decide(table.play, command, given.by)
    if isinstance(command, SetLimits):
        return life.limits_changed(table, command, ruling, given.at_us)
    if isinstance(ruling, Refused):
        return life.below_new_minimum(table, ruling)
    if any(isinstance(event, RoundOpened) for event in ruling.events):
        return life.outside_hours(table, given.at_us) or ruling
    return life.with_departures(table, ruling)


def _not_at_this_stage(stages: tuple[str, ...]) -> Refused:
    if stages == (UNOPENED,):
        return Refused("table_open", None, "the table has been opened already")
    return Refused("table_not_open", None, "the table is not open")


def _may_not(table: Table, command: Command, own: Own, by: Role) -> Refused | None:
    if by in own.roles:
        return None
    asked = type(command).sentence.partition(" {")[0]
    clause = own.clause(table) if table.play is not None else None
    return Refused("role_may_not", clause, f"a {by} may not {asked}; a supervisor may")


def evolve(table: Table, event: Event) -> Table:
    """Apply a fact: the table's own, or its game's."""
    apply = EVOLVE.get(type(event))
    if apply is not None:
        apply(table, event)
        return table
    table.game.evolve(table.play, event)
    if isinstance(event, WagerPlaced):
        table.playing.add(event.patron)
    elif isinstance(event, PatronLeft | SeatVacated | PatronExcluded):
        table.playing.discard(event.patron)
    return table


def _refused(table: Table, event: OrderRefused) -> None:
    table.refusals += 1


EVOLVE: dict[type[Event], Callable[[Table, Any], None]] = {
    OrderRefused: _refused,
    **approvals.EVOLVE,
    **money.EVOLVE,
    **second_check.EVOLVE,
    **opening.EVOLVE,
    **secrets.EVOLVE,
    **life.EVOLVE,
}
