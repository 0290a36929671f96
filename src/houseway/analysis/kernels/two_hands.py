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
from numba import njit
from numpy.typing import NDArray

from houseway.analysis.exact.sums import mask
from houseway.analysis.exact.two_hands import Drawing, Table
from houseway.analysis.kernels.cards import Bytes, by_rank, of_decks
from houseway.analysis.kernels.shoe import make_ready
from houseway.analysis.kernels.xoshiro import Word, Words
from houseway.equipment.cards import DECK

Shorts = NDArray[np.uint16]
Long = NDArray[np.int64]

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
    drawing: Drawing,
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


def _ends(drawing: Drawing) -> Shorts:
    cells = [_end(drawing, *case) for case in product(_DIGITS, repeat=4)]
    return np.array(cells, np.uint16)


def _end(drawing: Drawing, player: int, banker: int, fifth: int, sixth: int) -> int:
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


@njit(cache=True, nogil=True)
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
    a, b, c, d = state[0], state[1], state[2], state[3]
    many = len(cards)
    stack = cards.copy()
    shoe = np.zeros(many + CARDS_OF_A_ROUND, np.uint8)
    counts = np.zeros(CASES, np.int64)
    done = 0
    while done < rounds:
        a, b, c, d = make_ready(stack, shoe, margin, a, b, c, d)
        first = np.int64(1) + burned[shoe[0]]
        done += deal_shoe(shoe, first, many - behind, rounds - done, two, value, ends, counts)
    return counts


@njit(cache=True, nogil=True)
def deal_shoe(
    shoe: Bytes,
    first: int,
    cutting: int,
    most: int,
    two: Bytes,
    value: Bytes,
    ends: Shorts,
    counts: Long,
) -> int:
    """Rounds from the first card after the burn until the cutting card ends them; how many.

    A round is begun while the cutting card, which lies before the card `cutting`, is not out. The
    round that brings it out is the last; after a tie there is one more.
    """
    at, out = np.uint64(first), np.uint64(cutting)
    done, case = 0, np.uint64(0)
    while at <= out and done < most:
        case, used = one_round(shoe, at, two, value, ends)
        counts[case] += 1
        at += used
        done += 1
    if at > out and done < most:
        totals = case >> np.uint64(4)
        if totals % np.uint64(11) == 0:  # the same digit twice
            case, used = one_round(shoe, at, two, value, ends)
            counts[case] += 1
            done += 1
    return done


@njit(cache=True, nogil=True, inline="always")
def one_round(shoe: Bytes, at: Word, two: Bytes, value: Bytes, ends: Shorts) -> tuple[Word, Word]:
    """The case of the round that begins with a card, and how many cards it takes."""
    first, second = np.uint64(shoe[at]), np.uint64(shoe[at + np.uint64(1)])
    third, fourth = np.uint64(shoe[at + np.uint64(2)]), np.uint64(shoe[at + np.uint64(3)])
    player = np.uint64(two[first << np.uint64(6) | third])
    banker = np.uint64(two[second << np.uint64(6) | fourth])
    fifth = np.uint64(value[shoe[at + np.uint64(4)]])
    sixth = np.uint64(value[shoe[at + np.uint64(5)]])
    totals = (player & np.uint64(15)) * np.uint64(10) + (banker & np.uint64(15))
    cell = np.uint64(ends[totals * np.uint64(100) + fifth * np.uint64(10) + sixth])
    kinds = player >> np.uint64(4) << np.uint64(2) | banker >> np.uint64(4)
    return cell >> np.uint64(3) << np.uint64(4) | kinds, cell & np.uint64(7)
