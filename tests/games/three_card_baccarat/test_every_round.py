"""Every pair of hands the rules can tell apart, through the live engine, against exact counts.

What the rules see of a card is whether it is a picture card and what it counts, so there are eleven
kinds of card, 286 kinds of hand and 31 orders. Ways are counted twice: by choosing hands (and each
pair of orders settled by the engine), and by drawing cards one after another.
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, islice, permutations, product
from math import comb, prod

import pytest

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import game
from houseway.games.events import Settlement
from houseway.games.game import Setup
from houseway.games.preparing import TakeAsPrepared
from houseway.games.three_card_baccarat import rules
from houseway.games.three_card_baccarat.rules import PLAYER, THREE_PICTURES, TIE, TOTALS, Options

GAME = game("three-card-baccarat")
STAKE = 20_00  # 19 to 20 comes out in whole dollars

# Eleven kinds of card: how many in a deck, what each counts, one that stands for it.
PICTURE = "picture"
KINDS: dict[str, tuple[int, int, Card]] = {
    PICTURE: (12, 0, Card("Kh")),
    "ten": (4, 0, Card("Tc")),
    "ace": (4, 1, Card("Ad")),
    **{str(n): (4, n, Card(f"{n}s")) for n in range(2, 10)},
}
Hand = tuple[str, ...]
HANDS: list[Hand] = list(combinations_with_replacement(KINDS, 3))


def points(hand: Hand) -> int:
    return sum(KINDS[kind][1] for kind in hand) % 10


def order(hand: Hand) -> int:
    """The order by formula, not by the table: three pictures, then points, then pictures."""
    pictures = hand.count(PICTURE)
    return 1 if pictures == 3 else 2 + 3 * (9 - points(hand)) + (2 - pictures)


def cards(hand: Hand) -> list[Card]:
    return [KINDS[kind][2] for kind in hand]


def ways(hand: Hand, left: Counter[str]) -> int:
    """How many hands of this kind there are among the cards left."""
    return prod(comb(left[kind], wanted) for kind, wanted in Counter(hand).items())


def pack(decks: int) -> Counter[str]:
    return Counter({kind: count * decks for kind, (count, _, _) in KINDS.items()})


@cache
def ways_by_orders(decks: int) -> dict[tuple[int, int], int]:
    """For each order of Player and of Banker, the number of ways to be dealt them."""
    counted: Counter[tuple[int, int]] = Counter()
    for player in HANDS:
        left = pack(decks)
        first = ways(player, left)
        left.subtract(player)
        for banker in HANDS:
            counted[order(player), order(banker)] += first * ways(banker, left)
    return dict(counted)


@cache
def outcomes_by_drawing(decks: int) -> Counter[str]:
    """The same counted by drawing six cards in turn, judged without any order of hands."""
    sequences = [
        (tuple(map(list(KINDS).index, hand)), strength(hand), points(hand))
        for hand in product(KINDS, repeat=3)
    ]
    told: Counter[str] = Counter()
    for player, mine, on_points in sequences:
        if player != tuple(sorted(player)):
            continue  # the same hand drawn in another order
        left = list(pack(decks).values())
        first = draw_all(player, left) * len(set(permutations(player)))
        for kind in player:
            left[kind] -= 1
        for banker, theirs, total in sequences:
            count = first * draw_all(banker, left)
            told["tie" if mine == theirs else "player" if mine > theirs else "banker"] += count
            told["player on 6"] += count * (mine > theirs and on_points == 6)
            told["pictures"] += count * theirs[0]
            told[TOTALS[total]] += count
    return told


def draw_all(sequence: tuple[int, ...], left: list[int]) -> int:
    """In how many ways three cards of these kinds come one after another."""
    one, two, three = sequence
    second = left[two] - (two == one)
    return left[one] * second * (left[three] - (three == one) - (three == two))


def strength(hand: Hand) -> tuple[bool, int, int]:
    """What makes a hand higher, in turn: three pictures, points, pictures."""
    pictures = hand.count(PICTURE)
    return pictures == 3, points(hand), pictures


def deal(decks: int, variant: str, player: Hand, banker: Hand) -> dict[str, Settlement]:
    """One coup of the live engine with every wager on the layout; what became of each."""
    options = Options(decks=decks, variant=variant)  # type: ignore[arg-type]
    play = GAME.begin(Setup(options, GAME.limits))
    GAME.do(play, TakeAsPrepared())
    GAME.do(play, c.OpenBetting())
    for wager in rules.RULES.wagers:
        box = 1 if wager in rules.AREA_WAGERS else 0
        GAME.do(play, c.PlaceWager("Ana", wager, STAKE, box))
    for pair in zip(cards(player), cards(banker), strict=True):
        for card in pair:
            GAME.do(play, c.DealCard(card))
    events = GAME.do(play, c.SettleWagers())
    GAME.do(play, c.CollectCards())
    GAME.check(play)
    return {each.wager: each for each in events if isinstance(each, Settlement)}


@cache
def settled(decks: int, variant: str) -> dict[tuple[int, int], dict[str, Settlement]]:
    """Each of the 31 x 31 pairs of orders settled by the engine, with one hand for each order."""
    examples = {order(hand): hand for hand in HANDS}
    return {
        (mine, theirs): deal(decks, variant, examples[mine], examples[theirs])
        for mine, theirs in product(examples, repeat=2)
    }


@pytest.mark.parametrize("hand", HANDS, ids=" ".join)
def test_every_kind_of_hand_has_the_order_of_the_formula(hand: Hand) -> None:
    """Three Card Baccarat 7.1, 7.2: 286 kinds of hand, 31 orders."""
    for each in set(permutations(cards(hand))):
        assert rules.RULES.order_of(each) == order(hand)


@pytest.mark.parametrize("decks", [6, 8])
def test_every_deal_is_counted_once(decks: int) -> None:
    """Three Card Baccarat 3.1, 8.1: three cards to Player, three to Banker, of 312 or 416."""
    cards_in_all = 52 * decks
    counted = ways_by_orders(decks)
    assert len(counted) == 31 * 31
    assert sum(counted.values()) == comb(cards_in_all, 3) * comb(cards_in_all - 3, 3)


@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize("variant", [rules.STANDARD, rules.EVEN_MONEY])
def test_every_pair_of_orders_is_settled_as_often_as_drawing_says(decks: int, variant: str) -> None:
    """Three Card Baccarat 5.1.1, 5.1.2, 5.1.3, 5.1.4: who wins, who loses, who stands off."""
    told: Counter[str] = Counter()
    for orders, count in ways_by_orders(decks).items():
        lines = settled(decks, variant)[orders]
        assert set(lines) == set(rules.RULES.wagers)
        on_player = type(lines[PLAYER]).__name__
        outcome = {"WagerPaid": "player", "WagerCollected": "banker", "WagerStoodOff": "tie"}
        told[outcome[on_player]] += count
        assert (type(lines[TIE]).__name__ == "WagerPaid") == (on_player == "WagerStoodOff")
        told["pictures"] += count * bool(lines[THREE_PICTURES].paid)
        for wager in TOTALS:
            told[wager] += count * bool(lines[wager].paid)
        assert sum(bool(lines[wager].paid) for wager in TOTALS) == 1
    by_drawing = outcomes_by_drawing(decks)
    for outcome_name in ("player", "banker", "tie", "pictures", *TOTALS):
        assert told[outcome_name] * 36 == by_drawing[outcome_name]  # 3! orders of drawing each hand
    assert told["player"] == told["banker"]  # either hand is as likely to be the better


@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize("variant", [rules.STANDARD, rules.EVEN_MONEY])
def test_every_wager_earns_what_its_odds_say(decks: int, variant: str) -> None:
    """Three Card Baccarat 11.1, 11.1.1 to 11.1.4, 11.2, 11.2.1 to 11.2.4, to the cent."""
    won = outcomes_by_drawing(decks)
    deals = won["player"] + won["banker"] + won["tie"]
    on_player = won["player"] * STAKE * 19 // 20
    if variant == rules.EVEN_MONEY:
        on_player = (2 * won["player"] - won["player on 6"]) * STAKE // 2
    expected = {PLAYER: on_player - won["banker"] * STAKE}
    expected[TIE] = won["tie"] * STAKE * 22 - deals * STAKE
    expected[THREE_PICTURES] = won["pictures"] * STAKE * 71 - deals * STAKE
    expected |= {wager: won[wager] * STAKE * 9 - deals * STAKE for wager in TOTALS}
    earned: Counter[str] = Counter()
    for orders, count in ways_by_orders(decks).items():
        for wager, line in settled(decks, variant)[orders].items():
            earned[wager] += 36 * count * (line.paid - line.collected)
    assert dict(earned) == expected


# Every pair of kinds of hand is 81,796 coups; without HOUSEWAY_FULL=1 every 211th of them is dealt.
STEP = 1 if os.environ.get("HOUSEWAY_FULL") else 211


def test_every_pair_of_hands_is_settled_like_its_pair_of_orders() -> None:
    """Three Card Baccarat 3.4, 7.2: nothing but the two orders decides."""
    for player, banker in islice(product(HANDS, repeat=2), 0, None, STEP):
        lines = deal(6, rules.STANDARD, player, banker)
        assert lines == settled(6, rules.STANDARD)[order(player), order(banker)]
