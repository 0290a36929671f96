"""What hands are worth against one open card, and how often a way to play comes to each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

from houseway.analysis import CannotAnalyse
from houseway.analysis.blackjack.shoe import (
    ACE_ADDS,
    BUST,
    DEALER_BLACKJACK,
    Counting,
    Hands,
    Removed,
    Total,
    falling,
)
from houseway.analysis.compiled import kernel, run

# Everything that can happen to a patron's hands against one open card, in whole numbers.

HIGHER, EQUAL, LOWER = "higher", "equal", "lower"
MET = (DEALER_BLACKJACK, BUST, HIGHER, EQUAL, LOWER)  # what a hand that stands can meet
PASSED = "bust"
STAND, DRAW, DOUBLE, SPLIT = "S", "H", "D", "P"
LARGEST_GAIN = 2**20  # for the loops, in units of the smallest gain
SIGN_AND_HANDS = 2**5  # how far a sum of hands, doubled and below zero, passes the largest gain

Gains = Mapping[str, Fraction]  # for each unit staked, by what a hand meets


class Against:
    """One open card: the dealer's hands weighed for every hand a patron can have.

    By row of `removed.rows`: `met` has the ways of each result of the dealer, by limb; `total` has
    all ways, `passing` those that pass 21 with the next card, `stand` what a hand nets that stands.
    """

    def __init__(self, removed: Removed, up: int, counting: Counting, gains: Gains) -> None:
        self.removed, self.hands, self.up = removed, removed.hands, up
        self.counting = counting
        self.scale = lcm(*(gain.denominator for gain in gains.values()))
        self.gains = {case: int(gain * self.scale) for case, gain in gains.items()}
        self.shoe = self.hands.shoe.without(up)
        self.results, self.drawn = removed.dealers.results, removed.dealers.against[up]
        self.rows = removed.rows
        self.wanted = self._wanted()
        self.out_of = falling(self.shoe.cards, self.wanted)
        self.limbs = self._limbs()
        self._weigh()

    def _wanted(self) -> int:
        """How many cards could come: all of a hand and one more, the dealer's, those of a pair."""
        counts = self.shoe.counts
        most = self.hands.longest + 1 + self.drawn.most
        found = most + self.removed.most_gone(counts)
        if found > self.shoe.cards:
            cards = self.shoe.cards
            raise CannotAnalyse(f"too few cards: {found} may be wanted and {cards} are left")
        return found

    def _limbs(self) -> int:
        largest_gain = max(1, *map(abs, self.gains.values()))
        if largest_gain > LARGEST_GAIN:
            raise CannotAnalyse(f"a gain of {largest_gain} times the smallest is too large")
        bits = (SIGN_AND_HANDS * largest_gain * self.out_of).bit_length()
        found: int = kernel("blackjack_hands").limbs_for(bits)
        return found

    # What the rules allow, and the first two cards

    def may_stand(self, place: int) -> bool:
        return self.counting.may_stand(self.hands.total[place])

    def ways_to_get(self, one: int, other: int) -> int:
        """Ordered ways for these to be the first two cards."""
        counts = self.shoe.counts
        if one == other:
            return falling(counts[one], 2)
        return 2 * counts[one] * counts[other]

    @cached_property
    def pairs(self) -> tuple[int, ...]:
        """The kinds of which there are two cards besides the open one."""
        return tuple(kind for kind in self.hands.pairs.values() if self.shoe.counts[kind] >= 2)

    @cached_property
    def first_hands(self) -> dict[int, int]:
        """By place the first two cards, but for blackjacks: in how many orders they come."""
        found, shoe = {}, self.shoe
        for one in shoe.kinds:
            for other in shoe.kinds[one:]:
                if self.ways_to_get(one, other) and not shoe.blackjack(one, other):
                    found[self.hands.of(one, other)] = 1 + (one != other)
        return found

    # The same as arrays, for the loops

    def _weigh(self) -> None:
        import numpy as np

        of_kernel, removed = kernel("dealers_hand"), self.removed
        hands, results = self.drawn, len(self.results)
        steps = of_kernel.steps_of(hands.cards, hands.into, results)
        if falling(self.shoe.cards, hands.most) > of_kernel.largest(steps[0]):
            raise CannotAnalyse(f"{self.shoe.cards} cards are too many to be counted exactly")
        out_of = of_kernel.Denominator(self.shoe.cards, self.wanted, hands.most)
        weights = of_kernel.weigh(
            self.shoe.counts, removed.lines, hands, steps, results, out_of, self.limbs
        )
        many, lanes = len(self.rows.places), weights.shape[2]
        self.met = np.empty((many, self.limbs, lanes), np.uint32)
        self.stand, self.total, self.passing = (
            np.empty((many, self.limbs), np.int64) for _ in range(3)
        )
        gains = self._by_points(self.gains.__getitem__, lanes)
        run(
            "blackjack_rows", self.met, self.stand, self.total, self.passing, weights, gains,
            self.rows, np.empty((self.limbs + 1, lanes), np.int64),
            np.empty((2, self.limbs), np.int64),
        )  # fmt: skip

    def _by_points(self, number_of: Any, lanes: int) -> Any:
        """By points and by result, a number for what a hand of so many points meets."""
        import numpy as np

        found = np.zeros((self.counting.most + 1, lanes), np.int64)
        for points in range(self.counting.most + 1):
            for place, result in enumerate(self.results):
                found[points, place] = number_of(met(points, result))
        return found

    @cached_property
    def cases(self) -> Any:
        """By points and result, a one at the place in `MET` of what a hand meets."""
        import numpy as np

        lanes = self.met.shape[2]
        places = self._by_points(MET.index, lanes)
        places[:, len(self.results) :] = len(MET)
        return np.eye(len(MET) + 1, len(MET), dtype=np.int64)[places.reshape(-1)]


