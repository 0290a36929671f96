"""Five cards against five cards with one of them face up, counted over every deal.

A card is a number from 0 to 51, four times its rank plus its suit; a hand is five of them, rising.
A set of cards has the place C(first, 1) + C(second, 2) + ..., so that sets of one size fill an
array without a gap.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.compiled import run
from houseway.analysis.kernels.cards import Bytes, Long, Shorts

CARDS, RANKS, HAND = 52, 13, 5
KEYS = RANKS**HAND
_COUNTERS = (np.int32, np.int32, np.int16, np.uint8, np.uint8)  # of sets of one to five cards

Bools = NDArray[np.bool_]
Numbers = NDArray[np.int32]


class Counted(NamedTuple):
    """One row for each hand of the patron that is not another with its suits renamed.

    `below`, `equal` and `plays` have a column for each card that the dealer may show: of the
    dealer's hands that play, how many are lower than the patron's, how many are equal, and how many
    there are at all.
    """

    hands: Bytes
    values: Shorts
    weights: Long
    below: Numbers
    equal: Numbers
    plays: Numbers


def _places() -> Long:
    """C(card, size), from which the places of sets are added up."""
    table = np.zeros((CARDS, HAND + 1), np.int64)
    table[:, 0] = 1
    for card in range(1, CARDS):
        table[card, 1:] = table[card - 1, 1:] + table[card - 1, :-1]
    return table


PLACES = _places()


def count(cards: Bytes, alike: Bytes, worth: Numbers, playing: Bools) -> Counted:
    """Every patron's hand of these cards against every dealer's.

    `alike` gives suits that hold the same ranks the same number. `worth` has the value of a hand by
    [of one suit, key of its ranks]; `playing` says which values a dealer plays with.
    """
    many = comb(len(cards), HAND)
    hands, values = np.empty((many, HAND), np.uint8), np.empty(many, np.uint16)
    run("five_card_hands", hands, values, cards, worth)
    order = np.argsort(values, kind="stable")
    hands, values = hands[order], values[order]
    weights = np.zeros(many, np.int64)
    run("five_card_orbits", weights, np.zeros(4, np.int64), hands, alike)
    starts = np.searchsorted(values, np.arange(len(playing) + 1)).astype(np.int64)
    held = np.zeros(CARDS, np.bool_)
    held[cards] = True
    kept = weights > 0
    below, equal, plays = np.zeros((3, np.count_nonzero(kept), CARDS), np.int32)
    sizes = enumerate(_COUNTERS, start=1)
    sets = tuple(np.zeros(comb(CARDS, size), kind) for size, kind in sizes)
    run("five_cards", below, equal, plays, sets, hands, weights, starts, playing, held, PLACES)
    return Counted(hands[kept], values[kept], weights[kept], below, equal, plays)


def key_of(ranks: tuple[int, ...]) -> int:
    """The key of five rising ranks in `worth`."""
    key = 0
    for rank in ranks:
        key = key * RANKS + rank
    return key


def better_to_bet(
    counted: Counted, dealt: Bools, dealers: int, win: Long, gains: tuple[int, int, int]
) -> Bools:
    """Where a bet gains more than a fold over all the dealer's hands; `win` is by value.

    `gains` are what comes of a dealer who does not play, of a bet lost, and of a fold.
    """
    bets = np.zeros(dealt.shape, np.bool_)
    _, values, _, *counts = counted
    run("better_to_bet", bets, values, *counts, dealt, win, dealers, *gains)
    return bets


def sums(counted: Counted, bets: Bools, values: int) -> tuple[Long, int, int, int]:
    """Over the places that bet: deals won by value, deals equal, deals played, and the places."""
    won, others = np.zeros(values, np.int64), np.zeros(3, np.int64)
    _, of_rows, weights, *counts = counted
    run("sums_of_bets", won, others, weights, of_rows, *counts, bets)
    equal, plays, places = others.tolist()
    return won, equal, plays, places
