"""Everything that can happen to a patron's hands against one open card, in whole numbers.

A hand's worth is written over the ordered ways to draw all cards that could still come, so that the
worths of hands of one size have one denominator, and a card drawn adds worths up.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from typing import Any

from houseway.analysis import CannotAnalyse
from houseway.analysis.blackjack.dealer import BUST, DEALER_BLACKJACK, dealers_hands
from houseway.analysis.blackjack.hands import Hands
from houseway.analysis.blackjack.removed import Places, Removed
from houseway.analysis.blackjack.shoe import Counting, falling
from houseway.analysis.blackjack.splits import Shares, shares_of
from houseway.analysis.compiled import kernel, run

HIGHER, EQUAL, LOWER = "higher", "equal", "lower"
MET = (DEALER_BLACKJACK, BUST, HIGHER, EQUAL, LOWER)  # what a hand that stands can meet
PASSED = "bust"
STAND, DRAW, DOUBLE, SPLIT = "S", "H", "D", "P"
LARGEST_GAIN = 2**20  # for the loops, in units of the smallest gain


Gains = Mapping[str, Fraction]  # for each unit staked, by what a hand meets


class World:
    """The shoe from which one hand draws: `counts` of each kind, the hand's own cards included.

    `closed`: a hand of two cards gets no more (Tournament Blackjack 10.4). `index`: its place among
    the worlds of one open card.
    """

    def __init__(
        self,
        hands: Hands,
        counts: tuple[int, ...],
        drawn: int,
        places: Places,
        *,
        index: int = 0,
        closed: bool = False,
    ) -> None:
        self.counts, self.closed, self.index = counts, closed, index
        self.places, self.lines = places
        self.cards = cards = sum(counts)
        rest = hands.longest + 1 + drawn
        # By the size of a hand: the denominator of its worth, and the ordered ways for whatever
        # comes after the dealer's cards.
        self.whole = [falling(cards - size, rest - size) for size in range(hands.longest + 2)]
        self.beyond = [
            falling(cards - size - drawn, rest - size - drawn) for size in range(hands.longest + 1)
        ]
        if not self.whole[0]:
            raise CannotAnalyse(f"too few cards: {rest} may be wanted and {cards} are left")


class Against:
    """One open card: the dealer's hands weighed for every hand a patron can have."""

    def __init__(self, removed: Removed, up: int, counting: Counting, gains: Gains) -> None:
        self.removed, self.hands, self.up = removed, removed.hands, up
        self.counting = counting
        self.scale = lcm(*(gain.denominator for gain in gains.values()))
        self.gains = {case: int(gain * self.scale) for case, gain in gains.items()}
        self.shoe = self.hands.shoe.without(up)
        self.dealers = dealers_hands(self.shoe, up, counting)
        self.drawn = max(sum(each.cards) for each in self.dealers)
        self.results = list(dict.fromkeys(each.result for each in self.dealers))
        self.shares = self._shares()
        self.base = World(self.hands, self.shoe.counts, self.drawn, removed.base)
        self.splits: dict[tuple[int, int], World] = {}
        for kind, shares in self.shares.items():
            for gone in sorted({one.gone for one in shares}):
                self.splits[kind, gone] = self._split_world(kind, gone, 1 + len(self.splits))
        self.worlds = (self.base, *self.splits.values())
        self.table = removed.table
        self.weights = self._weigh()
        self.world_table, self.lines = self._world_table()
        self.stand = self._stand()

    def _shares(self) -> dict[int, Shares]:
        """By kind of pair, where there are two cards of it besides the open one."""
        found = {}
        for kind in self.hands.pairs.values():
            left = self.shoe.without(kind, 2)
            if left.counts[kind] >= 0:
                hands = self.removed.hands_of(kind)
                found[kind] = shares_of(left.cards, left.counts[kind], hands)
        return found

    def _split_world(self, kind: int, gone: int, index: int) -> World:
        counts = self.shoe.without(kind, 1 + gone).counts
        places, closed = self.removed.splits[kind, gone], self.removed.is_ace(kind)
        return World(self.hands, counts, self.drawn, places, index=index, closed=closed)

    # What the rules allow, and the first two cards

    def may_stand(self, place: int) -> bool:
        return self.counting.may_stand(self.hands.total[place])

    def may_draw(self, world: World, place: int) -> bool:
        """Whether there is a choice at all: not with 21, nor with a split ace."""
        return not world.closed and self.hands.total[place].points != self.counting.most

    def ways_to_get(self, one: int, other: int) -> int:
        """Ordered ways for these to be the first two cards."""
        counts = self.shoe.counts
        if one == other:
            return falling(counts[one], 2)
        return 2 * counts[one] * counts[other]

    @property
    def all_firsts(self) -> int:
        return falling(self.shoe.cards, 2)

    # The same as arrays, for the loops

    def _weigh(self) -> Any:
        """The dealer's results for every shoe that any hand leaves."""
        import numpy as np

        of_kernel = kernel("dealers_hand")
        order = {result: place for place, result in enumerate(self.results)}
        leaves = [of_kernel.Leaf(d.cards, d.orders, order[d.result]) for d in self.dealers]
        largest_gain = max(1, *map(abs, self.gains.values()))
        most = falling(self.shoe.cards, self.drawn) * largest_gain
        if most > of_kernel.largest(leaves) or largest_gain > LARGEST_GAIN:
            raise CannotAnalyse(f"{self.shoe.cards} cards are too many to be counted exactly")
        left = np.array(self.shoe.counts) - self.removed.lines
        return of_kernel.weigh(left, leaves, len(order), self.drawn).limbs()

    def _world_table(self) -> tuple[Any, Any]:
        """The worlds as the loops read them, and the line of the weights for each row."""
        import numpy as np

        arrays, worlds = kernel("blackjack_hands"), self.worlds
        begins = np.cumsum([0, *(len(world.places) for world in worlds)])
        rows = np.full((len(worlds), len(self.hands.held)), -1, np.int64)
        for world in worlds:
            rows[world.index, world.places] = np.arange(*begins[world.index : world.index + 2])
        bust = self.gains[PASSED]
        passed = [bust * whole for world in worlds for whole in world.whole[1:]]
        table = arrays.WorldTable(
            begins=begins,
            places=np.concatenate([world.places for world in worlds]),
            rows=rows,
            counts=np.array([world.counts for world in worlds], np.int64),
            cards=np.array([world.cards for world in worlds], np.int64),
            closed=np.array([world.closed for world in worlds], np.uint8),
            passed=arrays.limbs_of(passed, self.limbs),
            sizes=self.hands.longest + 1,
        )
        return table, np.concatenate([world.lines for world in worlds])

    @property
    def limbs(self) -> int:
        """How many limbs a worth has: twice the largest gain, over all ordered ways."""
        most = 4 * max(1, *map(abs, self.gains.values())) * self.base.whole[0]
        found: int = kernel("blackjack_hands").limbs_for(most.bit_length())
        return found

    def _stand(self) -> Any:
        """By row, what a hand nets if it stands."""
        import numpy as np

        arrays, table, limbs = kernel("blackjack_hands"), self.world_table, self.limbs
        sizes = self.table.sizes[table.places]
        for world in self.worlds:
            begins, ends = table.begins[world.index : world.index + 2]
            sizes[begins:ends] += world.index * table.sizes
        beyond = [ways for world in self.worlds for ways in world.beyond]
        found = np.empty((len(table.places), limbs), np.uint32)
        run(
            "blackjack_stand", found, np.empty((1, limbs), np.uint32), np.empty(limbs, np.int64),
            self.weights, self._by_points(self.gains.__getitem__), self.lines,
            self.table.points[table.places], sizes, arrays.limbs_of(beyond, limbs),
        )  # fmt: skip
        return found

    def _by_points(self, number_of: Any) -> Any:
        """By result and by points, a number for what a hand of so many points meets."""
        import numpy as np

        points = range(self.counting.most + 1)
        return np.array([
            [number_of(met(each, result)) for each in points] for result in self.results
        ])  # fmt: skip

    def cases(self) -> Any:
        """By result and by points, the place in `MET` of what a hand meets."""
        return self._by_points(MET.index)


def met(points: int, result: int | str) -> str:
    """What a hand of so many points meets in a dealer's result."""
    if isinstance(result, str):
        return result
    return HIGHER if points > result else LOWER if points < result else EQUAL
