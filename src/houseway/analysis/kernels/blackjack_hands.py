"""The hands of blackjack as arrays, with numbers of a few hundred bits, for the compiled loops.

A number is a row of limbs of 32 bits, the least first; below zero it is written as its complement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.kernels.cards import Bytes, Long

STAND, DRAW, DOUBLE, BEST = 0, 1, 2, 3  # what is done with a hand
LIMB = 32

Limbs = NDArray[np.uint32]


class HandTable(NamedTuple):
    """Hands by their places. The cards that a hand can take stand from `first` of its place on."""

    sizes: Long
    points: Long
    ended: Bytes  # it has 21
    may_stand: Bytes
    first: Long
    kind: Long
    own: Long
    makes: Long


class WorldTable(NamedTuple):
    """Worlds one after the other: a row for each hand in each of them.

    `begins` has the first row of a world, `rows` by world and place the row. `passed` has by world
    and size what a hand gains that passes 21, over the ordered ways for whatever comes after.
    """

    begins: Long
    places: Long
    rows: Long
    counts: Long
    cards: Long
    closed: Bytes
    passed: Limbs
    sizes: int


def limbs_for(bits: int) -> int:
    """How many limbs hold numbers of so many bits, and their sign."""
    return bits // LIMB + 1


def limbs_of(numbers: Iterable[int], limbs: int) -> Limbs:
    size = limbs * LIMB // 8
    text = b"".join([number.to_bytes(size, "little", signed=True) for number in numbers])
    return np.frombuffer(text, np.uint32).reshape(-1, limbs)


def numbers_of(rows: Limbs) -> list[int]:
    text, size = rows.tobytes(), rows.shape[1] * LIMB // 8
    starts = range(0, len(text), size)
    return [int.from_bytes(text[at : at + size], "little", signed=True) for at in starts]


def table_of(
    *,
    sizes: Sequence[int],
    points: Sequence[int],
    most: int,
    may_stand: Sequence[bool],
    adds: Sequence[Sequence[tuple[int, int, int]]],
) -> HandTable:
    flat = [add for of_hand in adds for add in of_hand]
    ends = np.cumsum([len(of_hand) for of_hand in adds])
    columns = np.array(flat, np.int64).reshape(-1, 3).T.copy()
    return HandTable(
        sizes=np.array(sizes, np.int64),
        points=np.array(points, np.int64),
        ended=(np.array(points) == most).astype(np.uint8),
        may_stand=np.array(may_stand, np.uint8),
        first=np.concatenate(([0], ends)),
        kind=columns[0],
        own=columns[1],
        makes=columns[2],
    )
