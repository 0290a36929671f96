"""The orders and facts of a promotion: its register, terms, the Authority, and its integrity.

Entries and the draw, and claims, have theirs in files of their own. A person is named by the
register's reference alone. A fact names the clauses it rests on, one for each document covered.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from houseway.games.events import Event
from houseway.games.fields import (
    Cents,
    DocumentName,
    Hex,
    Number,
    OptionalReference,
    OptionalText,
    Reference,
    StoredCents,
    StoredMoment,
    StoredReference,
    StoredText,
    Text,
    Word,
)
from houseway.promotion.terms import (
    Conditions,
    IntegrityCommand,
    PromotionCommand,
    TermsCommand,
    WinnerCommand,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Signature

Clauses = tuple[Clause, ...]


# The register of promotions, and the terms and conditions


class RegisterPromotion(PromotionCommand, frozen=True):
    """Enter a promotion in connection with gaming under these documents into the register.

    `award`: "draw" or "chance"; a reward that does not depend on either is no promotional prize.
    """

    name: Text
    documents: tuple[DocumentName, ...]
    award: Word = "draw"
    sentence = "register {name:words} under {documents:names}[ awarded by {award:words}]"
    title = "Register a promotion"


class PrescribeItems(TermsCommand, frozen=True):
    """The items and services that the regulations exclude at present."""

    items: tuple[Text, ...]
    sentence = "prescribe {items:names}"
    title = "Prescribe items"


class SetConditions(TermsCommand, frozen=True):
    """Write the conditions, or write them again, before the promotion has started."""

    conditions: Conditions
    sentence = "set the conditions"


class PublishConditions(TermsCommand, frozen=True):
    """Make the conditions readily available: in the casino, or by other appropriate means.

    `commitment` is for the house: the hash of the seed that it makes for an electronic draw.
    """

    where: tuple[Text, ...]
    commitment: Hex = ""
    sentence = "publish the conditions by {where:names}"


class FileMaterial(TermsCommand, frozen=True):
    """Put marketing material on file, with its reference to the terms and conditions."""

    material: Text
    refers: OptionalText = ""
    sentence = "file {material:words}[ referring to {refers:words}]"
    title = "File material"


class PromotionRegistered(Event, frozen=True):
    """`editions` are the ids of the documents' editions, `contents` the hashes of their clauses.

    `scheme` is how an electronic draw finds its winners (see `lottery`).
    """

    name: str
    documents: tuple[str, ...]
    editions: tuple[str, ...]
    contents: tuple[str, ...]
    award: str
    by: Signature
    clauses: Clauses
    scheme: int = 1


class ItemsPrescribed(Event, frozen=True):
    items: tuple[str, ...]
    by: Signature
    clauses: Clauses


class ConditionsSet(Event, frozen=True):
    version: int
    conditions: Conditions
    by: Signature
    clauses: Clauses


class ConditionsPublished(Event, frozen=True):
    version: int
    where: tuple[str, ...]
    by: Signature
    clauses: Clauses


class MaterialFiled(Event, frozen=True):
    material: str
    refers: str
    by: Signature
    clauses: Clauses


# The Authority


class Approval(Struct, frozen=True):
    """The Authority's approval of an amendment: its reference, who gave it, and when."""

    reference: StoredReference
    approver: StoredText
    at_us: StoredMoment


class NotifyAuthority(PromotionCommand, frozen=True):
    """The full details of the conditions go to the Authority now."""

    means: Text
    sentence = "notify the Authority by {means:words}"


class StartPromotion(PromotionCommand, frozen=True):
    sentence = "start the promotion"


class AmendConditions(TermsCommand, frozen=True):
    """Change the conditions after the commencement, as the Authority has approved."""

    conditions: Conditions
    approval: Approval | None = None
    sentence = "amend the conditions"


class ClosePromotion(PromotionCommand, frozen=True):
    sentence = "close the promotion"


class AuthorityNotified(Event, frozen=True):
    version: int
    means: str
    by: Signature
    clauses: Clauses


class PromotionStarted(Event, frozen=True):
    version: int
    by: Signature
    clauses: Clauses


class ConditionsAmended(Event, frozen=True):
    version: int
    conditions: Conditions
    approval: Approval
    by: Signature
    clauses: Clauses


class PromotionClosed(Event, frozen=True):
    by: Signature
    clauses: Clauses


# Integrity


class PostponeFor(IntegrityCommand, frozen=True):
    """Postpone the promotion or the draw until its integrity is validated."""

    what: Text
    reason: Text
    sentence = "postpone the {what} because {reason:words}"
    title = "Postpone the promotion or the draw"


class CancelFor(IntegrityCommand, frozen=True):
    """Cancel the draw because its integrity is compromised."""

    what: Text
    reason: Text
    sentence = "cancel the {what} because {reason:words}"
    title = "Cancel the promotion or the draw"


