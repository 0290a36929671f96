"""Every five-card hand through the game's evaluator, and every kind of round through the engine.

`HOUSEWAY_FULL=1` deals each of the 7,462 values of a hand against its neighbours: 18,942 rounds.
Without it every fifth value is dealt.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from math import comb
from typing import NamedTuple

import pytest

from houseway.equipment.cards import DECK, SUITS, Card, rank
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game
from houseway.games.game import Setup
from houseway.games.preparing import TakeAsPrepared
from houseway.games.tournament_canberra_poker import rules
from houseway.games.tournament_canberra_poker import state as v
from houseway.games.tournament_canberra_poker.rules import ANTE, BET, DEALER, RULES, Hand, Options
from houseway.rulebook.roles import Role
from tests.games.tournament_canberra_poker.test_rules import plain_kind

GAME = game("tournament-canberra-poker")
STEP = 1 if os.environ.get("HOUSEWAY_FULL") else 5
Cards = tuple[Card, ...]

# From 2.6(j) up to 2.6(a), counted on paper: the hands of one deck, and the values they can have.
# fmt: off
ON_PAPER = (
    ((comb(13, 5) - 10) * (4**5 - 4),   comb(13, 5) - 10),   # five ranks, no sequence, no one suit
    (13 * 6 * comb(12, 3) * 4**3,       13 * comb(12, 3)),   # a pair and three other ranks
    (comb(13, 2) * 6**2 * 44,           comb(13, 2) * 11),   # two pairs and another rank
    (13 * 4 * comb(12, 2) * 4**2,       13 * comb(12, 2)),   # three and two other ranks
    (10 * (4**5 - 4),                   10),                 # ten sequences, not of one suit
    (4 * (comb(13, 5) - 10),            comb(13, 5) - 10),   # one suit, no sequence
    (13 * 4 * 12 * 6,                   13 * 12),            # three and two
    (13 * 48,                           13 * 12),            # four and another rank
    (9 * 4,                             9),                  # nine sequences below the royal one
    (4,                                 1),                  # the royal one in each suit
)
# fmt: on
PUBLISHED = (
    1_302_540,
    1_098_240,
    123_552,
    54_912,
    10_200,
    5_108,
    3_744,
    624,
    36,
    4,
)  # fmt: skip


@cache
def every_hand() -> tuple[Counter[Hand], dict[Hand, Cards]]:
    """How many hands have each value, and one hand of each."""
    counts: Counter[Hand] = Counter()
    one: dict[Hand, Cards] = {}
    for cards in combinations(DECK, 5):
        hand = RULES.hand_of(cards)
        counts[hand] += 1
        one[hand] = cards
    return counts, one


def test_every_hand_is_in_its_class() -> None:
    """Tournament Canberra Poker 2.6, 2.6(a), 2.6(b), 2.6(c), 2.6(d), 2.6(e), 2.6(f), 2.6(g),
    2.6(h), 2.6(i), 2.6(j), 2.5: all 2,598,960 hands of one deck, class by class."""
    counts, _ = every_hand()
    hands: Counter[int] = Counter()
    values: Counter[int] = Counter()
    for hand, times in counts.items():
        hands[hand.strength] += times
        values[hand.strength] += 1
    found = tuple((hands[strength], values[strength]) for strength in range(10))
    assert found == ON_PAPER
    assert tuple(times for times, _ in found) == PUBLISHED
    assert sum(PUBLISHED) == comb(52, 5) == 2_598_960
    assert len(counts) == 7_462


def test_how_many_hands_let_the_dealer_play() -> None:
    """Tournament Canberra Poker 9.2: ace and king with three of eleven ranks, but not the sequence
    and not of one suit; and everything from a pair up."""
    counts, _ = every_hand()
    ace_king = (comb(11, 3) - 1) * (4**5 - 4)
    assert ace_king == 167_280
    playing = sum(times for hand, times in counts.items() if rules.qualifies(hand))
    assert playing == ace_king + sum(PUBLISHED[1:])


def test_every_value_ranks_as_another_evaluator_ranks_it() -> None:
    """Tournament Canberra Poker 2.6, 2.7, 2.8: the 7,462 values stand in the same order."""
    _, one = every_hand()
    in_order = sorted(one)
    assert in_order == sorted(one, key=lambda hand: plain_kind(one[hand]))
    assert len({str(plain_kind(one[hand])) for hand in in_order}) == len(in_order)


# Rounds through the engine

KINDS = (
    "below ace and king", "ace and king", "one pair", "two pairs", "three of a kind", "straight",
    "flush", "full house", "four of a kind", "straight flush", "royal flush",
)  # fmt: skip
# Tournament Canberra Poker 8.1, for a bet of 20.
BET_PAYS = (20, 20, 20, 40, 60, 80, 100, 140, 400, 1_000, 5_000)


class Outcome(NamedTuple):
    """What became of an ante of 10 and a bet of 20: paid and returned."""

    ante: tuple[str, int, int]
    bet: tuple[str, int, int] | None = None


def expected(dealer: Cards, patron: Cards, *, bets: bool) -> Outcome:
    """Sections 7, 8 and 9, from the other evaluator."""
    if not bets:
        return Outcome(("WagerCollected", 0, 0))
    held, shown = plain_kind(patron), plain_kind(dealer)
    if kind_of(dealer) == 0:
        return Outcome(("WagerPaid", 10, 10), ("WagerVoided", 0, 20))
    if held == shown:
        return Outcome(("WagerVoided", 0, 10), ("WagerVoided", 0, 20))
    if held < shown:
        return Outcome(("WagerCollected", 0, 0), ("WagerCollected", 0, 0))
    return Outcome(("WagerPaid", 10, 10), ("WagerPaid", BET_PAYS[kind_of(patron)], 20))


def kind_of(cards: Cards) -> int:
    """Place in KINDS: odd cards with ace and king stand apart from those without."""
    strength, ranks = plain_kind(cards)
    return strength + 1 if strength or ranks[:2] == [12, 11] else 0


def played(dealer: Cards, patron: Cards, *, bets: bool) -> Outcome:
    """One round with one patron, every order through decide and evolve."""
    table = GAME.begin(Setup(Options(), rules.RULES.limits))
    GAME.do(table, TakeAsPrepared())
    GAME.do(table, c.OpenBetting())
    GAME.do(table, c.PlaceWager("Ana", ANTE, 10_00), Role.PATRON)
    GAME.do(table, v.DealHands(dealer[-1]))
    if bets:
        GAME.do(table, v.PlaceBet("Ana", 20_00), Role.PATRON)
        GAME.do(table, v.RevealHand(DEALER, dealer))
        if GAME.awaits(table).what == "expose":
            GAME.do(table, v.RevealHand("box 1", patron))
        GAME.do(table, c.SettleWagers())
    else:
        GAME.do(table, v.Fold("Ana"), Role.PATRON)
    while GAME.awaits(table).what == "check":
        GAME.do(table, v.CountHand(5, GAME.awaits(table).to))
    GAME.do(table, c.CollectCards())
    GAME.check(table)
    lines = {line.wager: told(line) for line in table.layout.past[1]}
    return Outcome(lines[ANTE], lines.get(BET))


def told(line: e.Settlement) -> tuple[str, int, int]:
    return type(line).__name__, line.paid // 100, line.returned // 100


def beside(cards: Cards, value: Cards) -> Iterator[Cards]:
    """Hands that are worth what `value` is, of cards not in `cards`."""
    wanted = plain_kind(value)
    for suits in product(SUITS, repeat=5):
        hand = tuple(Card(rank(card) + suit) for card, suit in zip(value, suits, strict=True))
        if len(set(hand)) == 5 and not set(hand) & set(cards) and plain_kind(hand) == wanted:
            yield hand


def dealable(one: Cards, other: Cards) -> bool:
    """There are four cards of each rank."""
    return max(Counter(rank(card) for card in (*one, *other)).values()) <= 4


@pytest.mark.parametrize("bets", [True, False])
def test_every_kind_of_round(bets: bool) -> None:
    """Tournament Canberra Poker 9.2, 9.3, 9.4, 9.5, 9.6, 7.3, 8.1, 8.1 table ante, 8.1 table bet:
    every class of the dealer by every class of the patron, higher, equal and lower."""
    seen = set()
    for dealer, patron in rounds_by_kind():
        assert played(dealer, patron, bets=bets) == expected(dealer, patron, bets=bets)
        relation = (plain_kind(patron) > plain_kind(dealer)) - (
            plain_kind(patron) < plain_kind(dealer)
        )
        seen.add((kind_of(dealer), kind_of(patron), relation))
    assert seen == set(possible())


def possible() -> Iterator[tuple[int, int, int]]:
    """Within a class one deck has no equal threes or fours, and royal flushes are all equal."""
    for dealer, patron in product(range(len(KINDS)), repeat=2):
        if dealer != patron:
            yield dealer, patron, 1 if patron > dealer else -1
            continue
        name = KINDS[dealer]
        if name != "royal flush":
            yield from ((dealer, patron, 1), (dealer, patron, -1))
        if name not in ("three of a kind", "full house", "four of a kind"):
            yield dealer, patron, 0


@cache
def rounds_by_kind() -> list[tuple[Cards, Cards]]:
    """Two hands of every pair of classes; within a class the lowest, a middle and the highest."""
    _, one = every_hand()
    some: dict[int, list[Cards]] = {}
    for hand in sorted(one):
        some.setdefault(kind_of(one[hand]), []).append(one[hand])
    picked = {kind: [hands[0], hands[len(hands) // 2], hands[-1]] for kind, hands in some.items()}
    found = []
    for dealer_kind, patron_kind in product(picked, repeat=2):
        for dealer, value in product(picked[dealer_kind], picked[patron_kind]):
            if dealable(dealer, value):
                found.append((dealer, next(beside(dealer, value))))
    return found


def test_every_value_against_its_neighbours() -> None:
    """Tournament Canberra Poker 9.4, 9.5, 9.6, 2.6, 2.7: each value beats the one just below it,
    loses to the one just above it and is equal to itself."""
    _, one = every_hand()
    in_order = sorted(one.values(), key=plain_kind)
    rounds = 0
    for place in range(0, len(in_order), STEP):
        dealer = in_order[place]
        for value in in_order[max(0, place - 1) : place + 2]:
            if dealable(dealer, value):
                patron = next(beside(dealer, value))
                assert played(dealer, patron, bets=True) == expected(dealer, patron, bets=True)
                rounds += 1
    assert STEP > 1 or rounds == NEIGHBOURS == 18_942


# Three rounds a value but for the first and the last. Threes, full houses and fours cannot be dealt
# twice, nor one after another with the same three or four; nor KKKAA beside AAA22, 222AA beside
# 33322, KKKKA beside AAAA2, 2222A beside 33332, AAAAK beside 5432A, where a fifth would be needed.
NEIGHBOURS = 3 * 7_462 - 2 - (858 + 156 + 156) - 2 * 13 * (65 + 11 + 11) - 2 * 5
