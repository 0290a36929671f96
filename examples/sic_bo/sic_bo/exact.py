"""The exact figures of Sic Bo: all 216 rolls, each by the line that settles live wagers."""

from __future__ import annotations

from itertools import product

from houseway.analysis.exact.one_result import ROUNDS_BY, RuleData, analyse
from houseway.games.game import NoOptions
from sic_bo.rules import Rules

__all__ = ["ROUNDS_BY", "RuleData", "analyse", "read"]


def read(options: NoOptions, rules: Rules) -> RuleData:
    return RuleData(rules, rules.odds, tuple(product(range(1, 7), repeat=3)))
