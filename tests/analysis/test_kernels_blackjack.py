"""The kernel of Tournament Blackjack deals and settles as the live engine does, card by card.

Every round of a few ranks is played live, and a seeded sample of rounds of whole tables; with
HOUSEWAY_FULL the sample is some hundred times as long.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pytest

from houseway.analysis import CannotAnalyse
from houseway.analysis.blackjack.best import SolvedShoe
from houseway.analysis.blackjack.shoe import every_hand, shoe_of
from houseway.analysis.composition import full
from houseway.analysis.dealing import state_of
from houseway.analysis.exact import tournament_blackjack as exact
from houseway.analysis.kernels import blackjack as rounds
from houseway.analysis.kernels import tournament_blackjack as kernel
from houseway.analysis.kernels.loops import blackjack as loop
from houseway.analysis.kernels.tournament_blackjack import Manner
from houseway.analysis.rule_data import changed
from houseway.equipment.cards import DECK, Card
from houseway.games import commands as c
from houseway.games.tournament_blackjack import GAME
from houseway.games.tournament_blackjack import state as v
from houseway.games.tournament_blackjack.play import complete, destination, turn
from houseway.games.tournament_blackjack.rules import Options
from houseway.rulebook.roles import Role
from tests.analysis import blackjack_tables as live
from tests.analysis.blackjack_rounds import ORDERS, STAKE, a_card, splittable, table

FULL = bool(os.environ.get("HOUSEWAY_FULL"))
BY_TOTALS = ("best by totals",)
PAIRS = Options(pairs="perfect")


@cache
def made(manner: Manner, options: Options = PAIRS) -> kernel.Tables:
    return kernel.tables(exact.read(options), manner)


@cache
def bytes_of_cards() -> dict[Card, int]:
    data = exact.read(PAIRS)
    return {card: kernel._byte(data, card) for card in DECK}


def dealt(cards: list[Card], manner: Manner, options: Options = PAIRS) -> Any:
    """One round of exactly these cards, by box and case.

    With the cutting card behind them no second round begins, and with one more card it does.
    """
    tables = made(manner, options)
    shoe = np.zeros(400, np.uint8)
    shoe[: len(cards)] = [bytes_of_cards()[card] for card in cards]
    chance = np.array(state_of(1, 0), np.uint64)
    for cutting, many in ((len(cards) + 1, 2), (len(cards), 1)):
        counts = np.zeros(len(manner.boxes) * rounds.OF_A_BOX, np.int64)
        done = deal_shoe(counts, shoe, cutting=cutting, most=2, play=tables.play, chance=chance)
        assert done == many, cards
    return counts


def deal_shoe(
    counts: Any,
    shoe: Any,
    *,
    cutting: int,
    most: int,
    play: rounds.Play,
    chance: Any,
    cards: int = 200,
) -> int:
    """Rounds of a shoe in its order; `cards` are in it, and behind them is room for discards."""
    boxes = len(play.ways)
    hands, formed = np.zeros(boxes * rounds.HANDS, np.uint32), np.zeros(boxes, np.uint8)
    ends = np.zeros(2 * cards, np.uint32)
    done: int = loop.deal_shoe(
        counts, shoe, hands, formed, ends, cards, cards, cutting, most, False, chance, play
    )
    return done


def gains(counts: Any, manner: Manner, options: Options = PAIRS) -> list[dict[str, Fraction]]:
    """What each box of one round gained, wager by wager."""
    data, found = exact.read(options), list[dict[str, Fraction]]()
    by_box = counts.reshape(len(manner.boxes), rounds.OF_A_BOX)
    for way, of_box in zip(manner.boxes, by_box, strict=True):
        assert of_box.sum() == 1
        alone = msgspec.structs.replace(manner, boxes=(way,))
        told = kernel.figures(data, of_box, alone)
        found.append({each.name: -each.edge for each in told})
    return found


# Every round of a few ranks

FEW = (
    {"8": 7, "T": 7},
    {"A": 5, "T": 6},
    {"6": 7, "5": 7},
    {"A": 3, "4": 5, "9": 3},
    {"A": 4, "7": 4, "3": 3},
    {"2": 9, "9": 5},
)


def every_round(ranks: dict[str, int]) -> Iterator[tuple[list[Card], Fraction]]:
    """Cards and gain of every round of one box by the printed tables, played live."""
    yield from _go_on(table(), Counter(ranks), [])


def _go_on(
    play: Any, left: Counter[str], path: list[Card]
) -> Iterator[tuple[list[Card], Fraction]]:
    while not complete(play) and destination(play) is None:
        if not play.interim_over:
            GAME.do(play, v.SettleInterim())
            continue
        hand = turn(play)
        assert hand is not None
        own = [card[0] for card in hand.cards]
        act = live.by_the_tables(own, play.dealer[0][0], splittable(play, hand))
        GAME.do(play, ORDERS[act]("Ana"), Role.PATRON)
    if complete(play):
        GAME.do(play, c.SettleWagers())
        lines = play.layout.settlements
        yield path, Fraction(sum(line.paid - line.collected for line in lines), STAKE)
        return
    for rank, number in left.items():
        if number:
            further = deepcopy(play)
            card = a_card(further, rank)
            GAME.do(further, c.DealCard(card))
            yield from _go_on(further, left - Counter({rank: 1}), [*path, card])


@pytest.mark.share(1)
@pytest.mark.parametrize("ranks", FEW if FULL else FEW[:4], ids=str)
def test_every_round_of_a_few_ranks_is_settled_as_in_the_live_engine(ranks: dict[str, int]) -> None:
    """Tournament Blackjack 8.1(a), 9.1, 9.2, 10.1, 10.2, 10.3, 10.4, 10.6, 11.2, 11.3, 12.1, 13.1
    and 13.2: gains and cards of each, splits to four hands among them."""
    manner = Manner(boxes=BY_TOTALS, insurance=False)
    splits = seen = 0
    for cards, gain in every_round(ranks):
        counts = dealt(cards, manner)
        assert gains(counts, manner)[0]["blackjack, best by totals"] == gain, cards
        seen += 1
        splits += int(counts.argmax()) % rounds.SORTS >= rounds.SPLITS + 78 + 364
    assert seen > 30
    assert splits or "8" not in ranks


# Whole tables

MANNERS = (
    Manner(boxes=BY_TOTALS),
    Manner(boxes=BY_TOTALS, insurance=False, even_money=True),
    Manner(boxes=("best by totals", "mimic the dealer", "never bust")),
    Manner(boxes=("never bust", "best by totals", "best by totals"), even_money=True),
)


@pytest.mark.share(1)
@pytest.mark.parametrize("manner", MANNERS, ids=str)
def test_every_box_of_whole_tables_is_settled_as_in_the_live_engine(manner: Manner) -> None:
    """Tournament Blackjack 6.2, 7.1, 7.4, 7.5, 8.1(b), 9.1, 12.1(b), 13.1, 18.10 and 18.13: every
    wager of every box, with insurance, even money and perfect pairs."""
    chance = random.Random(f"{manner}")
    against = live.Against(manner.insurance, manner.even_money)
    shoe = [Card(card) for card in DECK for _ in range(6)]
    insured = 0
    for number in range(4_000 if FULL else 60):
        chance.shuffle(shoe)
        cards = shoe[:60]
        if number % 3 == 0:  # every third round against an ace
            cards[len(manner.boxes)] = Card("As")
        told = live.played(cards, list(manner.boxes), against, pairs=True)
        counts = dealt(cards[: told.used], manner)
        for at, found in enumerate(gains(counts, manner)):
            assert found[f"blackjack, {manner.boxes[at]}"] == told.boxes[at], cards
            assert found["perfect pairs"] == told.pairs[at]
            assert found.get("insurance") in (told.insurance, None)
        insured += told.insurance is not None
        assert any("insurance" in each for each in gains(counts, manner)) == (
            told.insurance is not None
        )
    assert (insured > 0) == manner.insurance


# Shoe, device, cutting card


@pytest.mark.parametrize(("cutting", "many"), [(4, 1), (5, 2), (9, 2), (10, 3)])
def test_no_round_begins_with_the_cutting_card(cutting: int, many: int) -> None:
    """Tournament Blackjack 5.4(a) and 5.4(a)#2: Ana has twenty each time; the dealer's nineteen
    makes four cards of a round, eight with two and seven makes five."""
    tables = made(Manner(boxes=BY_TOTALS, insurance=False))
    first, second = ["Ts", "Th", "Tc", "9d"], ["Ts", "8h", "Tc", "2d", "7d"]
    cards = [bytes_of_cards()[Card(each)] for each in (*first, *second, *first, *first)]
    counts = np.zeros(rounds.OF_A_BOX, np.int64)
    shoe, chance = np.array(cards + [0] * 100, np.uint8), np.zeros(4, np.uint64)
    done = deal_shoe(
        counts, shoe, cutting=cutting, most=9, play=tables.play, chance=chance, cards=100
    )
    assert done == many == counts.sum()


def test_a_shoe_that_runs_out_goes_on_with_its_discards() -> None:
    """Tournament Blackjack 14.6: eights are split when no card is left; the four tens of the round
    before come back, and both eighteens win as the dealer goes from six to 26."""
    tables = made(Manner(boxes=BY_TOTALS, insurance=False))
    before, split = ["Ts", "Th", "Tc", "Kd"], ["8s", "6h", "8h"]
    cards = [bytes_of_cards()[Card(each)] for each in before + split]
    orders = set()
    for seed in range(30):
        shoe, counts = np.zeros(20, np.uint8), np.zeros(rounds.OF_A_BOX, np.int64)
        shoe[:7] = cards
        chance = np.array(state_of(seed, 0), np.uint64)
        done = deal_shoe(counts, shoe, cutting=7, most=9, play=tables.play, chance=chance, cards=7)
        assert done == 2
        assert sorted(shoe[7:11]) == sorted(cards[:4])
        orders.add(tuple(shoe[7:11].tolist()))
        told = kernel.figures(exact.read(PAIRS), counts, Manner(boxes=BY_TOTALS))
        ends = {each.name: each.weight for each in told[0].outcomes}
        assert ends == {"split, dealer bust": 2, "equal": 1}
    assert len(orders) > 6


def test_a_device_deals_every_round_from_all_cards() -> None:
    """Tournament Blackjack 20.2: no card twice in a round, any card in the next."""
    options = Options(shuffle="automated", pairs="perfect")
    data = exact.read(options)
    tables = kernel.tables(data, Manner(boxes=BY_TOTALS))
    assert tables.source.device
    few = tables.source._replace(cards=np.unique(tables.source.cards))
    state = np.array(state_of(5, 0), np.uint64)
    counts = kernel.deal(state, 20_000, few, tables.play)
    assert counts.sum() == 20_000
    found = {each.name: each for each in kernel.figures(data, counts, Manner(boxes=BY_TOTALS))}
    kinds = {each.name: each.weight for each in found["perfect pairs"].outcomes}
    # One deck: of 51 cards beside the first two make a mixed pair, one a coloured, none a perfect.
    assert kinds["perfect pair"] == 0
    assert abs(kinds["coloured pair"] - 20_000 / 51) < 120
    assert abs(kinds["mixed pair"] - 2 * 20_000 / 51) < 160


@pytest.mark.parametrize(
    ("manner", "refused"),
    [
        (Manner(boxes=()), "0 boxes: 1 to 7"),
        (Manner(boxes=BY_TOTALS * 8), "8 boxes: 1 to 7"),
        (Manner(boxes=("counting",)), "counting is no way to play"),
        (Manner(behind=51), "51 cards behind the cutting card: 52 to 182"),
        (Manner(behind=183), "183 cards behind"),
    ],
)
def test_manners_that_the_rules_do_not_know_are_refused(manner: Manner, refused: str) -> None:
    """Tournament Blackjack 5.3: 52 cards at least, half the decks and half a deck at most."""
    with pytest.raises(CannotAnalyse, match=refused):
        made(manner)


# Wrong rules

CELLS = {
    "outcomes": ("outcomes", "equal", "loses"),
    "odds": ("odds", "blackjack", "6 to 5"),
    "interim_odds": ("interim_odds", "blackjack", "1 to 1"),
    "insurance_odds": ("insurance_odds", "insurance", "3 to 1"),
    "pair_odds": ("pair_odds", "mixed pair", "5 to 1"),
}


@pytest.mark.parametrize("cell", CELLS.values(), ids=list(CELLS))
def test_a_wrong_cell_is_settled_otherwise(cell: tuple[str, str, Any]) -> None:
    """Tournament Blackjack 13.1, 13.2, 8.1, 7.4 and 18.13: some case gains otherwise than above."""
    manner, data = Manner(boxes=BY_TOTALS), exact.read(PAIRS)
    wrong = changed(data, *cell)
    counts = np.ones(rounds.OF_A_BOX, np.int64)
    assert kernel.figures(wrong, counts, manner) != kernel.figures(data, counts, manner)


@pytest.mark.parametrize(("number", "wrong"), [("dealer_stands", 18), ("dealer_stands_soft", 18)])
def test_a_dealer_who_stands_otherwise_draws_otherwise(number: str, wrong: int) -> None:
    """Tournament Blackjack 12.1(a), reading BJ5: seventeen, hard or soft, is another hand then."""
    data = exact.read(PAIRS)
    shoe = shoe_of(full(6).ranks, data.rules.card_value)
    rows = []
    for each in (data, changed(data, number, "", wrong)):
        solved = SolvedShoe(each.counting, every_hand(shoe, each.counting), ())
        numbers = kernel._Numbers()
        kernel._dealer(solved, shoe.values.index(6), numbers)
        rows.append(numbers.rows)
    assert rows[0] != rows[1]
