"""Every way the dealer's hand can go, every pair of finished hands, every first two cards.

The engine deals; what it must come to is counted here without it.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from houseway.equipment.cards import DECK, Card, parse_cards, rank
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import Setup
from houseway.games.preparing import TakeAsPrepared
from houseway.games.tournament_blackjack import GAME
from houseway.games.tournament_blackjack import state as v
from houseway.games.tournament_blackjack.rules import RULES, Options
from houseway.games.tournament_blackjack.state import Play
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted

DECK_COUNTS = (5, 6, 7, 8) if os.environ.get("HOUSEWAY_FULL") else (6,)
CLASSES = "A23456789T"


def class_of(card: Card) -> str:
    return "T" if rank(card) in "TJQK" else rank(card)


CARDS_OF = {each: [card for card in DECK if class_of(card) == each] for each in CLASSES}


def table(decks: int = 6, pairs: str = "none") -> Play:
    options = Options(decks=decks, pairs=pairs)  # type: ignore[arg-type]
    play: Play = GAME.begin(Setup(options, RULES.limits))
    GAME.do(play, TakeAsPrepared())
    GAME.do(play, c.OpenBetting())
    return play


def wager(play: Play, patron: str, kind: str = "blackjack", amount: int = 10_00) -> None:
    GAME.do(play, c.PlaceWager(patron, kind, amount), Role.PATRON)


def deal(play: Play, cards: str) -> None:
    for card in parse_cards(cards):
        GAME.do(play, c.DealCard(card))


# The dealer's hand, by value classes


def dealers_turn(decks: int, up: str) -> Play:
    """Ana stands on ten and seven; the dealer shows the card."""
    play = table(decks)
    wager(play, "Ana")
    GAME.do(play, c.CallNoMoreBets())
    deal(play, f"Ts {CARDS_OF[up][0]} 7s")
    GAME.do(play, v.SettleInterim())
    GAME.do(play, v.Stand("Ana"), Role.PATRON)
    return play


def finished_hands(play: Play, chance: Fraction) -> Iterator[tuple[str, Fraction]]:
    """Each result that the engine announces, with the chance of the cards that led to it."""
    if GAME.awaits(play).what == "settle":
        ruling = GAME.decide(play, c.SettleWagers())
        assert isinstance(ruling, Accepted)
        yield ruling.events[0].result, chance
        return
    for each in CLASSES:
        left = [(card, play.stock.decks - play.stock.out.get(card, 0)) for card in CARDS_OF[each]]
        copies = sum(count for _, count in left)
        card = next(card for card, count in left if count)
        further = replace(play, stock=play.stock.copy(), dealer=play.dealer.copy())
        GAME.do(further, c.DealCard(card))
        yield from finished_hands(further, chance * Fraction(copies, play.stock.source))


@cache
def expected(hard: int, aces: bool, first: str, left: tuple[int, ...]) -> dict[str, Fraction]:
    """The dealer's results from a hard count; `first` is the up card while it lies alone."""
    best = hard + 10 if aces and hard <= 11 else hard
    if not first and best >= 17:
        return {"bust" if best > 21 else str(best): Fraction(1)}
    results: dict[str, Fraction] = defaultdict(Fraction)
    for place, each in enumerate(CLASSES):
        chance = Fraction(left[place], sum(left))
        if not chance:
            continue
        if {first, each} == {"A", "T"}:
            results["blackjack"] += chance
            continue
        rest = (*left[:place], left[place] - 1, *left[place + 1 :])
        value = 1 if each == "A" else 10 if each == "T" else int(each)
        for result, share in expected(hard + value, aces or each == "A", "", rest).items():
            results[result] += chance * share
    return results


def expected_from(decks: int, up: str) -> dict[str, Fraction]:
    left = dict.fromkeys(CLASSES, 4 * decks) | {"T": 16 * decks}
    for seen in ("T", "7", up):
        left[seen] -= 1
    value = 1 if up == "A" else 10 if up == "T" else int(up)
    return expected(value, up == "A", up, tuple(left[each] for each in CLASSES))


