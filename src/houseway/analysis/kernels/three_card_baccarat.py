"""Three Card Baccarat dealt to one playing area from its shoe: 4.5 to 4.8, 4.11 and 8.1."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis import CannotAnalyse
from houseway.analysis.exact.three_card_baccarat import Look, RuleData, of_counts
from houseway.analysis.figures import WagerFigures
from houseway.analysis.kernels.cards import Bytes, by_rank, of_decks
from houseway.analysis.kernels.shoe import make_ready
from houseway.analysis.kernels.xoshiro import Words
from houseway.analysis.rounding import EXACTLY
from houseway.equipment.cards import RANKS
from houseway.games.three_card_baccarat import rules
from houseway.games.three_card_baccarat.rules import HAND, SHOE, Options

Long = NDArray[np.int64]

LOOKS = 64  # places for the look of a hand: picture cards and points
CASES = LOOKS * LOOKS
CARDS_OF_A_ROUND = 2 * HAND
_POINTS = 16  # places for the points of a hand
_WIDTH = 16  # places for a rank in a table of three cards


class Tables(NamedTuple):
    """The rules as arrays.

    A card of `cards` is its rank. `look` is what three cards look like, `burned` how many cards go
    with the first one.
    """

    cards: Bytes
    look: Bytes
    burned: Bytes
    margin: int
    behind: int


def tables(data: RuleData, options: Options) -> Tables:
    if options.source != SHOE:
        raise CannotAnalyse(f"a {options.source} is not simulated, only the shoe")
    numbers = {each: number for number, each in enumerate(RANKS)}
    return Tables(
        by_rank(numbers)[of_decks(data.decks)],
        _looks(data),
        np.array([rules.BURN_VALUE[each] for each in RANKS], np.uint8),
        rules.CUT_MARGIN,
        rules.BEHIND_CUTTING_CARD,
    )


def _looks(data: RuleData) -> Bytes:
    """Picture cards and points of any three ranks."""
    look = np.zeros(_WIDTH**HAND, np.uint8)
    for one, two, three in product(range(len(RANKS)), repeat=HAND):
        ranks = RANKS[one], RANKS[two], RANKS[three]
        pictures = sum(each in data.pictures for each in ranks)
        points = sum(data.value[each] for each in ranks) % 10
        look[(one * _WIDTH + two) * _WIDTH + three] = pictures * _POINTS + points
    return look


def figures(data: RuleData, counts: Long) -> tuple[WagerFigures, ...]:
    """The wagers of these coups, by what the exact analysis makes of counted coups."""
    pairs: dict[tuple[Look, Look], int] = {}
    banker: dict[Look, int] = {}
    for case in np.flatnonzero(counts).tolist():
        mine, theirs = (divmod(each, _POINTS) for each in divmod(case, LOOKS))
        pairs[mine, theirs] = int(counts[case])
        banker[theirs] = banker.get(theirs, 0) + int(counts[case])
    return of_counts(data, pairs, banker, EXACTLY)


@njit(cache=True, nogil=True)
def deal(
    state: Words, rounds: int, cards: Bytes, look: Bytes, burned: Bytes, margin: int, behind: int
) -> Long:
    """So many coups, shoe after shoe, by case."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    many = len(cards)
    stack = cards.copy()
    shoe = np.zeros(many + CARDS_OF_A_ROUND, np.uint8)
    counts = np.zeros(CASES, np.int64)
    done = 0
    while done < rounds:
        a, b, c, d = make_ready(stack, shoe, margin, a, b, c, d)
        first = np.int64(1) + burned[shoe[0]]
        done += deal_shoe(shoe, first, many - behind, rounds - done, look, counts)
    return counts


@njit(cache=True, nogil=True)
def deal_shoe(shoe: Bytes, first: int, cutting: int, most: int, look: Bytes, counts: Long) -> int:
    """Coups from the first card after the burn until the cutting card is out; how many.

    The coup that begins with the cutting card is still dealt (4.8), three cards to either hand in
    turns (8.1).
    """
    at, out = np.uint64(first), np.uint64(cutting)
    done = 0
    while at <= out and done < most:
        mine = np.uint64(shoe[at]) << np.uint64(8)
        theirs = np.uint64(shoe[at + np.uint64(1)]) << np.uint64(8)
        mine |= np.uint64(shoe[at + np.uint64(2)]) << np.uint64(4)
        theirs |= np.uint64(shoe[at + np.uint64(3)]) << np.uint64(4)
        mine |= np.uint64(shoe[at + np.uint64(4)])
        theirs |= np.uint64(shoe[at + np.uint64(5)])
        counts[np.uint64(look[mine]) << np.uint64(6) | np.uint64(look[theirs])] += 1
        at += np.uint64(CARDS_OF_A_ROUND)
        done += 1
    return done
