"""Whole numbers of a few hundred bits for the loops: limbs of 32 bits, the least first.

A number below zero is written as its complement, so that sums and products wrap around.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis.kernels.cards import Long

Limbs = NDArray[np.uint32]
LIMB = 32
MASK = 2**LIMB - 1
SIGN = 2 ** (LIMB - 1)


@njit(cache=True, nogil=True, inline="always")
def store(into: Limbs, row: int, sums: Long, times: int) -> None:
    """Write what was added up limb by limb, so many times, and carry what is above a limb."""
    carry = 0
    for at in range(into.shape[1]):
        total = sums[at] * times + carry
        into[row, at] = total & MASK
        carry = total >> LIMB


@njit(cache=True, nogil=True, inline="always")
def greater(one: Limbs, other: Limbs, row: int) -> bool:
    """Whether the number in a row is greater than the one in the same row of another table."""
    last = one.shape[1] - 1
    first, second = np.int64(one[row, last]) ^ SIGN, np.int64(other[row, last]) ^ SIGN
    if first != second:
        return bool(first > second)
    for at in range(last - 1, -1, -1):
        if one[row, at] != other[row, at]:
            return bool(one[row, at] > other[row, at])
    return False


@njit(cache=True, nogil=True, inline="always")
def multiply(sums: Long, some: Limbs, row: int, times: Limbs, place: int) -> None:
    """Write into `sums` the product of two numbers, a limb each, as many limbs as it has room for.

    `times` is not below zero; the number in the row may be.
    """
    carry = np.int64(0)
    for at in range(sums.shape[0]):
        low, high = carry, np.int64(0)
        for other in range(min(at + 1, times.shape[1])):
            product = np.uint64(some[row, at - other]) * np.uint64(times[place, other])
            low += np.int64(product & np.uint64(MASK))
            high += np.int64(product >> np.uint64(LIMB))
        sums[at] = low & MASK
        carry = (low >> LIMB) + high
