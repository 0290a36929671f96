"""In how many orders of its cards each hand comes when hands are played in one way."""

from __future__ import annotations

from houseway.analysis.kernels.blackjack_hands import DOUBLE, DRAW, RowTable
from houseway.analysis.kernels.cards import Bytes, Long
from houseway.analysis.kernels.loops.inlined import inlined


@inlined
def follow(orders: Long, doubled: Long, acts: Bytes, rows: RowTable) -> None:
    """`orders` has those of the first hands and gets all others, `doubled` those by doubling."""
    for row in range(orders.shape[0]):
        if orders[row] == 0 or rows.closed[row]:
            continue
        act = acts[rows.places[row]]
        if act == DRAW:
            for add in range(rows.first[row], rows.first[row + 1]):
                orders[rows.makes[add]] += orders[row]
        elif act == DOUBLE:
            for add in range(rows.first[row], rows.first[row + 1]):
                doubled[rows.makes[add]] += orders[row]
