"""Pai gow a second time, written apart from the engine: by kinds of tile, strengths as one number.

Nothing here is imported from the game. `house_way` has a switch for every choice whose weight the
table of reading PG5 gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

# Highest single tile first.
KINDS = [
    "Teen", "Day", "Yun", "Gor", "Mooy", "Chong", "Bon", "Foo",
    "Ping", "Tit", "Look", "Nine", "Eight", "Seven", "Five", "GeeJun",
]  # fmt: skip
COUNT = dict(zip(KINDS, (12, 2, 8, 4, 10, 6, 4, 11, 10, 7, 6, 9, 8, 7, 5, None), strict=True))
DOTS = {
    "Teen": ("6-6", "6-6"), "Day": ("1-1", "1-1"), "Yun": ("4-4", "4-4"), "Gor": ("1-3", "1-3"),
    "Mooy": ("5-5", "5-5"), "Chong": ("3-3", "3-3"), "Bon": ("2-2", "2-2"), "Foo": ("5-6", "5-6"),
    "Ping": ("4-6", "4-6"), "Tit": ("1-6", "1-6"), "Look": ("1-5", "1-5"), "Nine": ("3-6", "4-5"),
    "Eight": ("2-6", "3-5"), "Seven": ("2-5", "3-4"), "Five": ("1-4", "2-3"),
    "GeeJun": ("1-2", "2-4"),
}  # fmt: skip
KIND = {dots: kind for kind, pack in DOTS.items() for dots in pack}

Pair = tuple[str, str]
Hand = tuple[str, str, str, str]


class Switches(NamedTuple):
    """The other choice at each place that the table of PG5 weighs."""

    first_available_only: bool = False
    new_zealand_fallback: bool = False
    separate_after: bool = False
    split_whenever_reached: bool = False


AS_READ = Switches()


def all_kinds() -> Iterator[tuple[Hand, int]]:
    """Every kind of hand, with the number of hands of real tiles that are of it."""
    for hand in combinations_with_replacement(KINDS, 4):
        if all(hand.count(kind) <= 2 for kind in hand):
            singles = sum(hand.count(kind) == 1 for kind in set(hand))
            yield hand, 2**singles


def strength(part: Pair) -> int:
    """3,000 and more: a pair; 2,000: Wong, Gong, High Nine; below: the count, then the tile."""
    a, b = sorted(part, key=KINDS.index)
    if a == b:
        return 3000 + (100 if a == "GeeJun" else 16 - KINDS.index(a))
    if a in ("Teen", "Day"):
        above = {"Nine": 5, "Yun": 3, "Eight": 3, "Tit": 1, "Seven": 1}.get(b)
        if above:
            return 2000 + above + (a == "Teen")
    return 20 * count(part) + 16 - KINDS.index(a)


def count(part: Pair) -> int:
    a, b = part
    values = [(3, 6) if COUNT[kind] is None else (COUNT[kind],) for kind in (a, b)]
    return max((x + y) % 10 for x in values[0] for y in values[1] if x and y)


def threshold(part: Pair) -> int:
    """9 for a High Nine, 10 for anything higher."""
    found = strength(part)
    return count(part) if found < 2000 else 9 if found <= 2002 else 10


Split = tuple[Pair, Pair]  # low part, high part


def splits(hand: Hand) -> list[Split]:
    a, b, c, d = hand
    found: list[Split] = []
    for one, other in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
        low, high = sorted((one, other), key=strength)
        if (low, high) not in found:
            found.append((low, high))
    return found


@cache
def house_way(hand: Hand, switches: Switches = AS_READ) -> Split:
    return (
        _listed(hand)
        or _paired(hand, switches)
        or _wong_gong_high_nine(hand, switches)
        or _by_count(hand, switches)
    )


def _listed(hand: Hand) -> Split | None:
    has = set(hand)
    if len(has) < 4 and has not in ({"Teen", "Nine", "Foo"}, {"Day", "Nine", "Foo"}):
        return None
    sevens, eights = has & {"Tit", "Seven"}, has & {"Yun", "Eight"}
    big, sixes = has & {"Teen", "Day"}, has & {"Chong", "Look"}
    fours = [kind for kind in ("Gor", "Bon") if kind in has]
    if len(has) == 3 and sorted(map(hand.count, has)) == [1, 1, 2]:
        double = next(iter(has & {"Teen", "Day"}))
        return ((double, "Foo"), (double, "Nine")) if hand.count(double) == 2 else None
    if {"Yun", "Mooy", "Foo"} < has and sevens:
        return _as_split("Mooy", *sevens, "Yun", "Foo")
    if {"GeeJun", "Five"} < has and sixes and big:
        return _as_split(*big, "Five", "GeeJun", *sixes)
    if {"GeeJun", "Five"} < has and fours:
        rest = next(iter(has - {"GeeJun", "Five", fours[0]}))
        return _as_split("GeeJun", rest, fours[0], "Five")
    if {"Yun", "Eight", "Nine", "Ping"} == has:
        return _as_split("Yun", "Nine", "Eight", "Ping")
    if {"Chong", "Look", "GeeJun"} < has and sevens:
        return _as_split("Chong", *sevens, "Look", "GeeJun")
    if {"Nine", "Bon"} < has and big and eights:
        return _as_split("Nine", "Bon", *big, *eights)
    if {"Chong", "Foo", "Look", "Five"} == has:
        return _as_split("Look", "Five", "Chong", "Foo")
    if {"Yun", "Nine", "Eight", "Bon"} == has:
        return _as_split("Eight", "Bon", "Yun", "Nine")
    return None


def _as_split(*tiles: str) -> Split:
    """Two tiles each; whichever part is worth more is the high one."""
    a, b, c, d = tiles
    low, high = sorted(((a, b), (c, d)), key=strength)
    return low, high


_REACH = {
    "Teen": ((6, 8),), "Day": ((6, 8),), "Nine": ((9, 9),),
    "Yun": ((7, 9), (8, 8)), "Eight": ((7, 9), (8, 8)),
}  # fmt: skip


def _paired(hand: Hand, switches: Switches) -> Split | None:
    doubles = {kind for kind in hand if hand.count(kind) == 2}
    if not doubles:
        return None
    kept = next(each for each in splits(hand) if any(len(set(part)) == 1 for part in each))
    broken = next(each for each in splits(hand) if each != kept)
    if not any(_may_split(kind, broken) for kind in doubles):
        return kept
    if switches.split_whenever_reached:
        return broken
    worse = all(strength(mine) <= strength(held) for mine, held in zip(broken, kept, strict=True))
    return kept if worse or len(doubles) == 2 else broken


def _may_split(kind: str, broken: Split) -> bool:
    low, high = broken
    if kind in ("Tit", "Seven"):
        return threshold(low) >= 7 and strength(high) > 2000
    return any(threshold(low) >= a and threshold(high) >= b for a, b in _REACH.get(kind, ()))


def _chong_three(part: Pair) -> bool:
    return strength(part) >= 20 * 3 + 16 - KINDS.index("Chong")


def _made(high: Pair) -> str:
    found = strength(high) - 2000
    if not 0 < found < 1000:
        return ""
    return "High Nine" if found <= 2 else "Gong" if found <= 4 else "Wong"


def _wong_gong_high_nine(hand: Hand, switches: Switches) -> Split | None:
    makes = [(each, _made(each[1])) for each in splits(hand) if _made(each[1])]
    if not makes:
        return None
    order = ["High Nine", "Gong", "Wong"]
    if switches.first_available_only:
        order = [next(kind for kind in order if any(made == kind for _, made in makes))]
    for kind in order:
        good = [each for each, made in makes if made == kind and _chong_three(each[0])]
        if good:
            return max(good, key=lambda each: (strength(each[1]), strength(each[0])))
    order = ["Gong", "Wong", "High Nine"]
    if switches.new_zealand_fallback:
        order = ["Wong", "Gong", "High Nine"]
    for kind in order:
        found = [each for each, made in makes if made == kind]
        if found:
            return max(found, key=lambda each: (strength(each[1]), strength(each[0])))
    raise AssertionError(hand)


def _by_count(hand: Hand, switches: Switches) -> Split:
    found = splits(hand)
    best = max(count(low) for low, _ in found)
    left = [each for each in found if count(each[0]) == best]
    if not any(_chong_three(low) for low, _ in left):
        top = max(count(high) for _, high in found)
        gap = min(count(high) - count(low) for low, high in found)
        if top >= 7:
            left = [each for each in found if count(each[1]) == top]
        else:
            left = [each for each in found if count(each[1]) - count(each[0]) == gap]
    if len({(count(low), count(high)) for low, high in left}) > 1:
        raise AssertionError(f"{hand}: one count is the same and the other is not")
    steps = [_apart, _highest_placed]
    for step in reversed(steps) if switches.separate_after else steps:
        left = step(left) or left
    best_parts = max(strength(low) for low, _ in left), max(strength(high) for _, high in left)
    return next(each for each in left if (strength(each[0]), strength(each[1])) == best_parts)


def _apart(left: list[Split]) -> list[Split]:
    great = set(KINDS[: KINDS.index("Chong") + 1])
    return [each for each in left if not any(set(part) <= great for part in each)]


def _highest_placed(left: list[Split]) -> list[Split]:
    low, high = left[0]
    highest = min((*low, *high), key=KINDS.index)
    place = 0 if count(high) <= 7 else 1
    return [each for each in left if highest in each[place]]


def parts_won(mine: Split, bank: Split) -> int:
    """How many parts beat the bank's; a copy, and zero against zero low, are the bank's."""
    low = strength(mine[0]) > strength(bank[0])
    if strength(mine[0]) < 2000 and strength(bank[0]) < 2000:
        low = low and (count(mine[0]), count(bank[0])) != (0, 0)
    return low + (strength(mine[1]) > strength(bank[1]))


def readings(hand: Hand) -> set[str]:
    """The readings without which the text would leave this hand open."""
    if _listed(hand):
        plain = "Foo" in hand and ("Nine" in hand or "Mooy" in hand)  # 10.2(a) and 10.2(b)
        return set() if plain else {"PG7"}
    if len(set(hand)) < 4:
        changes = house_way(hand) != house_way(hand, Switches(split_whenever_reached=True))
        return {"PG6"} if changes else set()
    makes = [each for each in splits(hand) if _made(each[1])]
    return _needs_for_makes(hand, makes) if makes else _needs_for_counts(hand)


def _three(part: Pair) -> bool:
    return strength(part) < 2000 and count(part) == 3


def _needs_for_makes(hand: Hand, makes: list[Split]) -> set[str]:
    needs = {"PG4"} if any(_three(low) for low, _ in makes) else set()
    made = _made(house_way(hand)[1])
    rivals = [each for each in makes if _made(each[1]) == made]
    if any(_chong_three(low) for low, _ in makes):
        rivals = [each for each in rivals if _chong_three(each[0])]
    if len(rivals) > 1 or house_way(hand) != house_way(hand, Switches(first_available_only=True)):
        needs.add("PG5")
    return needs


def _needs_for_counts(hand: Hand) -> set[str]:
    best = max(count(low) for low, _ in splits(hand))
    needs = {"PG4"} if best == 3 else set()
    counts = [(count(low), count(high)) for low, high in splits(hand)]
    low, high = house_way(hand)
    tied = [
        each for each, pair in zip(splits(hand), counts, strict=True)
        if pair == (count(low), count(high))
    ]  # fmt: skip
    for step in (_apart, _highest_placed):
        tied = step(tied) or tied
    if len(tied) > 1 or house_way(hand) != house_way(hand, Switches(separate_after=True)):
        needs.add("PG5")
    return needs
