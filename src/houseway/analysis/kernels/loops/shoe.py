"""A shoe made ready: shuffled and cut, whatever the document."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.cards import Bytes, Word
from houseway.analysis.kernels.loops.xoshiro import below, shuffle


@njit(cache=True, nogil=True)
def make_ready(
    stack: Bytes, shoe: Bytes, margin: int, a: Word, b: Word, c: Word, d: Word
) -> tuple[Word, Word, Word, Word]:
    """Shuffle the stack and lay it into the shoe, cut anywhere but within `margin` of its ends."""
    many = len(stack)
    a, b, c, d = shuffle(stack, a, b, c, d)
    place, a, b, c, d = below(np.uint64(many - 2 * margin + 1), a, b, c, d)
    front = margin + np.int64(place)
    shoe[: many - front] = stack[front:]
    shoe[many - front : many] = stack[:front]
    return a, b, c, d
