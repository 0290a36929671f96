"""One table as an aggregate: opened under an edition, played, closed.

`decide` and `evolve` have the same shape as a game's: the one judges and changes nothing, the other
applies and judges nothing. What the table itself does not answer, its game does.
"""

from __future__ import annotations

from houseway.equipment.faces import faces_of
from houseway.games import game, playable
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
from houseway.games.machine import Given, Machine, May, role_may_not
from houseway.rulebook.document import Clause
from houseway.rulebook.persons import NOBODY, Excluded
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling
from houseway.table import (
    alerts,
    approvals,
    betting,
    chips,
    corrections,
    equipment,
    life,
    money,
    notifications,
    opening,
    people,
    playing,
    rulings,
    second_check,
    secrets,
    shares,
    signs,
    two_persons,
)
from houseway.table.state import CLOSED, OPEN, UNOPENED, Part, Table, roles_at
from houseway.table.vocabulary import OrderRefused

__all__ = ["MACHINE", "Table", "decide", "evolve", "roles_of"]

part = Part()
_LEAVING = (PatronLeft, SeatVacated, PatronExcluded)


def decide(
    table: Table, command: Command, by: Role, at_us: int = 0, actor: str = "",
    excluded: Excluded = NOBODY,
) -> Ruling:  # fmt: skip
    """The ruling on one command, by the checks of `playing`."""
    return playing.decide(MACHINE, table, command, Given(by, actor, at_us, excluded))


def _not_now(table: Table, command: Command, may: May) -> Refused | None:
    if table.stage in may.stages:
        return None
    if table.stage == CLOSED and type(command) in rulings.AFTER_CLOSING:
        return None
    if may.stages == (UNOPENED,):
        return Refused("table_open", None, "the table has been opened already")
    return Refused("table_not_open", None, "the table is not open")


def _may_not(table: Table, command: Command, may: May, given: Given) -> Refused | None:
    """Who may is the document's to say: the one to be opened, or the one that is played."""
    if may is _GAMES:
        return None
    named = getattr(command, "document", "") or table.edition
    found = game(named) if playable(named) else None
    roles = roles_at(may, found)
    if given.by in roles:
        return None
    clause = may.slot(table) if table.play is not None else None
    if clause is None and found is not None:
        clause = found.table.directed
    return role_may_not(type(command), given.by, roles, clause)


def roles_of(table: Table, kind: type[Command]) -> frozenset[Role]:
    """Who may give a command at this table, its own or its game's."""
    own = MACHINE.commands.get(kind)
    return roles_at(own, table.game) if own else table.game.orders[kind].roles


def evolve(table: Table, event: Event) -> Table:
    """Apply an event: the table's own, or its game's; and note the alerts that it raises."""
    if type(event) in MACHINE.events:
        MACHINE.evolve(table, event)
    else:
        _evolve_game(table, event)
        betting.note(table, event)
    alerts.note(table, event)
    return table


def _evolve_game(table: Table, event: Event) -> None:
    table.game.evolve(table.play, event)
    if table.virtual:
        _evolve_virtual(table, event)
    if isinstance(event, WagerPlaced):
        table.playing.add(event.patron)
    elif isinstance(event, _LEAVING):
        table.playing.discard(event.patron)
        shares.left(table, event.patron)
        chips.answered(table, event)
    elif isinstance(event, ChipsBrought):
        chips.answered(table, event)
    elif equipment.loads_preshuffled(event):
        table.released.clear()


def _evolve_virtual(table: Table, event: Event) -> None:
    table.drawn += sum(1 for _ in faces_of(event))
    if isinstance(event, RoundOpened):
        shares.take_effect(table)


@part.folds(OrderRefused)
def _refused(table: Table, event: OrderRefused) -> None:
    table.refusals += 1


# A command of the game is judged at an open table; the game asks for the role.
_GAMES = May(frozenset(Role), Clause(""), playing.game_ruling, stages=(OPEN,))

# Who may give the commands of the table itself: a casino supervisor by reading A-01, and where
# reading G11 has it the Tournament Director.
MACHINE = Machine(
    name="a table",
    unknown="order_not_of_a_table",
    not_now=_not_now,
    may_not=_may_not,
    parts=(
        part,
        approvals.part,
        money.part,
        chips.part,
        betting.part,
        equipment.part,
        second_check.part,
        opening.part,
        secrets.part,
        shares.part,
        life.part,
        signs.part,
        people.part,
        notifications.part,
        rulings.part,
        corrections.part,
        two_persons.part,
        alerts.part,
    ),
    otherwise=_GAMES,
)
