"""The best way to play by a table: one choice for each total, apart for the first two cards and for
pairs that may be split.

As in `best`, whatever gains is changed until no change of any one choice gains.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from houseway.analysis.blackjack.against import DOUBLE, DRAW, SPLIT, STAND, Against
from houseway.analysis.blackjack.best import best_by_cards, best_by_totals
from houseway.analysis.blackjack.shoe import Total
from houseway.analysis.blackjack.worth import (
    CODES,
    Acts,
    Way,
    Worths,
    choices_by_group,
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
    import numpy as np

    splits = frozenset(cell.pair for cell, act in choices.items() if act == SPLIT)
    codes = np.zeros(len(against.hands.sizes), np.uint8)
    for place in _open(against):
        codes[place] = CODES.index(_act(choices, _cell(against, place, splits)))
    return Way(Acts(codes), splits)


def _open(against: Against) -> list[int]:
    """The places of hands with which there may be something to choose."""
    hands = against.hands
    open_ = (hands.sizes >= 2) & (hands.points != against.counting.most)
    found: list[int] = open_.nonzero()[0].tolist()
    return found


def _act(choices: Choices, cell: TableCell) -> str:
    """Two aces that may not be split come only where nothing is to be chosen."""
    return choices.get(cell, STAND)


def _cell(against: Against, place: int, splits: frozenset[int]) -> TableCell:
    """The cell of a hand: a pair that is split is asked for only where it cannot be."""
    hands = against.hands
    kind = hands.pairs.get(place, -1)
    apart = kind in against.pairs and kind not in splits
    return TableCell(hands.total[place], hands.size[place] == 2, kind if apart else -1)


def cells_of(against: Against) -> list[TableCell]:
    """Every cell in which something is to be chosen against this open card."""
    hands, found = against.hands, set[TableCell]()
    for place in _open(against):
        total, size = hands.total[place], hands.size[place]
        kind = hands.pairs.get(place, -1)
        if kind in against.pairs:
            found.add(TableCell(total, first=True, pair=kind))
        if kind < 0 or not against.removed.is_ace(kind):
            found.add(TableCell(total, size == 2))
    return sorted(found)


def cells_used(against: Against, splits: frozenset[int]) -> set[TableCell]:
    """The cells that can be asked for where these pairs are split."""
    return {_cell(against, place, splits) for place in _open(against)} & set(cells_of(against))


def acts_in(against: Against, cell: TableCell) -> tuple[str, ...]:
    """What the rules allow in a cell."""
    stand = (STAND,) if against.counting.may_stand(cell.total) else ()
    double = (DOUBLE,) if cell.first else ()
    return (*stand, DRAW, *double, *((SPLIT,) if cell.pair >= 0 else ()))


class _Tried(NamedTuple):
    choices: Choices
    value: int
    changes: dict[TableCell, tuple[str, int]]


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


def _changed(tried: _Tried, changes: Mapping[TableCell, tuple[str, int]]) -> Choices:
    return {**tried.choices, **{cell: act for cell, (act, _) in changes.items()}}


def _look(against: Against, choices: Choices) -> _Tried:
    """What a table gains, and the best change of each choice where one gains."""
    import numpy as np

    way = way_by(against, choices)
    worth, cells = worths(against, way.acts), cells_of(against)
    groups = np.full(len(against.hands.sizes), -1)
    number = {cell: at for at, cell in enumerate(cells)}
    for place in _open(against):
        cell = _cell(against, place, way.splits)
        if cell.pair < 0:  # others are weighed with their split
            groups[place] = number.get(cell, -1)
    sums, value = choices_by_group(against, worth, way, groups, len(cells))
    gains = {
        (cell, act): gain
        for cell, numbers in zip(cells, sums, strict=True)
        for act, gain in zip(CODES, numbers, strict=True)
        if cell.pair < 0
    }
    gains |= _pair_gains(against, worth)
    return _Tried(choices, value, _better(against, choices, gains))


def _pair_gains(against: Against, worth: Worths) -> dict[tuple[TableCell, str], int]:
    """What each choice on a first pair is worth in a round."""
    gains = {}
    for kind in against.pairs:
        place = against.hands.of(kind, kind)
        cell = TableCell(against.hands.total[place], first=True, pair=kind)
        for act, gain in zip(CODES, worth.choices(place), strict=True):
            gains[cell, act] = gain
        gains[cell, SPLIT] = worth.split(kind)
    return gains


def _better(
    against: Against, choices: Choices, gains: Mapping[tuple[TableCell, str], int]
) -> dict[TableCell, tuple[str, int]]:
    found = {}
    for cell, chosen in choices.items():
        if (cell, chosen) in gains:
            best = max(acts_in(against, cell), key=lambda act: gains.get((cell, act), 0))
            more = gains[cell, best] - gains[cell, chosen]
            if more > 0:
                found[cell] = (best, more)
    return found
