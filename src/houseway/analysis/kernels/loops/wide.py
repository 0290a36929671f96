"""Whole numbers of a few hundred bits for the loops: limbs of 32 bits, the least first.

The last limb has the sign.
"""

from __future__ import annotations

import numpy as np

from houseway.analysis.kernels.cards import Long
from houseway.analysis.kernels.loops.inlined import inlined

LIMB = 32
MASK = 2**LIMB - 1


@inlined
def store(into: Long, row: int, sums: Long, place: int, times: int) -> None:
    """Write what was added up limb by limb, so many times, and carry what is above a limb."""
    carry, last = 0, into.shape[1] - 1
    for at in range(last):
        total = sums[place, at] * times + carry
        into[row, at] = total & MASK
        carry = total >> LIMB
    total = sums[place, last] * times + carry
    into[row, last] = np.int64(np.int32(np.uint32(total & MASK)))


@inlined
def greater(one: Long, other: Long, row: int) -> bool:
    """Whether the number in a row is greater than the one in the same row of another table."""
    for at in range(one.shape[1] - 1, -1, -1):
        if one[row, at] != other[row, at]:
            return bool(one[row, at] > other[row, at])
    return False
