"""The orders and facts that only Three Card Baccarat has.

A hand is named `banker`, or by its playing area: `box 2`.
"""

from __future__ import annotations

from typing import ClassVar

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.fields import (
    BoxNumber,
    Count,
    DocumentName,
    OptionalPatron,
    PatronName,
    Text,
    WagerName,
    Word,
)
from houseway.rulebook.document import Clause

# People and areas


class TakeSeat(c.Command, frozen=True):
    patron: PatronName
    box: BoxNumber
    sentence: ClassVar[str] = "{patron} sits at box {box:number}"


class ApproveStandingPatron(c.Command, frozen=True):
    """Let a patron who stands cut and handle cards."""

    patron: PatronName
    sentence: ClassVar[str] = "approve the standing patron {patron}"


class RestrictArea(c.Command, frozen=True):
    """Let fewer than three patrons wager in an area."""

    box: BoxNumber
    patrons: Count
    sentence: ClassVar[str] = "restrict box {box:number} to {patrons:number} patrons"


class GiveUpArea(c.Command, frozen=True):
    """A patron who wagers in several areas gives one up to somebody without a seat."""

    patron: PatronName
    box: BoxNumber
    onto: WagerName
    sentence: ClassVar[str] = "{patron} gives up box {box:number} to {onto}"


class RefuseWager(c.Command, frozen=True):
    patron: PatronName
    wager: WagerName
    reason: Text
    box: BoxNumber = 0
    sentence: ClassVar[str] = (
        "refuse the wager of {patron} on {wager:words}[ in box {box:number}] because {reason:words}"
    )


class SeatTaken(e.Event, frozen=True):
    patron: str
    box: int
    clause: Clause


class StandingPatronApproved(e.Event, frozen=True):
    patron: str
    clause: Clause


class AreaRestricted(e.Event, frozen=True):
    box: int
    patrons: int
    clause: Clause


class AreaGivenUp(e.Event, frozen=True):
    patron: str
    box: int
    onto: str
    clause: Clause


class WagerRefused(e.Event, frozen=True):
    """The ground on which a wager on the layout was refused; its return is an event of its own."""

    patron: str
    wager: str
    box: int
    reason: str
    clause: Clause


# The coup


class ShuffleByHandFirst(c.Command, frozen=True):
    """A shuffle by hand before the cards go into the shuffling device."""

    sentence: ClassVar[str] = "shuffle by hand before loading"


class ExamineHand(c.Command, frozen=True):
    patron: PatronName
    box: BoxNumber
    sentence: ClassVar[str] = "{patron} looks at the hand in box {box:number}"


class RevealHand(c.Command, frozen=True):
    """Turn up the unseen cards of a hand: the patron entitled to it, or the dealer."""

    hand: Word
    cards: tuple[Card | None, ...]
    patron: OptionalPatron = ""
    sentence: ClassVar[str] = "turn up {hand:words}: {cards:cards}[ by {patron}]"


class HandShuffleLogged(e.Event, frozen=True):
    clause: Clause


class LastCoupAnnounced(e.Event, frozen=True):
    clause: Clause


class HandExamined(e.Event, frozen=True):
    patron: str
    box: int
    clause: Clause


class HandExposed(e.Event, frozen=True):
    box: int
    cards: tuple[Card, ...]
    by: str
    clause: Clause


class MarkerPlaced(e.Event, frozen=True):
    """The marker button lies on this Banker point total."""

    total: int
    clause: Clause


# When something goes wrong


class DeclareMisdeal(c.Command, frozen=True):
    """`cards` are out of the source and not on record; `??` for one that nobody has seen."""

    reason: Text
    cards: tuple[Card | None, ...] = ()
    sentence: ClassVar[str] = "declare a misdeal[ with {cards:cards} also out]: {reason:words}"


class ReportBankerCount(c.Command, frozen=True):
    count: Count
    sentence: ClassVar[str] = "the banker hand has {count:number} cards"


class ReportHandCount(c.Command, frozen=True):
    box: BoxNumber
    count: Count
    sentence: ClassVar[str] = "the hand in box {box:number} has {count:number} cards"


class ReportHandWithoutWager(c.Command, frozen=True):
    box: BoxNumber
    count: Count
    sentence: ClassVar[str] = (
        "box {box:number} was dealt {count:number} cards and contains no wager"
    )


