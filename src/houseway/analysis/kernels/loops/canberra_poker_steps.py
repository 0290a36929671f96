"""Many tables of Tournament Canberra Poker, each by one action at a time: one box, bet or fold."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.cards import Bytes, Long, Word, Words
from houseway.analysis.kernels.loops.inlined import inlined
from houseway.analysis.kernels.loops.pile import whole
from houseway.analysis.kernels.loops.tournament_canberra_poker import value_at
from houseway.analysis.kernels.loops.xoshiro import five_below, take
from houseway.analysis.kernels.steps.terms import BETTING, DEAL, PILE
from houseway.analysis.kernels.steps.tournament_canberra_poker import (
    ASKED,
    BET,
    BET_IN_BETTING,
    DEALERS,
    FIRST_RANK,
    FOLD,
    FOLD_IN_BETTING,
    FOLDED,
    LOST,
    MINE,
    NO_BETTING,
    NOT_PLAYING,
    SHOWN,
    PokerSteps,
)


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
    rules: PokerSteps,
) -> None:
    """One action at each table; a number below zero only shows the table."""
    a, b, c, d = chance[0], chance[1], chance[2], chance[3]
    for table in range(len(rows)):
        row, action = rows[table], actions[table]
        gained[table], over[table], refused[table] = 0, 0, 0
        if action >= 0 and (action == DEAL) != (row[ASKED] == BETTING):
            early = BET_IN_BETTING if action == BET else FOLD_IN_BETTING
            refused[table] = early if row[ASKED] == BETTING else NO_BETTING
        elif action == DEAL:
            pile = row[PILE:]
            if rules.given:
                for place in range(10):
                    pile[42 + place] = drawn[table, 10 - place]
            else:
                a, b, c, d = _five(pile, np.uint64(52), a, b, c, d)
                a, b, c, d = _five(pile, np.uint64(47), a, b, c, d)
            mine, dealers = _value(pile, 47, rules), _value(pile, 42, rules)
            row[ASKED], row[SHOWN] = 1, pile[42]
            row[MINE], row[MINE + 1] = mine & 255, mine >> 8
            row[DEALERS], row[DEALERS + 1] = dealers & 255, dealers >> 8
        elif action > DEAL:
            gained[table], over[table] = _gain(row, action == FOLD, rules), 1
            row[ASKED] = BETTING
        asked = row[ASKED] != BETTING
        value, last = _stored(row, MINE) * asked, facts.shape[1] - 1
        for place in range(last):
            facts[table, place] = rules.seen[value, place] * asked
        facts[table, last] = (FIRST_RANK + (row[SHOWN] >> 2)) * asked
        mask[table, DEAL], mask[table, BET], mask[table, FOLD] = not asked, asked, asked
    chance[0], chance[1], chance[2], chance[3] = a, b, c, d


@inlined
def _five(
    pile: Bytes, many: Word, a: Word, b: Word, c: Word, d: Word
) -> tuple[Word, Word, Word, Word]:
    """Five cards from among the first so many; they then lie behind the others."""
    one, two, three, four, five, a, b, c, d = five_below(many, a, b, c, d)
    take(pile, one, many - np.uint64(1))
    take(pile, two, many - np.uint64(2))
    take(pile, three, many - np.uint64(3))
    take(pile, four, many - np.uint64(4))
    take(pile, five, many - np.uint64(5))
    return a, b, c, d


@inlined
def _value(pile: Bytes, at: int, rules: PokerSteps) -> int:
    value: int = whole(
        value_at(pile, np.uint64(at), rules.two, rules.four, rules.five, rules.suited)
    )
    return value


@inlined
def _stored(row: Bytes, at: int) -> int:
    value: int = whole(row[at]) | whole(row[at + 1]) << 8
    return value


@inlined
def _gain(row: Bytes, folds: bool, rules: PokerSteps) -> int:
    """Tournament Canberra Poker 7.3, 9.3 to 9.6: what a round comes to in cents."""
    mine, dealers = _stored(row, MINE), _stored(row, DEALERS)
    gain: int = rules.others[LOST]
    if folds:
        gain = rules.others[FOLDED]
    elif not rules.playing[dealers]:
        gain = rules.others[NOT_PLAYING]
    elif mine >= dealers:
        gain = rules.wins[mine] if mine > dealers else 0
    return gain
