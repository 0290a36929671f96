"""The state of a Tournament Canberra Poker table, and how each fact changes it. No judgement."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar, Literal

from houseway.equipment.cards import Card
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.equipment.stock import Stock
from houseway.games import events as e
from houseway.games import house, layout, shoe_state
from houseway.games.base_commands import (
    IrregularityCommand,
    PreparingCommand,
    RoundCommand,
    WagerCommand,
)
from houseway.games.commands import by_two_persons
from houseway.games.edition import Citing, citing
from houseway.games.fields import BoxNumber, CardsInHand, Cents, Count, PatronName, Word
from houseway.games.house import back_to
from houseway.games.layout import Folds, Key, Layout, adds, discards, end_round, only_logged, sets
from houseway.games.limits import Limits
from houseway.games.shoe_state import Preparation
from houseway.games.tournament_canberra_poker.rules import (
    ANTE,
    BET,
    CARDS_IN_HAND,
    DEALER,
    RULES,
    Options,
    Rules,
)
from houseway.rulebook.document import Clause

# The orders and facts that only Tournament Canberra Poker has.

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

BETWEEN, ANTES, DEALING, DEALT, SETTLED = (
    "between rounds", "antes", "dealing", "bet or fold", "settled",
)  # fmt: skip


@dataclass(slots=True)
class Play:
    """A table: its cards, its wagers, and the round under way or just over.

    Who is still in the round is read from the layout: a hand stands while its ante lies there,
    and has decided when a bet lies beside it.
    """

    options: Options
    limits: Limits = RULES.limits
    chips: ChipSet = STANDARD_CHIPS
    layout: Layout = field(default_factory=Layout)
    stock: Stock = field(default_factory=lambda: Stock.loaded(RULES.decks))
    prep: Preparation = field(default_factory=Preparation)
    notices: set[str] = field(default_factory=set)
    stage: str = BETWEEN
    round: int = 0
    boxes: dict[str, int] = field(default_factory=dict)  # patron to the box kept
    no_ante: set[str] = field(default_factory=set)  # who sits this round out
    clockwise: tuple[tuple[Key, str], ...] = ()  # the antes as betting closed, with their hands
    hands: dict[str, list[Card | None]] = field(default_factory=dict)
    shown: Card | None = None  # the dealer's card that lies face up
    exposed: int = 0  # cards turned up in error in this round
    picked_up: set[str] = field(default_factory=set)
    folded: set[str] = field(default_factory=set)
    revealed: set[str] = field(default_factory=set)
    counted: set[str] = field(default_factory=set)
    racked: set[str] = field(default_factory=set)
    void_hands: set[str] = field(default_factory=set)
    held: str = ""  # a hand in the rack on which the Director must rule
    result: str = ""
    deck_check: Literal["", "ordered", "failed"] = ""
    replacements_unchecked: set[str] = field(default_factory=set)
    rules: ClassVar[Rules] = RULES  # of the edition the table was opened under
    cite: ClassVar[Citing] = citing(RULES)

    def antes(self) -> dict[int, str]:
        """The hands that stand, clockwise: box to patron."""
        standing = [(box, who) for who, box, wager in self.layout.wagers if wager == ANTE]
        return dict(sorted(standing))

    def undecided(self) -> dict[int, str]:
        """The hands that have neither bet nor folded, clockwise."""
        wagers = self.layout.wagers
        waiting = [
            (box, who)
            for who, box, wager in wagers
            if wager == ANTE and (who, box, BET) not in wagers
        ]
        return dict(sorted(waiting)) if waiting else {}

    def first_undecided(self) -> str:
        """The patron who decides next, clockwise; someone must be undecided."""
        wagers, first, patron = self.layout.wagers, 0, ""
        for who, box, wager in wagers:
            if wager == ANTE and (box < first or not first) and (who, box, BET) not in wagers:
                first, patron = box, who
        return patron

    def standing(self) -> int:
        """How many hands stand."""
        return sum([wager == ANTE for _, _, wager in self.layout.wagers])

    def box_with_ante(self, patron: str) -> int:
        """The box with this patron's ante, or 0."""
        box = self.boxes.get(patron, 0)
        return box if (patron, box, ANTE) in self.layout.wagers else 0

    def box_undecided(self, patron: str) -> int:
        """The box of a patron who has neither bet nor folded, or 0."""
        box = self.box_with_ante(patron)
        return 0 if (patron, box, BET) in self.layout.wagers else box

    def known(self, hand: str) -> list[Card]:
        return list(filter(None, self.hands[hand]))

    @property
    def is_void(self) -> bool:
        return self.round in self.layout.voided


@lru_cache(maxsize=64)
def hand_in(box: int) -> str:
    return f"box {box}"


def box_of(hand: str) -> int:
    """The box of a patron's hand; 0 for any other name."""
    word, _, number = hand.partition(" ")
    return int(number) if word == "box" and number.isascii() and number.isdigit() else 0


def _opened(play: Play, event: e.BettingOpened) -> None:
    play.stage, play.round = ANTES, event.round
    play.hands, play.shown, play.exposed, play.result, play.held = {}, None, 0, "", ""
    play.no_ante, play.picked_up, play.folded = set(), set(), set()
    play.revealed, play.counted, play.racked, play.void_hands = set(), set(), set(), set()


def _placed(play: Play, event: e.WagerPlaced) -> None:
    layout.EVOLVE[e.WagerPlaced](play, event)
    play.boxes[event.patron] = event.box


def _gone(play: Play, event: e.PatronLeft | e.PatronExcluded) -> None:
    layout.EVOLVE[type(event)](play, event)
    _free_boxes(play)


