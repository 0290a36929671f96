"""7-Up Baccarat dealt from the continuous shuffling device, the rack a coup behind (8.4).

Five cards are drawn for every coup, and those that it does not use stay where they were: drawing a
card and putting it back changes nothing. So no step depends on the cards but by what it looks up.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis import CannotAnalyse
from houseway.analysis.exact.seven_up_baccarat import RuleData, of_counts
from houseway.analysis.exact.sums import mask
from houseway.analysis.exact.two_hands import Drawing
from houseway.analysis.figures import WagerFigures
from houseway.analysis.kernels.cards import Bytes, by_rank, of_decks
from houseway.analysis.kernels.xoshiro import ONE, Word, Words, below, five_below, take
from houseway.analysis.rounding import EXACTLY
from houseway.equipment.cards import RANKS
from houseway.games.seven_up_baccarat.rules import Options

Shorts = NDArray[np.uint16]
Long = NDArray[np.int64]

SEVENS = 8  # places for the number of sevens dealt, nought to five
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


def tables(data: RuleData, options: Options) -> Tables:
    if options.source != "shuffling device":
        raise CannotAnalyse(f"a {options.source} is not simulated, only the shuffling device")
    kinds = {each: data.value[each] % 10 | (each == "7") * _SEVEN for each in RANKS}
    drawing = Drawing(data.naturals, data.player_draws, data.banker_draws)
    printed = data.printed_seven
    cells = [_end(drawing, printed, *case) for case in product(_DIGITS, repeat=4)]
    return Tables(by_rank(kinds)[of_decks(data.decks)], np.array(cells, np.uint16))


def _end(drawing: Drawing, printed: int, dealt: int, banker: int, fourth: int, fifth: int) -> int:
    """The cell of Player's card, of Banker's count and of the values of the next two cards."""
    player, coming, drawn = (printed + dealt) % 10, [fourth, fifth], None
    if player not in drawing.naturals and banker not in drawing.naturals:
        if player in drawing.player:
            drawn = coming.pop(0)
            player = (player + drawn) % 10
        if drawing.draws[drawn] & mask([banker]):
            banker = (banker + coming.pop(0)) % 10
    return (player * 10 + banker) << 2 | 2 - len(coming)


def figures(data: RuleData, counts: Long) -> tuple[WagerFigures, ...]:
    """The wagers of these coups, by what the exact analysis makes of counted coups."""
    by_case = counts.reshape(10, 10, SEVENS)
    sevens = by_case.sum(axis=(0, 1)).tolist()[: CARDS_OF_A_ROUND + 1]
    return of_counts(data, by_case.sum(axis=2).tolist(), sevens, EXACTLY)


@njit(cache=True, nogil=True)
def deal(state: Words, rounds: int, cards: Bytes, ends: Shorts) -> Long:
    """So many coups of one device, by case. The first card of all is burned into the rack."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    many = np.uint64(len(cards))
    device = np.zeros(len(cards) + CARDS_OF_A_ROUND, np.uint8)
    device[: len(cards)] = cards
    rack = np.zeros(CARDS_OF_A_ROUND, np.uint8)
    counts = np.zeros(CASES, np.int64)
    place, a, b, c, d = below(many, a, b, c, d)
    inside, racked = many - ONE, ONE
    rack[0] = take(device, place, inside)
    for _ in range(rounds):
        one, two, three, four, five, a, b, c, d = five_below(inside, a, b, c, d)
        first = take(device, one, inside - np.uint64(1))
        second = take(device, two, inside - np.uint64(2))
        third = take(device, three, inside - np.uint64(3))
        fourth = take(device, four, inside - np.uint64(4))
        fifth = take(device, five, inside - np.uint64(5))
        case, used = coup(first, second, third, fourth, fifth, ends)
        counts[case] += 1
        inside -= used
        for slot in range(CARDS_OF_A_ROUND):  # beyond `racked` they are no cards
            device[inside + np.uint64(slot)] = rack[slot]
        inside += racked
        rack[0], rack[1], rack[2], rack[3], rack[4] = first, second, third, fourth, fifth
        racked = used
    return counts


@njit(cache=True, nogil=True, inline="always")
def coup(
    first: np.uint8, second: np.uint8, third: np.uint8, fourth: np.uint8, fifth: np.uint8,
    ends: Shorts,
) -> tuple[Word, Word]:  # fmt: skip
    """The case of five cards in the order of 7.3, and how many of them the coup takes."""
    digit, four = np.uint64(15), np.uint64(4)
    one, two, three = np.uint64(first), np.uint64(second), np.uint64(third)
    next_one, next_two = np.uint64(fourth), np.uint64(fifth)
    banker = (one & digit) + (three & digit)
    banker -= np.uint64(10) * np.uint64(banker >= np.uint64(10))
    at = (two & digit) * np.uint64(10) + banker
    at = at * np.uint64(100) + (next_one & digit) * np.uint64(10) + (next_two & digit)
    cell = np.uint64(ends[at])
    drawn = cell & np.uint64(3)
    more = (next_one >> four) * np.uint64(drawn > np.uint64(0))
    more += (next_two >> four) * (drawn >> np.uint64(1))
    sevens = (one >> four) + (two >> four) + (three >> four) + more
    return cell >> np.uint64(2) << np.uint64(3) | sevens, np.uint64(3) + drawn


@njit(cache=True, nogil=True)
def case_of(five: Bytes, ends: Shorts) -> tuple[Word, Word]:
    """One coup of five given cards: its case, and how many cards it takes."""
    return coup(five[0], five[1], five[2], five[3], five[4], ends)
