"""Tournament Pai Gow: four tiles against the bank's four, the bank set by House Way (9.2, 10.1).

Every way to set the patron's hand is told from the same rounds: what the two parts come to in each
of them together make the case.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np

from houseway.analysis.compiled import run
from houseway.analysis.exact.tournament_pai_gow import (
    HOUSE_WAY,
    SETTINGS,
    Data,
    chosen_by,
    house_way_places,
    of_counts,
    table_of,
)
from houseway.analysis.figures import EXACTLY, WagerFigures
from houseway.analysis.four_tiles import KINDS, RESULTS, Kind, TileSetting
from houseway.analysis.kernels.cards import Bytes, Long, Shorts, Words
from houseway.equipment.tiles import LINES
from houseway.games.tournament_pai_gow.rules import STACK

WAYS = (HOUSE_WAY, *(setting.name for setting in SETTINGS))
CASES = RESULTS ** len(WAYS)
_WIDTH = 16  # places for a line
_PAIRS = 256  # places for two lines
_BITS = 8  # of the value of a part; a setting has its low part and above it its high part


class Tables(NamedTuple):
    """The rules as arrays.

    A tile of `tiles` is its line. `two` has the place of two lines, `kind` that of two and two
    among all kinds of hand. `parts` has for each kind the values of both parts in every setting,
    sixteen bits each, House Way's lowest. Values below `zeros` count nothing.
    """

    tiles: Bytes
    two: Bytes
    kind: Shorts
    parts: Words
    zeros: int


def tables(data: Data) -> Tables:
    table = table_of(data, EXACTLY)
    chosen = [house_way_places(data), *(chosen_by(each, table) for each in SETTINGS)]
    every = {value for ways in table.ways.values() for way in ways for value in way.values}
    place = {value: at for at, value in enumerate(sorted(every))}

    def packed(way: TileSetting) -> int:
        low, high = (place[value] for value in way.values)
        return low | high << _BITS

    parts = [
        sum(packed(table.ways[kind][by[at]]) << 2 * _BITS * slot for slot, by in enumerate(chosen))
        for at, kind in enumerate(KINDS)
    ]
    two, kind = kinds_of_tiles()
    return Tables(
        tiles_of(data),
        two,
        kind,
        np.array(parts, np.uint64),
        zeros=sum(not value.ranked and not value.points for value in every),
    )


def tiles_of(data: Data) -> Bytes:
    """All tiles, each as its line."""
    names = [line.name for line in LINES]
    tiles = [names.index(name) for name, there in data.tiles.items() for _ in range(there)]
    return np.array(tiles, np.uint8)


def kinds_of_tiles() -> tuple[Bytes, Shorts]:
    """Lines are put together two by two: whatever their order, the kind is the same."""
    lines = range(len(LINES))
    pairs = {held: at for at, held in enumerate(combinations_with_replacement(lines, 2))}
    two = np.zeros(_WIDTH * _WIDTH, np.uint8)
    for one, other in product(lines, repeat=2):
        two[one * _WIDTH + other] = pairs[min(one, other), max(one, other)]
    of_kind = {numbers_of(kind): at for at, kind in enumerate(KINDS)}
    kinds = np.zeros(len(pairs) * _PAIRS, np.uint16)
    for (mine, at), (others, beside) in product(pairs.items(), repeat=2):
        held = tuple(sorted((*mine, *others)))
        kinds[at * _PAIRS + beside] = of_kind.get(held, 0)  # no hand has three of a line
    return two, kinds


def numbers_of(kind: Kind) -> tuple[int, ...]:
    """The lines of a hand as numbers, the highest line first."""
    names = [line.name for line in LINES]
    return tuple(sorted(names.index(name) for name in kind))


def figures(data: Data, counts: Long) -> tuple[WagerFigures, ...]:
    """The hand in every setting, by what the exact analysis makes of counted deals."""
    by_case = counts.reshape((RESULTS,) * len(WAYS))
    found = []
    for axis, way in enumerate(WAYS):
        others = tuple(each for each in range(len(WAYS)) if each != axis)
        found.append(of_counts(data, way, by_case.sum(axis=others).tolist(), EXACTLY))
    return tuple(found)


def deal(
    state: Words, rounds: int, tiles: Bytes, two: Bytes, kind: Shorts, parts: Words, zeros: int
) -> Long:
    """So many rounds by case, each from all the tiles."""
    counts, hands = np.zeros(CASES, np.int64), np.zeros(2 * STACK, np.uint8)
    run("tournament_pai_gow", counts, tiles.copy(), hands, state, rounds, two, kind, parts, zeros)
    return counts
