"""Hands of four tiles in two parts, each kind of hand against each other kind, by number of deals.

A kind is what tiles a hand has of each line. One side may set its hand in three ways, the other in
one; what comes of it is counted for each way.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int32]
Long = NDArray[np.int64]

WON, LOST, COPY, ZERO = range(4)  # what a part comes to for the patron
RESULTS = 12  # four of the low part times three of the high part


@njit(cache=True)
def meet(
    kinds: Bytes, tiles: Bytes, chooser: Numbers, other: Numbers, patron_chooses: bool
) -> Long:
    """For each kind and each way to set it: deals by what the low and the high part come to.

    `kinds` has how many tiles of each line a kind takes, `tiles` how many there are. `chooser` is
    [kind, way, part] and `other` [kind, part]: the value of the low part, that of the high part,
    and whether the low part counts nothing.
    """
    many, lines = kinds.shape
    found = np.zeros((many, 3, 12), np.int64)
    left = np.zeros(lines, np.int64)
    taken = np.zeros((many, 4, 2), np.int64)  # the lines of a kind, and how many tiles of each
    for kind in range(many):
        place = 0
        for line in range(lines):
            if kinds[kind, line]:
                taken[kind, place, 0], taken[kind, place, 1] = line, kinds[kind, line]
                place += 1
    for mine in range(many):
        ways = 1
        for line in range(lines):
            held = kinds[mine, line]
            ways *= _choose(tiles[line], held)
            left[line] = tiles[line] - held
        if ways == 0:
            continue
        for theirs in range(many):
            deals = ways
            for place in range(4):
                deals *= _choose(left[taken[theirs, place, 0]], taken[theirs, place, 1])
            if deals == 0:
                continue
            for way in range(3):
                one, two = chooser[mine, way], other[theirs]
                low = _part(one[0], two[0], patron_chooses)
                high = _part(one[1], two[1], patron_chooses)
                if one[2] and two[2]:
                    low = 3
                found[mine, way, low * 3 + high] += deals
    return found


@njit(cache=True)
def _choose(there: int, taken: int) -> int:
    """Ways to take tiles of one line."""
    if taken == 0:
        return 1
    return there if taken == 1 else there * (there - 1) // 2


@njit(cache=True)
def _part(mine: int, theirs: int, patron_chooses: bool) -> int:
    if mine == theirs:
        return 2
    return 0 if (mine > theirs) == patron_chooses else 1
