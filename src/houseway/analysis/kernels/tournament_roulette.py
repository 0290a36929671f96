"""Tournament American Roulette: spins by pocket, from which every place on the layout follows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis import CannotAnalyse
from houseway.analysis.exact.tournament_roulette import RuleData, of_counts
from houseway.analysis.figures import WagerFigures
from houseway.analysis.kernels.xoshiro import BITS, REST, Words, leftover, step
from houseway.analysis.rounding import EXACTLY
from houseway.games.tournament_roulette.rules import Options

Long = NDArray[np.int64]

_AT_ONCE = 8  # spins drawn from one number, in pairs
MOST_POCKETS = 63  # two spins of a wheel with more would not fit beside the bits of a draw


class Tables(NamedTuple):
    """How many pockets the wheel has."""

    pockets: int


def tables(data: RuleData, options: Options) -> Tables:
    if len(data.pockets) > MOST_POCKETS:
        raise CannotAnalyse(f"{len(data.pockets)} pockets: {MOST_POCKETS} can be simulated at most")
    return Tables(len(data.pockets))


def figures(data: RuleData, counts: Long) -> tuple[WagerFigures, ...]:
    """The wagers of these spins, by what the exact analysis makes of counted spins."""
    spins: dict[int, int] = dict.fromkeys(data.pockets, 0)
    for pocket, times in zip(data.pockets, counts.tolist(), strict=True):
        spins[pocket] += times
    return of_counts(data, spins, EXACTLY)


@njit(cache=True, nogil=True)
def deal(state: Words, rounds: int, pockets: int) -> Long:
    """So many spins, by place on the wheel.

    Two spins are drawn and tallied as one of pockets times pockets; which of them was which is told
    apart in the end.
    """
    a, b, c, d = state[0], state[1], state[2], state[3]
    two = np.uint64(pockets * pockets)
    product = two * two * two * two
    pairs = np.zeros(pockets * pockets, np.int64)
    least = leftover(product)
    top = np.uint64(12)
    for _ in range(rounds // _AT_ONCE):
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
    both = pairs.reshape(pockets, pockets)
    counts: Long = both.sum(axis=0) + both.sum(axis=1)
    one = np.uint64(pockets)
    least = leftover(one)
    for _ in range(rounds % _AT_ONCE):
        while True:
            number, a, b, c, d = step(a, b, c, d)
            spread = (number >> top) * one
            if spread & REST >= least:
                break
        counts[spread >> BITS] += 1
    return counts
