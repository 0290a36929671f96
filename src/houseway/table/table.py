"""One table as an aggregate: opened under an edition, played, closed.

`decide` and `evolve` have the same shape as a game's: the one judges and changes nothing, the other
applies and judges nothing. What the table itself does not answer, its game does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.equipment.faces import faces_of
from houseway.games import game, playable
from houseway.games.bounds import judged
from houseway.games.commands import Command
from houseway.games.events import (
    ChipsBrought,
    Event,
    PatronExcluded,
    PatronLeft,
    RoundOpened,
    SeatVacated,
    WagerPlaced,
)
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling
from houseway.table import (
    alerts,
    approvals,
    chips,
    faces,
    life,
    money,
    notifications,
    opening,
    people,
    room,
    rulings,
    second_check,
    secrets,
    shares,
    signs,
    two_persons,
)
from houseway.table.state import CLOSED, OPEN, UNOPENED, Given, Own, Table
from houseway.table.vocabulary import OrderRefused

__all__ = ["EVOLVE", "OWN_ORDERS", "Table", "decide", "evolve"]

# Who may give the orders of the table itself: a casino supervisor by reading A-01, and where
# reading G11 has it the Tournament Director.
OWN_ORDERS: dict[type[Command], Own] = {
    **approvals.ORDERS,
    **money.ORDERS,
    **chips.ORDERS,
    **second_check.ORDERS,
    **opening.ORDERS,
    **secrets.ORDERS,
    **shares.ORDERS,
    **life.ORDERS,
    **signs.ORDERS,
    **people.ORDERS,
    **notifications.ORDERS,
    **rulings.ORDERS,
    **alerts.ORDERS,
}


def decide(table: Table, command: Command, by: Role, at_us: int = 0, actor: str = "") -> Ruling:
    """The ruling on one order given at a time: the table's own, or its game's."""
    given = Given(by, actor, at_us)
    refused = faces.refusal(table, command, given)
    if refused:
        return refused
    own = OWN_ORDERS.get(type(command))
    stages = own.stages if own else (OPEN,)
    late = table.stage == CLOSED and own is None and rulings.after_closing(table, command)
    if table.stage not in stages and not late:
        return _not_at_this_stage(stages)
    if own is not None:
        refused = _may_not(table, command, own, by) or people.not_here(table, command, given)
        refused = refused or room.outside(table, command)
        return refused or judged(command, lambda: own.decide(table, command, given))
    refused = people.not_here(table, command, given) or room.outside(table, command)
    if not late:
        refused = refused or secrets.not_ready(table, command, given)
    return refused or rulings.judged(table, command, given)


def _not_at_this_stage(stages: tuple[str, ...]) -> Refused:
    if stages == (UNOPENED,):
        return Refused("table_open", None, "the table has been opened already")
    return Refused("table_not_open", None, "the table is not open")


def _may_not(table: Table, command: Command, own: Own, by: Role) -> Refused | None:
    """Who may is the document's to say: the one to be opened, or the one that is played."""
    named = getattr(command, "document", "") or table.edition
    found = game(named) if playable(named) else None
    may = own.offices(found)
    if by in may:
        return None
    asked = type(command).sentence.partition(" {")[0]
    clause = own.clause(table) if table.play is not None else None
    if clause is None and found is not None:
        clause = found.table.directed
    offices = " or ".join(role for role in Role if role in may)
    return Refused("role_may_not", clause, f"a {by} may not {asked}; it takes a {offices}")


def evolve(table: Table, event: Event) -> Table:
    """Apply a fact: the table's own, or its game's; and what somebody must see of it."""
    apply = EVOLVE.get(type(event))
    if apply is not None:
        apply(table, event)
    else:
        _evolve_game(table, event)
    alerts.note(table, event)
    return table


def _evolve_game(table: Table, event: Event) -> None:
    table.game.evolve(table.play, event)
    if table.virtual:
        _evolve_virtual(table, event)
    if isinstance(event, WagerPlaced):
        table.playing.add(event.patron)
    elif isinstance(event, PatronLeft | SeatVacated | PatronExcluded):
        table.playing.discard(event.patron)
        table.shares.pop(event.patron, None)
        chips.answered(table, event)
    elif isinstance(event, ChipsBrought):
        chips.answered(table, event)


def _evolve_virtual(table: Table, event: Event) -> None:
    table.drawn += sum(1 for _ in faces_of(event))
    if isinstance(event, RoundOpened):
        shares.take_effect(table)


def _refused(table: Table, event: OrderRefused) -> None:
    table.refusals += 1


EVOLVE: dict[type[Event], Callable[[Table, Any], None]] = {
    OrderRefused: _refused,
    **approvals.EVOLVE,
    **money.EVOLVE,
    **chips.EVOLVE,
    **second_check.EVOLVE,
    **opening.EVOLVE,
    **secrets.EVOLVE,
    **shares.EVOLVE,
    **life.EVOLVE,
    **signs.EVOLVE,
    **people.EVOLVE,
    **notifications.EVOLVE,
    **rulings.EVOLVE,
    **two_persons.EVOLVE,
    **alerts.EVOLVE,
}
