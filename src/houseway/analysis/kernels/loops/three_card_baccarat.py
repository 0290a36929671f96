"""Three Card Baccarat from a real shoe: coups until the cutting card is out."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.cards import Bytes, Long, Words
from houseway.analysis.kernels.loops.shoe import make_ready
from houseway.analysis.kernels.three_card_baccarat import CARDS_OF_A_ROUND


@njit(nogil=True)
def fill(
    counts: Long,
    stack: Bytes,
    shoe: Bytes,
    state: Words,
    rounds: int,
    look: Bytes,
    burned: Bytes,
    margin: int,
    behind: int,
) -> None:
    """So many coups, shoe after shoe, by case."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    many = len(stack)
    done = 0
    while done < rounds:
        a, b, c, d = make_ready(stack, shoe, margin, a, b, c, d)
        first = np.int64(1) + burned[shoe[0]]
        done += deal_shoe(shoe, first, many - behind, rounds - done, look, counts)


@njit(cache=True, nogil=True)
def deal_shoe(shoe: Bytes, first: int, cutting: int, most: int, look: Bytes, counts: Long) -> int:
    """Coups from the first card after the burn until the cutting card is out; how many.

    The coup that begins with the cutting card is still dealt (4.8), three cards to either hand in
    turns (8.1).
    """
    at, out = np.uint64(first), np.uint64(cutting)
    done = 0
    while at <= out and done < most:
        mine = np.uint64(shoe[at]) << np.uint64(8)
        theirs = np.uint64(shoe[at + np.uint64(1)]) << np.uint64(8)
        mine |= np.uint64(shoe[at + np.uint64(2)]) << np.uint64(4)
        theirs |= np.uint64(shoe[at + np.uint64(3)]) << np.uint64(4)
        mine |= np.uint64(shoe[at + np.uint64(4)])
        theirs |= np.uint64(shoe[at + np.uint64(5)])
        counts[np.uint64(look[mine]) << np.uint64(6) | np.uint64(look[theirs])] += 1
        at += np.uint64(CARDS_OF_A_ROUND)
        done += 1
    return done
