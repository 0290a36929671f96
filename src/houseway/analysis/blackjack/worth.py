"""What hands are worth against one open card, and how often a way to play comes to each."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import NamedTuple

from houseway.analysis.blackjack.against import DOUBLE, DRAW, PASSED, STAND, Against, World
from houseway.analysis.blackjack.splits import One

Acts = dict[int, str]  # what to do with each hand, by its place


class Way(NamedTuple):
    """A way to play against one open card: what to do with each hand, which pairs to split."""

    acts: Acts
    splits: frozenset[int]


class Worths(NamedTuple):
    """Of each hand in a world, by place: standing, drawing, doubling, and playing on as asked."""

    stand: dict[int, int]
    draw: dict[int, int]
    double: dict[int, int]
    value: dict[int, int]
    acts: Acts


def worths(
    against: Against, world: World, acts: Acts | None = None, asked: Collection[int] = ()
) -> Worths:
    """By the acts given; without any, by the best one for the very cards of each hand.

    What is not done is worked out too for the hands asked for.
    """
    hands, found = against.hands, Worths({}, {}, {}, {}, {})
    value, bust = found.value, against.gains[PASSED]
    for place in reversed(world.places):
        size = hands.size[place]
        stand = found.stand[place] = world.nets[place] * world.beyond[size]
        closed = world.closed or hands.total[place].points == against.counting.most
        if closed or (acts is not None and acts[place] == STAND and place not in asked):
            found.acts[place], value[place] = STAND, stand
            continue
        passing, draw, double = world.cards - size, 0, 0
        for kind, own, makes in hands.adds[place]:
            left = world.counts[kind] - own
            if left > 0:
                passing -= left
                draw += left * value[makes]
                if size == 2:
                    double += left * found.stand[makes]
        passed = bust * passing * world.whole[size + 1]
        found.draw[place] = draw + passed
        worth = {DRAW: draw + passed}
        if against.may_stand(place):
            worth[STAND] = stand
        if size == 2:
            worth[DOUBLE] = found.double[place] = 2 * (double + passed)
        act = acts[place] if acts is not None else max(worth, key=worth.__getitem__)
        found.acts[place], value[place] = act, worth[act]
    return found


class Reached(NamedTuple):
    """Ordered ways in which hands come, by place: still to be decided, and by doubling."""

    open: dict[int, int]
    doubled: dict[int, int]


def reach(against: Against, world: World, acts: Acts, start: dict[int, int]) -> Reached:
    hands, found = against.hands, Reached(dict(start), {})
    for place in world.places:
        ways = found.open.get(place)
        act = acts[place]
        if not ways or act == STAND:
            continue
        into = found.doubled if act == DOUBLE else found.open
        for kind, own, makes in hands.adds[place]:
            left = world.counts[kind] - own
            if left > 0:
                into[makes] = into.get(makes, 0) + ways * left
    return found


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
    """A share of all rounds against this card, played out as single hands in one world."""

    share: Fraction
    world: World
    start: dict[int, int]
    split: bool


def routes(against: Against, splits: frozenset[int]) -> Iterator[Route]:
    yield Route(
        Fraction(1, against.base.whole[0]), against.base, first_hands(against, splits), split=False
    )
    for kind in sorted(splits):
        chance = Fraction(against.ways_to_get(kind, kind), against.all_firsts)
        for one, share in against.shares[kind].items():
            world = against.splits[kind, one.gone]
            start = second_cards(against, kind, one)
            yield Route(chance * share / world.whole[1], world, start, split=True)


def split_worth(against: Against, kind: int, values: dict[int, Worths]) -> Fraction:
    """What splitting a pair gains on average; `values` by the gone cards of the pair."""
    gained = Fraction(0)
    for one, share in against.shares[kind].items():
        world, value = against.splits[kind, one.gone], values[one.gone].value
        ways = second_cards(against, kind, one)
        total = sum(number * value[place] for place, number in ways.items())
        gained += share * Fraction(total, world.whole[1])
    return gained / against.scale


Sums = dict[tuple[bool, int, str], Fraction]  # split or not, units staked, what the hand met


def sums_of(against: Against, way: Way) -> Sums:
    """How many hands a round has on average that were split or not, doubled or not, by what they
    met; blackjacks are not among them."""
    found: Sums = {}
    for route in routes(against, way.splits):
        acts = against.acts_in(route.world, way.acts)
        reached = reach(against, route.world, acts, route.start)
        for staked, met, ways in _ends(against, route.world, acts, reached):
            line = (route.split, staked, met)
            if ways:
                found[line] = found.get(line, Fraction(0)) + route.share * ways
    return found


def _ends(
    against: Against, world: World, acts: Acts, reached: Reached
) -> Iterator[tuple[int, str, int]]:
    """Units staked, what was met, and the ordered ways."""
    size = against.hands.size
    stood = {place: ways for place, ways in reached.open.items() if acts[place] == STAND}
    for staked, standing in ((1, stood), (2, reached.doubled)):
        times = {place: ways * world.beyond[size[place]] for place, ways in standing.items()}
        for case, ways in against.meets(world, times).items():
            yield staked, case, ways
        act = DRAW if staked == 1 else DOUBLE
        passed = 0
        for place, ways in reached.open.items():
            if acts[place] == act:
                passed += ways * world.passing(place) * world.whole[size[place] + 1]
        yield staked, PASSED, passed
