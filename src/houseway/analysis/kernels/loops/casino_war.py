"""Casino War from a real shoe: rounds until the cutting card shows or is out."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.cards import Bytes, Long, Word, Words
from houseway.analysis.kernels.loops.shoe import make_ready


@njit(nogil=True)
def fill(
    counts: Long,
    stack: Bytes,
    shoe: Bytes,
    state: Words,
    rounds: int,
    first: Bytes,
    additional: Bytes,
    margin: int,
    behind: int,
) -> None:
    """So many rounds, shoe after shoe, by case."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    many = len(stack)
    done = 0
    while done < rounds:
        a, b, c, d = make_ready(stack, shoe, margin, a, b, c, d)
        done += deal_shoe(shoe, 1, many - behind, rounds - done, first, additional, counts)


@njit(cache=True, nogil=True)
def deal_shoe(
    shoe: Bytes,
    begin: int,
    cutting: int,
    most: int,
    first: Bytes,
    additional: Bytes,
    counts: Long,
) -> int:
    """Rounds from the card after the burn until the cutting card shows or is out; how many."""
    at, out = np.uint64(begin), np.uint64(cutting)
    done = 0
    while at < out and done < most:
        mine, theirs = np.uint64(shoe[at]), np.uint64(shoe[at + np.uint64(1)])
        more, dealers = np.uint64(shoe[at + np.uint64(2)]), np.uint64(shoe[at + np.uint64(3)])
        cell = np.uint64(first[mine << np.uint64(4) | theirs])
        war = cell >> np.uint64(6)
        added: Word = np.uint64(additional[more << np.uint64(4) | dealers])
        counts[(cell & np.uint64(63)) + added * war] += 1
        at += np.uint64(2) + (war << np.uint64(1))
        done += 1
    return done
