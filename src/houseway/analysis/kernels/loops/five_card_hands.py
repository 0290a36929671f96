"""Every hand of five of some cards, rising, with its value."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis.kernels.cards import Bytes

Numbers = NDArray[np.int32]


@njit(nogil=True)
def fill(hands: Bytes, values: NDArray[np.uint16], cards: Bytes, worth: Numbers) -> None:
    """`worth` has the value of a hand by [of one suit, key of its ranks]."""
    many = len(cards)
    at = 0
    for a in range(many):
        for b in range(a + 1, many):
            for c in range(b + 1, many):
                for d in range(c + 1, many):
                    for e in range(d + 1, many):
                        hands[at, 0], hands[at, 1], hands[at, 2] = cards[a], cards[b], cards[c]
                        hands[at, 3], hands[at, 4] = cards[d], cards[e]
                        key, suit, one_suit = 0, cards[a] & 3, 1
                        for place in range(5):
                            card = hands[at, place]
                            key = key * 13 + (card >> 2)
                            if card & 3 != suit:
                                one_suit = 0
                        values[at] = worth[one_suit, key]
                        at += 1
