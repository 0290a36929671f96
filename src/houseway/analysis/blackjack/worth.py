"""What hands are worth against one open card, and how often a way to play comes to each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from houseway.analysis import CannotAnalyse
from houseway.analysis.blackjack.against import (
    DOUBLE,
    DRAW,
    MET,
    PASSED,
    STAND,
    Against,
)
from houseway.analysis.compiled import kernel, run

CODES = (STAND, DRAW, DOUBLE)  # by the numbers that the loops have for them
MOST_ORDERS = 2**31  # so many limbs of 32 bits can be added up in one word with a sign


class Acts:
    """What to do with each hand, by its place."""

    def __init__(self, codes: Any) -> None:
        self.codes = codes

    def __getitem__(self, place: int) -> str:
        return CODES[self.codes[place]]


class Way(NamedTuple):
    """A way to play against one open card: what to do with each hand, which pairs to split."""

    acts: Acts
    splits: frozenset[int]


class Worths:
    """What hands are worth, by row: standing, drawing, doubling, playing on. Every number is over
    `against.out_of`, for one order of a hand's cards."""

    def __init__(self, against: Against, acts: Acts | None, parts: int) -> None:
        import numpy as np

        arrays, rows = kernel("blackjack_hands"), against.rows
        codes = acts.codes if acts else np.full(len(against.hands.sizes), arrays.BEST, np.uint8)
        self.against, self._number_of = against, arrays.number_of
        self.numbers = (against.stand, *(np.zeros_like(against.stand) for _ in range(3)))
        self._chosen = np.empty(len(rows.places), np.uint8)
        run(
            "blackjack_worths", self.numbers, against.passing, against.gains[PASSED], self._chosen,
            codes, 0, parts, rows, np.empty((2, against.limbs), np.int64),
        )  # fmt: skip

    def choices(self, place: int) -> tuple[int, int, int]:
        """What standing, drawing and doubling are worth with first cards that were not split."""
        row = self.against.removed.row_of[0, place]
        stand, draw, double = (self._number_of(each[row]) for each in self.numbers[:3])
        return stand, draw, double

    def unsplit(self, kind: int) -> int:
        """What a pair is worth that is not split."""
        row = self.against.removed.row_of[0, self.against.hands.of(kind, kind)]
        return self._played(row)

    def split(self, kind: int) -> int:
        """What a pair is worth that is split."""
        return self._played(second_cards(self.against, kind))

    def total(self, start: Any) -> int:
        """Hands that come in so many orders, played on: what they are worth together."""
        rows = start.nonzero()[0]
        sums = (self.numbers[3][rows] * start[rows, None]).sum(axis=0)
        found: int = self._number_of(sums)
        return found

    def _played(self, rows: Any) -> int:
        sums = self.numbers[3][rows]
        found: int = self._number_of(sums.sum(axis=0) if sums.ndim > 1 else sums)
        return found

    def acts(self) -> Acts:
        """What was chosen for each hand that was not split."""
        import numpy as np

        codes, part = np.zeros(len(self.against.hands.sizes), np.uint8), self.against.removed
        codes[part.parts[0].places] = self._chosen[part.of_part[0]]
        return Acts(codes)


def worths(against: Against, acts: Acts) -> Worths:
    """By the acts given; what is not done is worked out too."""
    return Worths(against, acts, len(against.removed.parts))


def best_worths(against: Against) -> Worths:
    """Of hands that are not split, by the best act for the very cards of each."""
    return Worths(against, None, 1)


def second_cards(against: Against, kind: int) -> Any:
    """The rows of the hands of a split when they have their second card."""
    import numpy as np

    removed, rows = against.removed, against.rows
    at = [slot for slot, part in enumerate(removed.parts) if part.kind == kind]
    return np.concatenate([
        (rows.sizes[removed.of_part[slot]] == 2).nonzero()[0] + removed.of_part[slot].start
        for slot in at
    ])  # fmt: skip


def start_of(against: Against, splits: Iterable[int]) -> Any:
    """By row, in how many orders the first hands come where these pairs are split."""
    import numpy as np

    found = np.zeros(len(against.rows.places), np.int64)
    row_of = against.removed.row_of[0]
    found[row_of[list(against.first_hands)]] = list(against.first_hands.values())
    for kind in splits:
        found[row_of[against.hands.of(kind, kind)]] = 0
        found[second_cards(against, kind)] = 1
    return found


def choices_by_group(
    against: Against, worth: Worths, way: Way, groups: Any, many: int
) -> tuple[list[list[int]], int]:
    """By group, what standing, drawing and doubling are worth over the hands that come to it in
    this way to play; what the way is worth. `groups` has by place the group, or -1."""
    import numpy as np

    orders = start_of(against, way.splits)
    value = worth.total(orders)
    doubled = np.zeros_like(orders)
    sums = np.zeros((many, len(CODES), against.limbs), np.int64)
    run(
        "blackjack_sums", sums, worth.numbers, groups, way.acts.codes, orders, doubled,
        against.rows,
    )  # fmt: skip
    check_orders(orders, doubled)
    numbers = kernel("blackjack_hands").numbers_of
    return [numbers(each) for each in sums], value


def check_orders(orders: Any, doubled: Any) -> None:
    """Raise where hands come in so many orders that a sum of their limbs could pass a word."""
    if int(orders.sum()) + int(doubled.sum()) >= MOST_ORDERS:
        raise CannotAnalyse("the hands come in too many orders to be counted exactly")


Sums = dict[tuple[bool, int, str], int]  # split or not, units staked, what the hand met


def sums_of(against: Against, way: Way) -> Sums:
    """How many hands a round has on average that were split or not, doubled or not, by what they
    met, out of `against.out_of`; blackjacks are not among them."""
    import numpy as np

    points, limbs = against.counting.most + 1, against.limbs
    ends = np.zeros((2, 2, points, limbs, against.met.shape[2]), np.int64)
    passed = np.zeros((2, 2, limbs), np.int64)
    orders = start_of(against, way.splits)
    doubled = np.zeros_like(orders)
    run(
        "blackjack_ends", ends, passed, against.met, against.passing, way.acts.codes, orders,
        doubled, against.rows,
    )  # fmt: skip
    check_orders(orders, doubled)
    by_limb = ends.transpose(0, 1, 3, 2, 4).reshape(4 * limbs, -1)
    by_case = (by_limb @ against.cases).reshape(2, 2, limbs, len(MET)).transpose(0, 1, 3, 2)
    found, number_of = {}, kernel("blackjack_hands").number_of
    for split in (False, True):
        for staked in (1, 2):
            here = int(split), staked - 1
            rows = (*by_case[here], passed[here])
            for name, row in zip((*MET, PASSED), rows, strict=True):
                number = number_of(row)
                if number:
                    found[split, staked, name] = number
    return found
