"""Every patron's hand of five cards against every dealer's, by what the game's rules make of them.

`count` gives arrays; what a deal pays is no concern of this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Any

from houseway.analysis.compiled import kernel
from houseway.analysis.composition import BadComposition, Composition
from houseway.analysis.rule_data import BadChange
from houseway.equipment.cards import RANKS, SUITS, Card, rank, suit
from houseway.games.tournament_canberra_poker.rules import (
    CARDS_IN_HAND,
    DEALER_NEEDS,
    RULES,
    Hand,
    cite,
    qualifies,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from houseway.analysis.kernels.five_cards import Counted

CARDS_OF_A_ROUND = 2 * CARDS_IN_HAND
_MOST_EQUALS = len(SUITS)

# A kind of hand and its place in the order, counted from the lowest.
Order = Mapping[str, int]
AS_APPROVED: Order = RULES.strength


@dataclass(frozen=True, eq=False)
class Deals:
    """What was counted. `classes` has the hand of each value, from the lowest.

    `dealt` is true where a column's card can be the dealer's open one; each such place of a row
    stands for `dealers` hands of the dealer. `played` is for a patron who plays all of them in
    one way, by its name: what comes of that is asked for with every change of the odds.
    """

    counted: Counted
    classes: tuple[Hand, ...]
    dealt: NDArray[np.bool_]
    dealers: int
    played: dict[str, Any] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """All deals: a hand, an open card, and four more."""
        weights, places = self.counted.weights, self.dealt.sum(axis=1)
        return int((weights * places).sum()) * self.dealers


def count(
    source: Composition, order: Order = AS_APPROVED, needs: tuple[int, ...] = DEALER_NEEDS
) -> Deals:
    """All deals of what is in the source; the dealer plays with `needs` or any pair."""
    source.needs(CARDS_OF_A_ROUND)
    held = source.suited("a hand of five cards")
    if max(held.values()) > 1:
        twice = f"{cite('2.1')}: one deck, so that no card is there twice"
        raise BadComposition(f"{source} cannot be counted ({twice})")
    cards = tuple(card for card, there in held.items() if there)
    return _count(cards, tuple(order.items()), needs)


@lru_cache(maxsize=2)  # all deals of a deck take some ninety megabytes
def _count(
    cards: tuple[Card, ...], order: tuple[tuple[str, int], ...], needs: tuple[int, ...]
) -> Deals:
    kernels = kernel("five_cards")
    import numpy as np

    classes = classes_of(dict(order))
    worth = np.zeros((2, kernels.KEYS), np.int32)
    for (one_suit, ranks), value in values_of(classes).items():
        worth[int(one_suit), kernels.key_of(ranks)] = value
    playing = np.array([qualifies(hand, needs) for hand in classes])
    numbers = np.array(sorted(map(number_of, cards)), np.uint8)
    counted = kernels.count(numbers, np.array(_alike(cards), np.uint8), worth, playing)
    dealt = np.zeros((len(counted.hands), kernels.CARDS), np.bool_)
    dealt[:, numbers] = True
    np.put_along_axis(dealt, counted.hands.astype(np.int64), values=False, axis=1)
    return Deals(counted, classes, dealt, comb(len(cards) - CARDS_IN_HAND - 1, 4))


def classes_of(order: Order) -> tuple[Hand, ...]:
    """Every hand that is worth something else than the others, from the lowest."""
    if len(set(order.values())) < len(order):
        raise BadChange(f"order: two kinds of hand at one place in {dict(order)}")
    every = set(_worths().values())
    return tuple(sorted(every, key=lambda hand: (order[hand.kind], hand.ranks)))


def values_of(classes: tuple[Hand, ...]) -> dict[tuple[bool, tuple[int, ...]], int]:
    """The place among the classes of any five rising ranks, of one suit or not."""
    place = {hand: at for at, hand in enumerate(classes)}
    return {cards: place[hand] for cards, hand in _worths().items()}


def forget() -> None:
    """Let go of what was counted."""
    _count.cache_clear()


def number_of(card: Card) -> int:
    """Four times the rank plus the suit, as the kernel counts."""
    return RANKS.index(rank(card)) * len(SUITS) + SUITS.index(suit(card))


def _alike(cards: tuple[Card, ...]) -> list[int]:
    """For each suit the first that holds the same ranks: such suits may change their names."""
    ranks = [frozenset(rank(card) for card in cards if suit(card) == each) for each in SUITS]
    return [ranks.index(each) for each in ranks]


@lru_cache(maxsize=1)
def _worths() -> dict[tuple[bool, tuple[int, ...]], Hand]:
    """What five rising ranks are worth, of one suit or not."""
    return {(one_suit, ranks): RULES.hand_of(cards) for one_suit, ranks, cards in _one_of_each()}


def _one_of_each() -> Iterator[tuple[bool, tuple[int, ...], list[Card]]]:
    """Five cards for each five ranks that a deck can make."""
    for ranks in combinations_with_replacement(range(len(RANKS)), CARDS_IN_HAND):
        if max(map(ranks.count, ranks)) > _MOST_EQUALS:
            continue
        mixed = [ranks[:place].count(each) for place, each in enumerate(ranks)]
        if len(set(ranks)) == CARDS_IN_HAND:
            yield True, ranks, _cards(ranks, mixed)
            mixed[0] = 1
        yield False, ranks, _cards(ranks, mixed)


def _cards(ranks: tuple[int, ...], suits: list[int]) -> list[Card]:
    pairs = zip(ranks, suits, strict=True)
    return [Card(RANKS[each] + SUITS[of]) for each, of in pairs]
