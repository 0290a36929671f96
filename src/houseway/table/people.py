"""Who works at a table: the list of its staff, the dealer who is in, and whose order is taken.

A table without a list takes the office that an order is given in as it comes. From the first
assignment on, staff who are not on the list give no order there. Inspector and Surveillance belong
to no table; a patron acts in the patron's own name; the house and its devices report facts.
"""

from __future__ import annotations

from types import MappingProxyType

from houseway.games import events as e
from houseway.games.base_commands import ClosingCommand, PeopleCommand, ProvisionCommand, TwoPersons
from houseway.games.base_commands import Command as Command
from houseway.games.commands import ReadmitPatron
from houseway.games.events import Event, PatronReadmitted, Raises
from houseway.games.fields import (
    CommandText,
    Number,
    OptionalText,
    PersonName,
    StoredMoment,
    Text,
    Word,
)
from houseway.games.layout import HasRound
from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import (
    DEALERS,
    DIRECTORS,
    STAFF,
    SUPERVISORS,
    Role,
    Signature,
    another_person,
    is_machine,
    is_person,
    person_key,
    same_person,
)
from houseway.rulebook.roles import HOUSE as HOUSE
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.state import CLOSED, OPEN, Part, Table, round_under_way

# The orders and facts about people: who works at a table, what was said, told, decided, put
# right.

# Who works at the table


class AssignStaff(PeopleCommand, frozen=True):
    """Put a person on the list of this table, in one role; a new role replaces the earlier one."""

    person: PersonName
    office: Word
    sentence = "assign {person} as {office:words}"
    title = "Assign a person to the table"


class ReleaseStaff(PeopleCommand, frozen=True):
    person: PersonName
    sentence = "release {person} from the table"


class RelieveDealer(PeopleCommand, frozen=True):
    """The named dealer takes over from the dealer before."""

    dealer: PersonName
    sentence = "{dealer} relieves the dealer"
    title = "Relieve the dealer"


class StaffAssigned(Event, frozen=True):
    person: str
    role: Role
    by: Signature


class StaffReleased(Event, frozen=True):
    person: str
    by: Signature


class DealerRelieved(Event, frozen=True):
    """`out` is who dealt until now; nobody, when the table gets its first dealer."""

    out: str
    dealer: str
    by: Signature
    clause: Clause | None


# What is said aloud


class MakeAnnouncement(ClosingCommand, frozen=True):
    """Something to announce at the table: "last coup", a break, a coming change."""

    text: Text
    sentence = "announce: {text:words}"
    title = "Make an announcement"
    labels = MappingProxyType({"text": "Announced to everybody"})


class AnnouncementMade(Event, frozen=True):
    text: str
    by: Signature


# Notifications


class RecordNotification(ProvisionCommand, frozen=True):
    """An authority outside the table has been notified: who, of what, and by what means."""

    to: Text
    about: Text
    means: OptionalText = ""
    sentence = "record that {to:words} was told of {about:words}[ by {means:words}]"
    title = "Record a notification"


class NotificationFellDue(Event, frozen=True):
    to: str
    about: str
    at_us: StoredMoment
    clause: Clause
    raises = Raises("notification", "notify {to} of {about}", "{to}: {about}")


class NotificationWentOut(Event, frozen=True):
    to: str
    about: str
    means: str
    by: Signature
    clause: Clause | None
    ends = (("notification", "{to}: {about}"),)


# Disputes


class DisputeSigned(Event, frozen=True):
    """Who took this step of a dispute: raised, decided, review asked, reviewed or advised."""

    dispute: int
    step: str
    by: Signature


# Steps that two persons take


class StepSigned(Event, frozen=True):
    """Who took a step of a rule that needs two persons; the signers of `over` no longer count."""

    step: str
    person: str
    by: Signature
    over: tuple[str, ...] = ()


# Corrections


