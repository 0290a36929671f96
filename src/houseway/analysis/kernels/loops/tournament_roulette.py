"""Spins of a wheel, two drawn and tallied as one of pockets times pockets."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.cards import Long, Words
from houseway.analysis.kernels.loops.xoshiro import BITS, REST, leftover, step
from houseway.analysis.kernels.tournament_roulette import AT_ONCE


@njit(nogil=True)
def fill(counts: Long, pairs: Long, state: Words, rounds: int, pockets: int) -> None:
    """So many spins: those that came in pairs, and the few that were left over."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    two = np.uint64(pockets * pockets)
    product = two * two * two * two
    least = leftover(product)
    top = np.uint64(12)
    for _ in range(rounds // AT_ONCE):
        while True:
            number, a, b, c, d = step(a, b, c, d)
            spread = (number >> top) * two
            first = spread >> BITS
            spread = (spread & REST) * two
            second = spread >> BITS
            spread = (spread & REST) * two
            third = spread >> BITS
            spread = (spread & REST) * two
            if spread & REST >= least:
                break
        pairs[first] += 1
        pairs[second] += 1
        pairs[third] += 1
        pairs[spread >> BITS] += 1
    one = np.uint64(pockets)
    least = leftover(one)
    for _ in range(rounds % AT_ONCE):
        while True:
            number, a, b, c, d = step(a, b, c, d)
            spread = (number >> top) * one
            if spread & REST >= least:
                break
        counts[spread >> BITS] += 1
