"""Predicates for the settlements of Tournament Blackjack, Canberra Poker, Pai Gow and Roulette."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from houseway.soak.clauses.facts import (
    ROULETTE_ODDS,
    pair,
    part,
    poker,
    position,
    qualifies,
    ten_or_ace,
    total,
)
from houseway.soak.clauses.limits import Cited, Predicate, pays

# Blackjack


def _hand(cited: Cited) -> list[str] | None:
    name = cited.box if cited.wager == "blackjack" else f"{cited.box} {cited.wager}"
    return cited.facts.cards(name)


def _natural(cited: Cited, cards: list[str]) -> bool:
    return len(cards) == 2 and total(cards) == 21 and cited.body["box"] not in cited.facts.split


def _against(outcome: str, holds: Callable[[int, bool, int, bool], bool]) -> Predicate:
    """Totals and naturals of the hand and of the dealer, and the outcome they must give."""

    def predicate(cited: Cited) -> bool | None:
        hand, dealer = _hand(cited), cited.facts.cards("dealer")
        if hand is None or dealer is None:
            return None
        theirs = len(dealer) == 2 and total(dealer) == 21
        facts = total(hand), _natural(cited, hand), total(dealer), theirs
        return holds(*facts) and cited.kind == outcome

    return predicate


def _bust(cited: Cited) -> bool | None:
    hand = _hand(cited)
    return None if hand is None else total(hand) > 21 and cited.loses


def _natural_pays(odds: Fraction) -> Predicate:
    def predicate(cited: Cited) -> bool | None:
        hand = _hand(cited)
        if hand is None:
            return None
        return _natural(cited, hand) and cited.wins and pays(cited, odds)

    return predicate


def _other_pays(cited: Cited) -> bool | None:
    hand = _hand(cited)
    if hand is None:
        return None
    return not _natural(cited, hand) and cited.wins and pays(cited, 1)


def _paid_early(cited: Cited) -> bool | None:
    """A natural against a card that cannot make one."""
    hand, dealer = _hand(cited), cited.facts.cards("dealer")
    if hand is None or dealer is None:
        return None
    early = _natural(cited, hand) and not ten_or_ace(dealer[0])
    return early and cited.wins and pays(cited, Fraction(3, 2))


def _even_money(cited: Cited) -> bool | None:
    hand, dealer = _hand(cited), cited.facts.cards("dealer")
    if hand is None or dealer is None:
        return None
    asked = _natural(cited, hand) and dealer[0][0] == "A"
    return asked and cited.wins and pays(cited, 1)


def _insurance(cited: Cited) -> bool | None:
    """Insurance wins when the dealer's second card is worth ten beside an ace."""
    dealer = cited.facts.cards("dealer")
    if dealer is None or len(dealer) < 2:
        return None
    ten = dealer[0][0] == "A" and dealer[1][0] in "TJQK"
    return cited.wager == "insurance" and ten == cited.wins and (not ten or pays(cited, 2))


def _perfect_pair(kind: str, odds: int = 0) -> Predicate:
    def predicate(cited: Cited) -> bool | None:
        held = cited.facts.hands.get(cited.box, [])[:2]
        if len(held) < 2 or None in held:
            return None
        found = pair([card for card in held if card])
        applies = cited.wager == "perfect pairs" and found == kind and bool(found) == cited.wins
        return applies and (not odds or pays(cited, odds))

    return predicate


def _doubled(cited: Cited) -> bool | None:
    """One more stake beside the first, on a hand of two cards."""
    hand, body = _hand(cited), cited.body
    if hand is None or cited.kind != "WagerChanged":
        return None
    return len(hand) == 2 and 0 <= body["amount"] - body["before"] <= body["before"]


