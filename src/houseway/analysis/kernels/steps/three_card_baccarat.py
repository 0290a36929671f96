"""What the loop that deals Three Card Baccarat to many tables and its tables agree on: one area."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from houseway.analysis import CannotAnalyse
from houseway.analysis.exact.three_card_baccarat import Data
from houseway.analysis.kernels.cards import Bytes
from houseway.analysis.kernels.steps import staking
from houseway.analysis.kernels.steps.staking import OBSERVED, Staking, Wagers, above_by
from houseway.analysis.kernels.steps.terms import PILE, Terms
from houseway.analysis.kernels.three_card_baccarat import CASES, LOOKS, figures, tables
from houseway.games.edition import citing
from houseway.games.three_card_baccarat.rules import DEVICE, PLAYER, SHOE, TIE, Options
from houseway.rulebook.document import Clause

LOOP = "three_card_baccarat_steps"
DRAWN = 8
__all__ = [
    "DRAWN",
    "LOOP",
    "OBSERVED",
    "ThreeCardSteps",
    "clauses",
    "first_row",
    "step_rules",
]


class ThreeCardSteps(NamedTuple):
    """The wagers, and the tables of the kernel of whole coups. `player`: the area of that hand."""

    staking: Staking
    cards: Bytes
    look: Bytes
    burned: Bytes
    behind: int
    device: bool
    player: int
    scale: int
    given: bool


def _wagers(data: Data) -> Wagers:
    """Three Card Baccarat 5.2.2, 6.3 and 8.2."""
    cite, above = citing(data.rules), above_by(data.rules.limit_rules)

    def together(wager: str, others: frozenset[str]) -> Clause | None:
        return cite("5.2.2") if wager == TIE and PLAYER not in others else None

    return Wagers(none=cite("5.4"), above=above, together=together, watched=1)


def step_rules(data: Data, options: Options, terms: Terms) -> ThreeCardSteps:
    found = tables(data, replace(options, source=SHOE))
    behind = terms.behind or found.behind
    if not 0 < behind <= len(found.cards) // 2:
        raise CannotAnalyse(f"{behind} cards behind the cutting card: 1 to {len(found.cards) // 2}")
    looks = sorted(set(found.look.tolist()))
    cases = [mine * LOOKS + theirs for mine, theirs in product(looks, repeat=2)]
    return ThreeCardSteps(
        staking=staking.staking(_wagers(data), terms, partial(figures, data), cases, CASES),
        cards=found.cards,
        look=found.look,
        burned=found.burned,
        behind=behind,
        device=options.source == DEVICE,
        player=[area.wager for area in terms.areas].index(PLAYER),
        scale=terms.unit_cents,
        given=terms.given,
    )


def first_row(rules: ThreeCardSteps) -> Bytes:
    return np.concatenate([np.zeros(PILE, np.uint8), rules.cards])


def clauses(data: Data, terms: Terms) -> tuple[str, ...]:
    return _wagers(data).clauses([area.wager for area in terms.areas])
