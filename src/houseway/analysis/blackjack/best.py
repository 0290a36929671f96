"""The best ways to play against one open card: by the very cards of a hand, and by its total.

By cards: each hand that was not split is played as is best for its cards, at every choice. A hand
from a split is played as those cards are when they were not split.

By totals: one choice for each total, whatever cards make it and whether or not they were split.
Starting from the choices that suit most hands, whatever gains is changed until no change of any one
choice gains: a draw, a double, a split.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from houseway.analysis.blackjack.against import DOUBLE, DRAW, SPLIT, STAND, Against
from houseway.analysis.blackjack.shoe import Total
from houseway.analysis.blackjack.strategies import Totals, forced, totals_of, way_of
from houseway.analysis.blackjack.worth import (
    Way,
    Worths,
    best_worths,
    choices_by_group,
    worths,
)
from houseway.analysis.compiled import kernel


class FirstChoices(Mapping[int, Mapping[str, Fraction]]):
    """What standing, drawing, doubling and splitting gain on the first two cards, by the place of
    the cards; blackjacks are not among them. Fractions are made when they are asked for."""

    def __init__(self, against: Against, best: Worths, split: dict[int, int]) -> None:
        hands, self._scale, self._split = against.hands, against.scale, split
        self._places = list(against.first_hands)
        self._kinds = {place: hands.pairs.get(place) for place in self._places}
        self._forced = {place for place in self._places if not against.may_stand(place)}
        rows = against.removed.row_of[0, self._places]
        numbers = (*best.numbers[:3], against.total)
        self._numbers = tuple(each[rows] for each in numbers)

    def __getitem__(self, place: int) -> dict[str, Fraction]:
        at, number_of = self._places.index(place), kernel("blackjack_hands").number_of
        stand, draw, double, whole = (number_of(each[at]) for each in self._numbers)
        worth = {DRAW: draw, DOUBLE: double}
        if place not in self._forced:
            worth[STAND] = stand
        kind = self._kinds[place]
        if kind in self._split:
            worth[SPLIT] = self._split[kind]
        return {act: Fraction(gain, whole * self._scale) for act, gain in worth.items()}

    def __iter__(self) -> Iterator[int]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class ByCards(NamedTuple):
    """The best way by cards, and what each choice on the first two cards gains, by their place."""

    way: Way
    firsts: FirstChoices
    worths: Worths


def best_by_cards(against: Against) -> ByCards:
    best = best_worths(against)
    acts = best.acts()
    played = worths(against, acts)
    split = {kind: played.split(kind) for kind in against.pairs}
    splits = [kind for kind, worth in split.items() if worth > best.unsplit(kind)]
    return ByCards(Way(acts, frozenset(splits)), FirstChoices(against, best, split), best)


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
    rows, hands = against.removed.of_part[0], against.hands
    stand, draw = (each[rows] for each in best.numbers[:2])
    places = against.rows.places[rows]
    gains: dict[tuple[str, Total], int] = {}
    number_of = kernel("blackjack_hands").number_of
    for total in totals_of(against.counting):
        own = (hands.points[places] == total.points) & (hands.soft[places] == total.soft)
        gains[DRAW, total] = number_of((draw[own] - stand[own]).sum(axis=0))
        gains[DOUBLE, total] = 0
    for place in places[hands.sizes[places] == 2].tolist():
        total = hands.total[place]
        if total.points != against.counting.most:
            of_stand, of_draw, double = best.choices(place)
            other = max(of_draw, of_stand) if against.may_stand(place) else of_draw
            gains[DOUBLE, total] += double - other
    draws = [total for (act, total), gain in gains.items() if act == DRAW and gain > 0]
    must = [total for total in totals_of(against.counting) if forced(total, against.counting)]
    doubles = [total for (act, total), gain in gains.items() if act == DOUBLE and gain > 0]
    return Totals(frozenset(draws + must), frozenset(doubles))


Change = tuple[str, Total | int]  # DRAW or DOUBLE on a total, SPLIT of a kind: the other way about


class _Look(NamedTuple):
    """A way to play by totals, what it gains, and what each change that gains would add."""

    totals: Totals
    value: int
    changes: dict[Change, int]


def _changed(totals: Totals, changes: Iterable[Change]) -> Totals:
    draws, doubles, splits = set(totals.draws), set(totals.doubles), set(totals.splits)
    for act, of in changes:
        if isinstance(of, int):
            splits ^= {of}
        else:
            (draws if act == DRAW else doubles).symmetric_difference_update({of})
    return Totals(frozenset(draws), frozenset(doubles), frozenset(splits))


def _look(against: Against, totals: Totals) -> _Look:
    way, hands = way_of(against.hands, against.counting, totals), against.hands
    worth, points = worths(against, way.acts), against.counting.most + 1
    groups = ((hands.sizes == 2) * 2 + hands.soft) * points + hands.points
    sums, value = choices_by_group(against, worth, way, groups, 4 * points)
    gains: dict[Change, int] = {}
    for total in totals_of(against.counting):
        later, first = (sums[(2 * two + total.soft) * points + total.points] for two in (0, 1))
        gains[DRAW, total], gains[DOUBLE, total] = _gains(against, totals, total, later, first)
    for kind in against.pairs:
        gain = worth.split(kind) - worth.unsplit(kind)
        gains[SPLIT, kind] = -gain if kind in totals.splits else gain
    return _Look(totals, value, {change: gain for change, gain in gains.items() if gain > 0})


def _gains(
    against: Against, totals: Totals, total: Total, later: list[int], first: list[int]
) -> tuple[int, int]:
    """What drawing and doubling on a total, made the other way about, would add; by what its hands
    of more cards and of two are worth that stand, draw or double."""
    draws, doubles = total in totals.draws, total in totals.doubles
    drawn = 0
    if against.counting.may_stand(total):
        drawn = later[1] - later[0] + (0 if doubles else first[1] - first[0])
    doubled = first[2] - (first[1] if draws else first[0])
    return -drawn if draws else drawn, -doubled if doubles else doubled
