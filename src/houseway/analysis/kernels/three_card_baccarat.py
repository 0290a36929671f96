"""Three Card Baccarat dealt to one playing area from its shoe: 4.5 to 4.8, 4.11 and 8.1."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from houseway.analysis import CannotAnalyse
from houseway.analysis.compiled import run
from houseway.analysis.exact.three_card_baccarat import Data, Look, of_counts
from houseway.analysis.figures import EXACTLY, WagerFigures
from houseway.analysis.kernels.cards import Bytes, Long, Words, by_rank, of_decks
from houseway.equipment.cards import RANKS
from houseway.games.three_card_baccarat.rules import HAND, SHOE

LOOKS = 64  # places for the look of a hand: picture cards and points
CASES = LOOKS * LOOKS
CARDS_OF_A_ROUND = 2 * HAND
_POINTS = 16  # places for the points of a hand
_WIDTH = 16  # places for a rank in a table of three cards


class Tables(NamedTuple):
    """The rules as arrays.

    A card of `cards` is its rank. `look` is what three cards look like, `burned` how many cards go
    with the first one.
    """

    cards: Bytes
    look: Bytes
    burned: Bytes
    margin: int
    behind: int


def tables(data: Data) -> Tables:
    if data.options.source != SHOE:
        raise CannotAnalyse(f"a {data.options.source} is not simulated, only the shoe")
    numbers = {each: number for number, each in enumerate(RANKS)}
    return Tables(
        by_rank(numbers)[of_decks(data.options.decks)],
        _looks(data),
        np.array([data.rules.shoe.burn_value[each] for each in RANKS], np.uint8),
        data.rules.shoe.cut_margin,
        data.rules.usually_behind,
    )


def _looks(data: Data) -> Bytes:
    """Picture cards and points of any three ranks."""
    look = np.zeros(_WIDTH**HAND, np.uint8)
    for one, two, three in product(range(len(RANKS)), repeat=HAND):
        ranks = RANKS[one], RANKS[two], RANKS[three]
        pictures = sum(each in data.rules.picture_ranks for each in ranks)
        points = sum(data.rules.card_value[each] for each in ranks) % 10
        look[(one * _WIDTH + two) * _WIDTH + three] = pictures * _POINTS + points
    return look


def figures(data: Data, counts: Long) -> tuple[WagerFigures, ...]:
    """The wagers of these coups, by what the exact analysis makes of counted coups."""
    pairs: dict[tuple[Look, Look], int] = {}
    banker: dict[Look, int] = {}
    for case in np.flatnonzero(counts).tolist():
        mine, theirs = (divmod(each, _POINTS) for each in divmod(case, LOOKS))
        pairs[mine, theirs] = int(counts[case])
        banker[theirs] = banker.get(theirs, 0) + int(counts[case])
    return of_counts(data, pairs, banker, EXACTLY)


def deal(
    state: Words, rounds: int, cards: Bytes, look: Bytes, burned: Bytes, margin: int, behind: int
) -> Long:
    """So many coups, shoe after shoe, by case."""
    counts = np.zeros(CASES, np.int64)
    shoe = np.zeros(len(cards) + CARDS_OF_A_ROUND, np.uint8)
    run(
        "three_card_baccarat", counts, cards.copy(), shoe, state, rounds, look, burned, margin,
        behind,
    )  # fmt: skip
    return counts
