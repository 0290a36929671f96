"""The facts that several games share: noun, past participle, and the clause that made it so."""

from __future__ import annotations

from msgspec import Struct

from houseway.equipment.cards import Card
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role


class Event(Struct, frozen=True, gc=False, tag=True):
    """A fact. It is applied, today or on replay, and never refused."""


# People and chips


class PatronJoined(Event, frozen=True):
    patron: str
    clause: Clause


class PatronLeft(Event, frozen=True):
    patron: str
    clause: Clause


class ChipsBrought(Event, frozen=True):
    patron: str
    amount: int
    clause: Clause


# Preparing the cards


class CardsChecked(Event, frozen=True):
    by: str
    clause: Clause


class CardsShuffled(Event, frozen=True):
    """`kind`: by hand, pre-shuffled, riffle."""

    kind: str
    clause: Clause


class RiffleAsked(Event, frozen=True):
    patron: str
    clause: Clause


class RiffleApproved(Event, frozen=True):
    clause: Clause


class CutDeclined(Event, frozen=True):
    patron: str
    clause: Clause


class CardsCut(Event, frozen=True):
    by: str
    position: int
    clause: Clause


class CuttingCardPlaced(Event, frozen=True):
    behind: int
    clause: Clause


class CardBurned(Event, frozen=True):
    card: Card | None
    still_to_burn: int
    clause: Clause


class ShuffleOrdered(Event, frozen=True):
    clause: Clause


class CardsReplaced(Event, frozen=True):
    cards: tuple[Card, ...]
    clause: Clause


class CuttingCardAppeared(Event, frozen=True):
    clause: Clause


# Wagers


class RoundOpened(Event, frozen=True):
    """A round begins for the people at the table; it has its number from here on."""

    round: int
    clause: Clause


class BettingOpened(RoundOpened, frozen=True):
    """Wagers may be placed."""


class BettingClosed(Event, frozen=True):
    clause: Clause


class WagerPlaced(Event, frozen=True):
    patron: str
    wager: str
    amount: int
    box: int
    clause: Clause


class WagerChanged(Event, frozen=True):
    patron: str
    wager: str
    before: int
    amount: int
    box: int
    clause: Clause


class WagerMoved(Event, frozen=True):
    patron: str
    wager: str
    onto: str
    amount: int
    box: int
    clause: Clause


class BelowMinimumAdvised(Event, frozen=True):
    patron: str
    wager: str
    minimum: int
    clause: Clause


class AboveMaximumNoted(Event, frozen=True):
    patron: str
    wager: str
    maximum: int
    clause: Clause


class Settlement(Event, frozen=True):
    """What became of one wager: `stake` = `collected` + `returned`, and `paid` comes on top."""

    patron: str
    wager: str
    box: int
    stake: int
    paid: int
    collected: int
    returned: int
    clauses: tuple[Clause, ...]


class WagerPaid(Settlement, frozen=True):
    """Won: winnings paid, stake returned."""


class WagerCollected(Settlement, frozen=True):
    """Lost: collected, but for what lay above the maximum."""


class WagerStoodOff(Settlement, frozen=True):
    """Neither won nor lost: returned."""


class WagerVoided(Settlement, frozen=True):
    """Void: returned as if it had never been placed."""


class WagerWithdrawn(Settlement, frozen=True):
    """Taken back by its owner where the rules allow it."""


class WagerForfeited(Settlement, frozen=True):
    """Kept by the house under a sanction."""


class SettlementReversed(Event, frozen=True):
    """A settlement of `round` undone: the patron gives `paid` back and gets `collected` back.

    `shortfall` is what a patron whose chips are counted could not give back (reading G9); below
    nothing, what is made up for of an earlier one.
    """

    round: int
    patron: str
    wager: str
    box: int
    stake: int
    paid: int
    collected: int
    shortfall: int
    clauses: tuple[Clause, ...]


AnySettlement = (
    WagerPaid | WagerCollected | WagerStoodOff | WagerVoided | WagerWithdrawn | WagerForfeited
)


class SettlementUndone(Event, frozen=True):
    """A settlement of this round taken back to be made again: the wager lies on the layout anew.

    `shortfall` is what a patron whose chips are counted could not give back (reading G9).
    """

    settlement: AnySettlement
    clause: Clause
    shortfall: int = 0


