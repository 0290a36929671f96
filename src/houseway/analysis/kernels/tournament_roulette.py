"""Tournament American Roulette: spins by pocket, from which every place on the layout follows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from houseway.analysis import CannotAnalyse
from houseway.analysis.compiled import run
from houseway.analysis.exact.tournament_roulette import Data, of_counts
from houseway.analysis.figures import EXACTLY, WagerFigures
from houseway.analysis.kernels.cards import Long, Words

AT_ONCE = 8  # spins drawn from one number, in pairs
MOST_POCKETS = 63  # two spins of a wheel with more would not fit beside the bits of a draw


class Tables(NamedTuple):
    """How many pockets the wheel has."""

    pockets: int


def tables(data: Data) -> Tables:
    if len(data.pockets) > MOST_POCKETS:
        raise CannotAnalyse(f"{len(data.pockets)} pockets: {MOST_POCKETS} can be simulated at most")
    return Tables(len(data.pockets))


def figures(data: Data, counts: Long) -> tuple[WagerFigures, ...]:
    """The wagers of these spins, by what the exact analysis makes of counted spins."""
    spins: dict[int, int] = dict.fromkeys(data.pockets, 0)
    for pocket, times in zip(data.pockets, counts.tolist(), strict=True):
        spins[pocket] += times
    return of_counts(data, spins, EXACTLY)


def deal(state: Words, rounds: int, pockets: int) -> Long:
    """So many spins, by place on the wheel."""
    counts, pairs = np.zeros(pockets, np.int64), np.zeros((pockets, pockets), np.int64)
    run("tournament_roulette", counts, pairs.reshape(-1), state, rounds, pockets)
    both: Long = counts + pairs.sum(axis=0) + pairs.sum(axis=1)
    return both
