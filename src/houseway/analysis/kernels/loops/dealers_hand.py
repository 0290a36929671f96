"""The dealer's hands weighed for many shoes at once, a block of shoes at a time."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.cards import Long, Words
from houseway.analysis.kernels.dealers_hand import BLOCK, Doubles


@njit(nogil=True)
def fill(
    residues: Words,
    doubles: Doubles,
    left: Long,
    cards: Long,
    alike: Long,
    orders: Long,
    into: Long,
    sizes: Long,
    drawn: int,
    slots: Long,
    words: tuple[Words, Words, Words, Words],
    floats: tuple[Doubles, Doubles, Doubles, Doubles],
) -> None:
    """The sums of `weigh`, which says what is given; both kinds of number take the same steps.

    `slots` and what is in `words` and `floats` are room: by kind and number of cards the ways to
    draw them, the products of the first kinds, the sums by result and size, the ways after a size.
    """
    kinds, leaves, sums = left.shape[1], cards.shape[0], residues.shape[0]
    ways, shared, added, after = words
    f_ways, f_shared, f_added, f_after = floats
    for begins in range(0, left.shape[0], BLOCK):
        for kind in range(kinds):
            for i in range(BLOCK):
                ways[kind, 0, i], f_ways[kind, 0, i] = 1, 1.0
            for number in range(1, ways.shape[1]):
                for i in range(BLOCK):
                    more = max(left[begins + i, kind] - number + 1, 0)
                    ways[kind, number, i] = ways[kind, number - 1, i] * np.uint64(more)
                    f_ways[kind, number, i] = f_ways[kind, number - 1, i] * more
        for i in range(BLOCK):
            whole = 0
            for kind in range(kinds):
                whole += left[begins + i, kind]
            after[drawn, i], f_after[drawn, i] = 1, 1.0
            for already in range(drawn - 1, -1, -1):
                more = max(whole - already, 0)
                after[already, i] = after[already + 1, i] * np.uint64(more)
                f_after[already, i] = f_after[already + 1, i] * more
            shared[0, i], f_shared[0, i] = 1, 1.0
        for place in range(added.shape[0]):
            for i in range(BLOCK):
                added[place, i], f_added[place, i] = 0, 0.0
        slots[0] = 0
        for leaf in range(leaves):
            for kind in range(alike[leaf], kinds):
                number, before = cards[leaf, kind], slots[kind]
                if number == 0:
                    slots[kind + 1] = before
                    continue
                slots[kind + 1] = kind + 1
                for i in range(BLOCK):
                    shared[kind + 1, i] = shared[before, i] * ways[kind, number, i]
                for i in range(BLOCK):
                    f_shared[kind + 1, i] = f_shared[before, i] * f_ways[kind, number, i]
            last, place = slots[kinds], into[leaf] * (drawn + 1) + sizes[leaf]
            times, f_times = np.uint64(orders[leaf]), float(orders[leaf])
            for i in range(BLOCK):
                added[place, i] += shared[last, i] * times
            for i in range(BLOCK):
                f_added[place, i] += f_shared[last, i] * f_times
        for of in range(sums):
            for i in range(BLOCK):
                residues[of, begins + i], doubles[of, begins + i] = 0, 0.0
            for size in range(drawn + 1):
                place = of * (drawn + 1) + size
                for i in range(BLOCK):
                    residues[of, begins + i] += added[place, i] * after[size, i]
                    doubles[of, begins + i] += f_added[place, i] * f_after[size, i]
