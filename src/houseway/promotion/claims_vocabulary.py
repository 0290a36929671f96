"""The orders and facts of winners, claims and disputes; people are named by reference alone."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from houseway.games.events import Event
from houseway.games.fields import (
    Cents,
    Number,
    OptionalReference,
    OptionalText,
    Reference,
    StoredCents,
    Text,
)
from houseway.promotion.groups import IntegrityCommand, WinnerCommand
from houseway.promotion.vocabulary import Clauses
from houseway.rulebook.persons import Signature

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
