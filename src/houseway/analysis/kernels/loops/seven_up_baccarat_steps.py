"""Many tables of 7-Up Baccarat: stakes on the layout, then a coup from the shuffling device."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.cards import Bytes, Long, Words
from houseway.analysis.kernels.loops.pile import draw, whole
from houseway.analysis.kernels.loops.seven_up_baccarat import coup
from houseway.analysis.kernels.loops.staking import Stakes, settle, show, wager
from houseway.analysis.kernels.steps.seven_up_baccarat import PILE, RACKED, SevenUpSteps
from houseway.analysis.kernels.steps.terms import DEAL


@njit(nogil=True)
def fill(
    stakes: Stakes,
    mask: Bytes,
    gained: Long,
    over: Bytes,
    refused: Bytes,
    drawn: Bytes,
    rows: Bytes,
    left: Long,
    chance: Words,
    actions: Long,
    rules: SevenUpSteps,
) -> None:
    """One action at each table; a number below zero only shows the table."""
    a, b, c, d = chance[0], chance[1], chance[2], chance[3]
    for table in range(len(rows)):
        action, row = actions[table], rows[table]
        gained[table], over[table], refused[table] = 0, 0, 0
        if action >= 0:
            refused[table] = wager(stakes[table], action, rules.staking)
        if action == DEAL and not refused[table]:
            inside, out, pile = left[table], drawn[table if rules.given else 0], row[PILE:]
            given = rules.given
            if not inside:  # the first card of all is burned into the rack
                row[RACKED] = 1
                _, inside, a, b, c, d = draw(pile, len(rules.cards), out, False, a, b, c, d)
            begun = inside
            one, inside, a, b, c, d = draw(pile, inside, out, given, a, b, c, d)
            two, inside, a, b, c, d = draw(pile, inside, out, given, a, b, c, d)
            three, inside, a, b, c, d = draw(pile, inside, out, given, a, b, c, d)
            four, inside, a, b, c, d = draw(pile, inside, out, given, a, b, c, d)
            five, inside, a, b, c, d = draw(pile, inside, out, given, a, b, c, d)
            case, used = coup(
                np.uint8(one), np.uint8(two), np.uint8(three), np.uint8(four), np.uint8(five),
                rules.ends,
            )  # fmt: skip
            left[table] = _returned(row, pile, begun, whole(used))
            gained[table], over[table] = settle(stakes[table], whole(case), rules.staking), 1
        show(stakes[table], mask[table], action, rules.staking)
    chance[0], chance[1], chance[2], chance[3] = a, b, c, d


@njit(cache=True, nogil=True, inline="always")
def _returned(row: Bytes, pile: Bytes, begun: int, used: int) -> int:
    """Cards in the device after a coup: the rack of the coup before goes in, these into the rack.

    The cards used lie behind those inside, and the rack behind them: both change places.
    """
    racked: int = whole(row[RACKED])
    _turn(pile, begun - used, begun)
    _turn(pile, begun, begun + racked)
    _turn(pile, begun - used, begun + racked)
    row[RACKED] = used
    return begun - used + racked


@njit(cache=True, nogil=True, inline="always")
def _turn(pile: Bytes, first: int, end: int) -> None:
    """Put these cards into the opposite order."""
    for step in range((end - first) // 2):
        other = end - 1 - step
        pile[first + step], pile[other] = pile[other], pile[first + step]
