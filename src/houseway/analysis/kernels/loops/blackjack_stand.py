"""What every hand nets against the dealer's hands if it stands."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.cards import Long
from houseway.analysis.kernels.loops.wide import LIMB, MASK, Limbs, multiply


@njit(nogil=True)
def fill(
    stand: Limbs,
    net: Limbs,
    sums: Long,
    weights: Limbs,
    gains: Long,
    lines: Long,
    points: Long,
    sizes: Long,
    beyond: Limbs,
) -> None:
    """For each row: the weights of its line times what each gains, times the ways for the rest.

    `weights` has the results of a line one after the other, `gains` by result and points what a
    hand gets, `sizes` by row the place of its size in `beyond`. `net` and `sums` are room.
    """
    results, limbs = gains.shape[0], weights.shape[1]
    for row in range(stand.shape[0]):
        for at in range(net.shape[1]):
            sums[at] = 0
        for result in range(results):
            times = gains[result, points[row]]
            for at in range(limbs):
                sums[at] += times * np.int64(weights[lines[row] * results + result, at])
        carry = 0
        for at in range(net.shape[1]):
            total = sums[at] + carry
            net[0, at] = total & MASK
            carry = total >> LIMB
        multiply(sums, net, 0, beyond, sizes[row])
        for at in range(stand.shape[1]):
            stand[row, at] = sums[at]
