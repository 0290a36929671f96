"""Kinds of pai gow hands, the ways to set them, and each against every hand that the bank may have.

A kind names the line of each tile, the highest line first. A way to set it is a mark: `13-24` puts
the first tile with the third and the second with the fourth; which part is the low one follows from
their values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from houseway.analysis.compiled import run
from houseway.equipment.tiles import LINES, Tile, name
from houseway.games.tournament_pai_gow.house_way import Setting, house_way
from houseway.games.tournament_pai_gow.rules import RULES, STACK, Combination, Rules, Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Kind = tuple[str, str, str, str]
Part = tuple[str, str]
Mark = str

_PLACES: dict[Mark, tuple[tuple[int, int], tuple[int, int]]] = {
    "12-34": ((0, 1), (2, 3)),
    "13-24": ((0, 2), (1, 3)),
    "14-23": ((0, 3), (1, 2)),
}
MARKS = tuple(_PLACES)
RESULTS = 12  # four of the low part, and three of the high part within each
_NAMES = tuple(line.name for line in LINES)
_PACK = {line.name: line.pack for line in LINES}


# Every kind of hand: four tiles, of each line at most its two.
KINDS: tuple[Kind, ...] = tuple(
    (a, b, c, d) for a, b, c, d in combinations_with_replacement(_NAMES, STACK) if a != c and b != d
)
_PLACE = {kind: place for place, kind in enumerate(KINDS)}


def tiles_of(kind: Kind) -> tuple[Tile, ...]:
    """Real tiles of a kind."""
    return tuple(_PACK[line][kind[:place].count(line)] for place, line in enumerate(kind))


def parts_of(kind: Kind, mark: Mark) -> tuple[Part, Part]:
    (a, b), (c, d) = _PLACES[mark]
    return (kind[a], kind[b]), (kind[c], kind[d])


@lru_cache(maxsize=4)
def by_house_way(rules: Rules = RULES) -> dict[Kind, Setting]:
    """Every kind as the game itself sets it, with the readings that this hangs on."""
    return {kind: house_way(rules, tiles_of(kind)) for kind in KINDS}


@lru_cache(maxsize=4)
def house_way_marks(rules: Rules = RULES) -> dict[Kind, Mark]:
    """The settings of House Way as marks; of marks that set alike the first."""
    return {kind: _mark(kind, setting) for kind, setting in by_house_way(rules).items()}


def _mark(kind: Kind, setting: Setting) -> Mark:
    wanted = _unordered((name(a), name(b)) for a, b in (setting.low, setting.high))
    return next(mark for mark in MARKS if _unordered(parts_of(kind, mark)) == wanted)


def _unordered(parts: Iterable[Part]) -> list[list[str]]:
    return sorted(sorted(part, key=_NAMES.index) for part in parts)


class Ranking(NamedTuple):
    """What makes one part better than another: Appendix A, points, and Appendix B."""

    ranked: Mapping[str, int]
    counts: Mapping[str, tuple[int, ...]]
    singles: Mapping[str, int]
    combinations: Mapping[frozenset[str], Combination] = RULES.ranked

    def value(self, part: Part) -> Value:
        found = self.combinations.get(frozenset(part))
        if found:
            return Value(len(self.ranked) + 1 - self.ranked[found.name])
        one, other = (self.counts[line] for line in part)
        points = max((x + y) % 10 for x in one for y in other)
        return Value(0, points, len(self.singles) + 1 - min(self.singles[line] for line in part))


class TileSetting(NamedTuple):
    """A kind of hand set in one way."""

    mark: Mark
    low: Part
    high: Part
    values: tuple[Value, Value]

    def __str__(self) -> str:
        low, high = (" ".join(part) for part in (self.low, self.high))
        return f"{low} | {high}"


Ways = dict[Kind, tuple[TileSetting, ...]]


def ways_to_set(ranking: Ranking) -> Ways:
    """The three ways to set each kind, in the order of the marks; some set alike."""
    values = {part: ranking.value(part) for part in combinations_with_replacement(_NAMES, 2)}

    def way(kind: Kind, mark: Mark) -> TileSetting:
        one, other = parts_of(kind, mark)
        low, high = (other, one) if values[one] > values[other] else (one, other)
        return TileSetting(mark, low, high, (values[low], values[high]))

    return {kind: tuple(way(kind, mark) for mark in MARKS) for kind in KINDS}


class SettingsTable(NamedTuple):
    """Every way to set every hand of one side against House Way of the other.

    `house` has House Way's own setting of each kind. `deals` are by kind, way and result; `gains`
    by kind and way, in units of 1 / scale, always the patron's.
    """

    ways: Ways
    house: Mapping[Kind, TileSetting]
    deals: NDArray[np.int64]
    gains: NDArray[np.int64]
    scale: int

    @property
    def total(self) -> int:
        """All deals."""
        return int(self.deals[:, 0].sum())

    def gain(self, kind: Kind, way: TileSetting) -> Fraction:
        """What all deals with this hand set so gain together."""
        return Fraction(int(self.gains[_PLACE[kind], MARKS.index(way.mark)]), self.scale)

    def dealt(self, kind: Kind) -> int:
        """Deals in which the side that chooses has such a hand."""
        return int(self.deals[_PLACE[kind], 0].sum())


def meet(
    tiles: Mapping[str, int],
    choosing: Ways,
    other: Mapping[Kind, TileSetting],
    *,
    patron_chooses: bool,
) -> NDArray[np.int64]:
    """By kind, way and result, in how many deals one side's ways meet the other side's one way."""
    import numpy as np

    every = {value for ways in choosing.values() for way in ways for value in way.values}
    place = {value: at for at, value in enumerate(sorted(every))}

    def row(way: TileSetting) -> tuple[int, int, bool]:
        low, high = way.values
        return place[low], place[high], not low.ranked and not low.points

    lines = np.array([[kind.count(line) for line in _NAMES] for kind in KINDS], np.uint8)
    there = np.array([tiles[line] for line in _NAMES], np.uint8)
    ways = np.array([[row(way) for way in choosing[kind]] for kind in KINDS], np.int32)
    one = np.array([row(other[kind]) for kind in KINDS], np.int32)
    found = np.zeros((len(KINDS), len(MARKS), RESULTS), np.int64)
    left, taken = np.zeros(len(_NAMES), np.int64), np.zeros((len(KINDS), STACK, 2), np.int64)
    run("two_parts", found, left, taken, lines, there, ways, one, patron_chooses)
    return found