class AskCorrection(ProvisionCommand, frozen=True):
    """Request a correction by an action of the game, and give the reason.

    `order` is that order as JSON, exactly as it would be given.
    """

    order: CommandText
    reason: Text
    sentence = "ask for a correction because {reason:words}, by {order:words}"
    title = "Ask for a correction"
    console = "own page"


class ConfirmCorrection(ProvisionCommand, frozen=True):
    """A second person agrees: the requested action is carried out."""

    correction: Number
    sentence = "confirm correction {correction:number}"
    console = "in place"


class DropCorrection(ProvisionCommand, frozen=True):
    """The action is not carried out. The request stays on record."""

    correction: Number
    sentence = "drop correction {correction:number}"
    console = "in place"


class CorrectionAsked(Event, frozen=True):
    correction: int
    order: str
    reason: str
    by: Signature
    raises = Raises(
        "correction", "correction {correction} waits for a second person: {reason}", "{correction}"
    )


class CorrectionConfirmed(Event, frozen=True):
    """What it changes follows in the same order's events, each naming the earlier fact."""

    correction: int
    by: Signature
    ends = (("correction", "{correction}"),)


class CorrectionDropped(Event, frozen=True):
    correction: int
    by: Signature
    ends = (("correction", "{correction}"),)


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
    if given.by == Role.DEALER and not isinstance(command, RelieveDealer):
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


@part.decides(AssignStaff, by=SUPERVISORS, stages=(OPEN, CLOSED))
def _assign(table: Table, command: AssignStaff, given: Given) -> Ruling:
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
    assigned = StaffAssigned(command.person, Role(command.office), given.signature)
    return Accepted((assigned,))


@part.decides(ReleaseStaff, by=SUPERVISORS, stages=(OPEN, CLOSED))
def _release(table: Table, command: ReleaseStaff, given: Given) -> Ruling:
    if command.person not in table.staff:
        return Refused("not_assigned", None, f"{command.person} is not at this table")
    if command.person == table.dealer and round_under_way(table):
        return _still_in(table)
    return Accepted((StaffReleased(command.person, given.signature),))


def _still_in(table: Table) -> Refused:
    return Refused("dealer_in", _one_dealer(table), f"{table.dealer} is relieved first")


@part.decides(RelieveDealer, by=DEALERS | SUPERVISORS, slot=_one_dealer)
def _relieve(table: Table, command: RelieveDealer, given: Given) -> Ruling:
    """At any moment, for a dealer may have to go: who deals from here on is on record."""
    clause = _one_dealer(table)
    if table.staff.get(command.dealer) != Role.DEALER:
        return Refused("not_assigned", clause, f"{command.dealer} is not at this table as dealer")
    if command.dealer == table.dealer:
        return Refused("dealer_in", clause, f"{command.dealer} deals already")
    relieved = DealerRelieved(table.dealer, command.dealer, given.signature, clause)
    return Accepted((relieved,))


# Anyone who holds the office may set up the list, wherever they are: a list of people who have all
# gone home must not lock a table.
_BY_ANY_IN_OFFICE = (AssignStaff, ReleaseStaff)


@part.folds(StaffAssigned)
def _assigned(table: Table, event: StaffAssigned) -> None:
    table.staffed = True
    table.staff[event.person] = event.role


@part.folds(StaffReleased)
def _released(table: Table, event: StaffReleased) -> None:
    del table.staff[event.person]
    if table.dealer == event.person:
        table.dealer = ""


@part.folds(DealerRelieved)
def _relieved(table: Table, event: DealerRelieved) -> None:
    table.dealer = event.dealer


# Steps of the game that two different persons take, at every table, and corrections.

_CORRECTING = (e.SettlementCorrected, e.SettlementUndone, e.ResultCorrected)


