"""House Way: the one setting of any four tiles, and the clause that decided it (reading PG5).

The listed hands of 10.2 come first, then pairs, then Wongs, Gongs and High Nines, then point
counts. Each step either sets the hand or leaves it to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import NamedTuple

from houseway.equipment.tiles import LINE, PACK, Line, Tile, is_pair, single_rank
from houseway.games.edition import citing
from houseway.games.tournament_pai_gow.rules import (
    RULES,
    Listed,
    Rules,
    Split,
    Value,
    chong_or_higher,
    grade,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Tried

Part = tuple[Tile, Tile]
Hand = tuple[Tile, Tile, Tile, Tile]

_PLACE = {tile: place for place, tile in enumerate(PACK)}
_HANDS = 8_192  # in memory: some 8,000 hands differ under one edition


class Setting(NamedTuple):
    """A hand set by House Way: what decided, and the readings without which it would be open."""

    low: Part
    high: Part
    clauses: tuple[Clause, ...]
    readings: tuple[str, ...]
    tried: tuple[Tried, ...]


class Division(NamedTuple):
    """Two parts of a hand; the better one is the high part (reading PG17)."""

    low: Part
    high: Part
    values: tuple[Value, Value]

    @property
    def parts(self) -> tuple[Part, Part]:
        return self.low, self.high

    @property
    def counts(self) -> tuple[int, int]:
        low, high = self.values
        return low.points, high.points


def house_way(rules: Rules, tiles: Iterable[Tile]) -> Setting:
    """Tournament Pai Gow 10.1 and terms: House Way: the setting of four tiles, in any order."""
    first, second, third, fourth = sorted(tiles, key=_PLACE.__getitem__)
    return _house_way(rules, (first, second, third, fourth))


@lru_cache(maxsize=_HANDS)
def _house_way(rules: Rules, hand: Hand) -> Setting:
    return (
        _listed(rules, hand)
        or _pairs(rules, hand)
        or _combinations(rules, hand)
        or _point_count(rules, hand)
    )


def by_house_way(rules: Rules, low: Part, high: Part) -> bool:
    """Is this what House Way would do? Tiles of one line are as good as each other.

    Which part is the high one follows from value, and of two equal parts either may be.
    """
    right = house_way(rules, (*low, *high))
    return sorted(map(_ranks, (low, high))) == sorted(map(_ranks, (right.low, right.high)))


def _ranks(part: Part) -> list[int]:
    return sorted(single_rank(tile) for tile in part)


def divide(rules: Rules, one: Part, other: Part) -> Division:
    """Tournament Pai Gow terms: High Part of the Hand, terms: Low Part of the Hand: by value."""
    mine, theirs = rules.values[one], rules.values[other]
    if mine > theirs:
        return Division(other, one, (theirs, mine))
    return Division(one, other, (mine, theirs))


def divisions(rules: Rules, hand: Sequence[Tile]) -> list[Division]:
    """The ways to set four tiles: three, or fewer where two tiles are alike."""
    a, b, c, d = hand
    pairings = ((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))
    found = [divide(rules, *parts) for parts in pairings]
    if len({*hand}) == len(hand):
        return found
    return [each for at, each in enumerate(found) if not any(_same(each, x) for x in found[:at])]


def _same(one: Division, other: Division) -> bool:
    return {tuple(sorted(p)) for p in one.parts} == {tuple(sorted(p)) for p in other.parts}


# 10.2: the listed hands


@cache
def _listed_kinds(rules: Rules) -> dict[tuple[Line, ...], tuple[Listed, tuple[Line, ...]]]:
    """Every kind of hand that 10.2 lists, with the lines of its low part."""
    found: dict[tuple[Line, ...], tuple[Listed, tuple[Line, ...]]] = {}
    for listed in rules.listed:
        for high in product(*map(rules.lines_called, listed.high)):
            for low in product(*map(rules.lines_called, listed.low)):
                if "any" not in listed.low or len({*low, *high}) == 4:  # 10.2(d): no pair
                    # Reading PG7: of two fours the higher one, which comes first, goes high.
                    found.setdefault(_kind_of((*low, *high)), (listed, low))
    return found


def _kind_of(lines: Iterable[Line]) -> tuple[Line, ...]:
    return tuple(sorted(lines, key=lambda line: line.single_rank))


def _listed(rules: Rules, hand: Hand) -> Setting | None:
    found = _listed_kinds(rules).get(_kind_of(LINE[tile] for tile in hand))
    if found is None:
        return None
    listed, (first, second) = found
    left = list(hand)
    low = tuple(_take(left, line) for line in (first, second))
    division = divide(rules, (low[0], low[1]), (left[0], left[1]))
    return _setting(rules, division, (listed.clause,), listed.readings, ())


def _take(tiles: list[Tile], line: Line) -> Tile:
    tile = next(each for each in tiles if LINE[each] is line)
    tiles.remove(tile)
    return tile


def _passed_over(rules: Rules, steps: int) -> tuple[Tried, ...]:
    """The steps before the one that sets a hand, none of which applied."""
    cite = citing(rules)
    passed = (
        Tried(cite("10.2"), "not a listed hand", applies=False),
        Tried(cite("10.1(a)"), "no pair", applies=False),
        Tried(cite("10.1(b)"), "no Wong, Gong or High Nine", applies=False),
    )
    return passed[:steps]


# 10.1(a): pairs


def _pairs(rules: Rules, hand: Hand) -> Setting | None:
    """Reading PG6: two pairs stay; one is split for its threshold, if that betters a part."""
    ways = divisions(rules, hand)
    keeping = [each for each in ways if is_pair(*each.low) or is_pair(*each.high)]
    if not keeping:
        return None
    kept = keeping[0]
    split = next(each for each in ways if each != kept)
    pairs = [part for part in kept.parts if is_pair(*part)]
    named = [LINE[part[0]].name for part in pairs]
    asked = [rules.splits[name] for name in named if name in rules.splits]
    reached = [rule.clause for rule in asked if _reaches(split, rule)]
    clause, before = citing(rules)("10.1(a)"), _passed_over(rules, 1)
    if reached and len(pairs) == 1 and _better_somewhere(split, kept):
        return _setting(rules, split, (clause, reached[0]), (), before)
    why = "two pairs are kept" if len(pairs) == 2 else "splitting it would better neither part"
    not_split = tuple(Tried(each, why, applies=False) for each in reached)
    return _setting(rules, kept, (clause,), ("PG6",) if reached else (), (*before, *not_split))


def _reaches(division: Division, split: Split) -> bool:
    low, high = map(grade, division.values)
    return any(low >= least_low and high >= least_high for least_low, least_high in split.reach)


def _better_somewhere(one: Division, other: Division) -> bool:
    return any(mine > theirs for mine, theirs in zip(one.values, other.values, strict=True))


# 10.1(b): Wongs, Gongs and High Nines


def _combinations(rules: Rules, hand: Hand) -> Setting | None:
    """The first of High Nine, Gong, Wong that leaves a good low part; else the other order."""
    ways = divisions(rules, hand)
    available = {
        kind: [each for each in ways if _kind(rules, each) == kind] for kind in rules.order
    }
    if not any(available.values()):
        return None
    good = {
        kind: [each for each in found if each.values[0] >= rules.low_part]
        for kind, found in available.items()
    }
    threes = _threes(each for found in available.values() for each in found)
    clause, before = citing(rules)("10.1(b)"), _passed_over(rules, 2)
    fallback = next(available[kind] for kind in rules.fallback if available[kind])
    taken = next((good[kind] for kind in rules.order if good[kind]), fallback)
    chosen, readings = _teen_high(taken)
    first = next(kind for kind in rules.order if available[kind])
    if not good[first] and taken is not fallback and chosen not in fallback:
        readings = (*readings, "PG5")  # every combination is tried before falling back
    return _setting(rules, chosen, (clause,), (*threes, *readings), before)


def _kind(rules: Rules, division: Division) -> str:
    found = rules.combination(*division.high)
    return found.kind if found else ""


def _teen_high(found: list[Division]) -> tuple[Division, tuple[str, ...]]:
    """Reading PG5, steps 5 and 6: Teen rather than Day goes high, then the better low part."""
    if len(found) == 1:
        return found[0], ()
    highest = max(each.values[1] for each in found)
    best = [each for each in found if each.values[1] == highest]
    return max(best, key=lambda each: each.values[0]), ("PG5",)


def _threes(divided: Iterable[Division]) -> tuple[str, ...]:
    """Reading PG4 is needed where a low part that was looked at counts exactly three."""
    lows = [each.values[0] for each in divided]
    return ("PG4",) if any(not low.ranked and low.points == 3 for low in lows) else ()


# 10.1(c): point counts


def _point_count(rules: Rules, hand: Hand) -> Setting:
    """The highest low count that will do; else the highest high count; else the closest two."""
    found = divisions(rules, hand)
    cite = citing(rules)
    clauses = [cite("10.1(c)")]
    most_low = max(each.counts[0] for each in found)
    wanted = [each for each in found if each.counts[0] == most_low]
    threes = _threes(wanted)
    if not any(each.values[0] >= rules.low_part for each in wanted):
        most_high = max(each.counts[1] for each in found)
        if most_high >= rules.high_count:
            clauses.append(cite("10.1(c)(i)"))
            wanted = [each for each in found if each.counts[1] == most_high]
        else:
            clauses.append(cite("10.1(c)(ii)"))
            closest = min(each.counts[1] - each.counts[0] for each in found)
            wanted = [each for each in found if each.counts[1] - each.counts[0] == closest]
    chosen, ties, readings = _same_counts(rules, wanted)
    before = _passed_over(rules, 3)
    return _setting(rules, chosen, (*clauses, *ties), (*threes, *readings), before)


def _same_counts(
    rules: Rules, found: list[Division]
) -> tuple[Division, tuple[Clause, ...], tuple[str, ...]]:
    """Tournament Pai Gow 10.1(c) second lead-in: the counts stay, the tiles decide (PG5)."""
    if len(found) == 1:
        return found[0], (), ()
    apart, separated = _separated(rules, found)
    left, placed = _highest_tile_placed(rules, apart)
    clauses = (citing(rules)("10.1(c) second lead-in"), *separated, *placed)
    other_order, _ = _separated(rules, _highest_tile_placed(rules, found)[0])
    settled_by_text = len(left) == 1 and left == other_order
    return _better_in_both(left), clauses, () if settled_by_text else ("PG5",)


def _separated(rules: Rules, found: list[Division]) -> tuple[list[Division], tuple[Clause, ...]]:
    """Two tiles of Chong rank or higher are not set together where that can be helped."""
    apart = [
        each for each in found if not any(all(map(chong_or_higher, part)) for part in each.parts)
    ]
    if not apart or len(apart) == len(found):
        return found, ()
    return apart, (citing(rules)("10.1(c)(iii)"),)


def _highest_tile_placed(
    rules: Rules, found: list[Division]
) -> tuple[list[Division], tuple[Clause, ...]]:
    """A high count of 7 or less: the highest tile goes low; of 8 or more: it goes high."""
    if len(found) == 1:
        return found, ()
    highest = min((*found[0].low, *found[0].high), key=single_rank)
    cite = citing(rules)
    if found[0].counts[1] <= rules.high_count:
        clause, placed = cite("10.1(c)(i)#2"), [each for each in found if highest in each.low]
    else:
        clause, placed = cite("10.1(c)(ii)#2"), [each for each in found if highest in each.high]
    if not placed or len(placed) == len(found):
        return found, ()
    return placed, (clause,)


def _better_in_both(found: list[Division]) -> Division:
    """Reading PG5, step 6: the division that is at least as good in both parts."""
    for each in found:
        if all(_at_least(each, other) for other in found):
            return each
    raise AssertionError(f"House Way leaves {found} open")


def _at_least(one: Division, other: Division) -> bool:
    return all(mine >= theirs for mine, theirs in zip(one.values, other.values, strict=True))


def _setting(
    rules: Rules,
    division: Division,
    clauses: tuple[Clause, ...],
    readings: tuple[str, ...],
    before: tuple[Tried, ...],
) -> Setting:
    said = f"low {rules.worth(division.low)}, high {rules.worth(division.high)}"
    if readings:
        said += f" (reading {' and '.join(dict.fromkeys(readings))})"
    applied = tuple(Tried(clause, said) for clause in clauses)
    return Setting(*division.parts, clauses, tuple(dict.fromkeys(readings)), (*before, *applied))


# What the text leaves open


def open_hands(rules: Rules = RULES) -> list[tuple[Hand, Setting]]:
    """Every hand that the text alone leaves open, set, with the readings that decided it.

    One hand of each kind is listed: tiles of one line cannot be told apart by any rule.
    """
    kinds: dict[tuple[Line, ...], Hand] = {}
    for hand in combinations(PACK, 4):
        kinds.setdefault(tuple(LINE[tile] for tile in hand), hand)
    return [(hand, found) for hand in kinds.values() if (found := house_way(rules, hand)).readings]
