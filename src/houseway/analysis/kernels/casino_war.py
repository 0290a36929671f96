"""Casino War dealt to one playing area from its shoe: 4.1, 4.5, 4.6 and 4.9.

Whoever ties goes to war, so that the additional cards are there; what surrender would have come to
follows from the same rounds. A cutting card that shows before a round ends the shoe (4.1.2), one
that comes out in a round ends it after that (4.1.3).
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis import CannotAnalyse
from houseway.analysis.exact.casino_war import RuleData, War, of_counts
from houseway.analysis.figures import WagerFigures
from houseway.analysis.kernels.cards import Bytes, by_rank, of_decks
from houseway.analysis.kernels.shoe import make_ready
from houseway.analysis.kernels.xoshiro import Word, Words
from houseway.analysis.rounding import EXACTLY
from houseway.equipment.cards import RANKS
from houseway.games.casino_war import rules
from houseway.games.casino_war.rules import EQUAL, HIGHER, LOWER, SHOE, Options

Long = NDArray[np.int64]

RESULTS = (HIGHER, EQUAL, LOWER)
WARS = 3 * len(RANKS)  # a rank that tied, and the result of the additional cards
CASES = WARS + 2  # and first cards that are higher, and lower
CARDS_OF_A_ROUND = 4
_WAR = 64  # the bit of a pair of first cards that leads to war
_WIDTH = 16  # places for a rank in a table of two cards


class Tables(NamedTuple):
    """The rules as arrays.

    A card of `cards` is its rank. `first` has by two cards the case, or the first case of a war and
    a bit more; `additional` what two further cards add to it.
    """

    cards: Bytes
    first: Bytes
    additional: Bytes
    margin: int
    behind: int


def tables(data: RuleData, options: Options) -> Tables:
    if options.source != SHOE:
        raise CannotAnalyse(f"a {options.source} is not simulated, only the shoe")
    first, additional = np.zeros((2, _WIDTH * _WIDTH), np.uint8)
    for mine, theirs in product(range(len(RANKS)), repeat=2):
        place = mine * _WIDTH + theirs
        result = _compared(data.height[RANKS[mine]], data.height[RANKS[theirs]])
        additional[place] = RESULTS.index(result)
        ties = 3 * mine | _WAR
        first[place] = {HIGHER: WARS, LOWER: WARS + 1, EQUAL: ties}[result]
    numbers = {each: number for number, each in enumerate(RANKS)}
    cards = by_rank(numbers)[of_decks(data.decks)]
    behind = rules.USUALLY_BEHIND
    return Tables(cards, first, additional, rules.CUT_MARGIN, behind)


def _compared(mine: int, theirs: int) -> str:
    return EQUAL if mine == theirs else HIGHER if mine > theirs else LOWER


def figures(data: RuleData, counts: Long) -> tuple[WagerFigures, ...]:
    """The wagers of these rounds, by what the exact analysis makes of counted rounds."""
    rows = counts[:WARS].reshape(len(RANKS), 3).tolist()
    wars = [
        War(tied, 1, dict(zip(RESULTS, row, strict=True)))
        for tied, row in zip(RANKS, rows, strict=True)
        if sum(row)
    ]
    higher, lower = counts[WARS:].tolist()
    first = {HIGHER: higher, EQUAL: sum(map(sum, rows)), LOWER: lower}
    return of_counts(data, first, wars, 1, EXACTLY)


@njit(cache=True, nogil=True)
def deal(
    state: Words,
    rounds: int,
    cards: Bytes,
    first: Bytes,
    additional: Bytes,
    margin: int,
    behind: int,
) -> Long:
    """So many rounds, shoe after shoe, by case."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    many = len(cards)
    stack = cards.copy()
    shoe = np.zeros(many + CARDS_OF_A_ROUND, np.uint8)
    counts = np.zeros(CASES, np.int64)
    done = 0
    while done < rounds:
        a, b, c, d = make_ready(stack, shoe, margin, a, b, c, d)
        done += deal_shoe(shoe, 1, many - behind, rounds - done, first, additional, counts)
    return counts


@njit(cache=True, nogil=True)
def deal_shoe(
    shoe: Bytes,
    begin: int,
    cutting: int,
    most: int,
    first: Bytes,
    additional: Bytes,
    counts: Long,
) -> int:
    """Rounds from the card after the burn until the cutting card shows or is out; how many."""
    at, out = np.uint64(begin), np.uint64(cutting)
    done = 0
    while at < out and done < most:
        mine, theirs = np.uint64(shoe[at]), np.uint64(shoe[at + np.uint64(1)])
        more, dealers = np.uint64(shoe[at + np.uint64(2)]), np.uint64(shoe[at + np.uint64(3)])
        cell = np.uint64(first[mine << np.uint64(4) | theirs])
        war = cell >> np.uint64(6)
        added: Word = np.uint64(additional[more << np.uint64(4) | dealers])
        counts[(cell & np.uint64(63)) + added * war] += 1
        at += np.uint64(2) + (war << np.uint64(1))
        done += 1
    return done