def not_alone(table: Table, command: Command, given: Given, accepted: Accepted) -> Refused | None:
    """Refuse a step that the same person, a machine or an unnamed actor would take again.

    What was settled is put right by two persons as well, and what the house has dealt is voided
    by two: one alone, who knew what comes, could void whatever does not suit.
    """
    if refused := _alone(table, command, given):
        return refused
    clause = corrected(table, accepted)
    voids = any(event.aborts for event in accepted.events)
    by_itself = given.by == Role.PATRON or _is_prepared_by_the_house(table, given)
    if clause is None or (voids and by_itself):
        return None
    what = "dealt is voided" if voids else "settled is put right"
    asked = f"what was {what} by two: ask for the correction with its reason"
    return Refused("second_person_needed", clause, asked)


def _alone(table: Table, command: Command, given: Given) -> Refused | None:
    kind = type(command)
    found = table.game.two_persons(kind)
    if found is None or not _is_a_step(found[0], kind) or _is_prepared_by_the_house(table, given):
        return None
    (rule, clause), who = found, _person(command, given)
    if not is_person(who):
        return Refused("nobody_named", clause, f"{rule.what}: each is a person with a name")
    for first, then in rule.apart:
        for before in table.signed.get(first.__name__, ()) if then is kind else ():
            if not another_person(before, who):
                alone = f"{before} took the step before it; another person takes this one"
                return Refused("second_person_needed", clause, f"{rule.what}: {alone}")
    return None


def corrected(table: Table, accepted: Accepted) -> Clause | None:
    """The clause by which a ruling puts right what was settled or announced; None if it does not.

    A void of a round that is over reverses what it paid; a void of the round under way is no
    correction, for its clause says itself who decides and what goes back. At a virtual table,
    where nobody sees a card slip, every void is one.
    """
    for event in accepted.events:
        if event.aborts and table.virtual:
            clause: Clause = getattr(event, "clause", None) or event.clauses[0]
            return clause
        if isinstance(event, _CORRECTING):
            return event.clause
        if isinstance(event, e.RoundVoided) and _is_over(table.play, event.round):
            return event.clause
    return None


def _is_over(play: HasRound, number: int) -> bool:
    return number < play.round or number in play.layout.past


def _is_prepared_by_the_house(table: Table, given: Given) -> bool:
    """At a virtual table there are no cards and no ball for two persons to look after."""
    return table.virtual and given.actor == HOUSE


def _is_a_step(rule: TwoPersons, kind: type[Command]) -> bool:
    return any(kind in pair for pair in rule.apart)


def _person(command: Command, given: Given) -> str:
    """Who takes a step: the patron for whom staff enter it, or the actor."""
    return getattr(command, "patron", "") or given.actor


def signed(table: Table, command: Command, given: Given, accepted: Accepted) -> Accepted:
    """Add who took the step, and which earlier signatures no longer count."""
    kind = type(command)
    found = table.game.two_persons(kind)
    if found is None or _is_prepared_by_the_house(table, given):
        return accepted
    over = _over(table, found[0], kind)
    who = _person(command, given) if _is_a_step(found[0], kind) else ""
    if not who and not any(step in table.signed for step in over):
        return accepted
    return Accepted((*accepted.events, StepSigned(kind.__name__, who, given.signature, over)))


def _over(table: Table, rule: TwoPersons, kind: type[Command]) -> tuple[str, ...]:
    """The first command of a rule begins it again and the last one ends it."""
    begins = kind is rule.orders[0] and kind is not rule.by_several
    again = (kind, kind) in rule.apart and not table.signed.get(kind.__name__)
    ends = kind is rule.orders[-1] and not again
    return tuple(each.__name__ for each in rule.orders) if begins or ends else ()


@part.folds(StepSigned)
def _signed(table: Table, event: StepSigned) -> None:
    ended = event.step in event.over and event.step == event.over[-1]
    for step in event.over:
        table.signed.pop(step, None)
    if event.person and not ended:
        table.signed.setdefault(event.step, []).append(event.person)
