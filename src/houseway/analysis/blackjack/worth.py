"""What hands are worth against one open card, and how often a way to play comes to each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import mul
from typing import Any, NamedTuple

from houseway.analysis.blackjack.against import (
    DOUBLE,
    DRAW,
    MET,
    PASSED,
    STAND,
    Against,
    World,
)
from houseway.analysis.blackjack.splits import One
from houseway.analysis.compiled import kernel, run

_CODES = (STAND, DRAW, DOUBLE)  # by the numbers that the loops have for them


class Acts(dict[int, str]):
    """What to do with each hand, by its place; not changed once it has been read as `codes`."""

    @cached_property
    def codes(self) -> Any:
        import numpy as np

        found = np.zeros(max(self) + 1, np.uint8)
        found[list(self)] = [_CODES.index(act) for act in self.values()]
        return found


class Way(NamedTuple):
    """A way to play against one open card: what to do with each hand, which pairs to split."""

    acts: Acts
    splits: frozenset[int]


class Worths:
    """What hands are worth, by world and place: standing, drawing, doubling, playing on."""

    def __init__(self, against: Against, worlds: tuple[World, ...], acts: Acts | None) -> None:
        import numpy as np

        arrays, table = kernel("blackjack_hands"), against.world_table
        codes = acts.codes if acts else np.full(len(against.hands.held), arrays.BEST, np.uint8)
        self._rows, self._places = table.rows, table.places
        self._numbers = (against.stand, *(np.empty_like(against.stand) for _ in range(3)))
        self._chosen = np.empty(len(table.places), np.uint8)
        room = (np.empty(against.stand.shape[1], np.int64) for _ in range(2))
        run(
            "blackjack_worths", self._numbers, self._chosen, codes, worlds[0].index,
            worlds[-1].index + 1, against.table, table, *room,
        )  # fmt: skip
        self._numbers_of = arrays.numbers_of

    def _at(self, of: int, world: World, places: Sequence[int]) -> list[int]:
        rows = self._rows[world.index, places]
        numbers: list[int] = self._numbers_of(self._numbers[of][rows])
        return numbers

    def choices(self, world: World, places: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """For each hand what standing, drawing and doubling are worth, the last for two cards."""
        return zip(*(self._at(of, world, places) for of in (0, 1, 2)), strict=True)

    def total(self, world: World, ways: dict[int, int]) -> int:
        """Hands that come in so many ways, played on: what they are worth together."""
        return sum(map(mul, ways.values(), self._at(3, world, list(ways))))

    def acts(self, world: World) -> Acts:
        """What was chosen for each hand of a world."""
        places = world.places.tolist()
        chosen = self._chosen[self._rows[world.index, world.places]].tolist()
        return Acts((place, _CODES[code]) for place, code in zip(places, chosen, strict=True))


def worths(against: Against, worlds: tuple[World, ...], acts: Acts | None = None) -> Worths:
    """Of worlds that follow each other, by the acts given; without any, by the best one for the
    very cards of each hand. What is not done is worked out too."""
    return Worths(against, worlds, acts)


def first_hands(against: Against, splits: frozenset[int]) -> dict[int, int]:
    """Ordered ways for the first two cards, but for blackjacks and pairs that are split."""
    found = {}
    for one in against.shoe.kinds:
        for other in against.shoe.kinds[one:]:
            ways = against.ways_to_get(one, other)
            split = one == other and one in splits
            if ways and not split and not against.shoe.blackjack(one, other):
                found[against.hands.of(one, other)] = ways
    return found


def second_cards(against: Against, kind: int, one: One) -> dict[int, int]:
    """Ways for the second card of a hand begun with one of a pair."""
    world, found = against.splits[kind, one.gone], {}
    for other in against.shoe.kinds:
        left = world.counts[other] - (other == kind)
        if left > 0 and (other == kind) == one.again:
            found[against.hands.of(kind, other)] = left
    return found


class Route(NamedTuple):
    """A part of all rounds against this card, played out as single hands in one world: the ordered
    ways of its first hands, out of so many.

    Ways may be below zero: what is counted elsewhere too.
    """

    out_of: int
    world: World
    start: dict[int, int]


class Routes(NamedTuple):
    """One route at most through each world, and a number of ways that all of them divide."""

    taken: list[Route]
    out_of: int

    def times(self, route: Route) -> int:
        """How often ways of a route count among the common number."""
        return self.out_of // route.out_of


def routes(against: Against, splits: frozenset[int]) -> Routes:
    taken = list(_routes(against, splits))
    return Routes(taken, lcm(*(route.out_of for route in taken)))


def _routes(against: Against, splits: frozenset[int]) -> Iterator[Route]:
    yield Route(against.base.whole[0], against.base, first_hands(against, splits))
    for kind in sorted(splits):
        chance = Fraction(against.ways_to_get(kind, kind), against.all_firsts)
        by_gone: dict[int, list[tuple[One, Fraction]]] = {}
        for one, share in against.shares[kind].items():
            by_gone.setdefault(one.gone, []).append((one, chance * share))
        for gone, pieces in by_gone.items():
            world = against.splits[kind, gone]
            of_all = lcm(*(share.denominator for _, share in pieces))
            start: dict[int, int] = {}
            for one, share in pieces:
                for place, ways in second_cards(against, kind, one).items():
                    start[place] = start.get(place, 0) + ways * int(share * of_all)
            yield Route(of_all * world.whole[1], world, start)


def split_worth(against: Against, kind: int, values: Worths) -> Fraction:
    """What splitting a pair gains on average."""
    gained = Fraction(0)
    for one, share in against.shares[kind].items():
        world = against.splits[kind, one.gone]
        ways = second_cards(against, kind, one)
        gained += share * Fraction(values.total(world, ways), world.whole[1])
    return gained / against.scale


class PlayedOut:
    """Routes played out in one way: the ways in which hands come, and what those meet that end."""

    def __init__(self, against: Against, acts: Acts, taken: list[Route]) -> None:
        import numpy as np

        arrays, table = kernel("blackjack_hands"), against.world_table
        self._table, self._numbers_of = table, arrays.numbers_of
        limbs = _limbs(against, taken)
        self._reached = np.zeros((len(table.places), limbs), np.uint32)
        asked = np.zeros(len(against.worlds), np.uint8)
        for route in taken:
            asked[route.world.index] = True
            rows = table.rows[route.world.index, list(route.start)]
            self._reached[rows] = arrays.limbs_of(route.start.values(), limbs)
        ends = len(asked) * 2 * table.sizes
        self._met = np.zeros((ends * len(MET), limbs), np.uint32)
        self._passed = np.zeros((ends, limbs), np.uint32)
        run(
            "blackjack_ends", self._reached, np.zeros_like(self._reached), self._met, self._passed,
            asked, acts.codes, against.weights, against.lines, against.cases(), against.table,
            table, np.empty(limbs, np.int64),
        )  # fmt: skip

    def open(self, world: World) -> dict[int, int]:
        """The hands of a world that come before they are finished, and in how many ways."""
        begins, ends = self._table.begins[world.index : world.index + 2].tolist()
        places = self._table.places[begins:ends].tolist()
        return {
            places[row]: ways for row, ways in self._filled(self._reached, begins, ends - begins)
        }

    def ends(self, world: World) -> Iterator[tuple[int, str, int]]:
        """Units staked, what was met, and the ordered ways."""
        sizes = self._table.sizes
        for staked in (1, 2):
            first = (2 * world.index + staked - 1) * sizes
            sums = dict.fromkeys(MET, 0)
            for row, ways in self._filled(self._met, first * len(MET), sizes * len(MET)):
                size, at = divmod(row, len(MET))
                sums[MET[at]] += ways * world.beyond[size]
            passed = self._filled(self._passed, first, sizes)
            sums[PASSED] = sum(ways * world.whole[size + 1] for size, ways in passed)
            yield from ((staked, case, ways) for case, ways in sums.items())

    def _filled(self, numbers: Any, first: int, many: int) -> Iterator[tuple[int, int]]:
        """The rows of a part that are not zero, counted from its first, and their numbers."""
        part = numbers[first : first + many]
        rows = part.any(axis=1).nonzero()[0]
        return zip(rows.tolist(), self._numbers_of(part[rows]), strict=True)


def _limbs(against: Against, taken: list[Route]) -> int:
    """Room for the ways of the longest hand with all cards of the dealer."""
    start = max(sum(map(abs, route.start.values())) for route in taken)
    cards = against.hands.longest + against.drawn
    bits = start.bit_length() + cards * against.shoe.cards.bit_length()
    limbs: int = kernel("blackjack_hands").limbs_for(bits)
    return limbs


Sums = dict[tuple[bool, int, str], Fraction]  # split or not, units staked, what the hand met


def sums_of(against: Against, way: Way) -> Sums:
    """How many hands a round has on average that were split or not, doubled or not, by what they
    met; blackjacks are not among them."""
    found: dict[tuple[bool, int, str], int] = {}
    all_routes = routes(against, way.splits)
    played = PlayedOut(against, way.acts, all_routes.taken)
    for route in all_routes.taken:
        times = all_routes.times(route)
        for staked, met, ways in played.ends(route.world):
            line = (route.world is not against.base, staked, met)
            if ways:
                found[line] = found.get(line, 0) + ways * times
    return {line: Fraction(ways, all_routes.out_of) for line, ways in found.items()}