def count_sequences(hard: int, aces: bool, first: str) -> int:
    """How many sequences of values there are, whatever the decks."""
    best = hard + 10 if aces and hard <= 11 else hard
    if not first and best >= 17:
        return 1
    total = 0
    for each in CLASSES:
        value = 1 if each == "A" else 10 if each == "T" else int(each)
        ends = {first, each} == {"A", "T"}
        total += 1 if ends else count_sequences(hard + value, aces or each == "A", "")
    return total


SEQUENCES = {
    up: count_sequences(1 if up == "A" else 10 if up == "T" else int(up), up == "A", up)
    for up in CLASSES
}


@pytest.mark.parametrize(("decks", "up"), list(product(DECK_COUNTS, CLASSES)))
def test_the_dealers_hand_ends_as_an_exact_recursion_says(decks: int, up: str) -> None:
    """Tournament Blackjack 12.1(a): every sequence of values from every card, with its chance."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    sequences = 0
    for result, chance in finished_hands(dealers_turn(decks, up), Fraction(1)):
        found[result.removeprefix("dealer ")] += chance
        sequences += 1
    assert sum(found.values()) == 1
    assert found == expected_from(decks, up)
    assert sequences == SEQUENCES[up]


def test_there_are_54433_ways_for_the_dealers_hand_to_go() -> None:
    """Tournament Blackjack 12.1(a): sequences of values, the sum over the ten up cards above."""
    assert sum(SEQUENCES.values()) == 54_433


def test_insurance_loses_24_in_309_against_an_ace_when_a_ten_and_a_seven_are_out() -> None:
    """Tournament Blackjack 7.4, 7.5(a) and 7.5(b): of 309 cards left 95 are worth ten."""
    play = table()
    wager(play, "Ana")
    GAME.do(play, c.CallNoMoreBets())
    deal(play, "Ts As 7s")
    GAME.do(play, v.Insure("Ana", 5_00), Role.PATRON)
    GAME.do(play, v.SettleInterim())
    GAME.do(play, v.Stand("Ana"), Role.PATRON)
    net = 0
    for card in DECK:
        copies = play.stock.decks - play.stock.out.get(card, 0)
        ruling = GAME.decide(play, c.DealCard(card))
        assert isinstance(ruling, Accepted)
        lost = [line for line in ruling.events if isinstance(line, e.WagerCollected)]
        net += copies * (-1 if lost else 2)
    assert Fraction(net, play.stock.source) == Fraction(2 * 95 - 214, 309)


# Every pair of finished hands

# W: paid 1 to 1, B: paid 3 to 2, S: stand off, L: lost.
PAIRS_OF_HANDS = """
                17 18 19 20 21 blackjack bust
    6            L  L  L  L  L  L         W
    7            L  L  L  L  L  L         W
    8            L  L  L  L  L  L         W
    9            L  L  L  L  L  L         W
    10           L  L  L  L  L  L         W
    11           L  L  L  L  L  L         W
    12           L  L  L  L  L  L         W
    13           L  L  L  L  L  L         W
    14           L  L  L  L  L  L         W
    15           L  L  L  L  L  L         W
    16           L  L  L  L  L  L         W
    17           S  L  L  L  L  L         W
    18           W  S  L  L  L  L         W
    19           W  W  S  L  L  L         W
    20           W  W  W  S  L  L         W
    21           W  W  W  W  S  L         W
    split-21     W  W  W  W  S  L         W
    blackjack    B  B  B  B  B  S         B
    bust         L  L  L  L  L  L         L
