"""The best ways to play against one open card: by the very cards of a hand, and by its total.

By cards: each hand that was not split is played as is best for its cards, at every choice. A hand
from a split is played as those cards are when they were not split.

By totals: one choice for each total, whatever cards make it and whether or not they were split.
Starting from the choices that suit most hands, whatever gains is changed until no change of any one
choice gains: a draw, a double, a split.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import NamedTuple

from houseway.analysis.blackjack.against import DOUBLE, DRAW, SPLIT, STAND, Against, World
from houseway.analysis.blackjack.shoe import Total, falling
from houseway.analysis.blackjack.strategies import Totals, forced, totals_of, way_of
from houseway.analysis.blackjack.worth import (
    Acts,
    Reached,
    Route,
    Way,
    Worths,
    first_hands,
    reach,
    routes,
    split_worth,
    worths,
)


class ByCards(NamedTuple):
    """The best way by cards, and what each choice on the first two cards gains, by their place."""

    way: Way
    firsts: dict[int, dict[str, Fraction]]


def best_by_cards(against: Against) -> ByCards:
    best = worths(against, against.base)
    firsts = first_choices(against, best)
    splits = []
    for kind in against.shares:
        choices = firsts[against.hands.of(kind, kind)]
        unsplit = max(choices.values())
        values = worths_of_split(against, kind, best.acts, {})
        choices[SPLIT] = split_worth(against, kind, values)
        if choices[SPLIT] > unsplit:
            splits.append(kind)
    return ByCards(Way(best.acts, frozenset(splits)), firsts)


def first_choices(against: Against, best: Worths) -> dict[int, dict[str, Fraction]]:
    """What standing, drawing and doubling gain on two cards that are no blackjack."""
    found, whole = {}, against.base.whole[2]
    for place in first_hands(against, frozenset()):
        worth = {DRAW: best.draw.get(place), DOUBLE: best.double.get(place)}
        if against.may_stand(place):
            worth[STAND] = best.stand[place]
        found[place] = {
            act: Fraction(gain, whole) / against.scale
            for act, gain in worth.items()
            if gain is not None
        }
    return found


def worths_of_split(
    against: Against, kind: int, acts: Acts, known: Mapping[World, Worths]
) -> dict[int, Worths]:
    """By how many further cards of the pair are gone."""
    found = {}
    for gone in sorted({one.gone for one in against.shares[kind]}):
        world = against.splits[kind, gone]
        found[gone] = known[world] if world in known else worths(against, world, acts)
    return found


def unsplit_worth(against: Against, kind: int, unsplit: Worths) -> Fraction:
    gain = Fraction(unsplit.value[against.hands.of(kind, kind)], against.base.whole[2])
    return gain / against.scale


def best_by_totals(against: Against, splits: frozenset[int]) -> Totals:
    """No change of one choice gains any more. Each step gains, so that it ends.

    `splits` are those to begin with: the best by cards are hardly ever others.
    """
    tried = _look(against, _first_guess(against)._replace(splits=splits))
    while tried.changes:
        step = _look(against, _changed(tried.totals, tried.changes))
        if step.value <= tried.value:
            largest = max(tried.changes, key=tried.changes.__getitem__)
            step = _look(against, _changed(tried.totals, [largest]))
        tried = step
    return tried.totals


def _first_guess(against: Against) -> Totals:
    """What is best for each total over the hands that make it, as if each could be dealt."""
    best, gains = worths(against, against.base), dict.fromkeys(_cells(against), 0)
    for place in against.base.places:
        total, weight = against.hands.total[place], _ways(against, place)
        if place in best.draw:
            gains[DRAW, total] += weight * (best.draw[place] - best.stand[place])
        if place in best.double:
            other = best.draw[place]
            if against.may_stand(place):
                other = max(other, best.stand[place])
            gains[DOUBLE, total] += weight * (best.double[place] - other)
    draws = [total for (act, total), gain in gains.items() if act == DRAW and gain > 0]
    must = [total for total in totals_of(against.counting) if forced(total, against.counting)]
    doubles = [total for (act, total), gain in gains.items() if act == DOUBLE and gain > 0]
    return Totals(frozenset(draws + must), frozenset(doubles))


def _cells(against: Against) -> Iterable[tuple[str, Total]]:
    return [(act, total) for total in totals_of(against.counting) for act in (DRAW, DOUBLE)]


def _ways(against: Against, place: int) -> int:
    """Ordered ways to be dealt the cards of a hand, in one order of them."""
    ways = 1
    for kind, held in enumerate(against.hands.held[place]):
        ways *= falling(against.base.counts[kind], held)
    return ways


Change = tuple[str, Total | int]  # DRAW or DOUBLE on a total, SPLIT of a kind: the other way about


class _Look(NamedTuple):
    """A way to play by totals, what it gains, and what each change that gains would add."""

    totals: Totals
    value: Fraction
    changes: dict[Change, Fraction]


def _changed(totals: Totals, changes: Iterable[Change]) -> Totals:
    draws, doubles, splits = set(totals.draws), set(totals.doubles), set(totals.splits)
    for act, of in changes:
        if isinstance(of, int):
            splits ^= {of}
        else:
            (draws if act == DRAW else doubles).symmetric_difference_update({of})
    return Totals(frozenset(draws), frozenset(doubles), frozenset(splits))


def _look(against: Against, totals: Totals) -> _Look:
    acts = way_of(against.hands, against.counting, totals).acts
    value, gains = Fraction(0), dict.fromkeys(_cells(against), Fraction(0))
    found: dict[World, Worths] = {}
    for world, among in _by_world(against, totals.splits).items():
        followed = [
            (route, reach(against, world, against.acts_in(world, acts), route.start))
            for route in among
        ]
        asked = set().union(*(reached.open for _, reached in followed))
        worth = found[world] = worths(against, world, acts, asked)
        for (share, _, start, _), reached in followed:
            value += share * sum(ways * worth.value[place] for place, ways in start.items())
            if not world.closed:
                for cell, gain in _gains(against, totals, acts, worth, reached).items():
                    gains[cell] += share * gain / against.scale
    changes: dict[Change, Fraction] = dict(gains.items())
    changes.update(_split_gains(against, totals, acts, found).items())
    return _Look(totals, value, {change: gain for change, gain in changes.items() if gain > 0})


def _by_world(against: Against, splits: frozenset[int]) -> dict[World, list[Route]]:
    found: dict[World, list[Route]] = defaultdict(list)
    for route in routes(against, splits):
        found[route.world].append(route)
    return found


def _gains(
    against: Against, totals: Totals, acts: Acts, worth: Worths, reached: Reached
) -> dict[tuple[str, Total], int]:
    """What each choice of a total, made the other way about, would add."""
    sums: dict[tuple[str, Total], int] = defaultdict(int)
    for place, ways in reached.open.items():
        if place not in worth.draw:
            continue
        total = against.hands.total[place]
        if acts[place] != DOUBLE and against.may_stand(place):
            drawn = worth.draw[place] - worth.stand[place]
            sums[DRAW, total] += -ways * drawn if total in totals.draws else ways * drawn
        if place in worth.double:
            other = worth.draw[place] if total in totals.draws else worth.stand[place]
            doubled = worth.double[place] - other
            sums[DOUBLE, total] += -ways * doubled if acts[place] == DOUBLE else ways * doubled
    return sums


def _split_gains(
    against: Against, totals: Totals, acts: Acts, found: dict[World, Worths]
) -> dict[tuple[str, int], Fraction]:
    """What each pair, split or not the other way about, would add in a round."""
    gains = {}
    base = found[against.base]
    for kind in against.shares:
        values = worths_of_split(against, kind, acts, found)
        gain = split_worth(against, kind, values) - unsplit_worth(against, kind, base)
        chance = Fraction(against.ways_to_get(kind, kind), against.all_firsts)
        gains[SPLIT, kind] = chance * (-gain if kind in totals.splits else gain)
    return gains
