"""Who works at a table: the list of its staff, the dealer who is in, and whose order is taken.

A table without a list takes the office that an order is given in as it comes. From the first
assignment on, staff who are not on the list give no order there. Inspector and Surveillance belong
to no table; a patron acts in the patron's own name; the house and its devices report facts.
"""

from __future__ import annotations

from houseway.games.commands import Command, ReadmitPatron
from houseway.games.events import PatronReadmitted
from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.persons import is_machine, is_person, person_key, same_person
from houseway.rulebook.roles import DEALERS, DIRECTORS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import people_vocabulary as v
from houseway.table.state import CLOSED, OPEN, Part, Table, round_under_way

part = Part()

ASSIGNED = STAFF | DIRECTORS | {Role.ASSISTANT_TO_DIRECTOR}  # offices that are held at a table


def not_here(table: Table, command: Command, given: Given) -> Refused | None:
    """Why an order of this person is not taken at this table, or None."""
    if not table.staffed or is_machine(given.actor):
        return None
    if given.by == Role.PATRON:
        return _in_anothers_name(command, given)
    if given.by not in ASSIGNED or isinstance(command, _BY_ANY_IN_OFFICE):
        return None
    if table.staff.get(given.actor) != given.by:
        named = given.actor or "an unnamed person"
        return Refused("not_assigned", None, f"{named} is not at this table as {given.by}")
    if given.by == Role.DEALER and not isinstance(command, v.RelieveDealer):
        return _not_dealing(table, given)
    return None


def _in_anothers_name(command: Command, given: Given) -> Refused | None:
    """A patron's command carries the patron's own name, and no other nor none."""
    patron = getattr(command, "patron", given.actor)
    if patron == given.actor:
        return None
    named, whose = given.actor or "an unnamed person", patron or "nobody"
    return Refused("not_your_own", None, f"{named} gives no orders for {whose}; staff may enter it")


def readmitted(table: Table, command: Command, given: Given) -> Accepted | None:
    """Readmit a person whom this table excluded from the casino, once the house has lifted it."""
    if not isinstance(command, ReadmitPatron):
        return None
    here = table.play.layout.excluded.get(command.patron)
    found = given.excluded.get(person_key(command.patron))
    lifted = found and not found.holds(given.at_us) and here and here.clause == found.clause
    if not lifted or given.by not in table.game.orders[ReadmitPatron].roles:
        return None
    return Accepted((PatronReadmitted(command.patron, here.clause),))


def _not_dealing(table: Table, given: Given) -> Refused | None:
    """One dealer at a time runs a table."""
    if given.actor == table.dealer:
        return None
    dealing = f"{table.dealer} deals" if table.dealer else "nobody has come in to deal"
    return Refused("not_dealing", _one_dealer(table), f"{given.actor} is not in: {dealing}")


def _one_dealer(table: Table) -> Clause | None:
    return table.game.table.dealer


@part.decides(v.AssignStaff, by=SUPERVISORS, stages=(OPEN, CLOSED))
def _assign(table: Table, command: v.AssignStaff, given: Given) -> Ruling:
    """Nobody is put on a list by their own word, except by the person who begins it."""
    offices = sorted(ASSIGNED)
    if command.office not in offices:
        return Refused("no_such_office", None, f"{command.office} is none of {', '.join(offices)}")
    if not is_person(command.person):
        return Refused("nobody_named", None, "name the person who comes to the table")
    if table.staff and same_person(command.person, given.actor):
        return Refused(
            "own_assignment", None, f"{given.actor} is put on the list by another person"
        )
    if table.dealer == command.person and command.office != Role.DEALER:
        return _still_in(table)
    assigned = v.StaffAssigned(command.person, Role(command.office), given.signature)
    return Accepted((assigned,))


@part.decides(v.ReleaseStaff, by=SUPERVISORS, stages=(OPEN, CLOSED))
def _release(table: Table, command: v.ReleaseStaff, given: Given) -> Ruling:
    if command.person not in table.staff:
        return Refused("not_assigned", None, f"{command.person} is not at this table")
    if command.person == table.dealer and round_under_way(table):
        return _still_in(table)
    return Accepted((v.StaffReleased(command.person, given.signature),))


def _still_in(table: Table) -> Refused:
    return Refused("dealer_in", _one_dealer(table), f"{table.dealer} is relieved first")


@part.decides(v.RelieveDealer, by=DEALERS | SUPERVISORS, slot=_one_dealer)
def _relieve(table: Table, command: v.RelieveDealer, given: Given) -> Ruling:
    """At any moment, for a dealer may have to go: who deals from here on is on record."""
    clause = _one_dealer(table)
    if table.staff.get(command.dealer) != Role.DEALER:
        return Refused("not_assigned", clause, f"{command.dealer} is not at this table as dealer")
    if command.dealer == table.dealer:
        return Refused("dealer_in", clause, f"{command.dealer} deals already")
    relieved = v.DealerRelieved(table.dealer, command.dealer, given.signature, clause)
    return Accepted((relieved,))


# Anyone who holds the office may set up the list, wherever they are: a list of people who have all
# gone home must not lock a table.
_BY_ANY_IN_OFFICE = (v.AssignStaff, v.ReleaseStaff)


@part.folds(v.StaffAssigned)
def _assigned(table: Table, event: v.StaffAssigned) -> None:
    table.staffed = True
    table.staff[event.person] = event.role


@part.folds(v.StaffReleased)
def _released(table: Table, event: v.StaffReleased) -> None:
    del table.staff[event.person]
    if table.dealer == event.person:
        table.dealer = ""


@part.folds(v.DealerRelieved)
def _relieved(table: Table, event: v.DealerRelieved) -> None:
    table.dealer = event.dealer
