"""The exact figures of Sic Bo: all 216 rolls, each by the line that settles live wagers."""

from __future__ import annotations

from itertools import product

from houseway.analysis.exact import one_result
from houseway.analysis.exact.one_result import ROUNDS_BY, Data, analyse
from houseway.games.game import NoOptions
from sic_bo.rules import Rules

__all__ = ["ROUNDS_BY", "analyse", "read"]


def read(options: NoOptions, rules: Rules) -> Data:
    return one_result.read(options, rules, tuple(product(range(1, 7), repeat=3)))
