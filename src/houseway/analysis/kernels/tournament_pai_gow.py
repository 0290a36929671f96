"""Tournament Pai Gow: four tiles against the bank's four, the bank set by House Way (9.2, 10.1).

Every way to set the patron's hand is told from the same rounds: what the two parts come to in each
of them together make the case.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis.exact.tournament_pai_gow import (
    HOUSE_WAY,
    SETTINGS,
    RuleData,
    chosen_by,
    house_way_places,
    of_counts,
    table_of,
)
from houseway.analysis.figures import WagerFigures
from houseway.analysis.four_tiles import KINDS, Kind, Way
from houseway.analysis.kernels.cards import Bytes
from houseway.analysis.kernels.xoshiro import Word, Words, eight_below, take
from houseway.analysis.rounding import EXACTLY
from houseway.equipment.tiles import LINES
from houseway.games.tournament_pai_gow.rules import STACK, Options

Shorts = NDArray[np.uint16]
Long = NDArray[np.int64]

WAYS = (HOUSE_WAY, *(setting.name for setting in SETTINGS))
RESULTS = 12  # four of the low part, three of the high part within
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


def tables(data: RuleData, options: Options) -> Tables:
    table = table_of(data, EXACTLY)
    chosen = [house_way_places(data), *(chosen_by(each, table) for each in SETTINGS)]
    every = {value for ways in table.ways.values() for way in ways for value in way.values}
    place = {value: at for at, value in enumerate(sorted(every))}

    def packed(way: Way) -> int:
        low, high = (place[value] for value in way.values)
        return low | high << _BITS

    parts = [
        sum(packed(table.ways[kind][by[at]]) << 2 * _BITS * slot for slot, by in enumerate(chosen))
        for at, kind in enumerate(KINDS)
    ]
    two, kind = _places()
    names = [line.name for line in LINES]
    tiles = [names.index(name) for name, there in data.tiles.items() for _ in range(there)]
    return Tables(
        np.array(tiles, np.uint8),
        two,
        kind,
        np.array(parts, np.uint64),
        zeros=sum(not value.ranked and not value.points for value in every),
    )


def _places() -> tuple[Bytes, Shorts]:
    """Lines are put together two by two: whatever their order, the kind is the same."""
    lines = range(len(LINES))
    pairs = {held: at for at, held in enumerate(combinations_with_replacement(lines, 2))}
    two = np.zeros(_WIDTH * _WIDTH, np.uint8)
    for one, other in product(lines, repeat=2):
        two[one * _WIDTH + other] = pairs[min(one, other), max(one, other)]
    of_kind = {_numbers(kind): at for at, kind in enumerate(KINDS)}
    kinds = np.zeros(len(pairs) * _PAIRS, np.uint16)
    for (mine, at), (others, beside) in product(pairs.items(), repeat=2):
        held = tuple(sorted((*mine, *others)))
        kinds[at * _PAIRS + beside] = of_kind.get(held, 0)  # no hand has three of a line
    return two, kinds


def _numbers(kind: Kind) -> tuple[int, ...]:
    names = [line.name for line in LINES]
    return tuple(sorted(names.index(name) for name in kind))


def figures(data: RuleData, counts: Long) -> tuple[WagerFigures, ...]:
    """The hand in every setting, by what the exact analysis makes of counted deals."""
    by_case = counts.reshape((RESULTS,) * len(WAYS))
    found = []
    for axis, way in enumerate(WAYS):
        others = tuple(each for each in range(len(WAYS)) if each != axis)
        found.append(of_counts(data, way, by_case.sum(axis=others).tolist(), EXACTLY))
    return tuple(found)


@njit(cache=True, nogil=True)
def deal(
    state: Words, rounds: int, tiles: Bytes, two: Bytes, kind: Shorts, parts: Words, zeros: int
) -> Long:
    """So many rounds by case, each from all the tiles."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    many = np.uint64(len(tiles))
    pack = tiles.copy()
    hands = np.zeros(2 * STACK, np.uint8)
    counts = np.zeros(CASES, np.int64)
    for _ in range(rounds):
        p, q, r, s, t, u, v, w, a, b, c, d = eight_below(many, a, b, c, d)
        hands[0] = take(pack, p, many - np.uint64(1))
        hands[1] = take(pack, q, many - np.uint64(2))
        hands[2] = take(pack, r, many - np.uint64(3))
        hands[3] = take(pack, s, many - np.uint64(4))
        hands[4] = take(pack, t, many - np.uint64(5))
        hands[5] = take(pack, u, many - np.uint64(6))
        hands[6] = take(pack, v, many - np.uint64(7))
        hands[7] = take(pack, w, many - np.uint64(8))
        counts[case_of(hands, two, kind, parts, np.uint64(zeros))] += 1
    return counts


@njit(cache=True, nogil=True, inline="always")
def case_of(hands: Bytes, two: Bytes, kind: Shorts, parts: Words, zeros: Word) -> Word:
    """The case of the patron's four tiles and the bank's."""
    mine = parts[_kind(hands, np.uint64(0), two, kind)]
    bank = parts[_kind(hands, np.uint64(4), two, kind)]
    case = _result(mine, bank, zeros)
    case = case * np.uint64(RESULTS) + _result(mine >> np.uint64(16), bank, zeros)
    case = case * np.uint64(RESULTS) + _result(mine >> np.uint64(32), bank, zeros)
    return case * np.uint64(RESULTS) + _result(mine >> np.uint64(48), bank, zeros)


@njit(cache=True, nogil=True, inline="always")
def _kind(hands: Bytes, at: Word, two: Bytes, kind: Shorts) -> Word:
    one, other = np.uint64(hands[at]), np.uint64(hands[at + np.uint64(1)])
    third, fourth = np.uint64(hands[at + np.uint64(2)]), np.uint64(hands[at + np.uint64(3)])
    first = np.uint64(two[one << np.uint64(4) | other])
    second = np.uint64(two[third << np.uint64(4) | fourth])
    return np.uint64(kind[first << np.uint64(8) | second])


@njit(cache=True, nogil=True, inline="always")
def _result(mine: Word, bank: Word, zeros: Word) -> Word:
    """The low part won, lost, a copy or zero against zero; the high part within."""
    byte = np.uint64(255)
    low, theirs = mine & byte, bank & byte
    high, others = mine >> np.uint64(8) & byte, bank >> np.uint64(8) & byte
    both = np.uint64(low < theirs) + np.uint64(2) * np.uint64(low == theirs)
    nothing = np.uint64(low < zeros) & np.uint64(theirs < zeros)
    both += (np.uint64(3) - both) * nothing
    above = np.uint64(high < others) + np.uint64(2) * np.uint64(high == others)
    return both * np.uint64(3) + above
