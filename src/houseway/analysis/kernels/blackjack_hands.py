"""The hands of blackjack as arrays, with numbers of a few hundred bits, for the compiled loops.

A number is a row of limbs of 32 bits, the least first. In an array of 64 bits the last limb has the
sign; in one of 32 bits a number below zero is written as its complement.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.kernels.cards import Bytes, Long

STAND, DRAW, DOUBLE, BEST = 0, 1, 2, 3  # what is done with a hand
LIMB = 32

Limbs = NDArray[np.uint32]


class RowTable(NamedTuple):
    """Parts of all rounds one after the other: a row for each hand that comes in one.

    `begins` has the first row of a part. The hands that one more card makes of a hand stand in
    `makes` from `first` of its row on. `closed`: a hand gets no more cards; `split`: it is from a
    split. The lines of a row stand from `first_line` on, with their shares of it.
    """

    begins: Long
    places: Long
    sizes: Long
    points: Long
    ended: Bytes  # it has 21
    may_stand: Bytes
    closed: Bytes
    split: Bytes
    first: Long
    makes: Long
    first_line: Long
    lines: Long
    shares: Long


class Distinct(NamedTuple):
    """The numbers that differ, sorted; for each the place of one like it; for all given their
    places among those that differ."""

    numbers: Long
    first: Long
    places: Long


def distinct(numbers: Long) -> Distinct:
    """What `numpy.unique` finds, without the modules that it imports."""
    order = np.argsort(numbers, kind="stable")
    ordered = numbers[order]
    new = np.ones(len(ordered), bool)
    new[1:] = ordered[1:] != ordered[:-1]
    places = np.empty(len(ordered), np.int64)
    places[order] = np.cumsum(new) - 1
    return Distinct(ordered[new], order[new], places)


def limbs_for(bits: int) -> int:
    """How many limbs hold numbers of so many bits, and their sign."""
    return bits // LIMB + 1


def limbs_of(numbers: Iterable[int], limbs: int) -> Limbs:
    size = limbs * LIMB // 8
    text = b"".join([number.to_bytes(size, "little", signed=True) for number in numbers])
    return np.frombuffer(text, np.uint32).reshape(-1, limbs)


def number_of(limbs: Any) -> int:
    """A number whose limbs were added up without carrying; the sums of complements wrap around."""
    bits, number = LIMB * len(limbs), 0
    for limb in reversed(limbs.tolist()):
        number = (number << LIMB) + limb
    number &= (1 << bits) - 1
    return number - (number >> (bits - 1) << bits)


def numbers_of(rows: Any) -> list[int]:
    return [number_of(row) for row in rows]
