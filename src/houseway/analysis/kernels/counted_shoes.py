"""Shoes played by a patron who counts cards: the tables of a wager, and the loop that deals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

import numpy as np

from houseway.analysis import CannotAnalyse
from houseway.analysis.compiled import run
from houseway.analysis.figures import WagerFigures
from houseway.analysis.kernels.cards import Long, Words
from houseway.analysis.kernels.two_hands import CARDS_OF_A_ROUND, CASES, KINDS, Tables
from houseway.equipment.cards import DECK, RANKS, SUITS, Card, rank
from houseway.games.side_wagers.facts import VALUE, Facts, Round
from houseway.games.side_wagers.wager import SideWager

CELLS = 10_000  # two totals on two cards, and the values of the next two cards
COUNTS = 21  # true counts told apart: 10 below zero and less, to 10 above and more


class WagerGains(NamedTuple):
    """What a unit on one wager gains, in parts of a unit: by case, and by cell of the tableau."""

    by_case: Long
    by_cell: Long
    parts: int


class Played(NamedTuple):
    """What shoes came to. `depths` has rounds, bets, units and squares for each cutting card."""

    depths: Long
    by_count: Long


def gains_of_a_game(figures: Callable[[Long], tuple[WagerFigures, ...]], wager: str) -> WagerGains:
    """The gains of a wager of the game itself: what one round of each case comes to.

    A wager on the hands depends on their totals, and one on pairs on the kinds of pair alone.
    """
    kinds = KINDS * KINDS
    of_totals = [_gain(figures, totals * kinds, wager) for totals in range(CASES // kinds)]
    of_kinds = [_gain(figures, kind, wager) - of_totals[0] for kind in range(kinds)]
    by_case = [total + kind for total in of_totals for kind in of_kinds]
    return _whole(by_case, [Fraction(0)] * CELLS)


def _gain(figures: Callable[[Long], tuple[WagerFigures, ...]], case: int, wager: str) -> Fraction:
    one = np.zeros(CASES, np.int64)
    one[case] = 1
    [found] = [each for each in figures(one) if each.name == wager]
    return -found.edge


def gains_of_a_side_wager(wager: SideWager, facts: Facts, rules: Any) -> WagerGains:
    """The gains of a side wager that depends on the values of the cards alone."""
    deeper = [fact.name for fact in wager.facts if fact.level > VALUE]
    if deeper or facts.value is None or facts.blocks is None:
        raise CannotAnalyse(
            f"{wager.name} depends on ranks or suits ({', '.join(deeper)}): shoes are dealt for"
            " wagers on the values of cards only"
        )
    by_cell = [_side_gain(wager, played) for played in rounds_by_cell(facts, rules)]
    return _whole([Fraction(0)] * CASES, by_cell)


def rounds_by_cell(facts: Facts, rules: Any) -> list[Round]:
    """A round for each cell, for facts that depend on the values of the cards alone."""
    by_value = _card_of_value(facts.value(rules) if facts.value else {})
    return [Round(rules, _hands(facts, rules, by_value, cell)) for cell in range(CELLS)]


def _card_of_value(value: Mapping[str, int]) -> dict[int, Card]:
    return {value[name] % 10: Card(name + SUITS[0]) for name in RANKS}


def _hands(
    facts: Facts, rules: Any, by_value: Mapping[int, Card], cell: int
) -> dict[str, tuple[Card, ...]]:
    """Hands with these totals on two cards, then the cards that come next."""
    totals, coming = divmod(cell, 100)
    blocks: list[tuple[Card, ...]] = [
        (by_value[0], by_value[total]) for total in divmod(totals, 10)
    ]
    blocks += [(by_value[each],) for each in divmod(coming, 10)]
    hands: dict[str, tuple[Card, ...]] = {each: () for each in facts.hands if each != "all"}
    while facts.blocks is not None and (block := facts.blocks(rules, hands)) is not None:
        hands[block[0]] += blocks.pop(0)
    return hands


def _side_gain(wager: SideWager, played: Round) -> Fraction:
    row = wager.row_of(played)
    if row is None:
        return Fraction(-1)
    return Fraction(0) if row.odds is None else row.odds.exact


def _whole(by_case: list[Fraction], by_cell: list[Fraction]) -> WagerGains:
    parts = lcm(*(each.denominator for each in (*by_case, *by_cell)))
    cases, cells = (np.array([int(each * parts) for each in many], np.int64)
                    for many in (by_case, by_cell))  # fmt: skip
    return WagerGains(cases, cells, parts)


class Betting(NamedTuple):
    """How the patron counts and bets, and when a shoe ends."""

    tags: Mapping[str, int]  # by rank
    trigger: int  # bet from this true count on
    behind: tuple[int, ...]  # cards behind the cutting card, the deepest first
    after_tie: int  # rounds more when the last round ties
    after_cut: int  # rounds more after the one that brings the cutting card out


def play(state: Words, shoes: int, tables: Tables, gains: WagerGains, betting: Betting) -> Played:
    """Deal so many shoes to a patron who bets one unit from the trigger on."""
    depths = np.zeros((len(betting.behind), 4), np.int64)
    by_count = np.zeros((COUNTS, 2), np.int64)
    run(
        "counted_shoes", depths, by_count, np.zeros((len(betting.behind), 3), np.int64),
        tables.cards.copy(), np.zeros(len(tables.cards) + CARDS_OF_A_ROUND, np.uint8), state, shoes,
        tables.two, tables.value, tables.ends, tables.burned, tables.margin,
        np.array([betting.tags[rank(card)] for card in DECK], np.int64),
        np.array(betting.behind, np.int64), gains.by_case, gains.by_cell, betting.trigger,
        betting.after_tie, betting.after_cut,
    )  # fmt: skip
    return Played(depths, by_count)
