"""Everything that can happen to a patron's hands against one open card, in whole numbers.

A hand's worth is written over the ordered ways to draw all cards that could still come, so that the
worths of hands of one size have one denominator, and a card drawn adds worths up.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm
from operator import mul

from houseway.analysis import CannotAnalyse
from houseway.analysis.blackjack.dealer import BUST, DEALER_BLACKJACK, dealers_hands
from houseway.analysis.blackjack.hands import Hands
from houseway.analysis.blackjack.removed import Places, Removed
from houseway.analysis.blackjack.shoe import Counting, falling
from houseway.analysis.blackjack.splits import Shares, shares_of
from houseway.analysis.compiled import kernel

HIGHER, EQUAL, LOWER = "higher", "equal", "lower"
MET = (DEALER_BLACKJACK, BUST, HIGHER, EQUAL, LOWER)  # what a hand that stands can meet
PASSED = "bust"
STAND, DRAW, DOUBLE, SPLIT = "S", "H", "D", "P"


Gains = Mapping[str, Fraction]  # for each unit staked, by what a hand meets


class World:
    """The shoe from which one hand draws: `counts` of each kind, the hand's own cards included.

    `closed`: a hand of two cards gets no more (Tournament Blackjack 10.4).
    """

    def __init__(
        self, hands: Hands, counts: tuple[int, ...], drawn: int, places: Places, *, closed: bool
    ) -> None:
        self.hands, self.counts, self.closed = hands, counts, closed
        self.places, self.lines = places
        self.nets: dict[int, int] = {}
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

    def passing(self, place: int) -> int:
        """How many of the cards left would take a hand past 21."""
        left = self.cards - self.hands.size[place]
        for kind, own, _ in self.hands.adds[place]:
            left -= max(self.counts[kind] - own, 0)
        return left


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
        self.base = World(
            self.hands, self.shoe.counts, self.drawn, removed.base, closed=False
        )  # fmt: skip
        self.splits = {
            (kind, gone): self._split_world(kind, gone)
            for kind, shares in self.shares.items()
            for gone in sorted({one.gone for one in shares})
        }
        self._weigh()

    def _shares(self) -> dict[int, Shares]:
        """By kind of pair, where there are two cards of it besides the open one."""
        found = {}
        for kind in self.hands.pairs.values():
            left = self.shoe.without(kind, 2)
            if left.counts[kind] >= 0:
                hands = self.removed.hands_of(kind)
                found[kind] = shares_of(left.cards, left.counts[kind], hands)
        return found

    def _split_world(self, kind: int, gone: int) -> World:
        counts = self.shoe.without(kind, 1 + gone).counts
        places, closed = self.removed.splits[kind, gone], self.removed.is_ace(kind)
        return World(self.hands, counts, self.drawn, places, closed=closed)

    # What the rules allow, and the first two cards

    def may_stand(self, place: int) -> bool:
        """Tournament Blackjack 9.2(b): a hard total below twelve draws."""
        total = self.hands.total[place]
        return total.soft or total.points >= self.counting.must_draw_below

    def acts_in(self, world: World, acts: dict[int, str]) -> dict[int, str]:
        return dict.fromkeys(world.places, STAND) if world.closed else acts

    def ways_to_get(self, one: int, other: int) -> int:
        """Ordered ways for these to be the first two cards."""
        counts = self.shoe.counts
        if one == other:
            return falling(counts[one], 2)
        return 2 * counts[one] * counts[other]

    @property
    def all_firsts(self) -> int:
        return falling(self.shoe.cards, 2)

    # Weighing

    def _weigh(self) -> None:
        """The dealer's results for every shoe that any hand leaves, and what each hand nets."""
        import numpy as np

        of_kernel = kernel("dealers_hand")
        order = {result: place for place, result in enumerate(self.results)}
        leaves = [of_kernel.Leaf(d.cards, d.orders, order[d.result]) for d in self.dealers]
        most = falling(self.shoe.cards, self.drawn) * max(1, *map(abs, self.gains.values()))
        if most > of_kernel.largest(leaves):
            raise CannotAnalyse(f"{self.shoe.cards} cards are too many to be counted exactly")
        left = np.array(self.shoe.counts) - self.removed.lines
        self.weights = of_kernel.weigh(left, leaves, len(order), self.drawn)
        points = np.array([total.points for total in self.hands.total])
        gains = np.array([
            [self.gains[met(each, result)] for each in range(self.counting.most + 1)]
            for result in self.results
        ])  # fmt: skip
        for world in (self.base, *self.splits.values()):
            nets = self.weights.netted(world.lines, gains[:, points[world.places]]).exact()
            world.nets = dict(zip(world.places, nets, strict=True))

    def meets(self, world: World, times: Mapping[int, int]) -> dict[str, int]:
        """What hands that stand meet, each so many times: the sums of the weights, over the ordered
        ways to draw the dealer's cards."""
        import numpy as np

        line = dict(zip(world.places, world.lines.tolist(), strict=True))
        by_points: dict[int, list[int]] = {}
        for place in times:
            by_points.setdefault(self.hands.total[place].points, []).append(place)
        sums = dict.fromkeys(MET, 0)
        for points, places in by_points.items():
            lines = np.array([line[place] for place in places], np.int64)
            often = [times[place] for place in places]
            for at, result in enumerate(self.results):
                weights = self.weights.of(at, lines).exact()
                sums[met(points, result)] += sum(map(mul, often, weights))
        return sums


def met(points: int, result: int | str) -> str:
    """What a hand of so many points meets in a dealer's result."""
    if isinstance(result, str):
        return result
    return HIGHER if points > result else LOWER if points < result else EQUAL
