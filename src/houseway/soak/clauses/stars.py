"""Predicates for the settlements of 7-Up Baccarat, Three Card Baccarat and Casino War."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from houseway.soak.clauses.facts import PICTURES, order_of_three, points, rank
from houseway.soak.clauses.limits import Cited, Predicate, at_risk, next_payable, pays, rounded

# Casino War


def _compared(cited: Cited, card: int) -> int | None:
    """The rank of a box's card above the dealer's; None before both are known."""
    ours, theirs = cited.facts.cards(cited.box), cited.facts.cards("dealer")
    if ours is None or theirs is None or min(len(ours), len(theirs)) <= card:
        return None
    return rank(ours[card]) - rank(theirs[card])


def _war(
    wager: str, card: int, holds: Callable[[int], bool], outcome: str, odds: int = 0
) -> Predicate:
    """A wager decided by that card, by a comparison that holds, with this outcome."""

    def predicate(cited: Cited) -> bool | None:
        difference = _compared(cited, card)
        if difference is None:
            return None
        applies = cited.wager in wager.split() and holds(difference)
        applies = applies and cited.kind in outcome.split()
        return applies and (not odds or not cited.wins or pays(cited, odds) is not False)

    return predicate


def _lower(difference: int) -> bool:
    return difference < 0


def _equal(difference: int) -> bool:
    return difference == 0


def _higher(difference: int) -> bool:
    return difference > 0


def _not_lower(difference: int) -> bool:
    return difference >= 0


def _unequal(difference: int) -> bool:
    return difference != 0


def _surrendered(cited: Cited) -> bool | None:
    """Equal first cards, no war wager, and half of what was at risk is lost, in whole chips."""
    difference, risk = _compared(cited, 0), at_risk(cited)
    if difference is None or risk is None:
        return None
    half = min(next_payable(Fraction(risk, 2), cited.facts.chips), risk)
    kept = cited.body["collected"] - cited.body["paid"]
    at_war = (cited.patron, cited.body["box"], "war") in cited.facts.wagers
    return difference == 0 and not at_war and kept == risk - half


def _war_rounded(cited: Cited) -> bool | None:
    if cited.loses:
        half = Fraction(at_risk(cited) or 0, 2)
        return next_payable(half, cited.facts.chips) != half
    odds = {"tie": 10, "initial": 1}.get(cited.wager, 2 if _compared(cited, 1) == 0 else 1)
    return rounded(cited, Fraction(odds))


def _beside_initial(cited: Cited) -> bool:
    mine = cited.patron, cited.body["box"], "initial"
    return cited.wager == "tie" and mine in cited.facts.wagers


def _at_war(cited: Cited) -> bool | None:
    """A War Wager as large as what of the Initial Wager can be lost, after equal first cards."""
    difference = _compared(cited, 0)
    return None if difference is None else cited.wager == "war" and difference == 0


_PAID, _TAKEN, _OFF = "WagerPaid", "WagerCollected", "WagerStoodOff"
CASINO_WAR: dict[str, Predicate] = {
    "5.1.1": lambda cited: cited.wager == "initial",
    "5.1.1.1": _war("initial", 0, _higher, _PAID),
    "5.1.1.2": _war("initial", 0, _lower, _TAKEN),
    "5.1.1.4": _at_war,
    "5.1.3": _beside_initial,
    "5.1.1.3": _surrendered,
    "5.1.1.5": _war("initial", 1, _not_lower, _OFF),
    "5.1.1.6": _war("initial", 1, _lower, _TAKEN),
    "5.1.2.1": _war("war", 1, _not_lower, _PAID),
    "5.1.2.2": _war("war", 1, _lower, _TAKEN),
    "5.1.3.1": _war("tie", 0, _equal, _PAID),
    "5.1.3.2": _war("tie", 0, _unequal, _TAKEN),
    "5.10": _war_rounded,
    "8.1.1": _war("tie", 0, _unequal, _TAKEN),
    "8.1.2": _war("tie", 0, _equal, _PAID, 10),
    "8.2.1": _war("initial", 0, _lower, _TAKEN),
    "8.2.2": _war("initial", 0, _higher, _PAID, 1),
    "8.2.4.1": _surrendered,
    "10.1": _war("war initial", 1, _higher, f"{_PAID} {_OFF}", 1),
    "10.2": _war("war initial", 1, _equal, f"{_PAID} {_OFF}", 2),
    "10.3": _war("war initial", 1, _lower, _TAKEN),
}


# 7-Up Baccarat


def counts(cited: Cited) -> tuple[int, int] | None:
    """The point counts of the two hands; the Player's begins with the printed seven."""
    player, banker = cited.facts.cards("player"), cited.facts.cards("banker")
    if player is None or banker is None:
        return None
    return (7 + points(player)) % 10, points(banker)


