"""What the loop that deals Player and Banker to many tables and its tables agree on.

Mini Baccarat and Tournament Mini-Baccarat share it: a shoe that is burned, dealt down to its
cutting card, and after a tie for one round more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from houseway.analysis import CannotAnalyse
from houseway.analysis.kernels.cards import Bytes, Shorts
from houseway.analysis.kernels.steps.staking import Figures, Staking, Wagers, staking
from houseway.analysis.kernels.steps.terms import PILE, Terms
from houseway.analysis.kernels.two_hands import CASES, KINDS, Tables
from houseway.rulebook.document import Clause

LOOP = "two_hands_steps"
DRAWN = 8
LAST_TIED = 0  # the byte of a row: whether the last round was a tie, or the one after it
NO_TIE, TIE, AFTER_TIE = range(3)


class TwoHandsSteps(NamedTuple):
    """The wagers, and the tables of the kernel of whole rounds."""

    staking: Staking
    cards: Bytes
    two: Bytes
    value: Bytes
    ends: Shorts
    burned: Bytes
    behind: int
    scale: int
    given: bool


def step_rules(tables: Tables, wagers: Wagers, figures: Figures, terms: Terms) -> TwoHandsSteps:
    behind, cards = terms.behind or tables.behind, len(tables.cards)
    if not 0 < behind <= cards // 2:
        raise CannotAnalyse(f"{behind} cards behind the cutting card: 1 to {cards // 2}")
    kinds = sorted(set((tables.two >> 4).tolist()))
    return TwoHandsSteps(
        staking=staking(wagers, terms, figures, _cases(kinds), CASES),
        cards=tables.cards,
        two=tables.two,
        value=tables.value,
        ends=tables.ends,
        burned=tables.burned,
        behind=behind,
        scale=terms.unit_cents,
        given=terms.given,
    )


def _cases(kinds: list[int]) -> Iterator[int]:
    """The cases with these kinds of pair."""
    for totals in range(100):
        for player in kinds:
            for banker in kinds:
                yield (totals * KINDS + player) * KINDS + banker


def both_hands(
    hands: frozenset[str], clause: Clause
) -> Callable[[str, frozenset[str]], Clause | None]:
    """A patron wagers on one hand: a wager on the other is refused by this clause."""

    def together(wager: str, others: frozenset[str]) -> Clause | None:
        return clause if wager in hands and others & (hands - {wager}) else None

    return together


def first_row(rules: TwoHandsSteps) -> Bytes:
    return np.concatenate([np.zeros(PILE, np.uint8), rules.cards])
