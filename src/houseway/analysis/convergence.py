"""Convergence: the figures after the first so many rounds, by any dealer in any order.

Points are taken after 1, 2, 3, 5, 7, 10, 20, ... chunks, in the order of the chunks' numbers. What
is dealt between two points is added up by itself, so that chunks may arrive in any order and
nothing needs to wait.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Long = NDArray[np.int64]  # rounds by case

_OF_TEN = (1, 2, 3, 5, 7)


def points_of(chunks: int) -> tuple[int, ...]:
    """After how many chunks a point is taken; the last is after all of them."""
    found, power = [], 1
    while power < chunks:
        found += [times * power for times in _OF_TEN if times * power < chunks]
        power *= 10
    return (*found, chunks)


class Piece(NamedTuple):
    """Chunks that follow each other, dealt as one."""

    first: int
    chunks: int


def pieces(chunks: int, together: int = 1) -> Iterator[Piece]:
    """All chunks, at most so many together, and none across a point."""
    first = 0
    for point in points_of(chunks):
        while first < point:
            many = min(together, point - first)
            yield Piece(first, many)
            first += many


class Tallies:
    """Rounds by case between the points, as they are dealt."""

    def __init__(self, chunks: int) -> None:
        self.points = points_of(chunks)
        self._parts: dict[int, Long] = {}

    def add(self, chunk: int, counts: Long) -> None:
        """What a chunk, or a piece that begins with it, was dealt."""
        part = bisect_right(self.points, chunk)
        self._parts[part] = self._parts[part] + counts if part in self._parts else counts

    def up_to_each_point(self) -> Iterator[Long]:
        """Once all is dealt: the rounds of the first chunks, up to one point after another."""
        all_counts: Long | None = None
        for part in range(len(self.points)):
            counts = self._parts[part]
            all_counts = counts if all_counts is None else all_counts + counts
            yield all_counts
