"""Player and Banker from a real shoe, tallied by cell: what facts of values and pairs need."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.cards import Bytes, Long, Shorts, Words
from houseway.analysis.kernels.loops.shoe import make_ready


@njit(nogil=True)
def fill(
    counts: Long,
    stack: Bytes,
    shoe: Bytes,
    state: Words,
    rounds: int,
    two: Bytes,
    value: Bytes,
    ends: Shorts,
    burned: Bytes,
    margin: int,
    behind: int,
) -> None:
    """The same rounds as `two_hands` deals from the same state, each in its cell.

    A cell is both totals on two cards, the values of the next two cards, and both kinds of pair.
    """
    a, b, c, d = state[0], state[1], state[2], state[3]
    many = len(stack)
    done = 0
    while done < rounds:
        a, b, c, d = make_ready(stack, shoe, margin, a, b, c, d)
        at = np.int64(1) + burned[shoe[0]]
        last, tied = False, False
        while done < rounds and (at <= many - behind or (tied and not last)):
            last = at > many - behind
            player = np.int64(two[np.int64(shoe[at]) * 64 + shoe[at + 2]])
            banker = np.int64(two[np.int64(shoe[at + 1]) * 64 + shoe[at + 3]])
            cell = ((player & 15) * 10 + (banker & 15)) * 100
            cell += np.int64(value[shoe[at + 4]]) * 10 + value[shoe[at + 5]]
            counts[cell << 4 | player >> 4 << 2 | banker >> 4] += 1
            end = np.int64(ends[cell])
            at += end & 7
            done += 1
            tied = (end >> 3) % 11 == 0
