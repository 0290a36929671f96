"""Player and Banker from a real shoe: rounds until the cutting card ends them."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.cards import Bytes, Long, Shorts, Word, Words
from houseway.analysis.kernels.loops.inlined import inlined
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
    """So many rounds, shoe after shoe, by case."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    many = len(stack)
    done = 0
    while done < rounds:
        a, b, c, d = make_ready(stack, shoe, margin, a, b, c, d)
        first = np.int64(1) + burned[shoe[0]]
        done += deal_shoe(shoe, first, many - behind, rounds - done, two, value, ends, counts)


@njit(cache=True, nogil=True)
def deal_shoe(
    shoe: Bytes,
    first: int,
    cutting: int,
    most: int,
    two: Bytes,
    value: Bytes,
    ends: Shorts,
    counts: Long,
) -> int:
    """Rounds from the first card after the burn until the cutting card ends them; how many.

    A round is begun while the cutting card, which lies before the card `cutting`, is not out. The
    round that brings it out is the last; after a tie there is one more.
    """
    at, out = np.uint64(first), np.uint64(cutting)
    done, case = 0, np.uint64(0)
    while at <= out and done < most:
        case, used = one_round(shoe, at, two, value, ends)
        counts[case] += 1
        at += used
        done += 1
    if at > out and done < most:
        totals = case >> np.uint64(4)
        if totals % np.uint64(11) == 0:  # the same digit twice
            case, used = one_round(shoe, at, two, value, ends)
            counts[case] += 1
            done += 1
    return done


@inlined
def one_round(shoe: Bytes, at: Word, two: Bytes, value: Bytes, ends: Shorts) -> tuple[Word, Word]:
    """The case of the round that begins with a card, and how many cards it takes."""
    first, second = np.uint64(shoe[at]), np.uint64(shoe[at + np.uint64(1)])
    third, fourth = np.uint64(shoe[at + np.uint64(2)]), np.uint64(shoe[at + np.uint64(3)])
    player = np.uint64(two[first << np.uint64(6) | third])
    banker = np.uint64(two[second << np.uint64(6) | fourth])
    fifth = np.uint64(value[shoe[at + np.uint64(4)]])
    sixth = np.uint64(value[shoe[at + np.uint64(5)]])
    totals = (player & np.uint64(15)) * np.uint64(10) + (banker & np.uint64(15))
    cell = np.uint64(ends[totals * np.uint64(100) + fifth * np.uint64(10) + sixth])
    kinds = player >> np.uint64(4) << np.uint64(2) | banker >> np.uint64(4)
    return cell >> np.uint64(3) << np.uint64(4) | kinds, cell & np.uint64(7)
