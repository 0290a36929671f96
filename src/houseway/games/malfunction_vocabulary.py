"""The orders and facts of a shuffling device that fails; `malfunction` says what they do."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import events as e
from houseway.games.base_commands import IrregularityCommand
from houseway.games.fields import BoxNumber, Count, PatronName, Text
from houseway.rulebook.document import Clause

# Orders


class ReportMalfunction(IrregularityCommand, frozen=True):
    sentence = "the shuffling device malfunctions"


class AnswerMalfunction(IrregularityCommand, frozen=True):
    """A supervisor's finding: one of the answers in `malfunction.QUESTIONS`."""

    answer: Text
    sentence = "malfunction: {answer:words}"
    title = "Answer a question about the malfunction"


class RemoveDamagedCards(IrregularityCommand, frozen=True):
    cards: tuple[Card, ...]
    sentence = "remove the damaged cards {cards:cards}"


class TransferCards(IrregularityCommand, frozen=True):
    """The undamaged cards, counted over, leave the device that failed."""

    count: Count
    sentence = "transfer {count:number} cards"
    title = "Transfer cards"


class ReplaceDamagedCards(IrregularityCommand, frozen=True):
    cards: tuple[Card, ...]
    sentence = "replace the damaged cards by {cards:cards}"


class TakeBackWager(IrregularityCommand, frozen=True):
    """Everything still at stake on one playing area goes back."""

    patron: PatronName
    box: BoxNumber = 0
    sentence = "{patron} takes back the wager[ in box {box:number}]"
    own_title = "Take back the wager"


class LeaveWager(IrregularityCommand, frozen=True):
    patron: PatronName
    box: BoxNumber = 0
    sentence = "{patron} leaves the wager[ in box {box:number}]"
    own_title = "Leave the wager"


class CloseOffer(IrregularityCommand, frozen=True):
    sentence = "close the offer"


# Facts


class MalfunctionReported(e.Event, frozen=True):
    """`under_way`: a round of which cards are out is held."""

    under_way: bool
    clause: Clause
    raises = e.Raises("malfunction", "a malfunction is reported")


class MalfunctionAnswered(e.Event, frozen=True):
    answer: str
    clause: Clause


class ReturnOffered(e.Ruled, frozen=True):
    """Each patron may take back what is still at stake."""


class WagerLeft(e.Event, frozen=True):
    patron: str
    box: int
    clause: Clause


class OfferClosed(e.Event, frozen=True):
    """`areas` have stayed in."""

    areas: int
    clause: Clause


class DamagedCardsRemoved(e.Event, frozen=True):
    cards: tuple[Card, ...]
    clause: Clause


class CardsTransferred(e.Event, frozen=True):
    count: int
    clause: Clause


class DamagedCardsReplaced(e.Event, frozen=True):
    cards: tuple[Card, ...]
    clause: Clause


class GameContinued(e.Ruled, frozen=True):
    ends = (("malfunction", ""),)


class ShoeModeBegan(e.Ruled, frozen=True):
    """The cards left are shuffled and cut, and the round is finished from a card shoe."""

    ends = (("malfunction", ""),)