def _by_counts(wager: str, holds: Callable[[int, int], bool], outcome: str) -> Predicate:
    def predicate(cited: Cited) -> bool | None:
        both = counts(cited)
        if both is None:
            return None
        return cited.wager == wager and holds(*both) and cited.kind == outcome

    return predicate


def _more(one: int, other: int) -> bool:
    return one > other


def _fewer(one: int, other: int) -> bool:
    return one < other


def _alike(one: int, other: int) -> bool:
    return one == other


def _announced(cited: Cited) -> bool | None:
    """The announced result is what the counts say."""
    both = counts(cited)
    if both is None or cited.kind != "ResultAnnounced":
        return None
    winner = "player" if _more(*both) else "banker" if _fewer(*both) else "tie"
    return bool(cited.body["result"] == winner)


def _on_tie(cited: Cited) -> bool | None:
    both = counts(cited)
    return None if both is None else cited.wager == "tie" and _alike(*both) == cited.wins


def _sevens(cited: Cited) -> int | None:
    player, banker = cited.facts.cards("player"), cited.facts.cards("banker")
    if player is None or banker is None:
        return None
    return 1 + sum(card[0] == "7" for card in (*player, *banker))


def _on_sevens(cited: Cited) -> bool | None:
    number = _sevens(cited)
    return None if number is None else cited.wager == "super 7's" and (number > 1) == cited.wins


def _seven_up_odds(cited: Cited) -> Fraction | None:
    both, number = counts(cited), _sevens(cited)
    if both is None or number is None:
        return None
    if cited.wager == "super 7's":
        return Fraction({1: 0, 2: 2, 3: 5, 4: 17, 5: 70, 6: 700}[number])
    row: dict[str, tuple[Fraction, Fraction]] = {
        "banker": (Fraction(9, 5), Fraction(1)),
        "player": (Fraction(1, 2), Fraction(1)),
        "tie": (Fraction(9), Fraction(7)),
    }
    return row[cited.wager][0 if max(both) == 7 else 1]


def _seven_up_pays(cited: Cited) -> bool | None:
    odds = _seven_up_odds(cited)
    return None if odds is None else cited.wins and pays(cited, odds)


def _seven_up_rounded(cited: Cited) -> bool | None:
    odds = _seven_up_odds(cited)
    return None if odds is None else rounded(cited, odds)


def _not_sevens(cited: Cited) -> bool | None:
    return cited.wager != "super 7's" and _seven_up_pays(cited)


def _sevens_pay(cited: Cited) -> bool | None:
    return cited.wager == "super 7's" and _seven_up_pays(cited)


def _seven_alone(cited: Cited) -> bool:
    """A Super 7's wager beside others, or returned because the last of them went."""
    others = any(wager != "super 7's" for _, _, wager in cited.facts.wagers)
    if cited.kind == "WagerPlaced":
        return cited.wager == "super 7's" and others
    return cited.wager == "super 7's" and cited.returned_whole


def _together(*wagers: str) -> Predicate:
    """Beside what the patron wagers now, the kinds of wager of that patron are just these."""

    def predicate(cited: Cited) -> bool:
        mine = {on for who, _, on in cited.facts.wagers if who == cited.patron}
        return (mine | {cited.wager}) - {"super 7's"} == set(wagers)

    return predicate


SEVEN_UP: dict[str, Predicate] = {
    "5.1.1.1": _by_counts("player", _more, _PAID),
    "5.1.1.2": _by_counts("player", _fewer, _TAKEN),
    "5.1.1.3": _by_counts("player", _alike, _OFF),
    "5.1.2.1": _by_counts("banker", _fewer, _PAID),
    "5.1.2.2": _by_counts("banker", _more, _TAKEN),
    "5.1.2.3": _by_counts("banker", _alike, _OFF),
    "5.1.3": _on_tie,
    "5.1.4": _on_sevens,
    "5.6.1": _together("player"),
    "5.6.2": _together("player", "tie"),
    "5.6.3": _together("banker"),
    "5.6.4": _together("banker", "tie"),
    "5.6.5": _together("tie"),
    "5.6.8": _seven_alone,
    "5.7": _seven_up_rounded,
    "11.1": _announced,
    "11.1.1": lambda cited: cited.loses,
    "11.1.2": _not_sevens,
    "11.1.2 Table": _not_sevens,
    "11.1.3": _sevens_pay,
    "11.1.3 Table": _sevens_pay,
}