class ReportError(c.Command, frozen=True):
    """An error in announcing the result or in settling the last coup."""

    sentence: ClassVar[str] = "an error in the result or the settlement is reported"


class RebuildHand(c.Command, frozen=True):
    """What a hand of the held coup really was."""

    hand: Word
    cards: tuple[Card | None, ...]
    sentence: ClassVar[str] = "rebuild {hand:words}: {cards:cards}"


class CorrectCoup(c.Command, frozen=True):
    sentence: ClassVar[str] = "correct the coup"


class AuthoriseVoid(c.Command, frozen=True):
    """Of one Player hand, or of the whole coup."""

    box: BoxNumber = 0
    sentence: ClassVar[str] = "authorise the void[ of box {box:number}]"


class BurnExposedCard(c.Command, frozen=True):
    """The card that would have been the first of the coup has been seen."""

    card: Card | None = None
    sentence: ClassVar[str] = "burn the exposed card {card:card}"


class PlayFaceUpCard(c.Command, frozen=True):
    """The next card of the coup lies face up in the source; it is dealt as if it did not."""

    card: Card | None = None
    sentence: ClassVar[str] = "the next card is face up: {card:card}"


class OrderDeviceCheck(c.Command, frozen=True):
    sentence: ClassVar[str] = "order the device emptied and checked"


class ReportNotCut(c.Command, frozen=True):
    sentence: ClassVar[str] = "the cards were not cut properly"


class ReportNotShuffled(c.Command, frozen=True):
    sentence: ClassVar[str] = "the cards were not shuffled after the cutting card"


class ReportMissingCard(c.Command, frozen=True):
    what: Text
    sentence: ClassVar[str] = "a card is found missing: {what:words}"


class Notify(c.Command, frozen=True):
    """Tell an office of a missing or foreign card: open to the house, not owed (reading 3C-19)."""

    office: Text
    sentence: ClassVar[str] = "notify {office:words} of the cards"


class CardsFoundOut(e.Event, frozen=True):
    """Cards out of the source that were not on record lie on the layout."""

    cards: tuple[Card | None, ...]
    clause: Clause


class HandCounted(e.Event, frozen=True):
    """A hand of another number than the record had; cards it lacks never left the source."""

    box: int
    count: int
    clause: Clause


class HandVoided(e.Event, frozen=True):
    box: int
    clause: Clause


class HandDiscarded(e.Event, frozen=True):
    """The cards dealt to an area without a wager, counted and put in the discard rack."""

    box: int
    count: int
    clause: Clause


class HandRebuilt(e.Event, frozen=True):
    box: int
    before: tuple[Card, ...]
    cards: tuple[Card, ...]
    clause: Clause


class CoupReleased(e.Event, frozen=True):
    round: int
    clause: Clause


class ExposedCardBurned(e.Event, frozen=True):
    card: Card
    clause: Clause


class FaceUpCardFound(e.Event, frozen=True):
    clause: Clause


class DeviceCheckOrdered(e.Event, frozen=True):
    clause: Clause


class ShuffleOwed(e.Event, frozen=True):
    """The coup is completed; then the cards are shuffled and cut."""

    clause: Clause


class CardsFoundWrong(e.Event, frozen=True):
    """A card is missing or foreign; results of completed coups stand."""

    what: str
    clause: Clause


class SourceVoided(e.Event, frozen=True):
    """What is left in the shoe or device is void; the decks are checked before they are used."""

    clause: Clause


class NotificationRecorded(e.Event, frozen=True):
    office: str
    clause: Clause


class ComplaintRightAdvised(e.Event, frozen=True):
    """The person was told of the right to complain to an inspector."""

    dispute: int
    clause: Clause


# The game in play


class ChangeGame(c.Command, frozen=True):
    """From or to Even Money Three Card Baccarat; `game` is the one to be played."""

    game: DocumentName
    sentence: ClassVar[str] = "change the game to {game:words}"


class ConsentToGame(c.Command, frozen=True):
    """A patron who takes part agrees that another game be played."""

    patron: PatronName
    game: DocumentName
    sentence: ClassVar[str] = "{patron} consents to {game:words}"


class ConsentGiven(e.Event, frozen=True):
    patron: str
    game: str
    clause: Clause
