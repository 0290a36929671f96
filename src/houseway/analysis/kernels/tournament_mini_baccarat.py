"""Tournament Mini-Baccarat dealt from its shoe: 5.3 to 5.6."""

from __future__ import annotations

import numpy as np

from houseway.analysis.exact.tournament_mini_baccarat import Data, of_counts
from houseway.analysis.exact.two_hands import DrawingRule
from houseway.analysis.figures import EXACTLY, WagerFigures
from houseway.analysis.kernels import two_hands
from houseway.analysis.kernels.cards import Long, by_rank
from houseway.analysis.kernels.two_hands import Tables, final_totals
from houseway.equipment.cards import DECK

deal = two_hands.deal


def tables(data: Data) -> Tables:
    return two_hands.tables(
        decks=data.rules.decks,
        value=data.rules.card_value,
        drawing=DrawingRule(data.rules.naturals, data.rules.player_draws, data.rules.banker_draws),
        kinds=np.zeros((len(DECK), len(DECK)), np.uint8),
        burned=by_rank(data.rules.shoe.burn_value),
        margin=data.rules.shoe.cut_margin,
        behind=data.rules.shoe.behind[0],
    )


def figures(data: Data, counts: Long) -> tuple[WagerFigures, ...]:
    """The wagers of these rounds, by what the exact analysis makes of counted rounds."""
    return of_counts(data, final_totals(counts), EXACTLY)
