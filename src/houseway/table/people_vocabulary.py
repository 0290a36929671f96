"""The orders and facts about people: who works at a table, what was said, told, decided, put right.

A fact that a person stands for carries the signature: who, in which office, when.
"""

from __future__ import annotations

from types import MappingProxyType

from houseway.games.base_commands import ClosingCommand, PeopleCommand, ProvisionCommand
from houseway.games.events import Event, Raises
from houseway.games.fields import (
    CommandText,
    Number,
    OptionalText,
    PersonName,
    StoredMoment,
    Text,
    Word,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.persons import Signature
from houseway.rulebook.roles import Role

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
