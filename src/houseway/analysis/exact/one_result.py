"""The exact figures of a game with one result a round, all results being equally likely.

The module `exact` of such a game takes over `analyse`, and gives the results to `read`.
"""

from __future__ import annotations

from typing import Any

from houseway.analysis.composition import Composition
from houseway.analysis.exact.tally import Tally
from houseway.analysis.figures import Pay, WagerFigures
from houseway.analysis.rule_data import InForce
from houseway.games.one_result import OneResultRules

ROUNDS_BY: str | None = None


class Data(InForce[OneResultRules, Any], frozen=True):
    """With the results that are equally likely; what-ifs may change the odds."""

    results: tuple[Any, ...]


def read(options: Any, rules: OneResultRules, results: tuple[Any, ...]) -> Data:
    return Data(rules, options, {"odds": "rules.odds", "results": "results"}, results=results)


def analyse(data: Data, source: Composition | None, pay: Pay) -> tuple[WagerFigures, ...]:
    return tuple(_figures(data, wager, pay) for wager in data.rules.wagers)


def _figures(data: Data, wager: str, pay: Pay) -> WagerFigures:
    tally = Tally(wager, data.rules.wagers[wager], pay)
    for result in data.results:
        if line := data.rules.line_won(wager, result):
            tally.won(line.case, 1, data.rules.odds[line.case].odds, line.clause)
        else:
            tally.lost("any other result", 1, data.rules.round.lost)
    return tally.figures()
