"""What standing, drawing and doubling are worth over all hands that come to a choice."""

from __future__ import annotations

from numba import njit

from houseway.analysis.kernels.blackjack_hands import RowTable
from houseway.analysis.kernels.cards import Bytes, Long
from houseway.analysis.kernels.loops.blackjack_orders import follow


@njit(nogil=True)
def fill(
    sums: Long,
    worth: tuple[Long, Long, Long, Long],
    groups: Long,
    acts: Bytes,
    orders: Long,
    doubled: Long,
    rows: RowTable,
) -> None:
    """`sums` is by group, by act and by limb; `groups` has by place the group of a hand, or -1."""
    stand, draw, double, _ = worth
    follow(orders, doubled, acts, rows)
    for row in range(orders.shape[0]):
        times, group = orders[row], groups[rows.places[row]]
        if times == 0 or group < 0 or rows.closed[row] or rows.ended[row]:
            continue
        for at in range(sums.shape[2]):
            sums[group, 0, at] += times * stand[row, at]
            sums[group, 1, at] += times * draw[row, at]
        if rows.sizes[row] == 2:
            for at in range(sums.shape[2]):
                sums[group, 2, at] += times * double[row, at]