_PAID, _TAKEN, _OFF = "WagerPaid", "WagerCollected", "WagerStoodOff"
BLACKJACK: dict[str, Predicate] = {
    "4.2": lambda cited: cited.wager == "blackjack" or cited.kind == "WagerChanged",
    "7.2": lambda cited: cited.wager == "insurance",
    "7.4": _insurance,
    "7.5(a)": _insurance,
    "7.5(b)": _insurance,
    "8.1(a)": _paid_early,
    "8.1(b)": _even_money,
    "9.1(c)": _bust,
    "10.1": lambda cited: cited.wager.startswith("hand "),
    "11.1": _doubled,
    "11.3": _doubled,
    "13.1(a)": _against(_PAID, lambda hand, _, dealer, __: hand <= 21 < dealer),
    "13.1(b)": _against(_PAID, lambda hand, _, dealer, __: dealer < hand <= 21),
    "13.1(c)": _against(_PAID, lambda _, natural, __, theirs: natural and not theirs),
    "13.1(d)": _bust,
    "13.1(e)": _against(_TAKEN, lambda hand, _, dealer, __: hand < dealer <= 21),
    "13.1(f)": _against(_TAKEN, lambda _, natural, __, theirs: theirs and not natural),
    "13.1(g)": _against(_OFF, lambda h, n, d, t: h == d <= 21 and n == t),
    "13.2(a)": _natural_pays(Fraction(3, 2)),
    "13.2(b)": _other_pays,
    "18.7": lambda cited: cited.wager == "perfect pairs",
    "18.10(a)": _perfect_pair("mixed"),
    "18.10(b)": _perfect_pair("coloured"),
    "18.10(c)": _perfect_pair("perfect"),
    "18.10(d)": _perfect_pair(""),
    "18.12(a)": lambda cited: cited.loses,
    "18.12(b)": lambda cited: cited.wins,
    "18.13(a)": _perfect_pair("mixed", 6),
    "18.13(b)": _perfect_pair("coloured", 12),
    "18.13(c)": _perfect_pair("perfect", 25),
}


# Canberra Poker

_BET_ODDS = (1, 1, 2, 3, 4, 5, 7, 20, 50, 250)  # by class, odd cards first
_CLASSES = dict(enumerate("jihgfedcba"))  # Tournament Canberra Poker 2.6, by class


def _showdown(holds: Callable[[int], bool], outcome: str) -> Predicate:
    """The dealer plays, and the patron's hand compares so."""

    def predicate(cited: Cited) -> bool | None:
        dealer, ours = cited.facts.cards("dealer"), cited.facts.cards(cited.box)
        if dealer is None or ours is None:
            return None
        mine, theirs = poker(ours), poker(dealer)
        return (
            qualifies(dealer) and holds((mine > theirs) - (mine < theirs)) and cited.kind == outcome
        )

    return predicate


def _no_contest(cited: Cited) -> bool | None:
    """The dealer does not play: antes are paid and bets go back."""
    dealer = cited.facts.cards("dealer")
    if dealer is None:
        return None
    if cited.kind == "ResultAnnounced":
        return not qualifies(dealer)
    expected = cited.wins if cited.wager == "ante" else cited.returned_whole
    return not qualifies(dealer) and expected


def _dealer_plays(cited: Cited) -> bool | None:
    dealer = cited.facts.cards("dealer")
    return None if dealer is None else qualifies(dealer)


def _bet_pays(cited: Cited) -> bool | None:
    """By the class of the patron's own hand, cut to the most that the table pays."""
    ours = cited.facts.cards(cited.box)
    if ours is None:
        return None
    most = int(cited.facts.options.get("maximum_payout_dollars", 5_000)) * 100
    earned = cited.stake * _BET_ODDS[poker(ours)[0]]
    return cited.wager == "bet" and cited.wins and cited.body["paid"] == min(earned, most)


def _capped(cited: Cited) -> bool | None:
    ours = cited.facts.cards(cited.box)
    if ours is None:
        return None
    most = int(cited.facts.options.get("maximum_payout_dollars", 5_000)) * 100
    return bool(cited.stake * _BET_ODDS[poker(ours)[0]] > most == cited.body["paid"])


def _of_class(letter: str) -> Predicate:
    def predicate(cited: Cited) -> bool | None:
        revealed = cited.body.get("cards")
        ours = revealed or cited.facts.cards(cited.box)
        return None if ours is None else _CLASSES[poker(ours)[0]] == letter

    return predicate


def _folded(cited: Cited) -> bool:
    """The patron folded in the same command: the ante is lost whatever the dealer has."""
    if cited.kind == "ResultAnnounced":
        return not any(wager == "ante" for _, _, wager in cited.facts.wagers)
    return cited.loses and any(kind == "HandFolded" for kind, _ in cited.batch)


POKER: dict[str, Predicate] = {
    "4.1": lambda cited: cited.wager == "ante",
    "7.2": lambda cited: cited.wager == "bet",
    "7.3": _folded,
    "8.1 table ante": lambda cited: cited.wager == "ante" and cited.wins and pays(cited, 1),
    "8.1 table bet": _bet_pays,
    "8.2": _capped,
    "9.1": lambda cited: cited.body.get("hand") == "dealer",
    "9.2": _dealer_plays,
    "9.3": _no_contest,
    "9.4": _showdown(lambda better: better > 0, _PAID),
    "9.5": _showdown(lambda better: better < 0, _TAKEN),
    "9.6": _showdown(lambda better: better == 0, "WagerVoided"),
    "9.7": lambda cited: len(cited.body.get("cards", ())) == 5,
    **{f"2.6({letter})": _of_class(letter) for letter in _CLASSES.values()},
}


