"""A second road to every figure: rounds dealt card by card and judged by the words of the rules.

Nothing here reads a table of the project. Every order in which a few cards can come is dealt, so
that the chances are plain counts; `spread` gives what each wager gains and how often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import permutations

from houseway.analysis.figures import Analysis, WagerFigures

Gains = dict[str, Fraction]
Spread = dict[Fraction, Fraction]  # gain for each unit first staked, and its chance

HALF, NINE_FIFTHS, COMMISSION_PAID = Fraction(1, 2), Fraction(9, 5), Fraction(19, 20)


def spread_of(wager: WagerFigures) -> Spread:
    """An analysis in the same form; outcomes that pay alike are added up."""
    found: Counter[Fraction] = Counter()
    for outcome in wager.outcomes:
        if outcome.weight:
            found[outcome.pays] += outcome.weight
    return {gain: Fraction(weight, wager.total) for gain, weight in found.items()}


def spreads_of(analysis: Analysis) -> dict[str, Spread]:
    return {wager.name: spread_of(wager) for wager in analysis.wagers}


def spreads(rounds: Iterable[tuple[Gains, int]]) -> dict[str, Spread]:
    """Chances of every gain of every wager, from rounds with the number of ways they come."""
    found: dict[str, Counter[Fraction]] = {}
    for gains, ways in rounds:
        for wager, gain in gains.items():
            found.setdefault(wager, Counter())[gain] += ways
    return {wager: shares(gains) for wager, gains in found.items()}


def shares(gains: Counter[Fraction]) -> Spread:
    total = gains.total()
    return {gain: Fraction(ways, total) for gain, ways in gains.items() if ways}


Deal = tuple[str, ...]


def every_deal(
    cards: Sequence[str],
    number: int,
    judged: Callable[[Deal], Gains],
    alike: Callable[[Deal], Deal] = tuple,
) -> dict[str, Spread]:
    """Every order in which so many of these cards can come.

    `alike` returns the deal that is judged in place of a deal; each is judged once.
    """
    dealt = Counter(map(alike, permutations(cards, number)))
    return spreads((judged(deal), ways) for deal, ways in dealt.items())


def hands_in_any_order(deal: Deal) -> Deal:
    """A deal to two hands in turn, each hand sorted: for games of whole hands."""
    player, banker = sorted(deal[0::2]), sorted(deal[1::2])
    return tuple(card for both in zip(player, banker, strict=True) for card in both)


# Points, third cards and results, in words


def points(cards: Iterable[str]) -> int:
    """Ace one, tens and pictures nothing, the others their number; the last digit counts."""
    return sum({"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0}.get(c[0]) or _pips(c) for c in cards) % 10


def _pips(card: str) -> int:
    return int(card[0]) if card[0].isdigit() else 0


def banker_draws(total: int, third: str | None) -> bool:
    """Up to two always; three but against an eight; four against two to seven; five against four to
    seven; six against six or seven; without a third card of Player up to five."""
    if third is None:
        return total <= 5
    value = points([third])
    lowest = {4: 2, 5: 4, 6: 6}
    if total <= 2:
        return True
    if total == 3:
        return value != 8
    return total in lowest and lowest[total] <= value <= 7


def baccarat_totals(
    player: list[str], banker: list[str], rest: list[str], *, start: int = 0
) -> tuple[int, int, int]:
    """Final points of both hands and how many cards of the rest were drawn."""
    mine, theirs = (start + points(player)) % 10, points(banker)
    if mine >= 8 or theirs >= 8:
        return mine, theirs, 0
    drawn, third = 0, None
    if mine <= 5:
        third, drawn = rest[0], 1
        mine = (mine + points([third])) % 10
    if banker_draws(theirs, third):
        theirs = (theirs + points([rest[drawn]])) % 10
        drawn += 1
    return mine, theirs, drawn


def on_hands(mine: int, theirs: int, paid: Gains) -> Gains:
    """Player, Banker and Tie, by the winnings of each where it wins."""
    result = "player" if mine > theirs else "banker" if theirs > mine else "tie"
    gains: Gains = {}
    for wager in ("player", "banker", "tie"):
        if wager == result:
            gains[wager] = paid[wager]
        else:
            gains[wager] = Fraction(0 if result == "tie" else -1)
    return gains


# One round of each game


def mini_baccarat(deal: Deal, *, commission: bool, pairs: str) -> Gains:
    first, second, third, fourth, *rest = deal
    player, banker = [first, third], [second, fourth]
    mine, theirs, _ = baccarat_totals(player, banker, rest)
    on_six = HALF if theirs == 6 else Fraction(1)
    paid = {
        "player": Fraction(1),
        "banker": COMMISSION_PAID if commission else on_six,
        "tie": Fraction(8),
    }
    gains = on_hands(mine, theirs, paid)
    if pairs != "none":
        gains["player pair"] = pair(player, pairs)
        gains["banker pair"] = pair(banker, pairs)
    return gains


def pair(hand: list[str], option: str) -> Fraction:
    one, other = hand
    if one[0] != other[0]:
        return Fraction(-1)
    if option == "canberra":
        return Fraction(11)
    if one[1] == other[1]:
        return Fraction(25)
    return Fraction(12) if (one[1] in "dh") == (other[1] in "dh") else Fraction(5)


def tournament_mini_baccarat(deal: Deal) -> Gains:
    first, second, third, fourth, *rest = deal
    mine, theirs, _ = baccarat_totals([first, third], [second, fourth], rest)
    paid = {"player": Fraction(1), "banker": Fraction(1), "tie": Fraction(8)}
    return on_hands(mine, theirs, paid)


def seven_up_baccarat(deal: Deal) -> Gains:
    first, dealt, second, *rest = deal
    mine, theirs, drawn = baccarat_totals([dealt], [first, second], rest, start=7)
    paid = {
        "player": HALF if mine == 7 else Fraction(1),
        "banker": NINE_FIFTHS if theirs == 7 else Fraction(1),
        "tie": Fraction(9 if mine == 7 else 7),
    }
    sevens = 1 + sum(card[0] == "7" for card in deal[: 3 + drawn])
    prize = {1: -1, 2: 2, 3: 5, 4: 17, 5: 70, 6: 700}
    return {**on_hands(mine, theirs, paid), "super 7's": Fraction(prize[sevens])}


def three_card_baccarat(deal: Deal, *, even_money: bool) -> Gains:
    player, banker = deal[0::2], deal[1::2]
    mine, theirs = strength(player), strength(banker)
    on_player = COMMISSION_PAID
    if even_money:
        on_player = HALF if points(player) == 6 else Fraction(1)
    gains = {
        "player": on_player if mine > theirs else Fraction(-1 if mine < theirs else 0),
        "tie": Fraction(21 if mine == theirs else -1),
        "three picture cards": Fraction(70 if theirs[0] else -1),
    }
    for total in range(10):
        gains[f"banker total {total}"] = Fraction(8 if points(banker) == total else -1)
    return gains


def strength(hand: Sequence[str]) -> tuple[bool, int, int]:
    """Three picture cards, then points, then the number of picture cards."""
    pictures = sum(card[0] in "JQK" for card in hand)
    return pictures == 3, points(hand), pictures


HEIGHTS = "23456789TJQKA"


def casino_war(deal: Deal, *, fights: bool) -> Gains:
    """One area with an Initial and a Tie Wager; equal cards go to war or give up half."""
    mine, dealers, second, dealers_second = (HEIGHTS.index(card[0]) for card in deal)
    tie = Fraction(10 if mine == dealers else -1)
    if mine != dealers:
        return {"initial": Fraction(1 if mine > dealers else -1), "tie": tie}
    if not fights:
        return {"initial": -HALF, "tie": tie}
    won = 2 if second == dealers_second else 1 if second > dealers_second else -2
    return {"initial": Fraction(won), "tie": tie}
