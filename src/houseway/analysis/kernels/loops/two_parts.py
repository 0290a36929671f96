"""Hands of four tiles in two parts, each kind of hand against each other kind, by number of deals.

A kind is what tiles a hand has of each line. One side may set its hand in three ways, the other in
one; what comes of it is counted for each way: the low part won, lost, a copy or zero against zero,
and within that the high part.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis.kernels.cards import Bytes, Long

Numbers = NDArray[np.int32]


@njit(nogil=True)
def fill(
    found: Long,
    left: Long,
    taken: Long,
    kinds: Bytes,
    tiles: Bytes,
    chooser: Numbers,
    other: Numbers,
    patron_chooses: bool,
) -> None:
    """For each kind and each way to set it: deals by what the low and the high part come to.

    `kinds` has how many tiles of each line a kind takes, `tiles` how many there are. `chooser` is
    [kind, way, part] and `other` [kind, part]: the value of the low part, that of the high part,
    and whether the low part counts nothing. `taken` gets the lines of a kind, and how many tiles of
    each; `left` is room for a number a line.
    """
    many, lines = kinds.shape
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
                low = _part(chooser[mine, way, 0], other[theirs, 0], patron_chooses)
                high = _part(chooser[mine, way, 1], other[theirs, 1], patron_chooses)
                if chooser[mine, way, 2] and other[theirs, 2]:
                    low = 3
                found[mine, way, low * 3 + high] += deals


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
