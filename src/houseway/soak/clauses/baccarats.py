"""Predicates for the settlements of Mini Baccarat and Tournament Mini-Baccarat."""

from __future__ import annotations

from fractions import Fraction

from houseway.soak.clauses.facts import pair, points
from houseway.soak.clauses.limits import Cited, Predicate, pays

WINS, LOSES, STANDS = "WagerPaid", "WagerCollected", "WagerStoodOff"


def result(cited: Cited) -> str | None:
    """Which hand has the higher count, or that it is a tie."""
    player, banker = cited.facts.cards("player"), cited.facts.cards("banker")
    if player is None or banker is None:
        return None
    p, b = points(player), points(banker)
    return "player" if p > b else "banker" if b > p else "tie"


def _decided(wager: str, outcome: str) -> Predicate:
    """A wager on one hand or on the tie, decided by the result."""

    def predicate(cited: Cited) -> bool | None:
        winner = result(cited)
        if winner is None:
            return None
        if cited.kind == "ResultAnnounced":
            return outcome == WINS and winner == wager
        expected = WINS if winner == wager else STANDS if winner == "tie" else LOSES
        return cited.wager == wager and cited.kind == outcome == expected

    return predicate


def _announced(hand: str) -> Predicate:
    return lambda cited: None if result(cited) is None else result(cited) == hand


def _method(cited: Cited) -> str:
    return str(cited.facts.options.get("settlement", "commission"))


def _pays(method: str, wager: str, odds: Fraction | int) -> Predicate:
    def predicate(cited: Cited) -> bool | None:
        applies = _method(cited) == method and cited.wager == wager and cited.wins
        return applies and pays(cited, odds)

    return predicate


def _without_commission(cited: Cited) -> bool | None:
    """A Banker who wins on six pays half."""
    banker = cited.facts.cards("banker")
    if banker is None:
        return None
    odds = Fraction(1, 2) if points(banker) == 6 else Fraction(1)
    return _pays("non-commission", "banker", odds)(cited)


def _pair(cited: Cited) -> str | None:
    """The kind of pair in the wager's own hand; None while two cards are not known."""
    held = cited.facts.hands.get(cited.wager.removesuffix(" pair"), [])[:2]
    if len(held) < 2 or None in held:
        return None
    return pair([card for card in held if card])


def _pair_wins(wager: str, *, wins: bool) -> Predicate:
    def predicate(cited: Cited) -> bool | None:
        kind = _pair(cited)
        if kind is None:
            return None
        named = not wager or cited.wager == wager
        return named and bool(kind) == wins and cited.wins == wins

    return predicate


def _pair_pays(option: str, kinds: str, odds: int, method: str = "") -> Predicate:
    def predicate(cited: Cited) -> bool | None:
        kind = _pair(cited)
        if kind is None:
            return None
        applies = cited.facts.options.get("pairs", "none") == option and kind in kinds.split()
        applies = applies and (not method or _method(cited) == method)
        return applies and cited.wins and pays(cited, odds)

    return predicate


_ANY = "mixed coloured perfect"
MINI: dict[str, Predicate] = {
    "4.3(a)": lambda cited: cited.wager == "banker",
    "4.3(b)": lambda cited: cited.wager == "player",
    "4.3(c)": lambda cited: cited.wager == "tie",
    "4.3(d)": lambda cited: cited.wager.endswith(" pair"),
    "8.4(a)": _decided("banker", WINS),
    "8.4(b)": _decided("banker", LOSES),
    "8.4(c)": _decided("banker", STANDS),
    "8.5(a)": _decided("player", WINS),
    "8.5(b)": _decided("player", LOSES),
    "8.5(c)": _decided("player", STANDS),
    "8.6(a)": _decided("tie", WINS),
    "8.6(b)": _decided("tie", LOSES),
    "8.7(a)": _pair_wins("", wins=True),
    "8.7(b)": _pair_wins("", wins=False),
    "8.8(a)": _pays("commission", "player", 1),
    "8.8(b)": _pays("commission", "banker", Fraction(95, 100)),
    "8.8(c)": _pays("commission", "tie", 8),
    "8.9(a)": _pays("non-commission", "player", 1),
    "8.9(b)": _without_commission,
    "8.9(c)": _pays("non-commission", "tie", 8),
    "9.8(a)": _pair_wins("banker pair", wins=True),
    "9.8(b)": _pair_wins("player pair", wins=True),
    "9.8(c)": _pair_wins("banker pair", wins=False),
    "9.8(d)": _pair_wins("player pair", wins=False),
    "9.9(a)": lambda cited: cited.loses,
    "9.9(b)": lambda cited: cited.wins,
    "10.6(a)": _pair_pays("perfect", "mixed", 5),
    "10.6(b)": _pair_pays("perfect", "coloured", 12),
    "10.6(c)": _pair_pays("perfect", "perfect", 25),
    "11.2(a)": _pair_pays("canberra", _ANY, 11),
}
for _clause, _name in (("8.8", "commission"), ("8.9", "non-commission")):
    MINI |= {
        f"{_clause}(d) bullet 1": _pair_pays("perfect", "mixed", 5, _name),
        f"{_clause}(d) bullet 2": _pair_pays("perfect", "coloured", 12, _name),
        f"{_clause}(d) bullet 3": _pair_pays("perfect", "perfect", 25, _name),
        f"{_clause}(e) bullet 1": _pair_pays("canberra", _ANY, 11, _name),
    }


def _tournament_pays(cited: Cited) -> bool | None:
    return cited.wins and pays(cited, 8 if cited.wager == "tie" else 1)


TOURNAMENT_MINI: dict[str, Predicate] = {
    "4.6(a)": lambda cited: cited.wager == "banker",
    "4.6(b)": lambda cited: cited.wager == "player",
    "4.6(c)": lambda cited: cited.wager == "tie",
    "8.1": _tournament_pays,
    "8.2": _announced("banker"),
    "8.2(a)": _decided("banker", WINS),
    "8.2(b)": _decided("banker", LOSES),
    "8.2(c)": _decided("banker", STANDS),
    "8.3": _announced("player"),
    "8.3(a)": _decided("player", WINS),
    "8.3(b)": _decided("player", LOSES),
    "8.3(c)": _decided("player", STANDS),
    "8.4(a)": _decided("tie", WINS),
    "8.4(b)": _decided("tie", LOSES),
    "terms: Tie": _announced("tie"),
}
