"""The best way to play by a table: one choice for each total, apart for the first two cards and for
pairs that may be split.

As in `best`, whatever gains is changed until no change of any one choice gains.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from houseway.analysis.blackjack.against import DOUBLE, DRAW, SPLIT, STAND, Against, World
from houseway.analysis.blackjack.best import best_by_cards, best_by_totals
from houseway.analysis.blackjack.shoe import Total
from houseway.analysis.blackjack.worth import (
    Acts,
    PlayedOut,
    Way,
    Worths,
    routes,
    split_worth,
    worths,
)


class TableCell(NamedTuple):
    """What a choice may rest on: a total, whether it is that of two cards, and the kind of a pair
    that may be split; -1 for none."""

    total: Total
    first: bool
    pair: int = -1


Choices = Mapping[TableCell, str]  # STAND, DRAW, DOUBLE or SPLIT


def way_by(against: Against, choices: Choices) -> Way:
    """A table as a way to play. A pair that may not be split any more is a plain total."""
    hands = against.hands
    splits = frozenset(cell.pair for cell, act in choices.items() if act == SPLIT)
    acts = {}
    for place, (total, size) in enumerate(zip(hands.total, hands.size, strict=True)):
        if size < 2 or total.points == against.counting.most:
            acts[place] = STAND
        else:
            acts[place] = _act(choices, _cell(against, place, splits))
    return Way(Acts(acts), splits)


def _act(choices: Choices, cell: TableCell) -> str:
    """Two aces that may not be split come only where nothing is to be chosen."""
    return choices.get(cell, STAND)


def _cell(against: Against, place: int, splits: frozenset[int]) -> TableCell:
    """The cell of a hand: a pair that is split is asked for only where it cannot be."""
    hands = against.hands
    kind = hands.pairs.get(place, -1)
    apart = kind in against.shares and kind not in splits
    return TableCell(hands.total[place], hands.size[place] == 2, kind if apart else -1)


def cells_of(against: Against) -> list[TableCell]:
    """Every cell in which something is to be chosen against this open card."""
    hands, found = against.hands, set[TableCell]()
    for place, (total, size) in enumerate(zip(hands.total, hands.size, strict=True)):
        if size < 2 or total.points == against.counting.most:
            continue
        kind = hands.pairs.get(place, -1)
        if kind in against.shares:
            found.add(TableCell(total, first=True, pair=kind))
        if kind < 0 or not against.removed.is_ace(kind):
            found.add(TableCell(total, size == 2))
    return sorted(found)


def cells_used(against: Against, splits: frozenset[int]) -> set[TableCell]:
    """The cells that can be asked for where these pairs are split."""
    hands = zip(against.hands.total, against.hands.size, strict=True)
    open_ = [at for at, (total, size) in enumerate(hands)
             if size >= 2 and total.points != against.counting.most]  # fmt: skip
    return {_cell(against, place, splits) for place in open_} & set(cells_of(against))


def acts_in(against: Against, cell: TableCell) -> tuple[str, ...]:
    """What the rules allow in a cell."""
    stand = (STAND,) if against.counting.may_stand(cell.total) else ()
    double = (DOUBLE,) if cell.first else ()
    return (*stand, DRAW, *double, *((SPLIT,) if cell.pair >= 0 else ()))


class _Tried(NamedTuple):
    choices: Choices
    value: Fraction
    changes: dict[TableCell, tuple[str, Fraction]]


def best_by_table(against: Against) -> dict[TableCell, str]:
    """No change of one choice gains any more. Each step gains, so that it ends."""
    cards = best_by_cards(against)
    totals, begun = best_by_totals(against, cards), {}
    for cell in cells_of(against):
        split = cell.pair in totals.splits
        begun[cell] = SPLIT if split else totals.act(cell.total, first=cell.first)
    tried = _look(against, begun)
    while tried.changes:
        step = _look(against, _changed(tried, tried.changes))
        if step.value <= tried.value:
            largest = max(tried.changes, key=lambda cell: tried.changes[cell][1])
            step = _look(against, _changed(tried, {largest: tried.changes[largest]}))
            if step.value <= tried.value:
                break
        tried = step
    return dict(tried.choices)


def _changed(tried: _Tried, changes: Mapping[TableCell, tuple[str, Fraction]]) -> Choices:
    return {**tried.choices, **{cell: act for cell, (act, _) in changes.items()}}


def _look(against: Against, choices: Choices) -> _Tried:
    """What a table gains, and the best change of each choice where one gains."""
    way = way_by(against, choices)
    worth, taken = worths(against, against.worlds, way.acts), routes(against, way.splits)
    played = PlayedOut(against, way.acts, taken.taken)
    value, sums = 0, defaultdict[tuple[TableCell, str], int](int)
    for route in taken.taken:
        times = taken.times(route)
        value += worth.total(route.world, route.start) * times
        if not route.world.closed:
            for key, gain in _sums(against, way, worth, route.world, played).items():
                sums[key] += gain * times
    whole = taken.out_of * against.scale
    gains = {key: Fraction(gain, whole) for key, gain in sums.items()}
    gains |= _pair_gains(against, worth)
    return _Tried(choices, Fraction(value, whole), _better(against, choices, gains))


def _sums(
    against: Against, way: Way, worth: Worths, world: World, played: PlayedOut
) -> dict[tuple[TableCell, str], int]:
    """What each choice in each cell is worth over the hands that come to it."""
    sums: dict[tuple[TableCell, str], int] = defaultdict(int)
    reached = played.open(world)
    places = [place for place in reached if against.may_draw(world, place)]
    for place, (stand, draw, double) in zip(places, worth.choices(world, places), strict=True):
        cell = _cell(against, place, way.splits)
        if cell.pair >= 0:
            continue  # weighed with its split
        for act, gain in ((STAND, stand), (DRAW, draw), (DOUBLE, double if cell.first else 0)):
            sums[cell, act] += reached[place] * gain
    return sums


def _pair_gains(against: Against, worth: Worths) -> dict[tuple[TableCell, str], Fraction]:
    """What each choice on a first pair is worth in a round."""
    gains, base = {}, against.base
    for kind in against.shares:
        place = against.hands.of(kind, kind)
        cell = TableCell(against.hands.total[place], first=True, pair=kind)
        chance = Fraction(against.ways_to_get(kind, kind), against.all_firsts)
        [plain] = worth.choices(base, [place])
        for act, gain in zip((STAND, DRAW, DOUBLE), plain, strict=True):
            gains[cell, act] = chance * Fraction(gain, base.whole[2] * against.scale)
        gains[cell, SPLIT] = chance * split_worth(against, kind, worth)
    return gains


def _better(
    against: Against, choices: Choices, gains: Mapping[tuple[TableCell, str], Fraction]
) -> dict[TableCell, tuple[str, Fraction]]:
    found = {}
    for cell, chosen in choices.items():
        if (cell, chosen) in gains:
            best = max(acts_in(against, cell), key=lambda act: gains.get((cell, act), Fraction(0)))
            more = gains[cell, best] - gains[cell, chosen]
            if more > 0:
                found[cell] = (best, more)
    return found
