"""Casino War dealt to one playing area from its shoe: 4.1, 4.5, 4.6 and 4.9.

A patron who ties goes to war, so that the additional cards are there; what surrender would have
come to follows from the same rounds. A cutting card that shows before a round ends the shoe
(4.1.2), one that comes out in a round ends it after that (4.1.3).
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from houseway.analysis import CannotAnalyse
from houseway.analysis.compiled import run
from houseway.analysis.exact.casino_war import Data, War, of_counts
from houseway.analysis.figures import EXACTLY, WagerFigures
from houseway.analysis.kernels.cards import Bytes, Long, Words, by_rank, of_decks
from houseway.equipment.cards import RANKS
from houseway.games.casino_war.rules import EQUAL, HIGHER, LOWER, SHOE

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


def tables(data: Data) -> Tables:
    if data.options.source != SHOE:
        raise CannotAnalyse(f"a {data.options.source} is not simulated, only the shoe")
    first, additional = np.zeros((2, _WIDTH * _WIDTH), np.uint8)
    for mine, theirs in product(range(len(RANKS)), repeat=2):
        place = mine * _WIDTH + theirs
        result = _compared(data.rules.height[RANKS[mine]], data.rules.height[RANKS[theirs]])
        additional[place] = RESULTS.index(result)
        ties = 3 * mine | _WAR
        first[place] = {HIGHER: WARS, LOWER: WARS + 1, EQUAL: ties}[result]
    numbers = {each: number for number, each in enumerate(RANKS)}
    cards = by_rank(numbers)[of_decks(data.rules.decks)]
    rules = data.rules
    return Tables(cards, first, additional, rules.shoe.cut_margin, rules.usually_behind)


def _compared(mine: int, theirs: int) -> str:
    return EQUAL if mine == theirs else HIGHER if mine > theirs else LOWER


def figures(data: Data, counts: Long) -> tuple[WagerFigures, ...]:
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
    counts = np.zeros(CASES, np.int64)
    shoe = np.zeros(len(cards) + CARDS_OF_A_ROUND, np.uint8)
    run("casino_war", counts, cards.copy(), shoe, state, rounds, first, additional, margin, behind)
    return counts
