"""The exact figures of a game with one result a round, all results being equally likely.

The module `exact` of such a game takes over `RuleData` and `analyse`, and reads the results.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from houseway.analysis.composition import Composition
from houseway.analysis.exact.tally import Tally
from houseway.analysis.figures import WagerFigures
from houseway.analysis.rounding import Pay
from houseway.games.one_result import OneResultRules
from houseway.rulebook.odds import Paytable

ROUNDS_BY: str | None = None


class RuleData(Struct, frozen=True):
    """What decides the figures, and what a what-if may change: the odds and the results."""

    rules: OneResultRules
    odds: Paytable[str]
    results: tuple[Any, ...]
    decks: None = None


def analyse(data: RuleData, source: Composition | None, pay: Pay) -> tuple[WagerFigures, ...]:
    return tuple(_figures(data, wager, pay) for wager in data.rules.wagers)


def _figures(data: RuleData, wager: str, pay: Pay) -> WagerFigures:
    tally = Tally(wager, data.rules.wagers[wager], pay)
    for result in data.results:
        if line := data.rules.line_won(wager, result):
            tally.won(line.case, 1, data.odds[line.case].odds, line.clause)
        else:
            tally.lost("any other result", 1, data.rules.round.lost)
    return tally.figures()
