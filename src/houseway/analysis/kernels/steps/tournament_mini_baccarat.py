"""Many tables of Tournament Mini-Baccarat: one hand for each box, over the loop of both hands."""

from __future__ import annotations

from functools import partial

from houseway.analysis.exact.tournament_mini_baccarat import Data
from houseway.analysis.kernels.steps import two_hands
from houseway.analysis.kernels.steps.staking import OBSERVED, Wagers, above_by
from houseway.analysis.kernels.steps.terms import Terms
from houseway.analysis.kernels.steps.two_hands import DRAWN, LOOP, TwoHandsSteps, first_row
from houseway.analysis.kernels.tournament_mini_baccarat import figures, tables
from houseway.games.baccarat import BANKER, PLAYER
from houseway.games.edition import citing
from houseway.games.tournament_mini_baccarat.rules import Options

__all__ = ["DRAWN", "LOOP", "OBSERVED", "clauses", "first_row", "step_rules"]


def _wagers(data: Data) -> Wagers:
    """Tournament Mini-Baccarat 4.1: each box has a wager. 4.7: never on both hands."""
    cite = citing(data.rules)
    together = two_hands.both_hands(frozenset({PLAYER, BANKER}), cite("4.7"))
    above = above_by(data.rules.limit_rules)
    return Wagers(none=cite("4.1"), above=above, together=together, watched=2)


def step_rules(data: Data, options: Options, terms: Terms) -> TwoHandsSteps:
    return two_hands.step_rules(tables(data, options), _wagers(data), partial(figures, data), terms)


def clauses(data: Data, terms: Terms) -> tuple[str, ...]:
    return _wagers(data).clauses([area.wager for area in terms.areas])
