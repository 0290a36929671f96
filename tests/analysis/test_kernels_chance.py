"""The chance inside the kernels: published numbers, draws without bias, shuffles."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import prod
from typing import Any

import numpy as np
import pytest
from numba import njit

from houseway.analysis.dealing import State, splitmix, state_of, xoshiro
from houseway.analysis.kernels.loops import xoshiro as compiled
from houseway.analysis.kernels.loops.shoe import make_ready

# The first numbers of xoshiro256++ from the state 1, 2, 3, 4, by its authors' own program.
PUBLISHED = [
    41943041,
    58720359,
    3588806011781223,
    3591011842654386,
    9228616714210784205,
    9973669472204895162,
    14011001112246962877,
    12406186145184390807,
    15849039046786891736,
    10450023813501588000,
]
# The first numbers of SplitMix64 from 1234567, likewise.
PUBLISHED_STARTS = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]


def words(state: State) -> Any:
    return np.array(state, np.uint64)


def test_the_generator_gives_its_published_numbers() -> None:
    assert list(islice(xoshiro((1, 2, 3, 4)), 10)) == PUBLISHED
    assert compiled.numbers(words((1, 2, 3, 4)), 10).tolist() == PUBLISHED


def test_plain_and_compiled_generator_stay_together() -> None:
    start = state_of(2026, 11)
    assert compiled.numbers(words(start), 5000).tolist() == list(islice(xoshiro(start), 5000))


def test_starts_are_the_published_sequence_four_for_each_chunk() -> None:
    assert [splitmix(1234567, place) for place in range(5)] == PUBLISHED_STARTS
    assert state_of(1234567, 0) == tuple(PUBLISHED_STARTS[:4])
    assert state_of(1234567, 1)[0] == PUBLISHED_STARTS[4]


def test_no_two_chunks_start_alike() -> None:
    starts = {state_of(seed, chunk) for seed in range(20) for chunk in range(50)}
    assert len(starts) == 1000


def draws_together(numbers: Iterator[int], bounds: list[int]) -> list[int]:
    """One number below the product of the bounds, in whole numbers; its digits are the draws."""
    product = prod(bounds)
    while True:
        spread = (next(numbers) >> 12) * product
        if spread % 2**52 >= 2**52 % product:
            break
    drawn = spread >> 52
    digits = []
    for bound in reversed(bounds):
        drawn, digit = divmod(drawn, bound)
        digits.append(digit)
    return digits[::-1]


@njit
def many_fives(n: Any, state: Any, many: int) -> Any:
    a, b, c, d = state[0], state[1], state[2], state[3]
    found = np.empty((many, 5), np.uint64)
    for row in found:
        row[0], row[1], row[2], row[3], row[4], a, b, c, d = compiled.five_below(n, a, b, c, d)
    return found


@pytest.mark.parametrize("cards", [312, 1300])
def test_five_draws_from_one_number_are_those_of_whole_numbers(cards: int) -> None:
    """Among 1,300 cards every sixth number is drawn again, so that both ways are tried."""
    start = state_of(3, cards)
    numbers = xoshiro(start)
    expected = [draws_together(numbers, [cards - n for n in range(5)]) for _ in range(400)]
    assert many_fives(np.uint64(cards), words(start), 400).tolist() == expected


@njit
def shuffled(stack: Any, shoe: Any, margin: int, state: Any) -> None:
    make_ready(stack, shoe, margin, state[0], state[1], state[2], state[3])


@pytest.mark.parametrize("cards", [52, 416, 10])
def test_a_shoe_is_shuffled_and_cut_as_by_hand(cards: int) -> None:
    """Mini Baccarat 5.4: the cards before the cut go to the back, and both parts keep order."""
    margin = cards // 8
    start = state_of(4, cards)
    numbers = xoshiro(start)
    order, left = list(range(cards)), cards
    while left > 1:
        together = 4 if left >= 4 else 1
        for place in draws_together(numbers, [left - n for n in range(together)]):
            left -= 1
            order[place], order[left] = order[left], order[place]
    cut = margin + draws_together(numbers, [cards - 2 * margin + 1])[0]

    stack, shoe = np.arange(cards, dtype=np.uint16), np.zeros(cards, np.uint16)
    shuffled(stack, shoe, margin, words(start))

    assert shoe.tolist() == order[cut:] + order[:cut]
    assert sorted(order) == list(range(cards))
