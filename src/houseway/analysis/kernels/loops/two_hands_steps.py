"""Many tables at which Player and Banker are dealt: stakes on the layout, then a round."""

from __future__ import annotations

from houseway.analysis.kernels.cards import Bytes, Word
from houseway.analysis.kernels.loops.inlined import inlined
from houseway.analysis.kernels.loops.pile import burned, next_card, next_five, whole
from houseway.analysis.kernels.loops.staking import Stakes, staking_loop
from houseway.analysis.kernels.steps.two_hands import (
    AFTER_TIE,
    LAST_TIED,
    NO_TIE,
    TIE,
    TwoHandsSteps,
)


@inlined
def _deal(
    stakes: Stakes,
    rows: Bytes,
    drawn: Bytes,
    table: int,
    left: int,
    rules: TwoHandsSteps,
    a: Word,
    b: Word,
    c: Word,
    d: Word,
) -> tuple[int, int, Word, Word, Word, Word]:
    """The case of a round, and the cards left. Cards that it does not use stay where they were."""
    left, a, b, c, d = _ready(rows, table, left, rules, a, b, c, d)
    given = rules.given
    first, second, third, fourth, fifth, a, b, c, d = next_five(
        rows, table, left, drawn, given, a, b, c, d
    )
    sixth, a, b, c, d = next_card(rows, table, left - 5, drawn, given, a, b, c, d)
    player = whole(rules.two[first << 6 | third])
    banker = whole(rules.two[second << 6 | fourth])
    totals = (player & 15) * 10 + (banker & 15)
    cell = whole(rules.ends[totals * 100 + whole(rules.value[fifth]) * 10 + rules.value[sixth]])
    ended = cell >> 3
    tied = ended % 11 == 0 and rows[table, LAST_TIED] != AFTER_TIE
    rows[table, LAST_TIED] = TIE if tied else NO_TIE
    return ended << 4 | player >> 4 << 2 | banker >> 4, left - (cell & 7), a, b, c, d


@inlined
def _ready(
    rows: Bytes, table: int, left: int, rules: TwoHandsSteps, a: Word, b: Word, c: Word, d: Word
) -> tuple[int, Word, Word, Word, Word]:
    """A round begins while the cutting card is not out; after a tie there is one more."""
    if left >= rules.behind:
        return left, a, b, c, d
    if rows[table, LAST_TIED] == TIE and left:
        rows[table, LAST_TIED] = AFTER_TIE
        return left, a, b, c, d
    rows[table, LAST_TIED] = NO_TIE
    return burned(rows, table, len(rules.cards), rules.burned, a, b, c, d)


fill = staking_loop(_deal)
