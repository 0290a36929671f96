"""Counting hands by the last digit of their sum, without dealing them one by one.

Ten counts say how many cards count zero to nine. Drawing without replacement is counted by
inclusion and exclusion: first as if a card could be drawn twice, then without those.

A **row** is ten counts side by side in one whole number, `LANE` bits each, so that a sum of rows or
a row times a number is one operation. Lanes never overflow while a source has fewer than 65,536
cards; a lane may be negative on the way as long as none is in the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import mul

Counts = Sequence[int]
Row = int
DIGITS = range(10)
LANE = 96
ROW_BITS = 10 * LANE
ALL = (1 << ROW_BITS) - 1
_ONE = (1 << LANE) - 1
UNIT: tuple[Row, ...] = tuple(1 << LANE * lane for lane in range(30))  # three rows wide
_TWICE = tuple(2 * digit % 10 for digit in DIGITS)


def packed(counts: Iterable[int]) -> Row:
    return sum(map(mul, counts, UNIT))


def unpacked(row: Row) -> list[int]:
    return [row >> LANE * digit & _ONE for digit in DIGITS]


def mask(digits: Iterable[int]) -> Row:
    """A row that keeps these lanes of another, with `&`."""
    return sum(_ONE << LANE * digit for digit in digits)


def rotated(row: Row, by: int) -> Row:
    """The row once every hand has been given a card of this value."""
    shifted = row << LANE * by
    return (shifted & ALL) | (shifted >> ROW_BITS)


def less(counts: Counts, value: int) -> tuple[int, ...]:
    """The counts once a card of this value is gone."""
    return (*counts[:value], counts[value] - 1, *counts[value + 1 :])


def turned(counts: Counts) -> list[Counts]:
    """`turned(counts)[t][a]` is how many cards bring a hand from `a` to the last digit `t`."""
    backwards = (*counts[::-1], *counts[::-1])
    return [backwards[9 - total : 19 - total] for total in DIGITS]


def convolved(one: Counts, other: Counts) -> list[int]:
    """By the last digit of the sum: all pairs of one from each."""
    return [sum(map(mul, one, row)) for row in turned(other)]


def doubled(counts: Counts) -> list[int]:
    """By the last digit of twice its value: every card with itself."""
    totals = [0] * 10
    for value, held in enumerate(counts):
        totals[_TWICE[value]] += held
    return totals


def two_card_rows(counts: Counts, wanted: Iterable[int] = DIGITS) -> dict[int, Row]:
    """Two hands of two cards: for each wanted total of Player a row by the total of Banker.

    Ordered ways. Of the four cards some might be one and the same card: within a hand (`pairs` has
    taken those off), one of each hand (less 4 x), one of each twice over (2 x), three of them
    (4 x, for either hand), all four (less 6 x).
    """
    row = packed(counts)
    with_card = [rotated(row, value) for value in DIGITS]
    across = [4 * (UNIT[_TWICE[value]] - with_card[value]) for value in DIGITS]
    facing = turned(counts)
    twice = doubled(counts)
    products = [list(map(mul, counts, each)) for each in facing]
    every = list(map(sum, products))
    pairs = packed(every) - packed(twice)
    table = {}
    for total in wanted:
        apart = (every[total] - twice[total]) * pairs + sum(map(mul, products[total], across))
        alike = (2 * every[total] - 6 * twice[total]) * UNIT[total]
        table[total] = apart + alike + _both_of_a_hand(counts, with_card, total)
    return table


def _both_of_a_hand(counts: Counts, with_card: list[Row], total: int) -> Row:
    """Both cards of Player and one of Banker are the same card; the reverse is in `across`."""
    if total % 2:
        return 0
    low, high = total // 2, total // 2 + 5
    return 4 * (counts[low] * with_card[low] + counts[high] * with_card[high])


def chosen(counts: Counts) -> tuple[Counts, ...]:
    """Hands of no card, one, two and three by the last digit of their sum, in no order."""
    cubes = [0] * 10
    for value, held in enumerate(counts):
        cubes[3 * value % 10] += held
    twice = doubled(counts)
    two = [(a - b) // 2 for a, b in zip(convolved(counts, counts), twice, strict=True)]
    three = [
        (a - b + c) // 3
        for a, b, c in zip(convolved(two, counts), convolved(counts, twice), cubes, strict=True)
    ]
    return (1, *[0] * 9), counts, two, three
