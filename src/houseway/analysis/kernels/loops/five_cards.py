"""Five cards against five with one of them face up: of all hands that play, which are apart.

Hands are put down from the lowest value to the highest. After each value the arrays say how many of
the hands so far contain any given set of one to five cards, and that is enough: the hands with the
card that lies open and with none of the patron's are those with it, less those with it and one of
the patron's cards, plus those with it and two, and so on.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis.kernels.cards import Bytes, Long

Numbers = NDArray[np.int32]
Sets = tuple[Numbers, Numbers, NDArray[np.int16], Bytes, Bytes]


@njit(nogil=True)
def fill(
    below: Numbers,
    equal: Numbers,
    plays: Numbers,
    sets: Sets,
    hands: Bytes,
    weights: Long,
    starts: Long,
    playing: NDArray[np.bool_],
    held: NDArray[np.bool_],
    places: Long,
) -> None:
    """`sets` is room to count sets of one to five cards; `starts` where each value begins."""
    row, any_down = 0, False
    for value in range(len(starts) - 1):
        first, last = starts[value], starts[value + 1]
        up_to = row
        for at in range(first, last):
            if weights[at]:
                if any_down:
                    _apart(hands, at, sets, held, places, below, up_to)
                up_to += 1
        if not playing[value]:
            row = up_to
            continue
        any_down = any_down or first < last
        for at in range(first, last):
            _put_down(hands, at, sets, places)
        for at in range(first, last):
            if weights[at]:
                _apart(hands, at, sets, held, places, equal, row)
                row += 1
    row = 0
    for at in range(len(hands)):
        if weights[at]:
            _apart(hands, at, sets, held, places, plays, row)
            row += 1
    for at in range(len(equal)):
        for card in range(52):
            if equal[at, card]:
                equal[at, card] -= below[at, card]


@njit(cache=True)
def _put_down(hands: Bytes, which: int, sets: Sets, places: Long) -> None:
    """One more dealer's hand: every set of cards in it is contained once more."""
    ones, twos, threes, fours, fives = sets
    for mask in range(1, 32):
        at, size = 0, 0
        for place in range(5):
            if mask >> place & 1:
                size += 1
                at += places[hands[which, place], size]
        if size == 1:
            ones[at] += 1
        elif size == 2:
            twos[at] += 1
        elif size == 3:
            threes[at] += 1
        elif size == 4:
            fours[at] += 1
        else:
            fives[at] += 1


@njit(cache=True)
def _apart(
    hands: Bytes,
    which: int,
    sets: Sets,
    held: NDArray[np.bool_],
    places: Long,
    found: Numbers,
    row: int,
) -> None:
    """For each card outside the hand: how many hands put down have it and none of this hand.

    Cards between the same two of the hand come in at the same place of a set, so that the rest of
    the set's place is worked out once for all of them.
    """
    ones, twos, threes, fours, fives = sets
    for gap in range(6):
        start = 0 if gap == 0 else hands[which, gap - 1] + 1
        stop = 52 if gap == 5 else hands[which, gap]
        if start == stop:
            continue
        for mask in range(31):
            at, size = 0, 0
            lower = 0
            for place in range(5):
                if mask >> place & 1:
                    size += 1
                    if place < gap:
                        lower += 1
                        at += places[hands[which, place], size]
                    else:
                        at += places[hands[which, place], size + 1]
            if size == 0:
                for card in range(start, stop):
                    found[row, card] = ones[card]
            elif size == 1:
                for card in range(start, stop):
                    found[row, card] -= twos[at + places[card, lower + 1]]
            elif size == 2:
                for card in range(start, stop):
                    found[row, card] += threes[at + places[card, lower + 1]]
            elif size == 3:
                for card in range(start, stop):
                    found[row, card] -= fours[at + places[card, lower + 1]]
            else:
                for card in range(start, stop):
                    found[row, card] += fives[at + places[card, lower + 1]]
        for card in range(start, stop):
            if not held[card]:
                found[row, card] = 0
