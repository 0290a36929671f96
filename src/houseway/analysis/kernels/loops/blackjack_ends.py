"""How often hands come when they are played in one way, and what those that stand meet."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.blackjack_hands import DOUBLE, DRAW, STAND, Limbs, RowTable
from houseway.analysis.kernels.cards import Bytes, Long
from houseway.analysis.kernels.loops.blackjack_orders import follow


@njit(nogil=True)
def fill(
    ends: Long,
    passed: Long,
    met: Limbs,
    passing: Long,
    acts: Bytes,
    orders: Long,
    doubled: Long,
    rows: RowTable,
) -> None:
    """`ends` is by whether a hand was split, by one or two units staked, by points, limb and
    result; the ways that pass 21 go to `passed` likewise, by limb alone."""
    follow(orders, doubled, acts, rows)
    for row in range(orders.shape[0]):
        split, points = rows.split[row], rows.points[row]
        act = STAND if rows.closed[row] else acts[rows.places[row]]
        for staked in range(2):
            times = doubled[row] if staked else orders[row]
            if times == 0 or (staked == 0 and act != STAND):
                continue
            for at in range(met.shape[1]):
                for lane in range(met.shape[2]):
                    ends[split, staked, points, at, lane] += times * np.int64(met[row, at, lane])
        if orders[row] and act in (DRAW, DOUBLE):
            staked = 1 if act == DOUBLE else 0
            for at in range(met.shape[1]):
                passed[split, staked, at] += orders[row] * passing[row, at]
