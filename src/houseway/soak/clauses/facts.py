"""What the log of one table says so far: limits, wagers, hands, and where the round is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import Any

# What cards, tiles and positions are worth, counted for the auditor alone.

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


Body = dict[str, Any]
Key = tuple[str, int, str]

HOUSE_BOX = 1  # Tournament Pai Gow 7.3: the house has the first box
_FACE = re.compile(r"[2-9TJQKA][cdhs]|[1-6]-[1-6]")
SETTLED = frozenset({
    "WagerPaid", "WagerCollected", "WagerStoodOff", "WagerVoided", "WagerWithdrawn",
    "WagerForfeited",
})  # fmt: skip


class Facts:
    """A fold of the entries of one table; every field is what the log says, as JSON."""

    def __init__(self) -> None:
        self.slug = ""
        self.edition = ""
        self.virtual = False
        self.options: Body = {}
        self.limits: Body = {}
        self.chips: tuple[int, ...] = ()
        self.wagers: dict[Key, int] = {}
        self.tokens: dict[Key, int] = {}
        self.hands: dict[str, list[str | None]] = {}
        self.parts: dict[str, tuple[list[str], list[str]]] = {}  # pai gow: low and high
        self.result = ""
        self.added: dict[Key, int] = {}  # doubled stakes
        self.split: set[int] = set()  # boxes
        self.advised: set[str] = set()
        self.excluded: set[str] = set()
        self.betting = self.dealt = self.playing = self.closed = False
        self.rebuilt = False  # the hands of this round were put right after the deal
        self.hours: tuple[int, int, int] | None = None
        self.round = 0
        self.reserved: dict[int, str] = {}
        self.disputes: set[int] = set()
        self.breaches: set[str] = set()

    def take(self, kind: str, body: Body) -> None:
        fold = _FOLD.get(kind)
        if fold is not None:
            fold(self, body)
        elif kind in SETTLED:
            self.wagers.pop(key_of(body), None)

    def cards(self, name: str) -> list[str] | None:
        """The cards of a hand, if every one of them is known."""
        held = self.hands.get(name)
        if not held or None in held:
            return None
        return [card for card in held if card]

    # Limits

    def minimum(self, patron: str, wager: str) -> int:
        """A line of its own, then a patron's own limits, then an earlier minimum that is kept."""
        line = self.line(wager)
        if line:
            return int(line["minimum"])
        own, least = self.limits.get("personal_minimums", {}), self.limits["minimum"]
        kept = self.limits.get("protected", {})
        return int(own.get(patron, min(kept.get(patron, least), least)))

    def maximum(self, patron: str, wager: str) -> int:
        own, line = self.limits.get("personal", {}), self.line(wager)
        if self.slug == "tournament-roulette":
            own = {}
        if self.slug == "seven-up-baccarat" and wager == "super 7's":
            return int(line["maximum"]) if line else 0
        if patron in own:
            return int(own[patron])
        return int((line or self.limits)["maximum"])

    def line(self, wager: str) -> Body | None:
        """The line of the sign for a wager; at roulette for the kind of position it is."""
        lines: dict[str, Body] = self.limits.get("lines", {})
        if self.slug != "tournament-roulette" or not lines:
            return lines.get(wager)
        row, numbers = position(wager)
        straight = lines.get("straight up")
        if straight and row in "abcde" and ROULETTE_LINES[row] not in lines:
            return straight | {"maximum": straight["maximum"] * len(numbers)}
        return lines.get(ROULETTE_LINES[row])

    # One kind of entry each

    def _opened(self, body: Body) -> None:
        self.slug, self.edition = body["document"], body.get("edition", "")
        self.options, self.limits = dict(body["options"]), body["limits"]
        self.chips, self.virtual = tuple(body["chips"]), bool(body.get("virtual"))

    def _limits_set(self, body: Body) -> None:
        self.limits = body["limits"]

    def _protection_ended(self, body: Body) -> None:
        kept = {who: at for who, at in self.limits["protected"].items() if who != body["patron"]}
        self.limits = self.limits | {"protected": kept}

    def _option_set(self, body: Body) -> None:
        self.options[body["option"]] = body["value"]

    def _betting_opened(self, body: Body) -> None:
        self.hands, self.parts, self.added, self.split = {}, {}, {}, set()
        self.result, self.rebuilt = "", False
        self.betting = self.playing = True
        self.dealt = False
        self.round = body.get("round", self.round)

    def _without_bets(self, body: Body) -> None:
        self._betting_opened(body)
        self.betting = False

    def _betting_closed(self, body: Body) -> None:
        self.betting = False

    def _round_ended(self, body: Body) -> None:
        self.betting = self.playing = self.dealt = False

    def _placed(self, body: Body) -> None:
        self.wagers[key_of(body)] = body["amount"]

    def _moved(self, body: Body) -> None:
        self.wagers[body["patron"], body["box"], body["onto"]] = self.wagers.pop(key_of(body))

    def _undone(self, body: Body) -> None:
        done = body["settlement"]
        self.wagers[key_of(done)] = done["stake"]
        self.rebuilt = True

    def _card(self, body: Body) -> None:
        self.dealt = True
        self.hands.setdefault(body["to"], []).append(body["card"])

    def _shown(self, body: Body) -> None:
        """A whole hand, named by itself or by its box; box 0 is the bank's."""
        name = body.get("hand") or (f"box {body['box']}" if body["box"] else "banker")
        self.hands[name] = list(body["cards"])

    def _rebuilt(self, body: Body) -> None:
        self.rebuilt = True
        for name in ("player", "banker"):
            if name in body:
                self.hands[name] = list(body[name])
        for box, cards in body.get("hands", {}).items():
            self.hands[f"box {box}" if str(box) != "0" else "dealer"] = list(cards)
        if "cards" in body:
            self._shown(body)

    def _split_hand(self, body: Body) -> None:
        name = f"box {body['box']}"
        first = name if body["wager"] == "blackjack" else f"{name} {body['wager']}"
        self.split.add(body["box"])
        if self.hands.get(first):
            self.hands[f"{name} {body['onto']}"] = [self.hands[first].pop()]

    def _doubled(self, body: Body) -> None:
        self.added[key_of(body)] = body["amount"]

    def _set(self, body: Body) -> None:
        box = body.get("box", HOUSE_BOX)
        name = "house" if box == HOUSE_BOX else f"box {box}"
        self.parts[name] = (list(body["low"]), list(body["high"]))

    def _announced(self, body: Body) -> None:
        self.result = body["result"]
        for name, text in body["hands"].items():
            faces = _FACE.findall(text)
            if "low " in text:
                self.parts[name] = (faces[:2], faces[2:4])
            elif faces:
                self.hands[name] = list(faces)

    def _advised(self, body: Body) -> None:
        self.advised.add(body["patron"])

    def _excluded(self, body: Body) -> None:
        self.excluded.add(body["patron"])

    def _readmitted(self, body: Body) -> None:
        self.excluded.discard(body["patron"])

    def _reserve(self, body: Body) -> None:
        self.reserved |= dict.fromkeys(body["boxes"], body["patron"])

    def _release(self, body: Body) -> None:
        self.reserved = {box: who for box, who in self.reserved.items() if who != body["patron"]}

    def _dispute(self, body: Body) -> None:
        self.disputes.add(body["dispute"])

    def _breach(self, body: Body) -> None:
        self.breaches.add(body["person"])

    def _closed_table(self, body: Body) -> None:
        self.closed = True

    def _hours(self, body: Body) -> None:
        self.hours = body["opens"], body["closes"], body["minutes_east"]


