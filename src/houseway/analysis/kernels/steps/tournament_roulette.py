"""What the loop that spins a wheel for many tables and its tables agree on."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from houseway.analysis.exact.tournament_roulette import Data
from houseway.analysis.kernels.cards import Bytes
from houseway.analysis.kernels.steps import staking
from houseway.analysis.kernels.steps.staking import OBSERVED, Staking, Wagers, above_by
from houseway.analysis.kernels.steps.terms import PILE, Terms
from houseway.analysis.kernels.tournament_roulette import figures
from houseway.games.tournament_roulette.rules import Options

LOOP = "roulette_steps"
DRAWN = 2
__all__ = ["DRAWN", "LOOP", "OBSERVED", "RouletteSteps", "clauses", "first_row", "step_rules"]


class RouletteSteps(NamedTuple):
    """The wagers, and how many pockets the wheel has."""

    staking: Staking
    pockets: int
    scale: int
    given: bool


def step_rules(data: Data, options: Options, terms: Terms) -> RouletteSteps:
    """A wheel is spun without a wager, too."""
    many, rules = len(data.pockets), Wagers(None, above_by(data.rules.limit_rules))
    wagers = staking.staking(rules, terms, partial(figures, data), range(many), many)
    return RouletteSteps(wagers, many, terms.unit_cents, terms.given)


def first_row(rules: RouletteSteps) -> Bytes:
    return np.zeros(PILE, np.uint8)


def clauses(data: Data, terms: Terms) -> tuple[str, ...]:
    wagers = Wagers(None, above_by(data.rules.limit_rules))
    return wagers.clauses([area.wager for area in terms.areas])
