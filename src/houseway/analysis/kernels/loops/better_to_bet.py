"""Where a bet gains more than a fold, over all the dealer's hands."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis.kernels.cards import Long

Numbers = NDArray[np.int32]


@njit(nogil=True)
def fill(
    bets: NDArray[np.bool_],
    values: NDArray[np.uint16],
    below: Numbers,
    equal: Numbers,
    plays: Numbers,
    dealt: NDArray[np.bool_],
    win: Long,
    dealers: int,
    not_playing: int,
    lose: int,
    fold: int,
) -> None:
    """`win` is by value; a hand of the patron is a row, the card that the dealer shows a column."""
    for row in range(len(dealt)):
        won = win[values[row]]
        for card in range(52):
            if dealt[row, card]:
                playing, lower = np.int64(plays[row, card]), below[row, card]
                beaten = playing - lower - equal[row, card]
                gained = (dealers - playing) * not_playing + lower * won + beaten * lose
                bets[row, card] = gained > fold * dealers
