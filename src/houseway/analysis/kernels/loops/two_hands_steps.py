"""Many tables at which Player and Banker are dealt: stakes on the layout, then a round."""

from __future__ import annotations

from numba import njit

from houseway.analysis.kernels.cards import Bytes, Long, Word, Words
from houseway.analysis.kernels.loops.pile import draw, whole
from houseway.analysis.kernels.loops.staking import Stakes, settle, show, wager
from houseway.analysis.kernels.steps.terms import DEAL
from houseway.analysis.kernels.steps.two_hands import (
    AFTER_TIE,
    LAST_TIED,
    NO_TIE,
    PILE,
    TIE,
    TwoHandsSteps,
)


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
    rules: TwoHandsSteps,
) -> None:
    """One action at each table; a number below zero only shows the table."""
    a, b, c, d = chance[0], chance[1], chance[2], chance[3]
    for table in range(len(rows)):
        action, row = actions[table], rows[table]
        gained[table], over[table], refused[table] = 0, 0, 0
        if action >= 0:
            refused[table] = wager(stakes[table], action, rules.staking)
            if action == DEAL and not refused[table]:
                there, out = left[table], drawn[table if rules.given else 0]
                there, a, b, c, d = _ready(row, there, rules, a, b, c, d)
                case, there, a, b, c, d = _round(row, there, out, rules, a, b, c, d)
                gained[table], over[table] = settle(stakes[table], case, rules.staking), 1
                left[table] = there
        show(stakes[table], mask[table], action, rules.staking)
    chance[0], chance[1], chance[2], chance[3] = a, b, c, d


@njit(cache=True, nogil=True, inline="always")
def _ready(
    row: Bytes, left: int, rules: TwoHandsSteps, a: Word, b: Word, c: Word, d: Word
) -> tuple[int, Word, Word, Word, Word]:
    """A round begins while the cutting card is not out; after a tie there is one more."""
    if left >= rules.behind:
        return left, a, b, c, d
    if row[LAST_TIED] == TIE and left:
        row[LAST_TIED] = AFTER_TIE
        return left, a, b, c, d
    row[LAST_TIED], left = NO_TIE, len(rules.cards)
    first, left, a, b, c, d = draw(row[PILE:], left, row, False, a, b, c, d)
    for _ in range(rules.burned[first]):
        _, left, a, b, c, d = draw(row[PILE:], left, row, False, a, b, c, d)
    return left, a, b, c, d


@njit(cache=True, nogil=True, inline="always")
def _round(
    row: Bytes, left: int, out: Bytes, rules: TwoHandsSteps, a: Word, b: Word, c: Word, d: Word
) -> tuple[int, int, Word, Word, Word, Word]:
    """The case of a round, and the cards left. Cards that it does not use stay where they were."""
    pile, begun, given = row[PILE:], left, rules.given
    first, left, a, b, c, d = draw(pile, left, out, given, a, b, c, d)
    second, left, a, b, c, d = draw(pile, left, out, given, a, b, c, d)
    third, left, a, b, c, d = draw(pile, left, out, given, a, b, c, d)
    fourth, left, a, b, c, d = draw(pile, left, out, given, a, b, c, d)
    fifth, left, a, b, c, d = draw(pile, left, out, given, a, b, c, d)
    sixth, left, a, b, c, d = draw(pile, left, out, given, a, b, c, d)
    player = whole(rules.two[first << 6 | third])
    banker = whole(rules.two[second << 6 | fourth])
    totals = (player & 15) * 10 + (banker & 15)
    cell = whole(rules.ends[totals * 100 + whole(rules.value[fifth]) * 10 + rules.value[sixth]])
    ended = cell >> 3
    if row[LAST_TIED] != AFTER_TIE:
        row[LAST_TIED] = TIE if ended % 11 == 0 else NO_TIE
    else:
        row[LAST_TIED] = NO_TIE
    return ended << 4 | player >> 4 << 2 | banker >> 4, begun - (cell & 7), a, b, c, d
