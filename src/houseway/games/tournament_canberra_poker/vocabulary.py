"""The orders and facts that only Tournament Canberra Poker has.

A hand is named `dealer` or by its box: `box 3`.
"""

from __future__ import annotations

from types import MappingProxyType

from houseway.equipment.cards import Card
from houseway.games import events as e
from houseway.games.base_commands import (
    IrregularityCommand,
    PreparingCommand,
    RoundCommand,
    WagerCommand,
)
from houseway.games.commands import by_two_persons
from houseway.games.fields import BoxNumber, CardsInHand, Cents, Count, PatronName, Word
from houseway.rulebook.document import Clause

# The round


class ConfirmNoAnte(WagerCommand, frozen=True):
    """The dealer confirms that someone at the table sits this round out."""

    patron: PatronName
    sentence = "{patron} places no ante"
    sits_out = "no_ante"


class DealHands(RoundCommand, frozen=True):
    """Deal every card that is still due, in order; the dealer's card that is shown is named."""

    card: Card | None = None
    sentence = "the hands are dealt[ showing {card:card}]"
    bare_title = "Deal the hands"
    labels = MappingProxyType({"card": "Dealer's card that is shown"})
    deals_all = True


class PickUpCards(RoundCommand, frozen=True):
    """A patron looks at the hand; the cards are named where the table knows them."""

    patron: PatronName
    cards: tuple[Card, ...] = ()
    sentence = "{patron} picks up the cards[ {cards:cards}]"
    own_title = "Pick up the cards"
    own_eyes = True


class PlaceBet(RoundCommand, frozen=True):
    patron: PatronName
    amount: Cents
    sentence = "{patron} bets {amount:money}"
    own_title = "Bet"
    plain = True
    key = "b"


class Fold(RoundCommand, frozen=True):
    patron: PatronName
    sentence = "{patron} folds"
    own_title = "Fold"
    weight = 1
    cautious = True


class RevealHand(RoundCommand, frozen=True):
    """Turn up all five cards of a hand."""

    hand: Word
    cards: tuple[Card, ...]
    sentence = "reveal {hand:words}: {cards:cards}"
    whole_hand = True


class CountHand(IrregularityCommand, frozen=True):
    """The dealer counts the cards of a hand before they go to the rack, or whenever in doubt."""

    cards: CardsInHand
    hand: Word
    sentence = "count {cards:number} cards in {hand:words}"
    title = "Count the cards of a hand"


class NoAnteConfirmed(e.NoWagerConfirmed, frozen=True):
    """The patron has no ante in this round."""


class OnlyFoldAdvised(e.RuledOnPatron, frozen=True):
    """The patron has been told that the chips left will not cover a bet (reading CP5)."""


class CardsPickedUp(e.Event, frozen=True):
    patron: str
    hand: str
    cards: tuple[Card, ...]
    clause: Clause


class HandFolded(e.Event, frozen=True):
    patron: str
    hand: str
    clause: Clause


class HandRevealed(e.Event, frozen=True):
    hand: str
    cards: tuple[Card, ...]
    kind: str
    clauses: tuple[Clause, ...]


class HandCounted(e.Event, frozen=True):
    """Five cards, as there must be."""

    hand: str
    clause: Clause


class HandDiscarded(e.Event, frozen=True):
    """A folded hand is in the discard rack."""

    hand: str
    clause: Clause


# The deck


class OrderDeckCheck(PreparingCommand, frozen=True):
    sentence = "order a check of the deck"


class RecordDeckCheck(PreparingCommand, frozen=True):
    cards: Count
    sentence = "the deck counts {cards:number} cards"
    title = "Record the count of the deck"


class DeckCheckOrdered(e.Ruled, frozen=True): ...


class DeckChecked(e.Event, frozen=True):
    cards: int
    clause: Clause


# When something goes wrong


class ReportExposedCard(IrregularityCommand, frozen=True):
    """A card dealt face down was turned up in error while dealing."""

    hand: Word
    card: Card
    sentence = "a card of {hand:words} is exposed: {card:card}"


class ReportMisdeal(IrregularityCommand, frozen=True):
    """A patron's hand was not dealt in the order of the rules."""

    hand: Word
    sentence = "{hand:words} was dealt out of order"


class ReportUnantedHand(IrregularityCommand, frozen=True):
    box: BoxNumber
    cards: Count
    sentence = "box {box:number} has {cards:number} cards and no ante"
    title = "A box without an ante has cards"


class ReportHandInRack(IrregularityCommand, frozen=True):
    """A patron's hand is in the discard rack too early, or lies there and must be verified."""

    hand: Word
    sentence = "{hand:words} in the rack must be rebuilt"


class RebuildHand(IrregularityCommand, frozen=True):
    """The hand is taken from the rack again; its cards are named if they were turned up."""

    hand: Word
    cards: tuple[Card, ...] = ()
    sentence = "rebuild {hand:words}[ from {cards:cards}]"


class DeclareHandLost(IrregularityCommand, frozen=True):
    hand: Word
    sentence = "{hand:words} cannot be rebuilt"


class ExcludeFromRound(IrregularityCommand, frozen=True):
    """Collusion: the patron takes no further part in this round."""

    patron: PatronName
    sentence = "exclude {patron} from the round"


class CardExposed(e.Event, frozen=True):
    """`shown`: it is the dealer's, and becomes the one that lies face up."""

    hand: str
    card: Card
    shown: bool
    clause: Clause


class HandMiscounted(e.Event, frozen=True):
    """The hand really has this number of cards, whatever was recorded as dealt to it."""

    hand: str
    cards: int
    clause: Clause


class HandVoided(e.Event, frozen=True):
    """The hand takes no further part; its stakes go back by events of their own."""

    hand: str
    clause: Clause
    aborts = True


class UnantedHandDiscarded(e.Event, frozen=True):
    box: int
    cards: int
    clause: Clause


class HandHeld(e.Event, frozen=True):
    """The hand is in the rack, and the round stops until the Director has ruled on it."""

    hand: str
    clause: Clause


class HandRebuilt(e.Event, frozen=True):
    hand: str
    cards: tuple[Card, ...]
    clause: Clause


by_two_persons(
    OrderDeckCheck, RecordDeckCheck, apart=((OrderDeckCheck, RecordDeckCheck),),
    what="the Director orders the check, the dealer records what it found",
)  # fmt: skip