def met(points: int, result: int | str) -> str:
    """What a hand of so many points meets in a dealer's result."""
    if isinstance(result, str):
        return result
    return HIGHER if points > result else LOWER if points < result else EQUAL


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


# Ways to play blackjack: by totals, by the very cards held, as the dealer does, never to bust.


class Totals(NamedTuple):
    """Against one open card: the totals that draw, the first two cards that double, the pairs that
    are split. A total that does neither stands."""

    draws: frozenset[Total]
    doubles: frozenset[Total]
    splits: frozenset[int] = frozenset()

    def act(self, total: Total, *, first: bool) -> str:
        if first and total in self.doubles:
            return DOUBLE
        return DRAW if total in self.draws else STAND


def totals_of(counting: Counting) -> tuple[Total, ...]:
    """Every total with which there is something to decide or to do, hard ones first."""
    hard = [Total(points, soft=False) for points in range(2, counting.most)]
    soft = [Total(points, soft=True) for points in range(ACE_ADDS + 2, counting.most)]
    return (*hard, *soft)


def forced(total: Total, counting: Counting) -> bool:
    """Tournament Blackjack 9.2(b)."""
    return not counting.may_stand(total)


def way_of(hands: Hands, counting: Counting, totals: Totals) -> Way:
    import numpy as np

    acts = np.zeros((2, 2, counting.most + 1), np.uint8)  # by size, softness and points
    for total in totals_of(counting):
        for first in (False, True):
            act = totals.act(total, first=first)
            acts[int(first), int(total.soft), total.points] = CODES.index(act)
    first_two = (hands.sizes == 2).astype(np.int64)
    return Way(Acts(acts[first_two, hands.soft.astype(np.int64), hands.points]), totals.splits)


def as_the_dealer(counting: Counting) -> Totals:
    """Draws and stands by rule 12, so far as 9.2 lets it; doubles and splits nothing."""

    def draws(total: Total) -> bool:
        stands = counting.dealer_stands_soft if total.soft else counting.dealer_stands
        return total.points < stands or forced(total, counting)

    return Totals(frozenset(filter(draws, totals_of(counting))), frozenset())


def never_bust(best: Totals, counting: Counting) -> Totals:
    """The best by totals, but nothing is drawn to a hard total that a ten would take past 21."""

    def safe(total: Total) -> bool:
        in_danger = not total.soft and total.points + ACE_ADDS > counting.most
        return not in_danger or forced(total, counting)

    draws, doubles = (frozenset(filter(safe, each)) for each in (best.draws, best.doubles))
    return Totals(draws, doubles, best.splits)
