"""The orders and facts of a shuffling device that fails; `malfunction` says what they do."""

from __future__ import annotations

from typing import ClassVar

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.fields import BoxNumber, Count, PatronName, Text
from houseway.rulebook.document import Clause

# Orders


class ReportMalfunction(c.Command, frozen=True):
    sentence: ClassVar[str] = "the shuffling device malfunctions"


class AnswerMalfunction(c.Command, frozen=True):
    """A supervisor's finding: one of the answers in `malfunction.QUESTIONS`."""

    answer: Text
    sentence: ClassVar[str] = "malfunction: {answer:words}"


class RemoveDamagedCards(c.Command, frozen=True):
    cards: tuple[Card, ...]
    sentence: ClassVar[str] = "remove the damaged cards {cards:cards}"


class TransferCards(c.Command, frozen=True):
    """The undamaged cards, counted over, leave the device that failed."""

    count: Count
    sentence: ClassVar[str] = "transfer {count:number} cards"


class ReplaceDamagedCards(c.Command, frozen=True):
    cards: tuple[Card, ...]
    sentence: ClassVar[str] = "replace the damaged cards by {cards:cards}"


class TakeBackWager(c.Command, frozen=True):
    """Everything still at stake on one playing area goes back."""

    patron: PatronName
    box: BoxNumber = 0
    sentence: ClassVar[str] = "{patron} takes back the wager[ in box {box:number}]"


class LeaveWager(c.Command, frozen=True):
    patron: PatronName
    box: BoxNumber = 0
    sentence: ClassVar[str] = "{patron} leaves the wager[ in box {box:number}]"


class CloseOffer(c.Command, frozen=True):
    sentence: ClassVar[str] = "close the offer"


# Facts


class MalfunctionReported(e.Event, frozen=True):
    """`under_way`: a round of which cards are out is held."""

    under_way: bool
    clause: Clause


class MalfunctionAnswered(e.Event, frozen=True):
    answer: str
    clause: Clause


class ReturnOffered(e.Event, frozen=True):
    """Each patron may take back what is still at stake."""

    clause: Clause


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


class GameContinued(e.Event, frozen=True):
    clause: Clause


class ShoeModeBegan(e.Event, frozen=True):
    """The cards left are shuffled and cut, and the round is finished from a card shoe."""

    clause: Clause
