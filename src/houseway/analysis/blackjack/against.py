"""Everything that can happen to a patron's hands against one open card, in whole numbers.

Every number is over the ordered ways to draw all cards that could come in a round. A hand in one
order of its cards is worth what it gains times the ways in which those cards come, so that a hand
with one more card to come is worth as much as the hands together that it can become.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from houseway.analysis import CannotAnalyse
from houseway.analysis.blackjack.dealer import BUST, DEALER_BLACKJACK
from houseway.analysis.blackjack.removed import Removed
from houseway.analysis.blackjack.shoe import Counting, falling
from houseway.analysis.compiled import kernel, run

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
