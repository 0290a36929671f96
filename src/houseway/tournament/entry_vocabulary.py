"""The orders and facts about entrants and their money."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.fields import (
    LIST_MOST,
    Cents,
    Hundredths,
    Number,
    OptionalReference,
    OptionalText,
    PersonName,
    Reference,
    Text,
)
from houseway.rulebook.document import Clause
from houseway.table.people_vocabulary import Signature

Ground = Literal["may not gamble", "any application", "criteria"]


class OpenEntries(Command, frozen=True):
    sentence: ClassVar[str] = "open the entries"


class CloseEntries(Command, frozen=True):
    sentence: ClassVar[str] = "close the entries"


class AcceptEntry(Command, frozen=True):
    """Somebody enters and pays the fee.

    `person` is who it is, by a document of identity; `form` and `agreement` are the references of
    the completed form and of the signed agreement; `eligible`: the entrant may enter the casino
    and gamble, and was asked; `copy_given`: of the conditions.
    """

    person: Reference
    name: PersonName
    paid: Cents
    form: OptionalReference = ""
    agreement: OptionalReference = ""
    eligible: bool = True
    copy_given: bool = False
    sentence: ClassVar[str] = "enter {name} ({person}) for {paid:money}"


class AcceptEntries(Command, frozen=True):
    """A whole list of entries, each with its fee: all of them, or none; `source` names the list."""

    entries: Annotated[tuple[AcceptEntry, ...], Meta(max_length=LIST_MOST)]
    source: Text
    sentence: ClassVar[str] = "enter everybody on the list {source:words}"


class TurnAway(Command, frozen=True):
    """Refuse an application, on a ground that the conditions name."""

    person: Reference
    name: PersonName
    ground: Ground
    reason: Text
    sentence: ClassVar[str] = "turn away {name} ({person}): {reason:words}"


class ListReserve(Command, frozen=True):
    person: Reference
    name: PersonName
    sentence: ClassVar[str] = "list {name} ({person}) as reserve"


class AdmitReserve(Command, frozen=True):
    """A reserve takes the seat that an entrant has forfeited; `reason` when out of order."""

    reserve: Number
    instead_of: Number
    paid: Cents
    agreement: OptionalReference = ""
    reason: OptionalText = ""
    sentence: ClassVar[str] = (
        "admit reserve {reserve:number} instead of {instead_of:number} for {paid:money}"
    )


class ApproveSubstitute(Command, frozen=True):
    entry: Number
    person: Reference
    name: PersonName
    reason: Text
    sentence: ClassVar[str] = "approve {name} ({person}) as substitute for {entry:number}"


class WithdrawEntry(Command, frozen=True):
    entry: Number
    sentence: ClassVar[str] = "withdraw entry {entry:number}"


class BuyBackIn(Command, frozen=True):
    entry: Number
    paid: Cents
    sentence: ClassVar[str] = "buy entry {entry:number} back in for {paid:money}"


class EntriesOpened(Event, frozen=True):
    """`subject_to_approval`: until the Inspector approves the conditions (reading TP1)."""

    subject_to_approval: bool
    by: Signature
    clause: Clause


class EntriesClosed(Event, frozen=True):
    entrants: int
    below_least: bool
    by: Signature
    clause: Clause


class EntryAccepted(Event, frozen=True):
    entry: int
    person: str
    name: str
    form: str
    agreement: str
    subject_to_approval: bool
    clause: Clause


class ApplicantTurnedAway(Event, frozen=True):
    person: str
    name: str
    ground: str
    reason: str
    by: Signature
    clause: Clause


class ReserveListed(Event, frozen=True):
    entry: int
    person: str
    name: str
    clause: Clause


class ReserveAdmitted(Event, frozen=True):
    entry: int
    instead_of: int
    agreement: str
    reason: str
    by: Signature
    clause: Clause


class SubstituteApproved(Event, frozen=True):
    entry: int
    person: str
    name: str
    reason: str
    by: Signature
    clause: Clause


class EntryWithdrawn(Event, frozen=True):
    entry: int
    by: Signature
    clause: Clause


class EntryRevived(Event, frozen=True):
    """Somebody who was out has bought back in."""

    entry: int
    clause: Clause


# Money


class RecordCommissionApproval(Command, frozen=True):
    """The Commission's approval of what may be kept: an amount of all fees, or a share of them."""

    reference: Reference
    amount: Cents = 0
    hundredths: Hundredths = 0
    sentence: ClassVar[str] = "record the approved commission: {reference:words}"


class AddToPool(Command, frozen=True):
    """The operator adds cash; or goods or services, which are named and go with a place."""

    amount: Cents = 0
    goods: OptionalText = ""
    place: Number = 0
    sentence: ClassVar[str] = "add to the prize pool"


class RefundFee(Command, frozen=True):
    entry: Number
    reason: Text
    sentence: ClassVar[str] = "refund the fee of entry {entry:number}: {reason:words}"


class CancelTournament(Command, frozen=True):
    reason: Text
    sentence: ClassVar[str] = "cancel the tournament: {reason:words}"


class CommissionApproved(Event, frozen=True):
    amount: int
    hundredths: int
    reference: str
    by: Signature
    clause: Clause


class FeeTaken(Event, frozen=True):
    """A fee: what of it is commission, and the rest that goes into the pool."""

    entry: int
    amount: int
    commission: int
    clause: Clause


class FeeRefunded(Event, frozen=True):
    """Back to the entrant: all that was paid and not refunded yet."""

    entry: int
    amount: int
    commission: int
    reason: str
    clause: Clause


class PoolAdded(Event, frozen=True):
    """`why`: added, guaranteed; goods have no cents."""

    amount: int
    goods: str
    place: int
    why: str
    clause: Clause


class AdditionReturned(Event, frozen=True):
    """What the operator had added goes back to it."""

    amount: int
    clause: Clause


class TournamentCancelled(Event, frozen=True):
    reason: str
    by: Signature
    clause: Clause
