"""How often hands come when they are played in one way, and what those that stand meet."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.blackjack_hands import DOUBLE, DRAW, STAND, HandTable, WorldTable
from houseway.analysis.kernels.cards import Bytes, Long
from houseway.analysis.kernels.loops.wide import LIMB, MASK, Limbs, multiply


@njit(nogil=True)
def fill(
    reached: Limbs,
    doubled: Limbs,
    met: Limbs,
    passed: Limbs,
    asked: Bytes,
    acts: Bytes,
    weights: Limbs,
    lines: Long,
    cases: Long,
    hands: HandTable,
    worlds: WorldTable,
    room: Long,
) -> None:
    """For the worlds that are asked for: ordered ways by row, still open and by doubling.

    `reached` has the ways of the first hands and gets all others. `met` is by world, by one or two
    units staked, by size and by the case that `cases` has for a result and a hand's points; the
    ways that pass 21 go to `passed` likewise.
    """
    results = cases.shape[0]
    many = met.shape[0] // passed.shape[0]
    for world in range(asked.shape[0]):
        if asked[world] == 0:
            continue
        for row in range(worlds.begins[world], worlds.begins[world + 1]):
            place = worlds.places[row]
            size = hands.sizes[place]
            act = STAND if worlds.closed[world] else acts[place]
            below = world * 2 * worlds.sizes + size
            if not _is_zero(doubled, row):
                for result in range(results):
                    multiply(room, doubled, row, weights, lines[row] * results + result)
                    case = cases[result, hands.points[place]]
                    _add(met, (below + worlds.sizes) * many + case, room, 1)
            if _is_zero(reached, row):
                continue
            if act == STAND:
                for result in range(results):
                    multiply(room, reached, row, weights, lines[row] * results + result)
                    _add(met, below * many + cases[result, hands.points[place]], room, 1)
                continue
            for at in range(room.shape[0]):
                room[at] = reached[row, at]
            passing = worlds.cards[world] - size
            for add in range(hands.first[place], hands.first[place + 1]):
                left = worlds.counts[world, hands.kind[add]] - hands.own[add]
                if left > 0:
                    passing -= left
                    makes = worlds.rows[world, hands.makes[add]]
                    if act == DRAW:
                        _add(reached, makes, room, left)
                    elif act == DOUBLE:
                        _add(doubled, makes, room, left)
            _add(passed, below + (worlds.sizes if act == DOUBLE else 0), room, passing)


@njit(cache=True, nogil=True, inline="always")
def _is_zero(numbers: Limbs, row: int) -> bool:
    found = np.uint32(0)
    for at in range(numbers.shape[1]):
        found |= numbers[row, at]
    return bool(found == 0)


@njit(cache=True, nogil=True, inline="always")
def _add(into: Limbs, row: int, limbs: Long, times: int) -> None:
    """Add a number, so many times."""
    carry = 0
    for at in range(into.shape[1]):
        total = np.int64(into[row, at]) + limbs[at] * times + carry
        into[row, at] = total & MASK
        carry = total >> LIMB
