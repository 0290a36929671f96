"""Hands that differ by renamed suits alone: one of them stands for all."""

from __future__ import annotations

from numba import njit

from houseway.analysis.kernels.cards import Bytes, Long


@njit(nogil=True)
def fill(weights: Long, held: Long, hands: Bytes, alike: Bytes) -> None:
    """How many hands each stands for: one of those that differ by renamed suits, the others none.

    It is the one whose suits hold ever less, read as numbers, among suits that are alike.
    `held` is room for a number a suit.
    """
    for at in range(len(hands)):
        held[:] = 0
        for place in range(5):
            held[hands[at, place] & 3] |= 1 << (hands[at, place] >> 2)
        ways, same, stands = 1, 1, True
        for suit in range(4):
            met, equal = 1, 1
            for before in range(suit):
                if alike[before] == alike[suit]:
                    met += 1
                    if held[before] < held[suit]:
                        stands = False
                    if held[before] == held[suit]:
                        equal += 1
            ways *= met
            same *= equal
        if stands:
            weights[at] = ways // same
