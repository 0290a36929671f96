"""The orders and facts about people: who works at a table, what was said, told, decided, put right.

A fact that a person stands for carries the signature: who, in which office, when.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.fields import CommandText, Number, OptionalText, PersonName, Text, Word
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role


class Signature(Struct, frozen=True):
    """Who stands for something, in which office, and since when."""

    person: str
    role: Role
    at_us: int

    def __str__(self) -> str:
        return f"{self.person or 'somebody unnamed'} ({self.role})"


# Who works at the table


class AssignStaff(Command, frozen=True):
    """Put somebody on the list of this table, in one office; a new office replaces the earlier."""

    person: PersonName
    office: Word
    sentence: ClassVar[str] = "assign {person} as {office:words}"


class ReleaseStaff(Command, frozen=True):
    person: PersonName
    sentence: ClassVar[str] = "release {person} from the table"


class RelieveDealer(Command, frozen=True):
    """The dealer named comes in, and whoever was in goes out."""

    dealer: PersonName
    sentence: ClassVar[str] = "{dealer} relieves the dealer"


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


class MakeAnnouncement(Command, frozen=True):
    """Something said to everybody at the table: "last coup", a break, a change to come."""

    text: Text
    sentence: ClassVar[str] = "announce: {text:words}"


class AnnouncementMade(Event, frozen=True):
    text: str
    by: Signature


# Notifications


class RecordNotification(Command, frozen=True):
    """Somebody outside the table has been told: an office, of what, and by what means."""

    to: Text
    about: Text
    means: OptionalText = ""
    sentence: ClassVar[str] = "record that {to:words} was told of {about:words}[ by {means:words}]"


class NotificationFellDue(Event, frozen=True):
    to: str
    about: str
    at_us: int
    clause: Clause


class NotificationWentOut(Event, frozen=True):
    to: str
    about: str
    means: str
    by: Signature
    clause: Clause | None


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


class AskCorrection(Command, frozen=True):
    """Ask that something wrong be put right by an order of the game, and say why.

    `order` is that order as JSON, exactly as it would be given.
    """

    order: CommandText
    reason: Text
    sentence: ClassVar[str] = "ask for a correction because {reason:words}, by {order:words}"


class ConfirmCorrection(Command, frozen=True):
    """A second person stands for it: the order asked for is carried out."""

    correction: Number
    sentence: ClassVar[str] = "confirm correction {correction:number}"


class DropCorrection(Command, frozen=True):
    """It is not carried out; that it was asked for stays on record."""

    correction: Number
    sentence: ClassVar[str] = "drop correction {correction:number}"


class CorrectionAsked(Event, frozen=True):
    correction: int
    order: str
    reason: str
    by: Signature


class CorrectionConfirmed(Event, frozen=True):
    """What it changes follows in the same order's events, each naming the earlier fact."""

    correction: int
    by: Signature


class CorrectionDropped(Event, frozen=True):
    correction: int
    by: Signature
