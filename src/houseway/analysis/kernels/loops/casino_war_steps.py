"""Many tables of Casino War, each by one action at a time: one playing area, war or surrender."""

from __future__ import annotations

from numba import njit

from houseway.analysis.kernels.cards import Bytes, Long, Words
from houseway.analysis.kernels.loops.pile import draw, whole
from houseway.analysis.kernels.steps.casino_war import (
    ASKED,
    FIRST_RANK,
    GO_TO_WAR,
    IN_BETTING,
    NO_BETTING,
    SURRENDER,
    SURRENDERED,
    TIED,
    WarSteps,
)
from houseway.analysis.kernels.steps.terms import BETTING, DEAL, PILE


@njit(nogil=True)
def fill(
    facts: Bytes,
    mask: Bytes,
    gained: Long,
    over: Bytes,
    refused: Bytes,
    drawn: Bytes,
    rows: Bytes,
    left: Long,
    chance: Words,
    actions: Long,
    rules: WarSteps,
) -> None:
    """One action at each table; a number below zero only shows the table."""
    a, b, c, d = chance[0], chance[1], chance[2], chance[3]
    for table in range(len(rows)):
        row, out = rows[table], drawn[table if rules.given else 0]
        action, pile, there = actions[table], row[PILE:], left[table]
        gained[table], over[table], refused[table] = 0, 0, 0
        if action >= 0 and (action == DEAL) != (row[ASKED] == BETTING):
            refused[table] = IN_BETTING if row[ASKED] == BETTING else NO_BETTING
        elif action == DEAL:
            if rules.device or there <= rules.behind:
                there = len(rules.cards)
            mine, there, a, b, c, d = draw(pile, there, out, rules.given, a, b, c, d)
            theirs, there, a, b, c, d = draw(pile, there, out, rules.given, a, b, c, d)
            case = whole(rules.first[mine << 4 | theirs])
            if case >> 6:
                row[ASKED], row[TIED] = 1, mine
            else:
                gained[table], over[table] = rules.gains[case], 1
        elif action == GO_TO_WAR:
            mine, there, a, b, c, d = draw(pile, there, out, rules.given, a, b, c, d)
            theirs, there, a, b, c, d = draw(pile, there, out, rules.given, a, b, c, d)
            case = 3 * whole(row[TIED]) + whole(rules.additional[mine << 4 | theirs])
            gained[table], over[table], row[ASKED] = rules.gains[case], 1, BETTING
        elif action == SURRENDER:
            gained[table], over[table], row[ASKED] = rules.gains[SURRENDERED], 1, BETTING
        left[table] = there
        asked = row[ASKED] != BETTING
        facts[table, 0] = asked * (FIRST_RANK + row[TIED])
        mask[table, DEAL], mask[table, GO_TO_WAR], mask[table, SURRENDER] = not asked, asked, asked
    chance[0], chance[1], chance[2], chance[3] = a, b, c, d