def key_of(body: Body) -> Key:
    return body["patron"], body["box"], body["wager"]


ROULETTE_LINES = {
    "a": "straight up", "b": "split", "c": "street", "d": "corner", "e": "six-line",
    "f": "column", "g": "dozen", "h": "low", "i": "high", "j": "even", "k": "odd", "l": "red",
    "m": "black",
}  # fmt: skip

_FOLD: dict[str, Callable[[Facts, Body], None]] = {
    "TableOpened": Facts._opened,
    "LimitsSet": Facts._limits_set,
    "ProtectionEnded": Facts._protection_ended,
    "OptionSet": Facts._option_set,
    "BettingOpened": Facts._betting_opened,
    "NoBetCoupBegun": Facts._without_bets,
    "NonBettingRoundBegun": Facts._without_bets,
    "BettingClosed": Facts._betting_closed,
    "RoundVoided": Facts._betting_closed,
    "RoundEnded": Facts._round_ended,
    "WagerPlaced": Facts._placed,
    "WagerChanged": Facts._placed,
    "WagerMoved": Facts._moved,
    "SettlementUndone": Facts._undone,
    "CardDealt": Facts._card,
    "KeptCardUsed": Facts._card,
    "HeldCardUsed": Facts._card,
    "HandExposed": Facts._shown,
    "HandRevealed": Facts._shown,
    "CardsPickedUp": Facts._shown,
    "RoundRebuilt": Facts._rebuilt,
    "CoupRebuilt": Facts._rebuilt,
    "HandRebuilt": Facts._rebuilt,
    "HandSplit": Facts._split_hand,
    "HandDoubled": Facts._doubled,
    "HandSet": Facts._set,
    "HouseHandReset": Facts._set,
    "ResultAnnounced": Facts._announced,
    "ResultCorrected": Facts._announced,
    "BelowMinimumAdvised": Facts._advised,
    "PatronExcluded": Facts._excluded,
    "PatronReadmitted": Facts._readmitted,
    "AreasReserved": Facts._reserve,
    "AreasReleased": Facts._release,
    "DisputeRaised": Facts._dispute,
    "BreachLogged": Facts._breach,
    "TableClosed": Facts._closed_table,
    "HoursSet": Facts._hours,
}
