"""The kernel of Canberra Poker: every hand, every kind of round, every way to play, every deal."""

from __future__ import annotations

import os
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import numpy as np
import pytest
from numba import njit

from houseway.analysis.composition import full
from houseway.analysis.exact import tournament_canberra_poker as exact
from houseway.analysis.figures import EXACTLY
from houseway.analysis.five_cards import classes_of, count, number_of
from houseway.analysis.kernels import tournament_canberra_poker as kernel
from houseway.analysis.kernels.loops import tournament_canberra_poker as loop
from houseway.analysis.kernels.loops.xoshiro import five_below, take
from houseway.analysis.rule_data import changed
from houseway.equipment.cards import RANKS, SUITS, Card
from houseway.games.tournament_canberra_poker.rules import Options
from houseway.rulebook.odds import to
from tests.analysis.test_poker import WAYS as IN_WORDS
from tests.games.tournament_canberra_poker import test_every_round as suite
from tests.games.tournament_canberra_poker.test_rules import plain_kind

FULL = bool(os.environ.get("HOUSEWAY_FULL"))
DATA = exact.read(Options())
Cards = tuple[Card, ...]


@cache
def tables() -> kernel.Tables:
    found: kernel.Tables = kernel.tables(DATA)
    return found


@cache
def one_of_each() -> tuple[Cards, ...]:
    """One hand of each of the 7,462 values: five ranks, of one suit or of several."""
    found = []
    for ranks in combinations_with_replacement(RANKS, 5):
        if max(Counter(ranks).values()) == 5:
            continue
        suits = [SUITS[ranks[:place].count(each)] for place, each in enumerate(ranks)]
        if len(set(ranks)) == 5:
            found.append(tuple(Card(each + "c") for each in ranks))
            suits[0] = "d"
        found.append(tuple(Card(each + of) for each, of in zip(ranks, suits, strict=True)))
    return tuple(found)


def numbers(*cards: Card) -> Any:
    return np.array([number_of(card) for card in cards], np.uint8)


@njit
def all_values(two: Any, four: Any, five: Any, suited: Any) -> Any:
    """How many of the 2,598,960 hands have each value."""
    found = np.zeros(7462, np.int64)
    hand = np.zeros(5, np.uint8)
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        hand[0], hand[1], hand[2], hand[3], hand[4] = c, a, e, b, d
                        found[loop.value_at(hand, np.uint64(0), two, four, five, suited)] += 1
    return found


def values_of(hands: tuple[Cards, ...]) -> list[int]:
    found = []
    for hand in hands:
        case = loop.value_at.py_func(numbers(*hand), np.uint64(0), *tables()[:4])
        found.append(int(case))
    return found


def test_every_hand_has_its_value() -> None:
    """Tournament Canberra Poker 2.6, 2.7 and 2.8: 7,462 values in the order of another evaluator,
    and as many hands of each kind as are counted on paper."""
    values = values_of(one_of_each())
    order = sorted(range(len(values)), key=lambda at: plain_kind(one_of_each()[at]))
    assert [values[at] for at in order] == list(range(7462))
    hands = all_values(*tables()[:4])
    kinds = tables().first // (kernel.RESULTS * kernel.BETS)
    by_kind = [int(hands[kinds == kind].sum()) for kind in range(10)]
    assert tuple(by_kind) == suite.PUBLISHED


def case_of(patron: Cards, dealer: Cards) -> int:
    return int(loop.case_of(numbers(*patron, *dealer), *tables()))


@cache
def gains_of(case: int) -> dict[str, Fraction]:
    counts = np.zeros(kernel.CASES, np.int64)
    counts[case] = 1
    return {each.name: -each.edge for each in kernel.figures(DATA, counts)}


def earned(dealer: Cards, patron: Cards, *, bets: bool) -> Fraction:
    """What the live engine gives an ante of 10 and its bet, for each unit of the ante."""
    played = suite.played(dealer, patron, bets=bets)
    lines = [(10, played.ante), *([(20, played.bet)] if played.bet else [])]
    return Fraction(sum(paid + back - stake for stake, (_, paid, back) in lines), 10)


