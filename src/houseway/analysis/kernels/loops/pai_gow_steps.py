"""Many tables of Tournament Pai Gow, each by one action at a time: one box, a hand to be set."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.cards import Bytes, Long, Words
from houseway.analysis.kernels.loops.inlined import inlined
from houseway.analysis.kernels.loops.pile import whole
from houseway.analysis.kernels.loops.tournament_pai_gow import kind_at, result_of
from houseway.analysis.kernels.loops.xoshiro import eight_below, take
from houseway.analysis.kernels.steps.terms import BETTING, DEAL, PILE
from houseway.analysis.kernels.steps.tournament_pai_gow import (
    ASKED,
    BANKS,
    CONCEDE,
    HOUSE_WAY,
    MINE,
    NO_BETTING,
    NO_HANDS,
    NONE_TO_CONCEDE,
    SET_IN_BETTING,
    WAYS,
    PaiGowSteps,
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
    rules: PaiGowSteps,
) -> None:
    """One action at each table; a number below zero only shows the table."""
    a, b, c, d = chance[0], chance[1], chance[2], chance[3]
    many = np.uint64(len(rules.tiles))
    for table in range(len(rows)):
        row, action = rows[table], actions[table]
        gained[table], over[table], refused[table] = 0, 0, 0
        if action >= 0 and (action == DEAL) != (row[ASKED] == BETTING):
            early = SET_IN_BETTING
            if action >= HOUSE_WAY:
                early = NO_HANDS if action == HOUSE_WAY else NONE_TO_CONCEDE
            refused[table] = early if row[ASKED] == BETTING else NO_BETTING
        elif action == DEAL:
            pile = row[PILE:]
            if rules.given:
                for place in range(8):
                    pile[many - np.uint64(8) + np.uint64(place)] = drawn[table, 1 + place]
            else:
                p, q, r, s, t, u, v, w, a, b, c, d = eight_below(many, a, b, c, d)
                take(pile, p, many - np.uint64(1))
                take(pile, q, many - np.uint64(2))
                take(pile, r, many - np.uint64(3))
                take(pile, s, many - np.uint64(4))
                take(pile, t, many - np.uint64(5))
                take(pile, u, many - np.uint64(6))
                take(pile, v, many - np.uint64(7))
                take(pile, w, many - np.uint64(8))
            mine = kind_at(pile, many - np.uint64(8), rules.two, rules.kind)
            banks = kind_at(pile, many - np.uint64(4), rules.two, rules.kind)
            row[ASKED] = 1
            row[MINE], row[MINE + 1] = mine & np.uint64(255), mine >> np.uint64(8)
            row[BANKS], row[BANKS + 1] = banks & np.uint64(255), banks >> np.uint64(8)
        elif action > DEAL:
            gained[table], over[table] = _gain(row, action, rules), 1
            row[ASKED] = BETTING
        asked = row[ASKED] != BETTING
        kind = _stored(row, MINE)
        for place in range(facts.shape[1]):
            facts[table, place] = rules.seen[kind, place] * asked
        mask[table, DEAL] = not asked
        for choice in range(1, mask.shape[1]):
            mask[table, choice] = asked
    chance[0], chance[1], chance[2], chance[3] = a, b, c, d


@inlined
def _stored(row: Bytes, at: int) -> int:
    kind: int = whole(row[at]) | whole(row[at + 1]) << 8
    return kind


@inlined
def _gain(row: Bytes, action: int, rules: PaiGowSteps) -> int:
    """Tournament Pai Gow 11.1 to 11.7: what the hand comes to in cents."""
    mine, banks = _stored(row, MINE), _stored(row, BANKS)
    way = whole(rules.house[mine]) if action == HOUSE_WAY else action - 1
    own = np.uint64(rules.parts[mine, way % WAYS])
    theirs = np.uint64(rules.parts[banks, whole(rules.house[banks])])
    result = whole(result_of(own, theirs, np.uint64(rules.zeros)))
    gain: int = rules.gains[result if action != CONCEDE else len(rules.gains) - 1]
    return gain
