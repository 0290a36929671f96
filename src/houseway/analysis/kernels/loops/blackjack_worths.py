"""What every hand is worth when it is played on, the longest hands first."""

from __future__ import annotations

from numba import njit

from houseway.analysis.kernels.blackjack_hands import BEST, DOUBLE, DRAW, STAND, RowTable
from houseway.analysis.kernels.cards import Bytes, Long
from houseway.analysis.kernels.loops.wide import greater, store


@njit(nogil=True)
def fill(
    worth: tuple[Long, Long, Long, Long],
    passing: Long,
    bust: int,
    chosen: Bytes,
    acts: Bytes,
    first: int,
    last: int,
    rows: RowTable,
    room: Long,
) -> None:
    """Drawing, doubling and playing on by `acts`, for the rows of the parts from `first` on.

    `bust` is what passing 21 gains, `room` is room. Of equal choices the first in this order is
    chosen: draw, stand, double.
    """
    stand, draw, double, value = worth
    limbs = stand.shape[1]
    for row in range(rows.begins[last] - 1, rows.begins[first] - 1, -1):
        act = STAND
        if rows.closed[row] == 0 and rows.ended[row] == 0:
            two = rows.sizes[row] == 2
            for at in range(limbs):
                room[0, at] = bust * passing[row, at]
                room[1, at] = room[0, at]
            for add in range(rows.first[row], rows.first[row + 1]):
                makes = rows.makes[add]
                for at in range(limbs):
                    room[0, at] += value[makes, at]
                if two:
                    for at in range(limbs):
                        room[1, at] += stand[makes, at]
            store(draw, row, room, 0, 1)
            if two:
                store(double, row, room, 1, 2)
            act = acts[rows.places[row]]
            if act == BEST:
                act = DRAW
                if rows.may_stand[row] and greater(stand, draw, row):
                    act = STAND
                if two and greater(double, stand if act == STAND else draw, row):
                    act = DOUBLE
        chosen[row] = act
        for at in range(limbs):
            if act == STAND:
                value[row, at] = stand[row, at]
            elif act == DRAW:
                value[row, at] = draw[row, at]
            else:
                value[row, at] = double[row, at]