class SettlementCorrected(Event, frozen=True):
    """What became of one wager of `round`, settled wrongly, and what becomes of it now.

    `shortfall` is what a patron whose chips are counted could not give back (reading G9); below
    nothing, what is made up for of an earlier one.
    """

    round: int
    before: AnySettlement
    after: AnySettlement
    shortfall: int
    clause: Clause


RESULT_OF: dict[type[Settlement], str] = {
    WagerPaid: "won",
    WagerCollected: "lost",
    WagerStoodOff: "stood off",
    WagerVoided: "void",
    WagerWithdrawn: "withdrawn",
    WagerForfeited: "forfeited",
}


# The round


class CardDealt(Event, frozen=True):
    card: Card | None
    to: str
    clause: Clause


class ResultAnnounced(Event, frozen=True):
    result: str
    hands: dict[str, str]
    clause: Clause


class ResultCorrected(Event, frozen=True):
    """The result of `round` as it should have been announced."""

    round: int
    result: str
    hands: dict[str, str]
    clause: Clause


class RoundVoided(Event, frozen=True):
    """`round` is the one voided: the present one, or an earlier one by its number."""

    round: int
    reason: str
    clause: Clause


class RoundEnded(Event, frozen=True):
    round: int
    clause: Clause


# General provisions


class BreachLogged(Event, frozen=True):
    person: str
    what: str
    clause: Clause


class PatronExcluded(Event, frozen=True):
    """`office` is who decided it: nobody below that office lifts it."""

    patron: str
    clause: Clause
    office: Role | None = None


class DetentionRecorded(Event, frozen=True):
    """Detained with a prohibited device, until an inspector or a police officer takes over."""

    person: str
    clause: Clause


class HandoverRecorded(Event, frozen=True):
    person: str
    to: str
    clause: Clause


class PatronReadmitted(Event, frozen=True):
    patron: str
    clause: Clause


class SeatVacated(Event, frozen=True):
    patron: str
    clause: Clause


class DisputeRaised(Event, frozen=True):
    dispute: int
    patron: str
    claim: str
    clause: Clause


class DisputeDecided(Event, frozen=True):
    dispute: int
    decision: str
    clause: Clause


class ReviewAsked(Event, frozen=True):
    dispute: int
    clause: Clause


class ReviewRecorded(Event, frozen=True):
    dispute: int
    outcome: str
    clause: Clause


# Calls and irregularities that several documents have


class BoxTaken(Event, frozen=True):
    """From now on the numbered box belongs to this patron."""

    patron: str
    box: int
    clause: Clause


class CasinoExclusionRecorded(Event, frozen=True):
    patron: str
    order: str
    clause: Clause


class ComplaintAdvised(Event, frozen=True):
    """The person was told of the right to complain to an inspector."""

    dispute: int
    clause: Clause


class CoupHeld(Event, frozen=True):
    round: int
    clause: Clause


class ExcessCardKept(Event, frozen=True):
    """The card opens the next round. `from_layout`: it lay with the cards of this round."""

    card: Card | None
    from_layout: bool
    clause: Clause


class KeptCardUsed(Event, frozen=True):
    card: Card | None
    to: str
    clause: Clause


class LastRoundCalled(Event, frozen=True):
    clause: Clause


class NoBetCoupAgreed(Event, frozen=True):
    patron: str
    clause: Clause


class NoBetCoupBegun(RoundOpened, frozen=True):
    """A round that nobody may wager on."""


class NoMoreBetsCalled(Event, frozen=True):
    """A call, not a lock: only the first card locks the wagers (reading A-07)."""

    clause: Clause


class NoWagerConfirmed(Event, frozen=True):
    """The patron sits this round out; the log keeps it for the Director."""

    patron: str
    clause: Clause


class RackReturned(Event, frozen=True):
    clause: Clause


class ReplacementChecked(Event, frozen=True):
    by: str
    clause: Clause


class RoundHeld(Event, frozen=True):
    round: int
    clause: Clause


class WagersKept(Event, frozen=True):
    patron: str
    clause: Clause


class WithdrawalOffered(Event, frozen=True):
    clause: Clause