# Pai Gow


def _deciding(cited: Cited) -> list[tuple[bool, str]] | None:
    """For the low and the high part: won or lost, and the clause that decides it."""
    ours, bank = cited.facts.parts.get(cited.box), cited.facts.parts.get("house")
    if ours is None or bank is None:
        return None
    return [_part(ours[at], bank[at], low=at == 0) for at in (0, 1)]


def _part(ours: list[str], bank: list[str], *, low: bool) -> tuple[bool, str]:
    mine, theirs = part(*ours), part(*bank)
    if low and mine[:2] == theirs[:2] == (0, 0):
        return False, "11.6"
    if mine == theirs:
        return False, "11.5"
    won = mine > theirs
    if mine[0] != theirs[0]:
        return won, "11.1(a)" if won else "11.4(a)"
    if mine[1] != theirs[1]:
        return won, "11.1(b)" if won else "11.4(b)"
    return won, "11.2"


def _decides(number: str) -> Predicate:
    def predicate(cited: Cited) -> bool | None:
        parts = _deciding(cited)
        return None if parts is None else any(clause == number for _, clause in parts)

    return predicate


def _parts_won(many: int, outcome: str) -> Predicate:
    def predicate(cited: Cited) -> bool | None:
        parts = _deciding(cited)
        if parts is None:
            return None
        return sum(won for won, _ in parts) == many and cited.kind == outcome

    return predicate


def _conceded(cited: Cited) -> bool:
    """The patron conceded in the same command."""
    given_up = any(kind == "HandConceded" for kind, _ in cited.batch)
    return given_up and (cited.kind == "HandConceded" or cited.loses)


PAI_GOW: dict[str, Predicate] = {
    "7.2": lambda cited: cited.wager == "hand",
    "11.1": _parts_won(2, _PAID),
    "11.3": _parts_won(1, _OFF),
    "11.4": _parts_won(0, _TAKEN),
    "11.7": _conceded,
    "11.8": lambda cited: cited.wins and pays(cited, 1),
    **{
        number: _decides(number)
        for number in ("11.1(a)", "11.1(b)", "11.2", "11.4(a)", "11.4(b)", "11.5", "11.6")
    },
}


# Roulette


def _spin(holds: Callable[[bool, bool], bool]) -> Predicate:
    """Whether the result is zero, and whether the position holds it."""

    def predicate(cited: Cited) -> bool | None:
        if not cited.facts.result.isdecimal():
            return None
        number = int(cited.facts.result)
        hit = number in position(cited.wager)[1]
        return hit == cited.wins and holds(number == 0, hit)

    return predicate


def _row(letter: str) -> Predicate:
    def predicate(cited: Cited) -> bool | None:
        mine = position(cited.wager)[0] == letter
        return mine and cited.wins and pays(cited, ROULETTE_ODDS[letter])

    return predicate


def _position(letter: str) -> Predicate:
    return lambda cited: position(cited.wager)[0] == letter


_SECTIONS = {
    "a": "5/8 10/11 13/16 23/24 27/30 33/36",
    "b": "1 6/9 14/17 17/20 31/34",
    "c": "0/2/3 25/26/28/29 4/7 12/15 18/21 19/22 32/35",
    "d": "0/3 12/15 26 32/35",
}


def _piece(letter: str) -> Predicate:
    return lambda cited: cited.wager in _SECTIONS[letter].split()


ROULETTE: dict[str, Predicate] = {
    **{f"4.3({letter})": _position(letter) for letter in ROULETTE_ODDS},
    **{f"4.8({letter})": _piece(letter) for letter in _SECTIONS},
    "4.7": lambda cited: cited.body["amount"] == cited.facts.maximum(cited.patron, cited.wager),
    "4.8(e)": _position("a"),
    **{f"6.1({letter})": _row(letter) for letter in ROULETTE_ODDS},
    "7.1": _spin(lambda zero, _: not zero),
    "7.2": lambda cited: cited.body["result"].isdecimal(),
    "7.3(a)": _spin(lambda zero, hit: zero and hit),
    "7.3(b)": _spin(lambda zero, hit: zero and not hit),
}
