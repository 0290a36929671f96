"""The state of a Tournament Canberra Poker table, and how each fact changes it. No judgement."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, Literal

from houseway.equipment.cards import Card
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.equipment.stock import Stock
from houseway.games import events as e
from houseway.games import house, layout, shoe_state
from houseway.games.edition import Citing, citing
from houseway.games.folds import Folds, adds, discards, only_logged, sets
from houseway.games.layout import Key, Layout, end_round
from houseway.games.limits import Limits
from houseway.games.shoe_state import Preparation
from houseway.games.stages import back_to
from houseway.games.tournament_canberra_poker import vocabulary as v
from houseway.games.tournament_canberra_poker.rules import (
    ANTE,
    BET,
    CARDS_IN_HAND,
    DEALER,
    RULES,
    Options,
    Rules,
)

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


def _picked_up(play: Play, event: v.CardsPickedUp) -> None:
    _turn_up(play, event.hand, event.cards)
    play.picked_up.add(event.hand)


def _revealed(play: Play, event: v.HandRevealed) -> None:
    _turn_up(play, event.hand, event.cards)
    play.revealed.add(event.hand)


def _discarded(play: Play, event: v.HandDiscarded | v.HandHeld) -> None:
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


def _deck_checked(play: Play, event: v.DeckChecked) -> None:
    play.deck_check = "" if event.cards == play.rules.cards_in_deck else "failed"


def _replaced(play: Play, event: e.CardsReplaced) -> None:
    play.replacements_unchecked = {"dealer", "director"}
    play.deck_check = ""
    play.prep = Preparation(checked=play.prep.checked)


def _exposed(play: Play, event: v.CardExposed) -> None:
    _turn_up(play, event.hand, (event.card,))
    play.exposed += 1
    if event.shown:
        play.shown = event.card


def _miscounted(play: Play, event: v.HandMiscounted) -> None:
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


def _hand_voided(play: Play, event: v.HandVoided) -> None:
    play.void_hands.add(event.hand)
    if play.held == event.hand:
        play.held = ""


def _unanted(play: Play, event: v.UnantedHandDiscarded) -> None:
    for _ in range(event.cards):
        play.stock.draw(None, to="rack")


def _held(play: Play, event: v.HandHeld) -> None:
    _discarded(play, event)
    play.held = event.hand


def _rebuilt(play: Play, event: v.HandRebuilt) -> None:
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
    v.NoAnteConfirmed: adds("patron", "no_ante"),
    v.OnlyFoldAdvised: only_logged,
    e.BettingClosed: _closed,
    e.CardDealt: _dealt,
    v.CardsPickedUp: _picked_up,
    v.HandFolded: adds("hand", "folded"),
    v.HandRevealed: _revealed,
    v.HandCounted: adds("hand", "counted"),
    v.HandDiscarded: _discarded,
    e.ResultAnnounced: _announced,
    e.RoundEnded: _ended,
    v.DeckCheckOrdered: sets(deck_check="ordered"),
    v.DeckChecked: _deck_checked,
    e.CardsReplaced: _replaced,
    e.ReplacementChecked: discards("by", "replacements_unchecked"),
    v.CardExposed: _exposed,
    v.HandMiscounted: _miscounted,
    v.HandVoided: _hand_voided,
    v.UnantedHandDiscarded: _unanted,
    v.HandHeld: _held,
    v.HandRebuilt: _rebuilt,
    e.RoundVoided: _voided,
}
