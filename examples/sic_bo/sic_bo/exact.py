"""The exact figures of Sic Bo: all 216 rolls, each by the line that settles live wagers."""

from __future__ import annotations

from itertools import product

from msgspec import Struct

from houseway.analysis.composition import Composition
from houseway.analysis.exact.tally import Tally
from houseway.analysis.figures import WagerFigures
from houseway.analysis.rounding import Pay
from houseway.games.edition import citing
from houseway.rulebook.odds import Paytable
from sic_bo.rules import Options, Rules

ROUNDS_BY: str | None = None


class RuleData(Struct, frozen=True):
    """What a what-if may change: the odds, and how many faces a die has."""

    rules: Rules
    odds: Paytable[str]
    faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)
    decks: None = None


def read(options: Options, rules: Rules) -> RuleData:
    return RuleData(rules, rules.odds)


def analyse(data: RuleData, source: Composition | None, pay: Pay) -> tuple[WagerFigures, ...]:
    return tuple(_figures(data, wager, pay) for wager in data.rules.wagers)


def _figures(data: RuleData, wager: str, pay: Pay) -> WagerFigures:
    tally = Tally(wager, data.rules.wagers[wager], pay)
    for dice in product(data.faces, data.faces, data.faces):
        line = data.rules.line_won(wager, dice)
        if line:
            tally.won(line.case, 1, data.odds[line.case].odds, line.clause)
        else:
            tally.lost("any other roll", 1, citing(data.rules)("5.2"))
    return tally.figures()
