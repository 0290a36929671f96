"""What every hand meets, what it nets if it stands, and how often one more card passes 21."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.blackjack_hands import Limbs, RowTable
from houseway.analysis.kernels.cards import Long
from houseway.analysis.kernels.loops.wide import LIMB, MASK, store


@njit(nogil=True)
def fill(
    met: Limbs,
    stand: Long,
    total: Long,
    passing: Long,
    weights: Limbs,
    gains: Long,
    rows: RowTable,
    sums: Long,
    room: Long,
) -> None:
    """For each row: its lines with their shares by limb and result, and what is made of them.

    `gains` has by points and result what a hand gets. `sums` and `room` are room.
    """
    limbs, lanes = met.shape[1], met.shape[2]
    for row in range(met.shape[0] - 1, -1, -1):
        for at in range(limbs):
            for lane in range(lanes):
                sums[at, lane] = 0
        for each in range(rows.first_line[row], rows.first_line[row + 1]):
            line, share = rows.lines[each], rows.shares[each]
            for at in range(limbs):
                for lane in range(lanes):
                    sums[at, lane] += share * np.int64(weights[line, at, lane])
        for at in range(limbs):
            for lane in range(lanes):
                number = sums[at, lane]
                met[row, at, lane] = number & MASK
                sums[at + 1, lane] += number >> LIMB
        points = rows.points[row]
        for at in range(limbs):
            gain, every = np.int64(0), np.int64(0)
            for lane in range(lanes):
                number = np.int64(met[row, at, lane])
                gain += gains[points, lane] * number
                every += number
            room[0, at], room[1, at] = gain, every
        store(stand, row, room, 0, 1)
        store(total, row, room, 1, 1)
        for at in range(limbs):
            room[0, at] = total[row, at]
        for add in range(rows.first[row], rows.first[row + 1]):
            for at in range(limbs):
                room[0, at] -= total[rows.makes[add], at]
        store(passing, row, room, 0, 1)
