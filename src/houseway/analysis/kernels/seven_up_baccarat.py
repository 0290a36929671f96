"""7-Up Baccarat dealt from the continuous shuffling device, the rack a coup behind (8.4).

Five cards are drawn for every coup, and those that it does not use stay where they were: drawing a
card and putting it back changes nothing. So no step depends on the cards but by what it looks up.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from houseway.analysis import CannotAnalyse
from houseway.analysis.compiled import run
from houseway.analysis.exact.seven_up_baccarat import Data, of_counts
from houseway.analysis.exact.tally import mask
from houseway.analysis.exact.two_hands import DrawingRule
from houseway.analysis.figures import EXACTLY, WagerFigures
from houseway.analysis.kernels.cards import Bytes, Long, Shorts, Words, by_rank, of_decks
from houseway.equipment.cards import RANKS

SEVENS = 8  # places for the number of sevens dealt, zero to five
CASES = 10 * 10 * SEVENS  # Player's count, Banker's, sevens dealt
CARDS_OF_A_ROUND = 5
_DIGITS = range(10)
_SEVEN = 16  # the bit of a card that is a seven; its value is in the four bits below


class Tables(NamedTuple):
    """The rules as arrays.

    A card of `cards` is its value, and a bit more if it is a seven. `ends` has by the first three
    cards' two counts and the values of the next two the case, and in its lowest two bits how many
    of those two are used.
    """

    cards: Bytes
    ends: Shorts


def tables(data: Data) -> Tables:
    if data.options.source != "shuffling device":
        raise CannotAnalyse(f"a {data.options.source} is not simulated, only the shuffling device")
    kinds = {each: data.rules.card_value[each] % 10 | (each == "7") * _SEVEN for each in RANKS}
    drawing = DrawingRule(data.rules.naturals, data.rules.player_action, data.rules.banker_action)
    printed = data.rules.printed_seven
    cells = [_end(drawing, printed, *case) for case in product(_DIGITS, repeat=4)]
    return Tables(by_rank(kinds)[of_decks(data.rules.decks)], np.array(cells, np.uint16))


def _end(
    drawing: DrawingRule, printed: int, dealt: int, banker: int, fourth: int, fifth: int
) -> int:
    """The cell of Player's card, of Banker's count and of the values of the next two cards."""
    player, coming, drawn = (printed + dealt) % 10, [fourth, fifth], None
    if player not in drawing.naturals and banker not in drawing.naturals:
        if player in drawing.player:
            drawn = coming.pop(0)
            player = (player + drawn) % 10
        if drawing.draws[drawn] & mask([banker]):
            banker = (banker + coming.pop(0)) % 10
    return (player * 10 + banker) << 2 | 2 - len(coming)


def figures(data: Data, counts: Long) -> tuple[WagerFigures, ...]:
    """The wagers of these coups, by what the exact analysis makes of counted coups."""
    by_case = counts.reshape(10, 10, SEVENS)
    sevens = by_case.sum(axis=(0, 1)).tolist()[: CARDS_OF_A_ROUND + 1]
    return of_counts(data, by_case.sum(axis=2).tolist(), sevens, EXACTLY)


def deal(state: Words, rounds: int, cards: Bytes, ends: Shorts) -> Long:
    """So many coups of one device, by case."""
    counts = np.zeros(CASES, np.int64)
    device = np.zeros(len(cards) + CARDS_OF_A_ROUND, np.uint8)
    device[: len(cards)] = cards
    rack = np.zeros(CARDS_OF_A_ROUND, np.uint8)
    run("seven_up_baccarat", counts, device, rack, state, rounds, len(cards), ends)
    return counts
