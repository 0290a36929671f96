"""The events that several games share: noun, past participle, and the clause that made it so."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from houseway.equipment.cards import Card
from houseway.games.fields import StoredCents
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role


class Raises(Struct, frozen=True):
    """An alert that an event raises: its kind, its text, and what exactly it is about.

    Both texts name fields of the event: `dispute {dispute} of {patron}`.
    """

    kind: str
    text: str
    about: str = ""


class Event(Struct, frozen=True, gc=False, tag=True):
    """Something that happened. It is applied, today or on replay, and never refused.

    `title`: what it is called on screens; by default the name under which it is stored, in words.
    `raises`: the alert that someone in charge must see. `ends`: the alerts whose cause is over
    with it, each by its kind and what it is about ("": anything of that kind). `public`: everybody
    at the table is told it, and there is no hidden card and no sealed wager in it. `admits`: the
    fields that name the persons who take part by it. `aborts`: what was dealt counts no more, so
    that at a virtual table two persons decide it, and a check of the deal names them.
    """

    title: ClassVar[str] = ""
    raises: ClassVar[Raises | None] = None
    ends: ClassVar[tuple[tuple[str, str], ...]] = ()
    public: ClassVar[bool] = False
    admits: ClassVar[tuple[str, ...]] = ()
    aborts: ClassVar[bool] = False


class Ruled(Event, frozen=True):
    """An event that says only the clause that made it so."""

    clause: Clause


class RuledOnPatron(Event, frozen=True):
    """An event that says only whom it is about, and the clause that made it so."""

    patron: str
    clause: Clause


# People and chips


class PatronJoined(RuledOnPatron, frozen=True):
    admits = ("patron",)


class PatronLeft(RuledOnPatron, frozen=True): ...


class ChipsBrought(Event, frozen=True):
    patron: str
    amount: StoredCents
    clause: Clause
    admits = ("patron",)


# Preparing the cards


DECK_CHECKER = "deck-checking device"


class CardsChecked(Event, frozen=True):
    """`identifiers`: of the cards, and of the device that checked them, by the table's register.

    `finding`: what the check brought to light; empty where every card is as it should be.
    """

    by: str
    clause: Clause
    identifiers: tuple[str, ...] = ()
    finding: str = ""

    @property
    def by_device(self) -> bool:
        return self.by == DECK_CHECKER


class CardsShuffled(Event, frozen=True):
    """`kind`: by hand, pre-shuffled, riffle."""

    kind: str
    clause: Clause


class RiffleAsked(RuledOnPatron, frozen=True): ...


class RiffleApproved(Ruled, frozen=True): ...


class CutDeclined(RuledOnPatron, frozen=True): ...


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


class ShuffleOrdered(Ruled, frozen=True):
    reason: str = ""


class CardsReplaced(Event, frozen=True):
    cards: tuple[Card, ...]
    clause: Clause


class CuttingCardAppeared(Ruled, frozen=True): ...


# Wagers


class RoundOpened(Event, frozen=True):
    """A round begins for the people at the table; it has its number from here on."""

    round: int
    clause: Clause


class BettingOpened(RoundOpened, frozen=True):
    """Wagers may be placed."""


class NoBetCoupBegun(RoundOpened, frozen=True):
    """A round that nobody may wager on."""


class NonBettingRoundBegun(RoundOpened, frozen=True):
    """A round that nobody may wager on."""


class NoRoundBegun(Event, frozen=True):
    """Betting ended without a wager: the round that it was for does not begin."""

    round: int
    clause: Clause


class BettingClosed(Ruled, frozen=True): ...


class WagerPlaced(Event, frozen=True):
    patron: str
    wager: str
    amount: StoredCents
    box: int
    clause: Clause
    admits = ("patron",)


class WagerChanged(Event, frozen=True):
    patron: str
    wager: str
    before: StoredCents
    amount: StoredCents
    box: int
    clause: Clause

    @property
    def admits(self) -> tuple[str, ...]:  # type: ignore[override]
        """A stake is taken back in part by anybody."""
        return ("patron",) if self.amount > self.before else ()


class WagerMoved(Event, frozen=True):
    patron: str
    wager: str
    onto: str
    amount: StoredCents
    box: int
    clause: Clause
    admits = ("patron",)


class BelowMinimumAdvised(Event, frozen=True):
    patron: str
    wager: str
    minimum: StoredCents
    clause: Clause
    raises = Raises(
        "limits", "{patron} has less on {wager} than the minimum of {minimum}", "{patron} {wager}"
    )


class AboveMaximumNoted(Event, frozen=True):
    patron: str
    wager: str
    maximum: StoredCents
    clause: Clause
    raises = Raises(
        "limits", "{patron} has more on {wager} than the maximum of {maximum}", "{patron} {wager}"
    )


class Settlement(Event, frozen=True):
    """What became of one wager: `stake` = `collected` + `returned`, and `paid` comes on top."""

    patron: str
    wager: str
    box: int
    stake: StoredCents
    paid: StoredCents
    collected: StoredCents
    returned: StoredCents
    clauses: tuple[Clause, ...]
    public = True


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
    stake: StoredCents
    paid: StoredCents
    collected: StoredCents
    shortfall: StoredCents
    clauses: tuple[Clause, ...]
    public = True


AnySettlement = (
    WagerPaid | WagerCollected | WagerStoodOff | WagerVoided | WagerWithdrawn | WagerForfeited
)


class SettlementUndone(Event, frozen=True):
    """A settlement of this round taken back to be made again: the wager lies on the layout again.

    `shortfall` is what a patron whose chips are counted could not give back (reading G9).
    """

    settlement: AnySettlement
    clause: Clause
    shortfall: StoredCents = 0
    public = True


class SettlementCorrected(Event, frozen=True):
    """What became of one wager of `round`, settled wrongly, and what becomes of it now.

    `shortfall` is what a patron whose chips are counted could not give back (reading G9); below
    nothing, what is made up for of an earlier one.
    """

    round: int
    before: AnySettlement
    after: AnySettlement
    shortfall: StoredCents
    clause: Clause
    public = True


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
    public = True


class ResultCorrected(Event, frozen=True):
    """The result of `round` as it should have been announced."""

    round: int
    result: str
    hands: dict[str, str]
    clause: Clause
    public = True


class RoundVoided(Event, frozen=True):
    """`round` is the one voided: the present one, or an earlier one by its number."""

    round: int
    reason: str
    clause: Clause
    raises = Raises("void", "round {round} is void: {reason}", "{round}")
    ends = (("limits", ""), ("void", ""), ("held", ""))
    public = True
    aborts = True


class RoundEnded(Event, frozen=True):
    round: int
    clause: Clause
    ends = (("limits", ""), ("void", ""), ("held", ""))
    public = True


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
    public = True


class DetentionRecorded(Event, frozen=True):
    """Detained with a prohibited device, until an inspector or a police officer takes over."""

    person: str
    clause: Clause


class HandoverRecorded(Event, frozen=True):
    person: str
    to: str
    clause: Clause


class PatronReadmitted(RuledOnPatron, frozen=True):
    public = True


class SeatVacated(RuledOnPatron, frozen=True): ...


class DisputeRaised(Event, frozen=True):
    dispute: int
    patron: str
    claim: str
    clause: Clause
    raises = Raises("dispute", "dispute {dispute} of {patron}: {claim}", "{dispute}")


class DisputeDecided(Event, frozen=True):
    dispute: int
    decision: str
    clause: Clause
    ends = (("dispute", "{dispute}"),)
    public = True


class ReviewAsked(Event, frozen=True):
    dispute: int
    clause: Clause
    raises = Raises("review", "dispute {dispute} still needs a review", "{dispute}")


class ReviewRecorded(Event, frozen=True):
    dispute: int
    outcome: str
    clause: Clause
    ends = (("review", "{dispute}"),)


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
    raises = Raises("held", "round {round} is held")


class ExcessCardKept(Event, frozen=True):
    """The card opens the next round. `from_layout`: it lay with the cards of this round."""

    card: Card | None
    from_layout: bool
    clause: Clause


class KeptCardUsed(Event, frozen=True):
    card: Card | None
    to: str
    clause: Clause


class LastRoundCalled(Ruled, frozen=True): ...


class NoBetCoupAgreed(RuledOnPatron, frozen=True): ...


class NoMoreBetsCalled(Ruled, frozen=True):
    """A call, not a lock: only the first card locks the wagers (reading A-07)."""


class NoWagerConfirmed(RuledOnPatron, frozen=True):
    """The patron sits this round out; the log keeps it for the Director."""


class RackReturned(Ruled, frozen=True): ...


class ReplacementChecked(Event, frozen=True):
    by: str
    clause: Clause


class RoundHeld(Event, frozen=True):
    round: int
    clause: Clause
    raises = Raises("held", "round {round} is held")


class WagersKept(RuledOnPatron, frozen=True): ...


class WithdrawalOffered(Ruled, frozen=True): ...
