"""Player and Banker dealt from a real shoe, whatever the document.

A shoe is shuffled, cut, burned and dealt until the cutting card is out; a tie then brings one more
round. What the draw makes of two totals and the next two cards is one table, so that no step of a
round depends on its cards but by what it looks up.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

import numpy as np

from houseway.analysis.compiled import run
from houseway.analysis.exact.tally import mask
from houseway.analysis.exact.two_hands import DrawingRule, Table
from houseway.analysis.kernels.cards import Bytes, Long, Shorts, Words, by_rank, of_decks
from houseway.equipment.cards import DECK

KINDS = 4  # kinds of pair of two cards, none among them
CASES = 10 * 10 * KINDS * KINDS  # Player's total, Banker's, kinds of pair of each
CARDS_OF_A_ROUND = 6
_DIGITS = range(10)
_WIDTH = 64  # places for a card in a table of two cards


class Tables(NamedTuple):
    """The rules as arrays.

    `two` has by two cards their total and, above its four bits, their kind of pair. `ends` has by
    two totals and two values the case and, in its lowest three bits, the cards used. `margin` is
    how many cards stay on either side of the cut, `behind` how many lie behind the cutting card,
    `burned` how many cards go with the first one.
    """

    cards: Bytes
    two: Bytes
    value: Bytes
    ends: Shorts
    burned: Bytes
    margin: int
    behind: int


def tables(
    *,
    decks: int,
    value: Mapping[str, int],
    drawing: DrawingRule,
    kinds: Bytes,
    burned: Bytes,
    margin: int,
    behind: int,
) -> Tables:
    """`kinds` has the kind of pair by [first card, second card]."""
    values = by_rank({name: worth % 10 for name, worth in value.items()})
    two = np.zeros(_WIDTH * _WIDTH, np.uint8)
    for one, other in product(range(len(DECK)), repeat=2):
        two[one * _WIDTH + other] = (values[one] + values[other]) % 10 | kinds[one, other] << 4
    return Tables(of_decks(decks), two, values, _ends(drawing), burned, margin, behind)


def _ends(drawing: DrawingRule) -> Shorts:
    cells = [_end(drawing, *case) for case in product(_DIGITS, repeat=4)]
    return np.array(cells, np.uint16)


def _end(drawing: DrawingRule, player: int, banker: int, fifth: int, sixth: int) -> int:
    """The cell of two totals on two cards, and of the values of the next two cards."""
    coming, drawn = [fifth, sixth], None
    if player not in drawing.naturals and banker not in drawing.naturals:
        if player in drawing.player:
            drawn = coming.pop(0)
            player = (player + drawn) % 10
        if drawing.draws[drawn] & mask([banker]):
            banker = (banker + coming.pop(0)) % 10
    used = CARDS_OF_A_ROUND - len(coming)
    return (player * 10 + banker) << 3 | used


def final_totals(counts: Long) -> Table:
    """Rounds by the totals of Player and Banker."""
    found: Table = counts.reshape(10, 10, KINDS * KINDS).sum(axis=2).tolist()
    return found


def kinds_of_pair(counts: Long) -> tuple[list[int], list[int]]:
    """Rounds by Player's kind of pair, and by Banker's."""
    both = counts.reshape(100, KINDS, KINDS).sum(axis=0)
    return both.sum(axis=1).tolist(), both.sum(axis=0).tolist()


def deal(
    state: Words,
    rounds: int,
    cards: Bytes,
    two: Bytes,
    value: Bytes,
    ends: Shorts,
    burned: Bytes,
    margin: int,
    behind: int,
) -> Long:
    """So many rounds, shoe after shoe, by case."""
    counts = np.zeros(CASES, np.int64)
    shoe = np.zeros(len(cards) + CARDS_OF_A_ROUND, np.uint8)
    run(
        "two_hands", counts, cards.copy(), shoe, state, rounds, two, value, ends, burned, margin,
        behind,
    )  # fmt: skip
    return counts
