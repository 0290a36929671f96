"""Numbers of deals over the places that bet."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis.kernels.cards import Long

Numbers = NDArray[np.int32]


@njit(nogil=True)
def fill(
    won: Long,
    others: Long,
    weights: Long,
    values: NDArray[np.uint16],
    below: Numbers,
    equal: Numbers,
    plays: Numbers,
    bets: NDArray[np.bool_],
) -> None:
    """`won` gets deals by value; `others` the deals equal, the deals played, and the places."""
    for row in range(len(bets)):
        lower, level, playing, places = 0, 0, 0, 0
        for card in range(52):
            if bets[row, card]:
                lower += below[row, card]
                level += equal[row, card]
                playing += plays[row, card]
                places += 1
        won[values[row]] += weights[row] * lower
        others[0] += weights[row] * level
        others[1] += weights[row] * playing
        others[2] += weights[row] * places
