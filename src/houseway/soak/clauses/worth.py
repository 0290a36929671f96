"""What cards, tiles and positions are worth, counted for the auditor alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import product

Cards = Sequence[str]

RANKS = "23456789TJQKA"
PICTURES = frozenset("JQK")


def rank(card: str) -> int:
    """Two is the lowest, the ace the highest."""
    return RANKS.index(card[0])


# Baccarat


def points(cards: Cards) -> int:
    """The last digit of the sum; tens and pictures count nothing, an ace one."""
    return sum(_BACCARAT[card[0]] for card in cards) % 10


_BACCARAT = {each: number for number, each in enumerate("A23456789", 1)} | dict.fromkeys("TJQK", 0)


def order_of_three(cards: Cards) -> int:
    """Three Card Baccarat 7.2: 1 is the highest of 31."""
    pictures = sum(card[0] in PICTURES for card in cards)
    return 1 if pictures == 3 else 2 + 3 * (9 - points(cards)) + 2 - pictures


def pair(cards: Cards) -> str:
    """The kind of pair that the first two cards are; empty for none."""
    one, other = cards[:2]
    if one[0] != other[0]:
        return ""
    if one == other:
        return "perfect"
    return "coloured" if (one[1] in "dh") == (other[1] in "dh") else "mixed"


# Blackjack


def total(cards: Cards) -> int:
    """An ace is eleven where that does not pass 21."""
    hard = sum(_BLACKJACK[card[0]] for card in cards)
    soft = any(card[0] == "A" for card in cards) and hard + 10 <= 21
    return hard + 10 if soft else hard


_BLACKJACK = {each: number for number, each in enumerate("A23456789", 1)} | dict.fromkeys(
    "TJQK", 10
)


def ten_or_ace(card: str) -> bool:
    return card[0] in "TJQKA"


# Poker

KINDS = (
    "high card", "one pair", "two pairs", "three", "straight", "flush", "full house", "four",
    "straight flush", "royal flush",
)  # fmt: skip


def poker(cards: Cards) -> tuple[int, list[int]]:
    """The class of five cards, 0 the lowest, and what decides within it."""
    counts = Counter(rank(card) for card in cards)
    by_count = sorted(counts, key=lambda each: (counts[each], each), reverse=True)
    shape = sorted(counts.values(), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    if by_count == [12, 3, 2, 1, 0]:
        by_count = [3, 2, 1, 0, -1]  # 5 4 3 2 A: the ace is low
    straight = shape == [1] * 5 and by_count[0] - by_count[4] == 4
    if straight and flush:
        return (9 if by_count[0] == 12 else 8), by_count
    if shape[0] == 4:
        return 7, by_count
    if shape == [3, 2]:
        return 6, by_count[:1]
    if flush or straight:
        return (5 if flush else 4), by_count
    return {3: 3, 2: 2 if shape[1] == 2 else 1, 1: 0}[shape[0]], by_count


def qualifies(cards: Cards) -> bool:
    """An ace and a king, or any pair or better."""
    return poker(cards)[0] > 0 or {"A", "K"} <= {card[0] for card in cards}


# Pai gow: names and dots, highest single tile first; the pairs rank alike but for Gee Jun

_TILES = (
    ("6-6",), ("1-1",), ("4-4",), ("1-3",), ("5-5",), ("3-3",), ("2-2",), ("5-6",), ("4-6",),
    ("1-6",), ("1-5",), ("3-6", "4-5"), ("2-6", "3-5"), ("2-5", "3-4"), ("1-4", "2-3"),
    ("1-2", "2-4"),
)  # fmt: skip
_GEE_JUN = len(_TILES) - 1
_LINE = {tile: line for line, tiles in enumerate(_TILES) for tile in tiles}


def _dots(tile: str) -> int:
    return int(tile[0]) + int(tile[2])


@cache
def part(one: str, other: str) -> tuple[int, int, int]:
    """Two tiles: rank of a listed combination (22 the highest), points, highest single tile."""
    first, second = sorted((_LINE[one], _LINE[other]))
    if first == second:
        return (22 if first == _GEE_JUN else 21 - first), 0, 0
    if first < 2 and _dots(_TILES[second][0]) in (7, 8, 9) and second != _GEE_JUN:
        above = 2 * (_dots(_TILES[second][0]) - 7)
        return above + (2 if first == 0 else 1), 0, 0
    counts = [(3, 6) if _LINE[each] == _GEE_JUN else (_dots(each),) for each in (one, other)]
    return 0, max(sum(made) % 10 for made in product(*counts)), len(_TILES) - first


# Roulette

_REDS = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})
_NUMBERS = frozenset(range(1, 37))
_OUTSIDE = {
    "low": ("h", frozenset(range(1, 19))),
    "high": ("i", frozenset(range(19, 37))),
    "even": ("j", frozenset(range(2, 37, 2))),
    "odd": ("k", frozenset(range(1, 37, 2))),
    "red": ("l", _REDS),
    "black": ("m", _NUMBERS - _REDS),
    **{f"column {n}": ("f", frozenset(range(n, 37, 3))) for n in (1, 2, 3)},
    **{f"dozen {n}": ("g", frozenset(range(12 * n - 11, 12 * n + 1))) for n in (1, 2, 3)},
}
ROULETTE_ODDS = {
    "a": 35, "b": 17, "c": 11, "d": 8, "e": 5, "f": 2, "g": 2, "h": 1, "i": 1, "j": 1, "k": 1,
    "l": 1, "m": 1,
}  # fmt: skip


@cache
def position(name: str) -> tuple[str, frozenset[int]]:
    """The row of the odds and the numbers of a position on the layout."""
    if name in _OUTSIDE:
        return _OUTSIDE[name]
    if "-" in name:
        first, last = map(int, name.split("-"))
        return "e", frozenset(range(first, last + 1))
    numbers = frozenset(map(int, name.split("/")))
    return "abcd"[len(numbers) - 1], numbers
