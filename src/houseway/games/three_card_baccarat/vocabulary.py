"""The orders and facts that only Three Card Baccarat has.

A hand is named `banker`, or by its playing area: `box 2`.
"""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import events as e
from houseway.games.base_commands import (
    IrregularityCommand,
    PreparingCommand,
    RoundCommand,
    SeatCommand,
    WagerCommand,
)
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


class TakeSeat(SeatCommand, frozen=True):
    patron: PatronName
    box: BoxNumber
    sentence = "{patron} sits at box {box:number}"
    title = "A patron takes a seat"
    own_title = "Take a seat"
    takes_box = True


class ApproveStandingPatron(SeatCommand, frozen=True):
    """Let a patron who stands cut and handle cards."""

    patron: PatronName
    sentence = "approve the standing patron {patron}"
    title = "Approve a standing patron"


class RestrictArea(SeatCommand, frozen=True):
    """Let fewer than three patrons wager in an area."""

    box: BoxNumber
    patrons: Count
    sentence = "restrict box {box:number} to {patrons:number} patrons"
    title = "Restrict the patrons of a box"


class GiveUpArea(SeatCommand, frozen=True):
    """A patron who wagers in several areas gives one up to someone without a seat."""

    patron: PatronName
    box: BoxNumber
    onto: WagerName
    sentence = "{patron} gives up box {box:number} to {onto}"
    title = "A patron gives up a box"


class RefuseWager(WagerCommand, frozen=True):
    patron: PatronName
    wager: WagerName
    reason: Text
    box: BoxNumber = 0
    sentence = (
        "refuse the wager of {patron} on {wager:words}[ in box {box:number}] because {reason:words}"
    )
    title = "Refuse a wager"


class SeatTaken(e.Event, frozen=True):
    patron: str
    box: int
    clause: Clause


class StandingPatronApproved(e.RuledOnPatron, frozen=True): ...


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


class ShuffleByHandFirst(PreparingCommand, frozen=True):
    """A shuffle by hand before the cards go into the shuffling device."""

    sentence = "shuffle by hand before loading"


class ExamineHand(RoundCommand, frozen=True):
    patron: PatronName
    box: BoxNumber
    sentence = "{patron} looks at the hand in box {box:number}"
    own_title = "Look at the hand"


class RevealHand(RoundCommand, frozen=True):
    """Turn up the unseen cards of a hand: the patron entitled to it, or the dealer."""

    hand: Word
    cards: tuple[Card | None, ...]
    patron: OptionalPatron = ""
    sentence = "turn up {hand:words}: {cards:cards}[ by {patron}]"
    own_title = "Reveal the hand"


class HandShuffleLogged(e.Ruled, frozen=True): ...


class LastCoupAnnounced(e.Ruled, frozen=True): ...


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


class DeclareMisdeal(IrregularityCommand, frozen=True):
    """Cards that have left the source and are not on record; ?? for one that nobody has seen."""

    reason: Text
    cards: tuple[Card | None, ...] = ()
    sentence = "declare a misdeal[ with {cards:cards} also out]: {reason:words}"


class ReportBankerCount(IrregularityCommand, frozen=True):
    count: Count
    sentence = "the banker hand has {count:number} cards"
    title = "The banker hand has a wrong number of cards"


class ReportHandCount(IrregularityCommand, frozen=True):
    box: BoxNumber
    count: Count
    sentence = "the hand in box {box:number} has {count:number} cards"
    title = "A hand has a wrong number of cards"


class ReportHandWithoutWager(IrregularityCommand, frozen=True):
    box: BoxNumber
    count: Count
    sentence = "box {box:number} was dealt {count:number} cards and contains no wager"
    title = "A box without a wager was dealt cards"


class ReportError(IrregularityCommand, frozen=True):
    """An error in announcing the result or in settling the last coup."""

    sentence = "an error in the result or the settlement is reported"


class RebuildHand(IrregularityCommand, frozen=True):
    """What a hand of the held coup really was."""

    hand: Word
    cards: tuple[Card | None, ...]
    sentence = "rebuild {hand:words}: {cards:cards}"


class CorrectCoup(IrregularityCommand, frozen=True):
    sentence = "correct the coup"


class AuthoriseVoid(IrregularityCommand, frozen=True):
    """Of one Player hand, or of the whole coup."""

    box: BoxNumber = 0
    sentence = "authorise the void[ of box {box:number}]"


class BurnExposedCard(IrregularityCommand, frozen=True):
    """The card that would have been the first of the coup has been seen."""

    card: Card | None = None
    sentence = "burn the exposed card {card:card}"


class PlayFaceUpCard(IrregularityCommand, frozen=True):
    """The next card of the coup lies face up in the source; it is dealt as if it did not."""

    card: Card | None = None
    sentence = "the next card is face up: {card:card}"


class OrderDeviceCheck(IrregularityCommand, frozen=True):
    sentence = "order the device emptied and checked"


class ReportNotCut(IrregularityCommand, frozen=True):
    sentence = "the cards were not cut properly"


class ReportNotShuffled(IrregularityCommand, frozen=True):
    sentence = "the cards were not shuffled after the cutting card"


class ReportMissingCard(IrregularityCommand, frozen=True):
    what: Text
    sentence = "a card is found missing: {what:words}"


class Notify(IrregularityCommand, frozen=True):
    """Notify someone of a missing or foreign card: open to the house, not owed (reading 3C-19)."""

    office: Text
    sentence = "notify {office:words} of the cards"
    title = "Send a notification"


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
    aborts = True


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
    ends = (("held", ""),)


class ExposedCardBurned(e.Event, frozen=True):
    card: Card
    clause: Clause


class FaceUpCardFound(e.Ruled, frozen=True): ...


class DeviceCheckOrdered(e.Ruled, frozen=True): ...


class ShuffleOwed(e.Ruled, frozen=True):
    """The coup is completed; then the cards are shuffled and cut."""


class CardsFoundWrong(e.Event, frozen=True):
    """A card is missing or foreign; results of completed coups stand."""

    what: str
    clause: Clause


class SourceVoided(e.Ruled, frozen=True):
    """What is left in the shoe or device is void; the decks are checked before they are used."""

    aborts = True


class NotificationRecorded(e.Event, frozen=True):
    office: str
    clause: Clause


class ComplaintRightAdvised(e.Event, frozen=True):
    """The person was told of the right to complain to an inspector."""

    dispute: int
    clause: Clause


# The game in play


class ChangeGame(RoundCommand, frozen=True):
    """Change to or from Even Money Three Card Baccarat. Choose the game to play next."""

    game: DocumentName
    sentence = "change the game to {game:words}"


class ConsentToGame(RoundCommand, frozen=True):
    """A patron who takes part agrees that another game be played."""

    patron: PatronName
    game: DocumentName
    sentence = "{patron} consents to {game:words}"
    title = "A patron consents to a game"
    own_title = "Consent to a game"


class ConsentGiven(e.Event, frozen=True):
    patron: str
    game: str
    clause: Clause