class ValidateIntegrity(IntegrityCommand, frozen=True):
    how: Text
    sentence = "validate the integrity: {how:words}"


class NotifyInspectorate(IntegrityCommand, frozen=True):
    means: Text
    sentence = "notify the inspectorate by {means:words}"


class IntegrityCompromised(Event, frozen=True):
    """`what`: promotion or draw; `remedy`: postponed or cancelled."""

    what: str
    remedy: str
    reason: str
    by: Signature
    clauses: Clauses


class IntegrityValidated(Event, frozen=True):
    how: str
    by: Signature
    clauses: Clauses


class InspectorateNotified(Event, frozen=True):
    means: str
    by: Signature
    clauses: Clauses


# The orders and facts of winners, claims and disputes; people are named by reference alone.

# Winners and claims


class Payment(Struct, frozen=True):
    """One part of what is paid: `payee` is a reference, and only the winner's own is good."""

    means: Literal["cash", "crossed cheque", "electronic transfer"]
    amount: Cents
    payee: OptionalReference = ""


class NotifyWinner(WinnerCommand, frozen=True):
    """An attempt to reach a winner: how, where or through what, and whether it succeeded."""

    winner: Number
    method: Text
    detail: Text
    reached: bool = False
    sentence = "notify winner {winner:number} by {method} at {detail:words}"


class OfferCash(WinnerCommand, frozen=True):
    """Give a winner the option of cash that the terms do not state."""

    winner: Number
    amount: Cents
    sentence = "offer winner {winner:number} {amount:money} in cash instead"
    title = "Offer a winner cash instead"


class ClaimPrize(WinnerCommand, frozen=True):
    """Someone claims a prize of the list, as it is or as cash, paid in the parts chosen."""

    person: Reference
    prize: Text
    cash_instead: bool = False
    payments: tuple[Payment, ...] = ()
    sentence = "claim {prize:words} for {person}"
    title = "Claim a prize"


class AwardPrize(WinnerCommand, frozen=True):
    """Hand over what was claimed."""

    claim: Number
    sentence = "award claim {claim:number}"


class RefuseClaim(WinnerCommand, frozen=True):
    """Refuse a claim, with the register's receipt for the claimant's name and address."""

    claim: Number
    reason: Text
    kept: OptionalText = ""
    sentence = "refuse claim {claim:number} because {reason:words}[ keeping {kept}]"


class TellReasons(WinnerCommand, frozen=True):
    claim: Number
    means: Text
    sentence = "tell the reasons of claim {claim:number} by {means:words}"
    title = "Tell the reasons for a refusal"


class WinnerNotified(Event, frozen=True):
    winner: int
    method: str
    detail: str
    reached: bool
    by: Signature
    clauses: Clauses


class CashOffered(Event, frozen=True):
    winner: int
    amount: StoredCents
    by: Signature
    clauses: Clauses


class PrizeClaimed(Event, frozen=True):
    """`winner` 0: nobody drawn. `value` is the prize's, or the cash that is taken instead."""

    claim: int
    person: str
    winner: int
    prize: str
    value: StoredCents
    cash_instead: bool
    payments: tuple[Payment, ...]
    by: Signature
    clauses: Clauses


class PrizeAwarded(Event, frozen=True):
    claim: int
    by: Signature
    clauses: Clauses


class ClaimRefused(Event, frozen=True):
    claim: int
    reason: str
    kept: str
    by: Signature
    clauses: Clauses


class RefusalAsked(Event, frozen=True):
    """One person would refuse the claim of a winner; another person does."""

    claim: int
    reason: str
    by: Signature
    clauses: Clauses


class ReasonsTold(Event, frozen=True):
    claim: int
    means: str
    by: Signature
    clauses: Clauses


# Disputes


class DisputeTerms(IntegrityCommand, frozen=True):
    person: Reference
    about: Text
    sentence = "dispute for {person}: {about:words}"
    title = "Enter a dispute"


class DecideTermsDispute(IntegrityCommand, frozen=True):
    """The operator's decision, which is final, and whether the person is satisfied."""

    dispute: Number
    decision: Text
    satisfied: bool = False
    sentence = "decide dispute {dispute:number}: {decision:words}"


class AdviseOfComplaint(IntegrityCommand, frozen=True):
    """Tell the person of the right to complain to an inspector."""

    dispute: Number
    sentence = "advise of the right to complain in dispute {dispute:number}"
    title = "Advise of the right to complain"


class TermsDisputed(Event, frozen=True):
    dispute: int
    person: str
    about: str
    by: Signature
    clauses: Clauses


class TermsDisputeDecided(Event, frozen=True):
    dispute: int
    decision: str
    satisfied: bool
    by: Signature
    clauses: Clauses


class ComplaintRightAdvised(Event, frozen=True):
    dispute: int
    advice: str
    by: Signature
    clauses: Clauses