@cache
def some_of_each_kind() -> dict[int, list[Cards]]:
    """The lowest, a middle and the highest hand of each class, ace and king apart."""
    found: dict[int, list[Cards]] = {}
    for hand in sorted(one_of_each(), key=plain_kind):
        found.setdefault(suite.kind_of(hand), []).append(hand)
    return {kind: [held[0], held[len(held) // 2], held[-1]] for kind, held in found.items()}


def test_every_kind_of_round_is_settled_as_the_live_engine_does() -> None:
    """Tournament Canberra Poker 7.3, 8.1, 9.2, 9.3, 9.4, 9.5 and 9.6: every class against every
    other, higher, equal and lower, with a bet and without."""
    some, rounds, equals = some_of_each_kind(), 0, 0
    for theirs, mine in product(some, repeat=2):
        for dealer, value in product(some[theirs], some[mine]):
            if suite.dealable(dealer, value):
                patron = next(suite.beside(dealer, value))
                gains = gains_of(case_of(patron, dealer))
                wanted = earned(dealer, patron, bets=True)
                assert gains["ante, always bet"] == wanted, (dealer, patron)
                assert gains["ante, pair or better"] == (wanted if mine > 1 else -1)
                rounds += 1
                equals += wanted == 0
    assert rounds > 900
    assert equals > 10
    low, other = some[0][0], some[5][1]
    assert earned(other, next(suite.beside(other, low)), bets=False) == -1


def test_every_value_meets_its_neighbours_as_in_the_live_engine() -> None:
    """Tournament Canberra Poker 9.4, 9.5 and 9.6: just below, equal, just above; with HOUSEWAY_FULL
    each of the 7,462 values, without it every fortieth."""
    in_order = sorted(one_of_each(), key=plain_kind)
    rounds = 0
    for place in range(0, len(in_order), 1 if FULL else 40):
        dealer = in_order[place]
        for value in in_order[max(0, place - 1) : place + 2]:
            if suite.dealable(dealer, value):
                patron = next(suite.beside(dealer, value))
                gains = gains_of(case_of(patron, dealer))
                assert gains["ante, always bet"] == earned(dealer, patron, bets=True)
                rounds += 1
    assert rounds > 400


def test_every_simple_way_bets_as_it_says() -> None:
    """Tournament Canberra Poker 7.1: every value of a hand, every rank shown, in words."""
    shown = [Card(f"{each}s") for each in RANKS]
    bets = tables().bets.reshape(-1, 16)
    for hand, value in zip(one_of_each(), values_of(one_of_each()), strict=True):
        held = plain_kind(hand)
        for up in range(len(shown)):
            told = {
                name: bool(bets[value, up] >> bit & 1)
                for bit, name in enumerate(kernel.WAYS)
                if bit
            }
            assert told == {name: IN_WORDS[name](held, up) for name in kernel.WAYS[1:]}, hand


@njit
def _wrong(hands: Any, best: Any, dealt: Any, suits: Any, tables: Any) -> int:
    """Places where the kernel, with suits renamed, decides otherwise than the exact table."""
    cards, wrong, asked = np.zeros(10, np.uint8), 0, 0
    two, four, five, suited, first, playing, bets, starts, keys, rows = tables
    for row in range(len(hands)):
        named = suits[row % len(suits)]
        for up in range(52):
            if not dealt[row, up]:
                continue
            for place in range(5):
                cards[place] = hands[row, place] // 4 * 4 + named[hands[row, place] % 4]
            cards[9] = up // 4 * 4 + named[up % 4]
            card = 0
            for place in range(5, 9):
                while (cards[:5] == card).any() or cards[9] == card:
                    card += 1
                cards[place] = card
                card += 1
            case = loop.case_of(
                cards, two, four, five, suited, first, playing, bets, starts, keys, rows
            )
            asked += 1
            if bool(case & np.uint64(1)) != best[row, up]:
                wrong += 1
    return wrong if asked else -1


def test_every_hand_and_open_card_is_played_as_the_exact_table_says() -> None:
    """Tournament Canberra Poker 7.1: 134,459 hands, each against 47 cards, suits renamed."""
    deals = count(full(1), DATA.order, DATA.rules.dealer_needs)
    best = exact.best_bets(deals, exact.gains_of(DATA, EXACTLY))
    suits = np.array([[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1], [1, 2, 3, 0]])
    assert _wrong(deals.counted.hands, best, deals.dealt, suits, tables()) == 0
    decided_by_suits = (tables().bets & 128).astype(bool).sum()
    assert decided_by_suits > 0


@pytest.mark.parametrize("kind", list(DATA.order)[1:])
def test_a_kind_of_hand_out_of_its_place_is_settled_otherwise(kind: str) -> None:
    """Tournament Canberra Poker 2.6: two kinds that stand in each other's place."""
    below = next(name for name, place in DATA.order.items() if place == DATA.order[kind] - 1)
    order = {**DATA.order, kind: DATA.order[below], below: DATA.order[kind]}
    five, suited = kernel.lookups(classes_of(order))[2:]
    assert (five != tables().five).any() or (suited != tables().suited).any()


def test_a_bet_paid_otherwise_is_told() -> None:
    """Tournament Canberra Poker 8.1 table bet: each line, one more for one."""
    for line in DATA.rules.bet_odds:
        wrong = changed(DATA, "odds", line.case, str(to(line.odds.pays + 1, 1)))
        counts = np.ones(kernel.CASES, np.int64)
        assert kernel.figures(wrong, counts) != kernel.figures(DATA, counts)


@njit
def _ten_cards(state: Any, many: int) -> int:
    """Rounds whose ten cards are not ten different ones."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    deck, wrong = np.arange(52).astype(np.uint8), 0
    for _ in range(many):
        kernel_deck = deck.copy()
        kernel_deck.sort()
        for card in range(52):
            if kernel_deck[card] != card:
                wrong += 1
        one, two, three, four, five, a, b, c, d = five_below(np.uint64(52), a, b, c, d)
        take(deck, one, np.uint64(51))
        take(deck, two, np.uint64(50))
        take(deck, three, np.uint64(49))
        take(deck, four, np.uint64(48))
        take(deck, five, np.uint64(47))
    return wrong


def test_the_deck_stays_a_deck_and_every_round_is_counted() -> None:
    """Tournament Canberra Poker 2.1 and 5.1: fifty-two different cards before every round."""
    state = np.array([1, 2, 3, 4], np.uint64)
    assert _ten_cards(state, 2_000) == 0
    assert kernel.deal(state, 100_000, *tables()).sum() == 100_000
