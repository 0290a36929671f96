"""Pai Gow, eight tiles off the pack for every round, by what both parts come to in each setting."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.four_tiles import RESULTS
from houseway.analysis.kernels.cards import Bytes, Long, Shorts, Word, Words
from houseway.analysis.kernels.loops.inlined import inlined
from houseway.analysis.kernels.loops.xoshiro import eight_below, take


@njit(nogil=True)
def fill(
    counts: Long,
    pack: Bytes,
    hands: Bytes,
    state: Words,
    rounds: int,
    two: Bytes,
    kind: Shorts,
    parts: Words,
    zeros: int,
) -> None:
    """So many rounds by case, each from all the tiles."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    many = np.uint64(len(pack))
    for _ in range(rounds):
        p, q, r, s, t, u, v, w, a, b, c, d = eight_below(many, a, b, c, d)
        hands[0] = take(pack, p, many - np.uint64(1))
        hands[1] = take(pack, q, many - np.uint64(2))
        hands[2] = take(pack, r, many - np.uint64(3))
        hands[3] = take(pack, s, many - np.uint64(4))
        hands[4] = take(pack, t, many - np.uint64(5))
        hands[5] = take(pack, u, many - np.uint64(6))
        hands[6] = take(pack, v, many - np.uint64(7))
        hands[7] = take(pack, w, many - np.uint64(8))
        counts[case_of(hands, two, kind, parts, np.uint64(zeros))] += 1


@inlined
def case_of(hands: Bytes, two: Bytes, kind: Shorts, parts: Words, zeros: Word) -> Word:
    """The case of the patron's four tiles and the bank's."""
    mine = parts[kind_at(hands, np.uint64(0), two, kind)]
    bank = parts[kind_at(hands, np.uint64(4), two, kind)]
    case = result_of(mine, bank, zeros)
    case = case * np.uint64(RESULTS) + result_of(mine >> np.uint64(16), bank, zeros)
    case = case * np.uint64(RESULTS) + result_of(mine >> np.uint64(32), bank, zeros)
    return case * np.uint64(RESULTS) + result_of(mine >> np.uint64(48), bank, zeros)


@inlined
def kind_at(hands: Bytes, at: Word, two: Bytes, kind: Shorts) -> Word:
    one, other = np.uint64(hands[at]), np.uint64(hands[at + np.uint64(1)])
    third, fourth = np.uint64(hands[at + np.uint64(2)]), np.uint64(hands[at + np.uint64(3)])
    first = np.uint64(two[one << np.uint64(4) | other])
    second = np.uint64(two[third << np.uint64(4) | fourth])
    return np.uint64(kind[first << np.uint64(8) | second])


@inlined
def result_of(mine: Word, bank: Word, zeros: Word) -> Word:
    """The low part won, lost, a copy or zero against zero; the high part within."""
    byte = np.uint64(255)
    low, theirs = mine & byte, bank & byte
    high, others = mine >> np.uint64(8) & byte, bank >> np.uint64(8) & byte
    both = np.uint64(low < theirs) + np.uint64(2) * np.uint64(low == theirs)
    nothing = np.uint64(low < zeros) & np.uint64(theirs < zeros)
    both += (np.uint64(3) - both) * nothing
    above = np.uint64(high < others) + np.uint64(2) * np.uint64(high == others)
    return both * np.uint64(3) + above
