"""Mini Baccarat dealt from its shoe: 5.4 to 5.8, with every wager tallied."""

from __future__ import annotations

import numpy as np

from houseway.analysis.exact.mini_baccarat import Data, Kinds, of_counts
from houseway.analysis.exact.two_hands import DrawingRule
from houseway.analysis.figures import EXACTLY, WagerFigures
from houseway.analysis.kernels import two_hands
from houseway.analysis.kernels.cards import Bytes, Long, by_rank
from houseway.analysis.kernels.two_hands import KINDS, Tables, final_totals, kinds_of_pair
from houseway.equipment.cards import DECK
from houseway.games.mini_baccarat.rules import BANKER_PAIR, PLAYER_PAIR, pair_kind

deal = two_hands.deal


def tables(data: Data) -> Tables:
    return two_hands.tables(
        decks=data.rules.decks,
        value=data.rules.card_value,
        drawing=DrawingRule(data.rules.naturals, data.rules.player_draws, data.rules.banker_draws),
        kinds=_kinds(data),
        burned=_burned(data),
        margin=data.rules.shoe.cut_margin,
        behind=data.rules.shoe.behind[0],
    )


def _kinds(data: Data) -> Bytes:
    """The kind of pair that two cards make, by its line among the odds; 0 for none."""
    lines = _lines(data)
    kinds = np.zeros((len(DECK), len(DECK)), np.uint8)
    if data.rules.pair_odds.get(data.options.pairs) is not None:
        for one, first in enumerate(DECK):
            for other, second in enumerate(DECK):
                kind = pair_kind(data.options.pairs, first, second)
                kinds[one, other] = lines.index(kind) if kind in lines else 0
    return kinds


def _lines(data: Data) -> list[str | None]:
    """None for no pair, then the cases of the pair odds."""
    lines = [None, *(line.case for line in data.rules.pair_odds.get(data.options.pairs) or ())]
    if len(lines) > KINDS:
        raise ValueError(f"{len(lines) - 1} kinds of pair, where {KINDS - 1} can be told apart")
    return lines


def _burned(data: Data) -> Bytes:
    """Mini Baccarat 5.5, 5.6 and 5.7: cards that go after the first one."""
    if data.options.burn == "shown":
        return by_rank(data.rules.shoe.burn_value)
    return np.zeros(len(DECK), np.uint8)


def figures(data: Data, counts: Long) -> tuple[WagerFigures, ...]:
    """The wagers of these rounds, by what the exact analysis makes of counted rounds."""
    kinds: Kinds = {
        wager: {case: times for case, times in zip(_lines(data), by_kind, strict=False) if case}
        for wager, by_kind in zip((PLAYER_PAIR, BANKER_PAIR), kinds_of_pair(counts), strict=True)
    }
    return of_counts(data, final_totals(counts), kinds, int(counts.sum()), EXACTLY)
