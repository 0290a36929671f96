"""Many wheels of Tournament American Roulette: stakes on the layout, then a spin."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.cards import Bytes, Long, Words
from houseway.analysis.kernels.loops.pile import whole
from houseway.analysis.kernels.loops.staking import Stakes, settle, show, wager
from houseway.analysis.kernels.loops.xoshiro import below
from houseway.analysis.kernels.steps.terms import DEAL
from houseway.analysis.kernels.steps.tournament_roulette import RouletteSteps


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
    rules: RouletteSteps,
) -> None:
    """One action at each table; a number below zero only shows the table."""
    a, b, c, d = chance[0], chance[1], chance[2], chance[3]
    for table in range(len(rows)):
        action = actions[table]
        gained[table], over[table], refused[table] = 0, 0, 0
        if action >= 0:
            refused[table] = wager(stakes[table], action, rules.staking)
            if action == DEAL and not refused[table]:
                pocket, a, b, c, d = below(np.uint64(rules.pockets), a, b, c, d)
                case = whole(drawn[table, 1]) if rules.given else whole(pocket)
                gained[table], over[table] = settle(stakes[table], case, rules.staking), 1
        show(stakes[table], mask[table], action, rules.staking)
    chance[0], chance[1], chance[2], chance[3] = a, b, c, d
