"""The orders and facts about entrants and their money."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

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
    StoredCents,
    Text,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Signature
from houseway.tournament.vocabulary import ConditionsCommand, EntryCommand

Ground = Literal["may not gamble", "any application", "criteria"]


class OpenEntries(EntryCommand, frozen=True):
    sentence = "open the entries"
    console = "in place"


class CloseEntries(EntryCommand, frozen=True):
    sentence = "close the entries"
    console = "in place"


class AcceptEntry(EntryCommand, frozen=True):
    """Someone enters and pays the fee.

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
    sentence = "enter {name} ({person}) for {paid:money}"
    title = "Enter a person"


class AcceptEntries(EntryCommand, frozen=True):
    """Import a list of entries, each with its fee: the whole list or none of it."""

    entries: Annotated[tuple[AcceptEntry, ...], Meta(max_length=LIST_MOST)]
    source: Text
    sentence = "enter everybody on the list {source:words}"
    title = "Enter everybody on a list"
    console = "own page"


class TurnAway(EntryCommand, frozen=True):
    """Refuse an application, on a ground that the conditions name."""

    person: Reference
    name: PersonName
    ground: Ground
    reason: Text
    sentence = "turn away {name} ({person}): {reason:words}"
    title = "Turn an applicant away"


class ListReserve(EntryCommand, frozen=True):
    person: Reference
    name: PersonName
    sentence = "list {name} ({person}) as reserve"
    title = "List a reserve"
    only_with = "entry.reserve"


class AdmitReserve(EntryCommand, frozen=True):
    """A reserve takes a forfeited seat. Give a reason if it is out of order."""

    reserve: Number
    instead_of: Number
    paid: Cents
    agreement: OptionalReference = ""
    reason: OptionalText = ""
    sentence = "admit reserve {reserve:number} instead of {instead_of:number} for {paid:money}"
    title = "Admit a reserve to a forfeited seat"
    only_with = "entry.reserve"


class ApproveSubstitute(EntryCommand, frozen=True):
    entry: Number
    person: Reference
    name: PersonName
    reason: Text
    sentence = "approve {name} ({person}) as substitute for {entry:number}"
    title = "Approve a substitute"
    only_with = "entry.substitute"


class WithdrawEntry(EntryCommand, frozen=True):
    entry: Number
    sentence = "withdraw entry {entry:number}"
    title = "Withdraw an entry"


class BuyBackIn(EntryCommand, frozen=True):
    entry: Number
    paid: Cents
    sentence = "buy entry {entry:number} back in for {paid:money}"
    title = "Buy an entrant back in"
    only_with = "entry.buy_back"


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
    admits = ("person", "name")


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
    admits = ("person", "name")


class ReserveAdmitted(Event, frozen=True):
    entry: int
    instead_of: int
    agreement: str
    reason: str
    by: Signature
    clause: Clause
    admits = ("entry",)


class SubstituteApproved(Event, frozen=True):
    entry: int
    person: str
    name: str
    reason: str
    by: Signature
    clause: Clause
    admits = ("person", "name")


class EntryWithdrawn(Event, frozen=True):
    entry: int
    by: Signature
    clause: Clause


class EntryRevived(Event, frozen=True):
    """Someone who was out has bought back in."""

    entry: int
    clause: Clause
    admits = ("entry",)


# Money


class RecordCommissionApproval(ConditionsCommand, frozen=True):
    """The Commission's approval of what may be kept: an amount of all fees, or a share of them."""

    reference: Reference
    amount: Cents = 0
    hundredths: Hundredths = 0
    sentence = "record the approved commission: {reference:words}"
    only_with = "fees.approved_amount"


class AddToPool(ConditionsCommand, frozen=True):
    """The operator adds cash; or goods or services, which are named and go with a place."""

    amount: Cents = 0
    goods: OptionalText = ""
    place: Number = 0
    sentence = "add to the prize pool"


class RefundFee(ConditionsCommand, frozen=True):
    entry: Number
    reason: Text
    sentence = "refund the fee of entry {entry:number}: {reason:words}"
    title = "Refund a fee"


class CancelTournament(ConditionsCommand, frozen=True):
    reason: Text
    sentence = "cancel the tournament: {reason:words}"


class CommissionApproved(Event, frozen=True):
    amount: StoredCents
    hundredths: int
    reference: str
    by: Signature
    clause: Clause


class FeeTaken(Event, frozen=True):
    """A fee: what of it is commission, and the rest that goes into the pool."""

    entry: int
    amount: StoredCents
    commission: StoredCents
    clause: Clause


class FeeRefunded(Event, frozen=True):
    """Back to the entrant: all that was paid and not refunded yet."""

    entry: int
    amount: StoredCents
    commission: StoredCents
    reason: str
    clause: Clause


class PoolAdded(Event, frozen=True):
    """`why`: added, guaranteed; goods have no cents."""

    amount: StoredCents
    goods: str
    place: int
    why: str
    clause: Clause


class AdditionReturned(Event, frozen=True):
    """What the operator had added goes back to it."""

    amount: StoredCents
    clause: Clause


class TournamentCancelled(Event, frozen=True):
    reason: str
    by: Signature
    clause: Clause
