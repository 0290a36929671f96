"""Shoes of Player and Banker played by a patron who counts cards and bets from a true count on."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.cards import Bytes, Long, Shorts, Words
from houseway.analysis.kernels.loops.shoe import make_ready

NEXT_ROUND, WAITING, DONE = 0, 1, 2  # before the cutting card, after the last round, recorded


@njit(nogil=True)
def fill(
    depths: Long,
    by_count: Long,
    shoe_state: Long,
    stack: Bytes,
    shoe: Bytes,
    state: Words,
    shoes: int,
    two: Bytes,
    value: Bytes,
    ends: Shorts,
    burned: Bytes,
    margin: int,
    tags: Long,
    behind: Long,
    by_case: Long,
    by_cell: Long,
    trigger: int,
    after_tie: int,
    after_cut: int,
) -> None:
    """Play so many shoes with the cutting card at several depths at once.

    `depths` adds for each depth rounds, bets, units and the squares of the units of a shoe;
    `by_count` adds rounds and units for each whole true count at the deepest cutting card.
    `shoe_state` has room for stage, units and rounds still due of each depth.
    """
    a, b, c, d = state[0], state[1], state[2], state[3]
    many = len(stack)
    places = len(by_count) // 2
    for _ in range(shoes):
        a, b, c, d = make_ready(stack, shoe, margin, a, b, c, d)
        running = tags[shoe[0]]
        at = np.int64(1) + burned[shoe[0]]
        shoe_state[:] = 0
        tied = False
        while True:
            left = many - at
            playing = False
            deepest = False
            for depth in range(len(behind)):
                if shoe_state[depth, 0] == NEXT_ROUND and left < behind[depth]:
                    shoe_state[depth, 0] = WAITING
                    shoe_state[depth, 2] = after_cut + (after_tie if tied else 0)
                elif shoe_state[depth, 0] == WAITING:
                    shoe_state[depth, 2] -= 1
                if shoe_state[depth, 0] == WAITING and (shoe_state[depth, 2] <= 0 or left < 6):
                    shoe_state[depth, 0] = DONE
                    units = shoe_state[depth, 1]
                    depths[depth, 2] += units
                    depths[depth, 3] += units * units
                if shoe_state[depth, 0] != DONE:
                    playing = True
                    deepest = deepest or depth == 0
            if not playing:
                break
            first, second = np.int64(shoe[at]), np.int64(shoe[at + 1])
            player = np.int64(two[first * 64 + shoe[at + 2]])
            banker = np.int64(two[second * 64 + shoe[at + 3]])
            cell = ((player & 15) * 10 + (banker & 15)) * 100
            cell += np.int64(value[shoe[at + 4]]) * 10 + value[shoe[at + 5]]
            end = np.int64(ends[cell])
            case = end >> 3 << 4 | player >> 4 << 2 | banker >> 4
            gain = by_case[case] + by_cell[cell]
            bet = running * 52 >= trigger * left
            for depth in range(len(behind)):
                if shoe_state[depth, 0] != DONE:
                    depths[depth, 0] += 1
                    if bet:
                        depths[depth, 1] += 1
                        shoe_state[depth, 1] += gain
            if deepest:
                true = running * 52 // left + places
                true = min(max(true, 0), len(by_count) - 1)
                by_count[true, 0] += 1
                by_count[true, 1] += gain
            used = end & 7
            for place in range(used):
                running += tags[shoe[at + place]]
            at += used
            tied = (end >> 3) % 11 == 0