# Three Card Baccarat


def _orders(cited: Cited) -> tuple[int, int] | None:
    """The order numbers of a box and of the bank; 1 is the highest."""
    ours, bank = cited.facts.cards(cited.box), cited.facts.cards("banker")
    if ours is None or bank is None:
        return None
    return order_of_three(ours), order_of_three(bank)


def _by_order(holds: Callable[[int, int], bool], outcome: str) -> Predicate:
    def predicate(cited: Cited) -> bool | None:
        both = _orders(cited)
        if both is None:
            return None
        return cited.wager == "player" and holds(*both) and cited.kind == outcome

    return predicate


def _three_pictures_of_ours(cited: Cited) -> bool | None:
    """Three pictures win, unless the bank has them too: then it is a stand off."""
    both = _orders(cited)
    if both is None:
        return None
    expected = cited.stands if both[1] == 1 else cited.wins
    return cited.wager == "player" and both[0] == 1 and expected


def _tied_order(cited: Cited) -> bool | None:
    both = _orders(cited)
    return None if both is None else cited.wager == "tie" and _alike(*both) == cited.wins


def _of_bank(wager: str, holds: Callable[[list[str], str], bool]) -> Predicate:
    def predicate(cited: Cited) -> bool | None:
        bank = cited.facts.cards("banker")
        if bank is None:
            return None
        return cited.wager.startswith(wager) and holds(bank, cited.wager) == cited.wins

    return predicate


def _all_pictures(bank: list[str], _: str) -> bool:
    return all(card[0] in PICTURES for card in bank)


def _total_named(bank: list[str], wager: str) -> bool:
    return points(bank) == int(wager.rpartition(" ")[2])


def _three_card_odds(cited: Cited) -> Fraction | None:
    if cited.wager != "player":
        return Fraction({"tie": 21, "three picture cards": 70}.get(cited.wager, 8))
    if cited.facts.options.get("variant", "standard") == "standard":
        return Fraction(19, 20)
    ours = cited.facts.cards(cited.box)
    if ours is None:
        return None
    return Fraction(1, 2) if points(ours) == 6 else Fraction(1)


def _three_card_pays(variant: str, wager: str) -> Predicate:
    def predicate(cited: Cited) -> bool | None:
        if not cited.wager.startswith(wager):
            return False
        if cited.facts.options.get("variant", "standard") != variant:
            return False
        odds = _three_card_odds(cited)
        return None if odds is None else cited.wins and pays(cited, odds)

    return predicate


def _three_card_rounded(cited: Cited) -> bool | None:
    odds = _three_card_odds(cited)
    return None if odds is None else rounded(cited, odds)


_EVEN = "even money"
THREE_CARD: dict[str, Predicate] = {
    "1.1 stand off": lambda cited: cited.stands and cited.returned_whole,
    "5.1.1.1": _three_pictures_of_ours,
    "5.1.1.2": _by_order(_fewer, _PAID),
    "5.1.1.3": _by_order(_more, _TAKEN),
    "5.1.1.4": _by_order(_alike, _OFF),
    "5.1.2": _tied_order,
    "5.1.3": _of_bank("three picture cards", _all_pictures),
    "5.1.4": _of_bank("banker total", _total_named),
    "5.11": _three_card_rounded,
    "5.2.1": lambda cited: cited.wager == "player",
    "5.2.2": lambda cited: cited.wager == "tie",
    "5.2.3": lambda cited: cited.wager == "three picture cards",
    "5.2.4": lambda cited: cited.wager.startswith("banker total"),
    "11.1.1": _three_card_pays("standard", "player"),
    "11.1.2": _three_card_pays("standard", "banker total"),
    "11.1.3": _three_card_pays("standard", "tie"),
    "11.1.4": _three_card_pays("standard", "three picture cards"),
    "11.2.1": _three_card_pays(_EVEN, "player"),
    "11.2.2": _three_card_pays(_EVEN, "banker total"),
    "11.2.3": _three_card_pays(_EVEN, "tie"),
    "11.2.4": _three_card_pays(_EVEN, "three picture cards"),
}
