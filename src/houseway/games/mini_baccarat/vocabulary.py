"""The orders and facts that only Mini Baccarat has."""

from __future__ import annotations

from typing import ClassVar

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.fields import Count, OptionalPatron, PatronName, PersonName, RoundNumber, Word
from houseway.rulebook.document import Clause


class RevealHand(c.Command, frozen=True):
    """Turn up the unseen cards of a hand: the dealer, or the patron it was delivered to."""

    hand: Word
    cards: tuple[Card, ...]
    patron: OptionalPatron = ""
    sentence: ClassVar[str] = "expose the {hand} hand {cards:cards}[ by {patron}]"


class DeliverHand(c.Command, frozen=True):
    hand: Word
    patron: PatronName
    sentence: ClassVar[str] = "deliver the {hand} hand to {patron}"


class UseKeptCard(c.Command, frozen=True):
    """The card drawn in excess opens the round; it is named if it had not been seen."""

    card: Card | None = None
    sentence: ClassVar[str] = "use the kept card[ {card:card}]"


class SettlePairs(c.Command, frozen=True):
    sentence: ClassVar[str] = "settle the pairs"


class ApproveBothHands(c.Command, frozen=True):
    """Let a patron wager on Banker and Player together, for this round or several."""

    patron: PatronName
    rounds: Count = 1
    sentence: ClassVar[str] = "approve both hands for {patron}[ for {rounds:number} rounds]"


class AskNoBetCoup(c.Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "{patron} asks for a no-bet coup"


class AgreeNoBetCoup(c.Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "{patron} agrees to a no-bet coup"


class DirectNoBetCoup(c.Command, frozen=True):
    sentence: ClassVar[str] = "direct a no-bet coup"


class ConfirmReplacement(c.Command, frozen=True):
    sentence: ClassVar[str] = "confirm the check of the replacement cards"


class HandDelivered(e.Event, frozen=True):
    hand: str
    patron: str
    clause: Clause


class HandExposed(e.Event, frozen=True):
    hand: str
    cards: tuple[Card, ...]
    by: str
    clause: Clause


class KeptCardUsed(e.Event, frozen=True):
    card: Card | None
    to: str
    clause: Clause


class PairsSettled(e.Event, frozen=True):
    clause: Clause


class BothHandsApproved(e.Event, frozen=True):
    patron: str
    rounds: int
    clause: Clause


class NoBetCoupAsked(e.Event, frozen=True):
    patron: str
    clause: Clause


class NoBetCoupAgreed(e.Event, frozen=True):
    patron: str
    clause: Clause


class NoBetCoupBegun(e.RoundOpened, frozen=True):
    """A round that nobody may wager on."""


class LastRoundCalled(e.Event, frozen=True):
    clause: Clause


class ReplacementChecked(e.Event, frozen=True):
    by: str
    clause: Clause


# When something goes wrong


class ReportExcessCard(c.Command, frozen=True):
    """A card came out of the shoe that no hand was due; named if it was seen."""

    card: Card | None = None
    sentence: ClassVar[str] = "a card is drawn in excess[: {card:card}]"


class ReportCardToPlayer(c.Command, frozen=True):
    """A card was drawn to the Player hand in error; named if it was seen."""

    card: Card | None = None
    sentence: ClassVar[str] = "a card is drawn to player in error[: {card:card}]"


class ReportPlacementError(c.Command, frozen=True):
    sentence: ClassVar[str] = "cards were placed wrongly"


class RebuildRound(c.Command, frozen=True):
    """The cards of the round in the order they left the shoe; `??` for one not yet seen."""

    cards: tuple[Card | None, ...]
    sentence: ClassVar[str] = "rebuild the round from {cards:cards}"


class AuthoriseVoid(c.Command, frozen=True):
    sentence: ClassVar[str] = "authorise the void"


class KeepWagers(c.Command, frozen=True):
    patron: PatronName
    sentence: ClassVar[str] = "{patron} keeps the wagers"


class ResumeRound(c.Command, frozen=True):
    sentence: ClassVar[str] = "resume the round"


class PermitChanges(c.Command, frozen=True):
    sentence: ClassVar[str] = "permit changes of wagers"


class EndChanges(c.Command, frozen=True):
    sentence: ClassVar[str] = "end changes of wagers"


class ReportWrongExposure(c.Command, frozen=True):
    hand: Word
    person: PersonName
    sentence: ClassVar[str] = "the {hand} hand was exposed wrongly by {person}"


class ReportLaterError(c.Command, frozen=True):
    """An error of placement in an earlier round, found after the next one had begun."""

    round: RoundNumber
    sentence: ClassVar[str] = "an error is found in round {round:number}"


class ExcessCardKept(e.Event, frozen=True):
    """The card opens the next round. `from_layout`: it lay with the cards of this round."""

    card: Card | None
    from_layout: bool
    clause: Clause


class RoundHeld(e.Event, frozen=True):
    round: int
    clause: Clause


class RoundRebuilt(e.Event, frozen=True):
    """The hands as the order of the cards makes them; `drawn` are cards not on record before."""

    player: tuple[Card | None, ...]
    banker: tuple[Card | None, ...]
    drawn: tuple[Card | None, ...]
    clause: Clause


class WithdrawalOffered(e.Event, frozen=True):
    clause: Clause


class WagersKept(e.Event, frozen=True):
    patron: str
    clause: Clause


class WindowClosed(e.Event, frozen=True):
    clause: Clause


class ChangesPermitted(e.Event, frozen=True):
    clause: Clause


class RoundBecameNoBet(e.Event, frozen=True):
    clause: Clause


class WrongExposureFound(e.Event, frozen=True):
    hand: str
    person: str
    clause: Clause