"""
# The first two cards of Ana's hand, and what she does with them.
PATRON_HANDS = {
    **{str(n): (f"2s {n - 4}h", "double 2d") for n in (6, 7, 8, 9, 10, 11)},
    **{str(n): (f"Ts {n - 10}h", "stand") for n in range(12, 20)},
    "20": ("Ts Qh", "stand"),
    "21": ("Ts 5h", "hit 6d"),
    "split-21": ("As Ah", "split Kd 9d"),
    "blackjack": ("As Kh", ""),
    "bust": ("Ts 6h", "hit Kd"),
}
DEALER_CARDS = {
    "17": "7c", "18": "8c", "19": "9c", "20": "Kc", "21": "5c 6c",
    "blackjack": "Ac", "bust": "6c Kc",
}  # fmt: skip


def grid() -> Iterator[tuple[str, str, str]]:
    header, *rows = (line.split() for line in PAIRS_OF_HANDS.strip().splitlines())
    for name, *marks in rows:
        for dealer, mark in zip(header, marks, strict=True):
            yield name, dealer, mark


def play_pair(patron: str, dealer: str) -> e.Settlement:
    """Ben stands on twelve beside Ana, so that the dealer's hand is always played."""
    play = table()
    wager(play, "Ana")
    wager(play, "Ben")
    GAME.do(play, c.CallNoMoreBets())
    cards, action = PATRON_HANDS[patron]
    first, second = cards.split()
    deal(play, f"{first} Td Tc {second} 2d")
    GAME.do(play, v.SettleInterim())
    choice, *drawn = action.split() or [""]
    if choice:
        order = {"stand": v.Stand, "hit": v.Hit, "double": v.Double, "split": v.Split}[choice]
        GAME.do(play, order("Ana"), Role.PATRON)
    deal(play, " ".join(drawn))
    GAME.do(play, v.Stand("Ben"), Role.PATRON)
    deal(play, DEALER_CARDS[dealer])
    GAME.do(play, c.SettleWagers())
    return next(
        line
        for line in play.layout.settlements
        if (line.patron, line.wager) == ("Ana", "blackjack")
    )


@pytest.mark.parametrize(("patron", "dealer", "mark"), list(grid()))
def test_every_pair_of_finished_hands_is_settled_as_written(
    patron: str, dealer: str, mark: str
) -> None:
    """Tournament Blackjack 13.1 and 13.2, and 10.6 for a split 21."""
    line = play_pair(patron, dealer)
    stake = 20_00 if PATRON_HANDS[patron][1].startswith("double") else 10_00
    expected_line = {
        "W": (e.WagerPaid, stake, stake),
        "B": (e.WagerPaid, 15_00, stake),
        "S": (e.WagerStoodOff, 0, stake),
        "L": (e.WagerCollected, 0, 0),
    }[mark]
    assert (type(line), line.paid, line.returned) == expected_line
    assert line.stake == stake


# Every first two cards


def test_perfect_pairs_lose_19_in_311_over_every_two_cards_of_six_decks() -> None:
    """Tournament Blackjack 18.13: after any card 12 make a mixed pair, 6 a coloured, 5 a perfect.

    So the patron has 6 times 12, 12 times 6 and 25 times 5 for 288 lost of 311.
    """
    net, weight = 0, 0
    kinds: Counter[int] = Counter()
    for first in DECK:
        play = table(pairs="perfect")
        wager(play, "Ana")
        wager(play, "Ana", "perfect pairs", 5_00)
        GAME.do(play, c.CallNoMoreBets())
        deal(play, first)
        dealers = Card("9c") if first != "9c" else Card("9d")
        GAME.do(play, c.DealCard(dealers))
        for second in DECK:
            dealt = replace(play, stock=play.stock.copy(), hands=[copy(play.hands[0])])
            dealt.hands[0].cards = [first]
            GAME.do(dealt, c.DealCard(second))
            ruling = GAME.decide(dealt, v.SettlePerfectPairs())
            assert isinstance(ruling, Accepted)
            (line,) = ruling.events
            copies = 5 if second == first else 6
            weight += copies
            won = line.paid // 5_00 if isinstance(line, e.WagerPaid) else -1
            net += copies * won
            kinds[won] += copies
    assert weight == 52 * 311
    assert kinds == {6: 52 * 12, 12: 52 * 6, 25: 52 * 5, -1: 52 * 288}
    assert Fraction(net, weight) == Fraction(-19, 311)
