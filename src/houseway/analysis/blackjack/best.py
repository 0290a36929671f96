"""The best ways to play against one open card: by the very cards of a hand, and by its total.

By cards: each hand that was not split is played as is best for its cards, at every choice. A hand
from a split is played as those cards are when they were not split.

By totals: one choice for each total, whatever cards make it and whether or not they were split.
Starting from the choices that suit most hands, whatever gains is changed until no change of any one
choice gains: a draw, a double, a split.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import prod
from typing import NamedTuple

from houseway.analysis.blackjack.against import DOUBLE, DRAW, SPLIT, STAND, Against, World
from houseway.analysis.blackjack.shoe import Total, falling
from houseway.analysis.blackjack.strategies import Totals, forced, totals_of, way_of
from houseway.analysis.blackjack.worth import (
    Acts,
    PlayedOut,
    Way,
    Worths,
    first_hands,
    routes,
    split_worth,
    worths,
)


class ByCards(NamedTuple):
    """The best way by cards, and what each choice on the first two cards gains, by their place."""

    way: Way
    firsts: dict[int, dict[str, Fraction]]
    worths: Worths


def best_by_cards(against: Against) -> ByCards:
    best = worths(against, (against.base,))
    acts, firsts = best.acts(against.base), first_choices(against, best)
    values = worths(against, against.worlds[1:], acts) if against.splits else best
    splits = []
    for kind in against.shares:
        choices = firsts[against.hands.of(kind, kind)]
        unsplit = max(choices.values())
        choices[SPLIT] = split_worth(against, kind, values)
        if choices[SPLIT] > unsplit:
            splits.append(kind)
    return ByCards(Way(acts, frozenset(splits)), firsts, best)


def first_choices(against: Against, best: Worths) -> dict[int, dict[str, Fraction]]:
    """What standing, drawing and doubling gain on two cards that are no blackjack."""
    found, base = {}, against.base
    places = list(first_hands(against, frozenset()))
    for place, (stand, draw, double) in zip(places, best.choices(base, places), strict=True):
        worth = {DRAW: draw, DOUBLE: double}
        if against.may_stand(place):
            worth[STAND] = stand
        found[place] = {
            act: Fraction(gain, base.whole[2] * against.scale) for act, gain in worth.items()
        }
    return found


def unsplit_worth(against: Against, kind: int, unsplit: Worths) -> Fraction:
    gain = unsplit.total(against.base, {against.hands.of(kind, kind): 1})
    return Fraction(gain, against.base.whole[2] * against.scale)


def best_by_totals(against: Against, cards: ByCards) -> Totals:
    """No change of one choice gains any more. Each step gains, so that it ends.

    It begins with the splits of the best by cards: they are hardly ever others.
    """
    guess = _first_guess(against, cards.worths)
    tried = _look(against, guess._replace(splits=cards.way.splits))
    while tried.changes:
        step = _look(against, _changed(tried.totals, tried.changes))
        if step.value <= tried.value:
            largest = max(tried.changes, key=tried.changes.__getitem__)
            step = _look(against, _changed(tried.totals, [largest]))
        tried = step
    return tried.totals


def _first_guess(against: Against, best: Worths) -> Totals:
    """What is best for each total over the hands that make it, as if each could be dealt."""
    gains, base = dict.fromkeys(_cells(against), 0), against.base
    places = [place for place in base.places.tolist() if against.may_draw(base, place)]
    ways = _ways(against, places)
    for place, weight, worth in zip(places, ways, best.choices(base, places), strict=True):
        total, (stand, draw, double) = against.hands.total[place], worth
        gains[DRAW, total] += weight * (draw - stand)
        if against.hands.size[place] == 2:
            other = max(draw, stand) if against.may_stand(place) else draw
            gains[DOUBLE, total] += weight * (double - other)
    draws = [total for (act, total), gain in gains.items() if act == DRAW and gain > 0]
    must = [total for total in totals_of(against.counting) if forced(total, against.counting)]
    doubles = [total for (act, total), gain in gains.items() if act == DOUBLE and gain > 0]
    return Totals(frozenset(draws + must), frozenset(doubles))


def _cells(against: Against) -> Iterable[tuple[str, Total]]:
    return [(act, total) for total in totals_of(against.counting) for act in (DRAW, DOUBLE)]


def _ways(against: Against, places: list[int]) -> Iterator[int]:
    """Ordered ways to be dealt the cards of each hand, in one order of them."""
    most = range(against.hands.longest + 1)
    ways = [[falling(count, held) for held in most] for count in against.base.counts]
    for place in places:
        held = enumerate(against.hands.held[place])
        yield prod([ways[kind][number] for kind, number in held if number])


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
    value, gains = 0, dict.fromkeys(_cells(against), 0)
    worth, all_routes = worths(against, against.worlds, acts), routes(against, totals.splits)
    played = PlayedOut(against, acts, all_routes.taken)
    for route in all_routes.taken:
        world, times = route.world, all_routes.times(route)
        value += worth.total(world, route.start) * times
        if not world.closed:
            reached = played.open(world)
            for cell, gain in _gains(against, totals, acts, worth, world, reached).items():
                gains[cell] += gain * times
    whole = all_routes.out_of * against.scale
    changes: dict[Change, Fraction] = {
        cell: Fraction(gain, whole) for cell, gain in gains.items() if gain > 0
    }
    splits = _split_gains(against, totals, worth)
    changes.update((change, gain) for change, gain in splits.items() if gain > 0)
    return _Look(totals, Fraction(value, whole), changes)


def _gains(
    against: Against,
    totals: Totals,
    acts: Acts,
    worth: Worths,
    world: World,
    reached: dict[int, int],
) -> dict[tuple[str, Total], int]:
    """What each choice of a total, made the other way about, would add."""
    sums: dict[tuple[str, Total], int] = defaultdict(int)
    places = [place for place in reached if against.may_draw(world, place)]
    for place, (stand, draw, double) in zip(places, worth.choices(world, places), strict=True):
        total, ways = against.hands.total[place], reached[place]
        if acts[place] != DOUBLE and against.may_stand(place):
            drawn = draw - stand
            sums[DRAW, total] += -ways * drawn if total in totals.draws else ways * drawn
        if against.hands.size[place] == 2:
            doubled = double - (draw if total in totals.draws else stand)
            sums[DOUBLE, total] += -ways * doubled if acts[place] == DOUBLE else ways * doubled
    return sums


def _split_gains(
    against: Against, totals: Totals, worth: Worths
) -> dict[tuple[str, int], Fraction]:
    """What each pair, split or not the other way about, would add in a round."""
    gains = {}
    for kind in against.shares:
        gain = split_worth(against, kind, worth) - unsplit_worth(against, kind, worth)
        chance = Fraction(against.ways_to_get(kind, kind), against.all_firsts)
        gains[SPLIT, kind] = chance * (-gain if kind in totals.splits else gain)
    return gains
