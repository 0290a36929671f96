"""Many tables of 7-Up Baccarat: stakes on the layout, then a coup from the shuffling device."""

from __future__ import annotations

import numpy as np

from houseway.analysis.kernels.cards import Bytes, Word
from houseway.analysis.kernels.loops.inlined import inlined
from houseway.analysis.kernels.loops.pile import next_card, next_five, whole
from houseway.analysis.kernels.loops.seven_up_baccarat import coup
from houseway.analysis.kernels.loops.staking import Stakes, staking_loop
from houseway.analysis.kernels.steps.seven_up_baccarat import RACKED, SevenUpSteps
from houseway.analysis.kernels.steps.terms import PILE


@inlined
def _deal(
    stakes: Stakes,
    rows: Bytes,
    drawn: Bytes,
    table: int,
    left: int,
    rules: SevenUpSteps,
    a: Word,
    b: Word,
    c: Word,
    d: Word,
) -> tuple[int, int, Word, Word, Word, Word]:
    """The case of a coup, and the cards in the device after it."""
    if not left:  # the first card of all is burned into the rack
        rows[table, RACKED], left = 1, len(rules.cards)
        _, a, b, c, d = next_card(rows, table, left, drawn, False, a, b, c, d)
        left -= 1
    one, two, three, four, five, a, b, c, d = next_five(
        rows, table, left, drawn, rules.given, a, b, c, d
    )
    case, used = coup(
        np.uint8(one), np.uint8(two), np.uint8(three), np.uint8(four), np.uint8(five), rules.ends
    )
    return whole(case), _returned(rows, table, left, whole(used)), a, b, c, d


@inlined
def _returned(rows: Bytes, table: int, begun: int, used: int) -> int:
    """Cards in the device after a coup: the rack of the coup before goes in, these into the rack.

    The cards used lie behind those inside, and the rack behind them: both change places.
    """
    racked: int = whole(rows[table, RACKED])
    _turn(rows, table, begun - used, begun)
    _turn(rows, table, begun, begun + racked)
    _turn(rows, table, begun - used, begun + racked)
    rows[table, RACKED] = used
    return begun - used + racked


@inlined
def _turn(rows: Bytes, table: int, first: int, end: int) -> None:
    """Put these cards into the opposite order."""
    for step in range((end - first) // 2):
        one, other = PILE + first + step, PILE + end - 1 - step
        rows[table, one], rows[table, other] = rows[table, other], rows[table, one]


fill = staking_loop(_deal)
