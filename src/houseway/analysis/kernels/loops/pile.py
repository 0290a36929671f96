"""A pile of cards of one table: the cards that are left first, those that are out behind them.

A card is drawn from any place among those left, which is the same as to deal from an order that
nobody knows. To shuffle all cards together is to count all of them as left.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from houseway.analysis.kernels.cards import Bytes, Word
from houseway.analysis.kernels.loops.xoshiro import below, take

whole: Any = np.int64  # a signed number, for a checker that knows only int


@njit(cache=True, nogil=True, inline="always")
def draw(
    pile: Bytes, left: int, out: Bytes, given: bool, a: Word, b: Word, c: Word, d: Word
) -> tuple[int, int, Word, Word, Word, Word]:
    """The next card, and the cards left after it; in a test a card of `out`, in their order."""
    if given:
        out[0] += np.uint8(1)
        return whole(out[out[0]]), left - 1, a, b, c, d
    place, a, b, c, d = below(np.uint64(left), a, b, c, d)
    card = take(pile, place, np.uint64(left - 1))
    return whole(card), left - 1, a, b, c, d
