"""The chips of a table as things: brought and returned by denomination, and which are missing.

A table is counted at the end only with the missing chips that its inventory shows, and the one in
charge is told of them. Where nobody has entered what was brought, counts are by value alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import session_vocabulary as v
from houseway.tournament.conduct import Floor
from houseway.tournament.seating import HELPERS
from houseway.tournament.standing import in_session, not_here
from houseway.tournament.state import ENDED, PUBLISHED, RUNNING, Part, Session, Tournament

part = Part()


def missing(floor: Floor) -> dict[int, int]:
    """How many chips of each value have not come back."""
    found = {value: many - floor.returned.get(value, 0) for value, many in floor.inventory.items()}
    return {value: many for value, many in found.items() if many}


def to_report(session: Session) -> Iterator[tuple[str, str]]:
    """The tables with missing chips of which nobody in charge has been told, and which chips."""
    for table, floor in session.conduct.floors.items():
        if floor.unreported:
            chips = " and ".join(f"{many} of value {value}" for value, many in floor.unreported)
            yield table, f"at table {table} chips are missing: {chips}"


def differs(
    floor: Floor, said: tuple[tuple[int, int], ...], clause: Clause | None
) -> Refused | None:
    """Why the missing chips of a last count are not those of the inventory."""
    shown = missing(floor)
    if not (floor.ended and floor.inventory) or dict(said) == shown:
        return None
    chips = " and ".join(f"{many} of value {value}" for value, many in shown.items()) or "no chip"
    return Refused("not_the_inventory", clause, f"by the inventory {chips} is missing")


@part.decides(v.BringInventory, by=HELPERS, slot=lambda rules: rules.sessions.inventory)
def _bring(tournament: Tournament, command: v.BringInventory, given: Given) -> Ruling:
    found = _at(tournament, command, PUBLISHED, RUNNING)
    if isinstance(found, Refused):
        return found
    _, clause = found
    brought = v.InventoryBrought(
        command.session, command.table, command.value, command.quantity, given.signature, clause
    )
    return Accepted((brought,))


@part.decides(v.ReturnInventory, by=HELPERS, slot=lambda rules: rules.sessions.inventory)
def _return(tournament: Tournament, command: v.ReturnInventory, given: Given) -> Ruling:
    """7-Up Baccarat 15.5.9: at the conclusion of the session, by quantity and denomination."""
    found = _at(tournament, command, RUNNING, ENDED)
    if isinstance(found, Refused):
        return found
    floor, clause = found
    if not floor.ended:
        sentence = f"chips are returned once play at table {command.table} is over"
        return Refused("table_not_ended", clause, sentence)
    brought = floor.inventory.get(command.value, 0)
    if command.quantity > brought:
        sentence = f"{command.quantity} chips of {command.value}: {brought} were brought"
        return Refused("more_than_brought", clause, sentence)
    returned = v.InventoryReturned(
        command.session, command.table, command.value, command.quantity, given.signature, clause
    )
    return Accepted((returned,))


def _at(
    tournament: Tournament, command: v.BringInventory | v.ReturnInventory, *phases: str
) -> tuple[Floor, Clause] | Refused:
    clause = tournament.rules.sessions.inventory
    session = in_session(tournament, command.session, *phases)
    if isinstance(session, Refused) or clause is None:
        return session if isinstance(session, Refused) else not_here(tournament, "inventory")
    floor = session.conduct.floors.get(command.table)
    if floor is None:
        sentence = f"table {command.table} is not one of session {session.number}"
        return Refused("no_such_table", clause, sentence)
    if command.value < 1 or command.quantity < 0 or floor.counted:
        sentence = f"{command.quantity} chips of {command.value} cannot be counted now"
        return Refused("not_a_count", clause, sentence)
    return floor, clause


@part.decides(v.ReportMissingChips, by=DIRECTORS, slot=lambda rules: rules.sessions.inventory)
def _report(tournament: Tournament, command: v.ReportMissingChips, given: Given) -> Ruling:
    """7-Up Baccarat 15.5.9: the one in charge is advised, and says so."""
    session, clause = tournament.session(command.session), tournament.rules.sessions.inventory
    tables = tuple(table for table, _ in to_report(session)) if session else ()
    if not tables or clause is None:
        sentence = f"no missing chips of session {command.session} are to be reported"
        return Refused("nothing_missing", clause, sentence)
    return Accepted((v.MissingChipsReported(command.session, tables, given.signature, clause),))


@part.folds(v.InventoryBrought)
def _brought(tournament: Tournament, event: v.InventoryBrought) -> None:
    _floor(tournament, event).inventory[event.value] = event.quantity


@part.folds(v.InventoryReturned)
def _returned(tournament: Tournament, event: v.InventoryReturned) -> None:
    _floor(tournament, event).returned[event.value] = event.quantity


def _floor(tournament: Tournament, event: v.InventoryBrought | v.InventoryReturned) -> Floor:
    return tournament.sessions[event.session - 1].conduct.floors[event.table]


@part.folds(v.MissingChipsReported)
def _reported(tournament: Tournament, event: v.MissingChipsReported) -> None:
    floors = tournament.sessions[event.session - 1].conduct.floors
    for table in event.tables:
        floors[table].unreported = ()
