"""What the log of one table says so far: limits, wagers, hands, and where the round is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from houseway.soak.clauses.worth import position

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
