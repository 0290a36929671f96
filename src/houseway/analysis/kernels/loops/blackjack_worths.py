"""What every hand is worth when it is played on, the longest hands first."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.blackjack_hands import (
    BEST,
    DOUBLE,
    DRAW,
    STAND,
    HandTable,
    WorldTable,
)
from houseway.analysis.kernels.cards import Bytes, Long
from houseway.analysis.kernels.loops.wide import Limbs, greater, store


@njit(nogil=True)
def fill(
    worth: tuple[Limbs, Limbs, Limbs, Limbs],
    chosen: Bytes,
    acts: Bytes,
    first: int,
    last: int,
    hands: HandTable,
    worlds: WorldTable,
    one: Long,
    two: Long,
) -> None:
    """Drawing, doubling and playing on by `acts`, for the hands of the worlds from `first` on.

    `one` and `two` are room for a number. Of equal choices the first in this order is chosen: draw,
    stand, double.
    """
    stand, draw, double, value = worth
    limbs = stand.shape[1]
    for world in range(first, last):
        for row in range(worlds.begins[world + 1] - 1, worlds.begins[world] - 1, -1):
            place = worlds.places[row]
            size = hands.sizes[place]
            act = STAND
            if worlds.closed[world] == 0 and hands.ended[place] == 0:
                passing = worlds.cards[world] - size
                for at in range(limbs):
                    one[at], two[at] = 0, 0
                for add in range(hands.first[place], hands.first[place + 1]):
                    left = worlds.counts[world, hands.kind[add]] - hands.own[add]
                    if left > 0:
                        passing -= left
                        makes = worlds.rows[world, hands.makes[add]]
                        for at in range(limbs):
                            one[at] += left * np.int64(value[makes, at])
                        if size == 2:
                            for at in range(limbs):
                                two[at] += left * np.int64(stand[makes, at])
                bust = world * worlds.sizes + size
                for at in range(limbs):
                    passed = passing * np.int64(worlds.passed[bust, at])
                    one[at] += passed
                    two[at] += passed
                store(draw, row, one, 1)
                act = acts[place]
                if size == 2:
                    store(double, row, two, 2)
                if act == BEST:
                    act = DRAW
                    if hands.may_stand[place] and greater(stand, draw, row):
                        act = STAND
                    if size == 2 and greater(double, stand if act == STAND else draw, row):
                        act = DOUBLE
            chosen[row] = act
            for at in range(limbs):
                if act == STAND:
                    value[row, at] = stand[row, at]
                elif act == DRAW:
                    value[row, at] = draw[row, at]
                else:
                    value[row, at] = double[row, at]
