"""Many tables of Three Card Baccarat: stakes on the layout, then a coup of one playing area."""

from __future__ import annotations

from numba import njit

from houseway.analysis.kernels.cards import Bytes, Long, Word, Words
from houseway.analysis.kernels.loops.pile import draw, whole
from houseway.analysis.kernels.loops.staking import Stakes, settle, show, wager
from houseway.analysis.kernels.steps.terms import DEAL
from houseway.analysis.kernels.steps.three_card_baccarat import PILE, ThreeCardSteps


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
    rules: ThreeCardSteps,
) -> None:
    """One action at each table; a number below zero only shows the table."""
    a, b, c, d = chance[0], chance[1], chance[2], chance[3]
    for table in range(len(rows)):
        action = actions[table]
        gained[table], over[table], refused[table] = 0, 0, 0
        if action >= 0:
            refused[table] = wager(stakes[table], action, rules.staking)
        if action == DEAL and not refused[table]:
            pile, out = rows[table][PILE:], drawn[table if rules.given else 0]
            there, a, b, c, d = _ready(pile, left[table], out, rules, a, b, c, d)
            hand = stakes[table, rules.player] > 0
            case, there, a, b, c, d = _coup(pile, there, hand, out, rules, a, b, c, d)
            left[table] = there
            gained[table], over[table] = settle(stakes[table], case, rules.staking), 1
        show(stakes[table], mask[table], action, rules.staking)
    chance[0], chance[1], chance[2], chance[3] = a, b, c, d


@njit(cache=True, nogil=True, inline="always")
def _ready(
    pile: Bytes, left: int, out: Bytes, rules: ThreeCardSteps, a: Word, b: Word, c: Word, d: Word
) -> tuple[int, Word, Word, Word, Word]:
    """Three Card Baccarat 4.8: a coup that begins with the cutting card is still dealt."""
    if left >= rules.behind and left and not rules.device:
        return left, a, b, c, d
    left = len(rules.cards)
    if not rules.device:
        first, left, a, b, c, d = draw(pile, left, out, False, a, b, c, d)
        for _ in range(rules.burned[first]):
            _, left, a, b, c, d = draw(pile, left, out, False, a, b, c, d)
    return left, a, b, c, d


@njit(cache=True, nogil=True, inline="always")
def _coup(
    pile: Bytes,
    left: int,
    hand: bool,
    out: Bytes,
    rules: ThreeCardSteps,
    a: Word,
    b: Word,
    c: Word,
    d: Word,
) -> tuple[int, int, Word, Word, Word, Word]:
    """The looks of both hands. Without a wager on Player only Banker is dealt (8.2)."""
    mine, theirs = 0, 0
    for _ in range(3):
        if hand:
            card, left, a, b, c, d = draw(pile, left, out, rules.given, a, b, c, d)
            mine = mine << 4 | card
        card, left, a, b, c, d = draw(pile, left, out, rules.given, a, b, c, d)
        theirs = theirs << 4 | card
    case = whole(rules.look[mine]) << 6 | whole(rules.look[theirs])
    return case, left, a, b, c, d
