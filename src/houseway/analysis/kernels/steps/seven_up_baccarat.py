"""What the loop that deals 7-Up Baccarat to many tables and its tables agree on.

Cards come from the continuous shuffling device. Those of a coup lie in the rack until the next one
is over (7-Up Baccarat 8.4).
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np

from houseway.analysis.exact.seven_up_baccarat import Data
from houseway.analysis.kernels.cards import Bytes, Shorts
from houseway.analysis.kernels.seven_up_baccarat import (
    CARDS_OF_A_ROUND,
    CASES,
    SEVENS,
    figures,
    tables,
)
from houseway.analysis.kernels.steps import staking
from houseway.analysis.kernels.steps.staking import OBSERVED, Staking, Wagers, above_by
from houseway.analysis.kernels.steps.terms import PILE, Terms
from houseway.games.edition import citing
from houseway.games.seven_up_baccarat.rules import BANKER, PLAYER, SUPER_SEVENS, TIE, Options
from houseway.rulebook.document import Clause

LOOP = "seven_up_baccarat_steps"
DRAWN = 8
RACKED = 0  # the byte of a row: how many cards are in the rack
_HANDS, _BASE = frozenset({PLAYER, BANKER}), frozenset({PLAYER, BANKER, TIE})
__all__ = ["DRAWN", "LOOP", "OBSERVED", "RACKED", "SevenUpSteps", "clauses", "first_row",
           "step_rules"]  # fmt: skip


class SevenUpSteps(NamedTuple):
    """The wagers, and the tables of the kernel of whole coups."""

    staking: Staking
    cards: Bytes
    ends: Shorts
    scale: int
    given: bool


def _wagers(data: Data, options: Options) -> Wagers:
    """7-Up Baccarat 5.6, 6.5, 7.1, 10.1 and 10.3."""
    cite, of_others = citing(data.rules), above_by(data.rules.limits_in(options.use))

    def together(wager: str, others: frozenset[str]) -> Clause | None:
        if wager == SUPER_SEVENS:
            return None if others & _BASE else cite("10.3")
        both = (others & _BASE) | {wager}
        return data.rules.combinations[both] if both >= _HANDS else None

    def above(wager: str) -> Clause | None:
        return cite("10.1") if wager == SUPER_SEVENS else of_others(wager)

    return Wagers(none=cite("5.3"), above=above, together=together, watched=len(_BASE))


def step_rules(data: Data, options: Options, terms: Terms) -> SevenUpSteps:
    found = tables(data, options)
    cases = [case for case in range(CASES) if case % SEVENS <= CARDS_OF_A_ROUND]
    wagers = _wagers(data, options)
    return SevenUpSteps(
        staking=staking.staking(wagers, terms, partial(figures, data), cases, CASES),
        cards=found.cards,
        ends=found.ends,
        scale=terms.unit_cents,
        given=terms.given,
    )


def first_row(rules: SevenUpSteps) -> Bytes:
    return np.concatenate([np.zeros(PILE, np.uint8), rules.cards])


def clauses(data: Data, terms: Terms) -> tuple[str, ...]:
    return _wagers(data, Options()).clauses([area.wager for area in terms.areas])
