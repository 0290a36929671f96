"""The orders and facts that only Casino War has."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import events as e
from houseway.games.base_commands import (
    IrregularityCommand,
    PreparingCommand,
    RoundCommand,
    WagerCommand,
)
from houseway.games.fields import BoxNumber, Cents, PatronName, Word
from houseway.rulebook.document import Clause

# The cards


class UseMultishuffler(PreparingCommand, frozen=True):
    sentence = "shuffle with the multishuffler"


class ShuffleByHandFirst(PreparingCommand, frozen=True):
    """Before the cards go into the shuffling device."""

    sentence = "shuffle by hand before the device"


class RefillFromRack(RoundCommand, frozen=True):
    """No card is left: those in the rack are shuffled to finish the round."""

    sentence = "take the rack to finish the round"


class OrderCheck(PreparingCommand, frozen=True):
    sentence = "order a check of the cards"


class ShuffledByHandFirst(e.Ruled, frozen=True): ...


class RefillBegun(e.Ruled, frozen=True): ...


class CuttingCardCame(e.CuttingCardAppeared, frozen=True):
    """`to` is where the next card was due: a box, the dealer, or nothing between rounds."""

    to: str


class CheckOrdered(e.Ruled, frozen=True): ...


# Playing areas


class TakePlace(WagerCommand, frozen=True):
    """Where a patron sits; a first wager says the same."""

    patron: PatronName
    box: BoxNumber
    sentence = "{patron} sits at box {box:number}"
    title = "A patron takes a place"
    own_title = "Take a place"
    takes_box = True


class ReserveAreas(WagerCommand, frozen=True):
    patron: PatronName
    boxes: tuple[BoxNumber, ...]
    sentence = "reserve boxes {boxes:numbers} for {patron}"
    title = "Reserve boxes for a patron"


class ReleaseAreas(WagerCommand, frozen=True):
    patron: PatronName
    sentence = "release the boxes of {patron}"


class RequireArea(WagerCommand, frozen=True):
    """A patron with several playing areas gives one up for others who wait."""

    patron: PatronName
    box: BoxNumber
    sentence = "require {patron} to give up box {box:number}"
    title = "Require a patron to give up a box"


class PlaceTaken(e.Event, frozen=True):
    patron: str
    box: int
    clause: Clause


class AreasReserved(e.Event, frozen=True):
    patron: str
    boxes: tuple[int, ...]
    clause: Clause


class AreasReleased(e.RuledOnPatron, frozen=True): ...


class AreaGivenUp(e.Event, frozen=True):
    patron: str
    box: int
    clause: Clause


# The round


class GoToWar(RoundCommand, frozen=True):
    """Casino War 1.1 Go to War: without an amount the War Wager equals the Initial Wager.

    `tokens` is how much of it is staked in promotional tokens.
    """

    patron: PatronName
    box: BoxNumber
    amount: Cents = 0
    tokens: Cents = 0
    sentence = (
        "{patron} goes to war in box {box:number}[ with {amount:money}]"
        "[ using {tokens:money} in tokens]"
    )
    own_title = "Go to war"


class Surrender(RoundCommand, frozen=True):
    """Casino War 1.1 surrender."""

    patron: PatronName
    box: BoxNumber
    sentence = "{patron} surrenders in box {box:number}"
    own_title = "Surrender"
    cautious = True


class RecordAbsence(RoundCommand, frozen=True):
    """The patron whose turn it is to decide is absent."""

    patron: PatronName
    box: BoxNumber
    sentence = "{patron} is absent from box {box:number}"


class HandsCollected(e.Event, frozen=True):
    """The cards of these playing areas go to the rack while the round goes on."""

    boxes: tuple[int, ...]
    clause: Clause


# When something goes wrong


class ReportFaceUpCard(IrregularityCommand, frozen=True):
    card: Card
    sentence = "a card lies face up in the source: {card:card}"


class OrderFacedCheck(PreparingCommand, frozen=True):
    sentence = "order a check for cards facing up"


class ReportCardInError(IrregularityCommand, frozen=True):
    """A card dealt to the wrong place, noticed before another is drawn; named if it was seen."""

    to: Word
    card: Card | None = None
    sentence = "a card is dealt in error to {to:words}[: {card:card}]"


class ReportBurnInError(IrregularityCommand, frozen=True):
    card: Card | None = None
    sentence = "a card is burned in error[: {card:card}]"


class ReportDealingError(IrregularityCommand, frozen=True):
    sentence = "a card was dealt wrongly"


class RebuildRound(IrregularityCommand, frozen=True):
    """The cards of the round in the order they left the source."""

    cards: tuple[Card, ...]
    sentence = "rebuild the round from {cards:cards}"


class FindNoError(IrregularityCommand, frozen=True):
    sentence = "the cards were dealt rightly"


class DeclareMisdeal(IrregularityCommand, frozen=True):
    """A hand has a wrong number of cards: the dealer's, or that of a box."""

    hand: Word
    sentence = "misdeal of the hand of {hand:words}"
    title = "Declare a misdeal"


class ReportCutMissed(IrregularityCommand, frozen=True):
    sentence = "the cut was forgotten"


class ReportShuffleMissed(IrregularityCommand, frozen=True):
    sentence = "the shuffle was forgotten"


class ReportReturnMissed(IrregularityCommand, frozen=True):
    sentence = "the return of the rack was forgotten"


class ReportMissingCard(IrregularityCommand, frozen=True):
    sentence = "a card is missing"


class ReportForeignCard(IrregularityCommand, frozen=True):
    sentence = "a foreign card is found"


class SendNotification(IrregularityCommand, frozen=True):
    office: Word
    sentence = "notify {office:words}"
    title = "Send a notification"


class CardBurnedInRound(e.Event, frozen=True):
    """A card goes from the source to the rack and counts for nothing."""

    card: Card
    clause: Clause


class CardKept(e.Event, frozen=True):
    """A card waits under the source; it is the next card from round `usable_from` on."""

    card: Card | None
    usable_from: int
    clause: Clause


class RoundReleased(e.Event, frozen=True):
    round: int
    clause: Clause
    ends = (("held", ""),)


class RoundRebuilt(e.Event, frozen=True):
    """The hands as the order of the cards makes them, by box (0: the dealer).

    `drawn` are cards not on record before, `burned` those that no hand was due.
    """

    hands: dict[int, tuple[Card, ...]]
    drawn: tuple[Card, ...]
    burned: tuple[Card, ...]
    clause: Clause
    ends = (("held", ""),)


class MisdealDeclared(e.Event, frozen=True):
    hand: str
    clause: Clause
    aborts = True


class ShuffleOwed(e.Event, frozen=True):
    """A cut or shuffle was left out: it is made good when the round in play is over."""

    what: str
    clause: Clause


class ReturnMissed(e.Ruled, frozen=True): ...


class CardsNotComplete(e.Event, frozen=True):
    """A card is missing or foreign: the decks are checked, and `offices` told, before more play."""

    what: str
    offices: tuple[str, ...]
    clause: Clause


class EarlierRoundsStand(e.Event, frozen=True):
    rounds: int
    clause: Clause


class NotificationSent(e.Event, frozen=True):
    office: str
    clause: Clause
