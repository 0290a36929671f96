"""Many tables of Three Card Baccarat: stakes on the layout, then a coup of one playing area."""

from __future__ import annotations

from houseway.analysis.kernels.cards import Bytes, Word
from houseway.analysis.kernels.loops.inlined import inlined
from houseway.analysis.kernels.loops.pile import burned, next_card, next_five, whole
from houseway.analysis.kernels.loops.staking import Stakes, staking_loop
from houseway.analysis.kernels.steps.three_card_baccarat import ThreeCardSteps


@inlined
def _deal(
    stakes: Stakes,
    rows: Bytes,
    drawn: Bytes,
    table: int,
    left: int,
    rules: ThreeCardSteps,
    a: Word,
    b: Word,
    c: Word,
    d: Word,
) -> tuple[int, int, Word, Word, Word, Word]:
    """The looks of both hands. Without a wager on Player only Banker is dealt (8.2)."""
    left, a, b, c, d = _ready(rows, table, left, rules, a, b, c, d)
    given, mine = rules.given, 0
    if stakes[table, rules.player] > 0:
        first, second, third, fourth, fifth, a, b, c, d = next_five(
            rows, table, left, drawn, given, a, b, c, d
        )
        sixth, a, b, c, d = next_card(rows, table, left - 5, drawn, given, a, b, c, d)
        mine = first << 8 | third << 4 | fifth
        theirs, left = second << 8 | fourth << 4 | sixth, left - 6
    else:
        first, a, b, c, d = next_card(rows, table, left, drawn, given, a, b, c, d)
        second, a, b, c, d = next_card(rows, table, left - 1, drawn, given, a, b, c, d)
        third, a, b, c, d = next_card(rows, table, left - 2, drawn, given, a, b, c, d)
        theirs, left = first << 8 | second << 4 | third, left - 3
    case = whole(rules.look[mine]) << 6 | whole(rules.look[theirs])
    return case, left, a, b, c, d


@inlined
def _ready(
    rows: Bytes, table: int, left: int, rules: ThreeCardSteps, a: Word, b: Word, c: Word, d: Word
) -> tuple[int, Word, Word, Word, Word]:
    """Three Card Baccarat 4.8: a coup that begins with the cutting card is still dealt."""
    if left >= rules.behind and left and not rules.device:
        return left, a, b, c, d
    if rules.device:
        return len(rules.cards), a, b, c, d
    return burned(rows, table, len(rules.cards), rules.burned, a, b, c, d)


fill = staking_loop(_deal)