def _free_boxes(play: Play) -> None:
    """A box is kept by the person who is at the table or has an ante in it."""
    here = play.layout.idle_rounds
    gone = [who for who in play.boxes if who not in here and not play.box_with_ante(who)]
    for patron in gone:
        del play.boxes[patron]


def _closed(play: Play, event: e.BettingClosed) -> None:
    play.stage = DEALING
    play.clockwise = tuple([((who, box, ANTE), hand_in(box)) for box, who in play.antes().items()])


def _dealt(play: Play, event: e.CardDealt) -> None:
    card, to = event.card, event.to
    play.stock.draw(card)
    hand = play.hands.get(to)
    if hand is None:
        hand = play.hands[to] = []
    hand.append(card)
    if card is not None:
        play.shown = card
    if to == DEALER and len(hand) == CARDS_IN_HAND:
        play.stage = DEALT


def _turn_up(play: Play, hand: str, cards: tuple[Card, ...]) -> None:
    """The unseen cards of a hand are the named ones that were not known before."""
    held = play.hands[hand]
    new = cards
    if held.count(None) == len(held) == len(cards):  # mostly, nobody has seen any of them
        held[:] = cards
    else:
        new = tuple([card for card in cards if card not in held])
        for card in new:
            held[held.index(None)] = card
    play.stock.identify_each(new)


def _picked_up(play: Play, event: CardsPickedUp) -> None:
    _turn_up(play, event.hand, event.cards)
    play.picked_up.add(event.hand)


def _revealed(play: Play, event: HandRevealed) -> None:
    _turn_up(play, event.hand, event.cards)
    play.revealed.add(event.hand)


def _discarded(play: Play, event: HandDiscarded | HandHeld) -> None:
    if event.hand not in play.racked:
        for card in play.hands[event.hand]:
            play.stock.discard(card)
    play.racked.add(event.hand)


def _announced(play: Play, event: e.ResultAnnounced) -> None:
    play.result = event.result
    play.stage = SETTLED


def _ended(play: Play, event: e.RoundEnded) -> None:
    play.stock.collect()
    end_round(play.layout, number=event.round, counts=bool(play.layout.settlements))
    _free_boxes(play)
    play.stage = BETWEEN


def _deck_checked(play: Play, event: DeckChecked) -> None:
    play.deck_check = "" if event.cards == play.rules.cards_in_deck else "failed"


def _replaced(play: Play, event: e.CardsReplaced) -> None:
    play.replacements_unchecked = {"dealer", "director"}
    play.deck_check = ""
    play.prep = Preparation(checked=play.prep.checked)


def _exposed(play: Play, event: CardExposed) -> None:
    _turn_up(play, event.hand, (event.card,))
    play.exposed += 1
    if event.shown:
        play.shown = event.card


def _miscounted(play: Play, event: HandMiscounted) -> None:
    """Cards that the record lacks came from the shoe; cards it has too many never left it."""
    hand = play.hands[event.hand]
    play.counted.add(event.hand)
    while len(hand) < event.cards:
        play.stock.draw(None)
        hand.append(None)
    while len(hand) > event.cards:
        hand.remove(None)
        play.stock.layout.remove(None)
        play.stock.source += 1


def _hand_voided(play: Play, event: HandVoided) -> None:
    play.void_hands.add(event.hand)
    if play.held == event.hand:
        play.held = ""


def _unanted(play: Play, event: UnantedHandDiscarded) -> None:
    for _ in range(event.cards):
        play.stock.draw(None, to="rack")


def _held(play: Play, event: HandHeld) -> None:
    _discarded(play, event)
    play.held = event.hand


def _rebuilt(play: Play, event: HandRebuilt) -> None:
    for card in play.hands[event.hand]:
        play.stock.rack.remove(card)
        play.stock.layout.append(card)
    play.racked.discard(event.hand)
    play.counted.discard(event.hand)
    play.held = ""
    _turn_up(play, event.hand, event.cards)


def _voided(play: Play, event: e.RoundVoided) -> None:
    layout.EVOLVE[e.RoundVoided](play, event)
    if event.round == play.round and play.stage != BETWEEN:
        play.stage, play.held = SETTLED, ""


EVOLVE: Folds = {
    **layout.EVOLVE,
    **shoe_state.EVOLVE,
    **house.EVOLVE,
    e.BettingOpened: _opened,
    e.NoRoundBegun: back_to(BETWEEN),
    e.WagerPlaced: _placed,
    e.PatronLeft: _gone,
    e.PatronExcluded: _gone,
    NoAnteConfirmed: adds("patron", "no_ante"),
    OnlyFoldAdvised: only_logged,
    e.BettingClosed: _closed,
    e.CardDealt: _dealt,
    CardsPickedUp: _picked_up,
    HandFolded: adds("hand", "folded"),
    HandRevealed: _revealed,
    HandCounted: adds("hand", "counted"),
    HandDiscarded: _discarded,
    e.ResultAnnounced: _announced,
    e.RoundEnded: _ended,
    DeckCheckOrdered: sets(deck_check="ordered"),
    DeckChecked: _deck_checked,
    e.CardsReplaced: _replaced,
    e.ReplacementChecked: discards("by", "replacements_unchecked"),
    CardExposed: _exposed,
    HandMiscounted: _miscounted,
    HandVoided: _hand_voided,
    UnantedHandDiscarded: _unanted,
    HandHeld: _held,
    HandRebuilt: _rebuilt,
    e.RoundVoided: _voided,
}
