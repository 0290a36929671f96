"""Gathering the outcomes of a wager while its rounds are counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from operator import mul

import msgspec

from houseway.analysis.figures import Outcome, Pay, WagerFigures
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Odds

WINS, LOSES, STANDS_OFF = "wins", "loses", "stands off"


class Tally:
    """The outcomes of one wager by name, in the order they were first met."""

    def __init__(self, name: str, clause: Clause, pay: Pay) -> None:
        self.name, self.clause, self.pay = name, clause, pay
        self._lines: dict[str, Outcome] = {}
        self._weights: dict[str, int] = {}

    def won(self, name: str, weight: int, odds: Odds, clause: Clause) -> None:
        if not self._met(name, weight, odds, clause):
            gain = self.pay.winnings(odds)
            self._lines[name] = Outcome(name, gain, 0, clause, odds)

    def lost(self, name: str, weight: int, clause: Clause) -> None:
        self.gained(name, weight, Fraction(-1), clause)

    def gained(
        self, name: str, weight: int, gain: Fraction, clause: Clause, staked: int = 1
    ) -> None:
        """Any other gain or loss for each unit first staked; zero is a stand off."""
        if not self._met(name, weight, None, clause):
            self._lines[name] = Outcome(name, gain, 0, clause, None, Fraction(staked))

    def stood_off(self, name: str, weight: int, clause: Clause) -> None:
        self.gained(name, weight, Fraction(0), clause)

    def _met(self, name: str, weight: int, odds: Odds | None, clause: Clause) -> bool:
        """Add to the weight; whether the outcome was known already, with the same line."""
        line = self._lines.get(name)
        if line is None:
            self._weights[name] = weight
            return False
        if line.odds != odds or line.clause != clause:
            raise ValueError(f"{self.name}: {name} is settled in two ways: {line}, {clause}")
        self._weights[name] += weight
        return True

    def figures(self, *notes: str) -> WagerFigures:
        """What pays most comes first; otherwise the outcomes stand as they were met."""
        outcomes = [
            msgspec.structs.replace(line, weight=self._weights[name])
            for name, line in self._lines.items()
        ]
        outcomes.sort(key=lambda each: each.pays, reverse=True)
        return WagerFigures(self.name, self.clause, tuple(outcomes), notes)


# Counting hands by the last digit of their sum, without dealing them one by one.

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
