"""7-Up Baccarat from the continuous shuffling device, the rack a coup behind (8.4)."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.cards import Bytes, Long, Shorts, Word, Words
from houseway.analysis.kernels.loops.inlined import inlined
from houseway.analysis.kernels.loops.xoshiro import ONE, below, five_below, take
from houseway.analysis.kernels.seven_up_baccarat import CARDS_OF_A_ROUND


@njit(nogil=True)
def fill(
    counts: Long, device: Bytes, rack: Bytes, state: Words, rounds: int, cards: int, ends: Shorts
) -> None:
    """So many coups of one device, by case. The first card of all is burned into the rack."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    many = np.uint64(cards)
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


@inlined
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
