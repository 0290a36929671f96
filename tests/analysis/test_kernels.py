"""The kernels settle as the live engine does, on every distinct round; shoes and devices end right.

Of the coups of Mini Baccarat every fifth is dealt, with HOUSEWAY_FULL=1 all. A case of a kernel is
turned into gains by its own `figures`, from one round of that case.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import perm
from typing import Any

import msgspec
import numpy as np
import pytest
from numba import njit

from houseway.analysis import CannotAnalyse, analyse, module_of
from houseway.analysis.dealing import state_of
from houseway.analysis.kernels import casino_war as war_kernel
from houseway.analysis.kernels import mini_baccarat as mini_kernel
from houseway.analysis.kernels import seven_up_baccarat as seven_up_kernel
from houseway.analysis.kernels import three_card_baccarat as three_card_kernel
from houseway.analysis.kernels import tournament_mini_baccarat as tournament_kernel
from houseway.analysis.kernels import tournament_roulette as roulette_kernel
from houseway.analysis.kernels import two_hands
from houseway.analysis.kernels.loops import casino_war as war_loop
from houseway.analysis.kernels.loops import seven_up_baccarat as seven_up_loop
from houseway.analysis.kernels.loops import three_card_baccarat as three_card_loop
from houseway.analysis.kernels.loops import two_hands as two_hands_loop
from houseway.analysis.rule_data import changed
from houseway.equipment.cards import DECK, RANKS, Card
from houseway.games import commands as c
from houseway.games import game
from houseway.games.mini_baccarat.play import destination
from houseway.games.mini_baccarat.rules import Options as MiniOptions
from tests.games.casino_war import test_every_round as war_suite
from tests.games.mini_baccarat import test_every_coup as mini_suite
from tests.games.seven_up_baccarat import test_every_round as seven_up_suite
from tests.games.three_card_baccarat import test_every_round as three_card_suite
from tests.games.tournament_roulette import test_every_round as roulette_suite

Gains = dict[str, Fraction]
PART = 1 if os.environ.get("HOUSEWAY_FULL") else 5  # of all coups one in so many, by their cards


class Kernel:
    """A kernel with its tables under some options, and what each of its cases gains."""

    def __init__(self, module: Any, slug: str, cases: int, **options: Any) -> None:
        self.module, self.cases = module, cases
        self.options: Any = msgspec.convert(options, game(slug).options)
        self.data = module_of(slug).read(self.options)
        self.tables = module.tables(self.data)
        self.gains = cache(self._gains)

    def _gains(self, case: int) -> Gains:
        counts = np.zeros(self.cases, np.int64)
        counts[case] = 1
        return {each.name: -each.edge for each in self.module.figures(self.data, counts)}


def one_case(counts: Any) -> int:
    """The case of the one round that was dealt."""
    assert counts.sum() == 1
    return int(counts.argmax())


# Mini Baccarat


def mini_case(tables: two_hands.Tables, cards: list[int]) -> int:
    shoe = np.array([*cards, *[0] * (6 - len(cards))], np.uint8)
    counts = np.zeros(two_hands.CASES, np.int64)
    two_hands_loop.deal_shoe(shoe, 0, 0, 1, tables.two, tables.value, tables.ends, counts)
    return one_case(counts)


OF_VALUE = [DECK.index(card) for card in mini_suite.OF_VALUE]


def every_coup(table: Any, values: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """Coups through the live engine; of the two orders of a hand's first cards one."""
    if len(values) >= 4 and destination(table) is None:
        yield values, table
        return
    for value in range(10):
        if len(values) in (2, 3) and value < values[-2]:
            continue
        if len(values) == 3 and (sum(values) + value) % PART:
            continue
        yield from every_coup(mini_suite.dealt(table, value), (*values, value))


def test_mini_baccarat_settles_every_coup_as_the_live_engine_does() -> None:
    """Mini Baccarat 6.2, 6.4, 7.2 table, 7.3 table, 8.4, 8.5, 8.6, 8.8 and 8.9."""
    kernels = {
        way: Kernel(mini_kernel, "mini-baccarat", two_hands.CASES, settlement=way)
        for way in ("commission", "non-commission")
    }
    table = mini_suite.opened(MiniOptions(), "player", "banker", "tie")
    coups, met = 0, set()
    for values, ended in every_coup(table):
        coups += 1
        case = mini_case(kernels["commission"].tables, [OF_VALUE[each] for each in values])
        # Every coup by the first method; by the second once for each case and number of cards.
        ways = ["commission"] if (case, len(values)) in met else list(kernels)
        met.add((case, len(values)))
        for way in ways:
            ended.options = kernels[way].options
            _, earned = mini_suite.settled(ended)
            gains = kernels[way].gains(case)
            assert {name: gain * 100_00 for name, gain in gains.items()} == earned, (way, values)
    assert coups * PART > 100_000


@pytest.mark.parametrize("pairs", ["perfect", "canberra"])
def test_mini_baccarat_settles_every_pair_as_the_live_engine_does(pairs: str) -> None:
    """Mini Baccarat 9.8, 10.6 and 11.2: all 52 x 52 first two cards of either hand."""
    kernel = Kernel(mini_kernel, "mini-baccarat", two_hands.CASES, pairs=pairs)
    filler = [DECK.index(Card("2c")), DECK.index(Card("7d"))]
    for hand, wager in (("player", "player pair"), ("banker", "banker pair")):
        table = mini_suite.opened(kernel.options, wager)
        for first, second in product(DECK, repeat=2):
            own, others = [DECK.index(first), DECK.index(second)], filler
            mine, theirs = (own, others) if hand == "player" else (others, own)
            dealt = [mine[0], theirs[0], mine[1], theirs[1]]
            gain = kernel.gains(mini_case(kernel.tables, dealt))[wager]
            assert gain * 100_00 == mini_suite._pair_pays(table, hand, first, second)


def test_two_hands_take_as_many_cards_as_they_draw() -> None:
    """Mini Baccarat 6.4, 7.2 table and 7.3 table: the next round begins with the next card."""
    tables = Kernel(mini_kernel, "mini-baccarat", two_hands.CASES).tables
    rounds = ["9h Kh Kh 8h", "2h Kh 4h 5h 9h", "2h Kh 3h 6h 6h 2h", "9h Kh Kh 8h"]
    shoe = np.array(
        [DECK.index(Card(each)) for each in " ".join([*rounds, "Kh Kh"]).split()], np.uint8
    )
    counts = np.zeros(two_hands.CASES, np.int64)
    last = 4 + 5 + 6
    dealt = two_hands_loop.deal_shoe(
        shoe, 0, last, 9, tables.two, tables.value, tables.ends, counts
    )
    ends = two_hands.final_totals(counts)
    assert dealt == 4
    # Nine against eight twice; six against five, which draws a nine to four; five draws a six to
    # one against six, which draws a two to eight.
    assert (ends[9][8], ends[6][4], ends[1][8]) == (2, 1, 1)


SHOES = """
    9KK8 9KK8 9KK8          cutting 8   rounds 3   the round that begins with it is dealt
    9KK8 9KK8 9KK8          cutting 7   rounds 2   it came out in the second round
    9KK8 98KK 9KK8          cutting 9   rounds 3   it came out in the third
    KKKKKK KKKKKK           cutting 5   rounds 2   a tie: one more round, and no more for its tie
    KKKKKK 9KK8             cutting 6   rounds 2   it was not out when the first round tied
    9KK8 KKKKKK KKKKKK      cutting 4   rounds 3   the tie began with it: one more round
"""


@pytest.mark.parametrize("line", SHOES.strip().splitlines())
def test_the_cutting_card_ends_a_shoe(line: str) -> None:
    """Mini Baccarat 5.8, Tournament Mini-Baccarat 5.6."""
    laid, _, rest = line.partition("cutting")
    cutting, _, rounds, *_ = rest.split()
    cards = [DECK.index(Card(f"{each}h")) for each in f"{laid.replace(' ', '')}KKKKKK"]
    for module, slug in (
        (mini_kernel, "mini-baccarat"),
        (tournament_kernel, "tournament-mini-baccarat"),
    ):
        tables = Kernel(module, slug, two_hands.CASES).tables
        counts = np.zeros(two_hands.CASES, np.int64)
        arrays = tables.two, tables.value, tables.ends, counts
        dealt = two_hands_loop.deal_shoe(np.array(cards, np.uint8), 0, int(cutting), 99, *arrays)
        assert dealt == int(rounds) == counts.sum()


def test_a_shoe_is_burned_as_its_option_says() -> None:
    """Mini Baccarat 5.5, 5.6 and 5.7; Tournament Mini-Baccarat 5.4 and 5.5."""
    burned = {"A": 1, "7": 7, "T": 10, "K": 10}
    shown = Kernel(mini_kernel, "mini-baccarat", two_hands.CASES).tables.burned
    unseen = Kernel(mini_kernel, "mini-baccarat", two_hands.CASES, burn="unseen").tables.burned
    tournament = Kernel(tournament_kernel, "tournament-mini-baccarat", two_hands.CASES).tables
    for rank, cards in burned.items():
        place = DECK.index(Card(f"{rank}h"))
        assert (shown[place], unseen[place], tournament.burned[place]) == (cards, 0, cards)


# Tournament Mini-Baccarat


def test_tournament_mini_baccarat_settles_all_deals_as_they_are_counted_exactly() -> None:
    """Tournament Mini-Baccarat 6.4, 7.2 table, 7.3 table and 8: every six values, by their ways."""
    kernel = Kernel(tournament_kernel, "tournament-mini-baccarat", two_hands.CASES)
    tables = kernel.tables
    values = np.indices([10] * 6).reshape(6, -1).T
    cards = np.array(OF_VALUE, np.uint8)[values]
    counts = np.zeros(two_hands.CASES, np.int64)
    cases = _cases(cards, tables.two, tables.value, tables.ends)
    np.add.at(counts, cases.astype(np.int64), _ways(values))
    assert counts.sum() == perm(416, 6)
    exact = analyse("tournament-mini-baccarat").wagers
    assert tournament_kernel.figures(kernel.data, counts) == exact


@njit
def _cases(deals: Any, two: Any, value: Any, ends: Any) -> Any:
    """The case of each deal of six cards."""
    found = np.zeros(len(deals), np.uint64)
    for place in range(len(deals)):
        found[place], _ = two_hands_loop.one_round(deals[place], np.uint64(0), two, value, ends)
    return found


def _ways(values: Any) -> Any:
    """In how many ways eight decks give each row of six values."""
    held = np.array([128] + [32] * 9)
    ways = np.ones(len(values), np.int64)
    for place in range(6):
        gone = (values[:, :place] == values[:, place : place + 1]).sum(axis=1)
        ways *= held[values[:, place]] - gone
    return ways


# 7-Up Baccarat


def test_seven_up_baccarat_settles_every_coup_as_the_live_engine_does() -> None:
    """7-Up Baccarat 7.3, 9.3 Table 1, 9.4 Table 2, 10.5, 11.1.2 Table and 11.1.3 Table."""
    suite = seven_up_suite
    kernel = Kernel(seven_up_kernel, "seven-up-baccarat", seven_up_kernel.CASES)
    coups = 0
    for values, play in suite.coups(suite.table()):
        coups += 1
        five = np.array([_seven_up_card(each) for each in (*values, 0, 0)[:5]], np.uint8)
        case, used = seven_up_loop.case_of(five, kernel.tables.ends)
        ruling: Any = suite.GAME.decide(play, c.SettleWagers())
        earned = {line.wager: line.paid - line.collected for line in ruling.events[1:]}
        gains = kernel.gains(int(case))
        assert {name: gain * suite.STAKE for name, gain in gains.items()} == earned, values
        assert used == len(values)
    assert coups == 33_940


def _seven_up_card(value: int) -> int:
    """A card as the kernel has it: its value, and 16 more for a seven."""
    return value + 16 * (value == 7)


def test_the_cards_of_a_coup_sit_out_the_next_one_and_no_more() -> None:
    """7-Up Baccarat 8.4, reading 7U-03.

    Eleven cards that count one, so that Player always has a natural eight and a coup takes three
    cards; three of them are marked. Two coups in turn never show more than those three.
    """
    tables = Kernel(seven_up_kernel, "seven-up-baccarat", seven_up_kernel.CASES).tables
    cards = np.array([17] * 3 + [1] * 8, np.uint8)
    again = 0
    for seed in range(40):
        marked = _marked_by_coup(cards, tables.ends, seed, 12)
        assert all(one + other <= 3 for one, other in pairwise(marked))
        again += sum(one + other > 3 for one, other in zip(marked, marked[2:], strict=False))
    assert again > 0


def _marked_by_coup(cards: Any, ends: Any, seed: int, coups: int) -> list[int]:
    """How many marked cards each coup of one device shows."""
    state, before, found = np.array(state_of(seed, 0), np.uint64), 0, []
    for number in range(1, coups + 1):
        counts = seven_up_kernel.deal(state, number, cards, ends)
        shown = int(counts @ (np.arange(seven_up_kernel.CASES) % seven_up_kernel.SEVENS))
        found.append(shown - before)
        before = shown
    return found


# Casino War


def test_casino_war_settles_every_round_as_the_live_engine_does() -> None:
    """Casino War 5.1, 8.1, 8.2, 10.1, 10.2 and 10.3: all first cards, both choices, all wars."""
    kernel = Kernel(war_kernel, "casino-war", war_kernel.CASES)
    for mine, dealers in product(RANKS, repeat=2):
        followed = product(RANKS, repeat=2) if mine == dealers else [("2", "3")]
        for more in followed:
            ranks = mine + dealers + "".join(more)
            gains = kernel.gains(_war_case(kernel.tables, ranks))
            dealt = ranks if mine == dealers else ranks[:2]
            assert _told(gains, "go to war") == _earned(dealt, "war"), ranks
        if mine == dealers:
            assert _told(gains, "surrender") == _earned(ranks[:2], "surrender"), ranks


def _war_case(tables: war_kernel.Tables, ranks: str) -> int:
    shoe = np.array([RANKS.index(each) for each in ranks], np.uint8)
    counts = np.zeros(war_kernel.CASES, np.int64)
    war_loop.deal_shoe(shoe, 0, 1, 1, tables.first, tables.additional, counts)
    return one_case(counts)


def _told(gains: Gains, how: str) -> tuple[Fraction, Fraction]:
    return gains[f"initial, {how}"], gains["tie"]


def _earned(ranks: str, choice: str) -> tuple[Fraction, Fraction]:
    """What the live engine gives Initial (with War) and Tie for each unit first staked."""
    lines = war_suite.play_round(ranks, choice)
    tie = sum(gain for wager, _, gain in lines if wager == "tie")
    rest = sum(gain for wager, _, gain in lines if wager != "tie")
    return Fraction(rest, war_suite.STAKE), Fraction(tie, war_suite.STAKE)


@pytest.mark.parametrize(("cutting", "rounds"), [(4, 2), (3, 2), (2, 1), (8, 3), (9, 4)])
def test_no_round_of_war_begins_with_the_cutting_card(cutting: int, rounds: int) -> None:
    """Casino War 4.1.2 and 4.1.3: two cards, two cards, a war of four, two cards."""
    tables = Kernel(war_kernel, "casino-war", war_kernel.CASES).tables
    shoe = np.array([RANKS.index(each) for each in "2345777723KK"], np.uint8)
    counts = np.zeros(war_kernel.CASES, np.int64)
    dealt = war_loop.deal_shoe(shoe, 0, cutting, 99, tables.first, tables.additional, counts)
    assert dealt == rounds


# Three Card Baccarat


@pytest.mark.parametrize("variant", ["standard", "even money"])
def test_three_card_baccarat_settles_all_orders_as_the_live_engine_does(variant: str) -> None:
    """Three Card Baccarat 5.1, 7.2 Table, 8.1, 11.1 and 11.2: every order against every other."""
    suite = three_card_suite
    kernel = Kernel(
        three_card_kernel, "three-card-baccarat", three_card_kernel.CASES, variant=variant
    )
    examples = {suite.order(hand): hand for hand in suite.HANDS}
    for (mine, theirs), lines in suite.settled(8, variant).items():
        hands = zip(suite.cards(examples[mine]), suite.cards(examples[theirs]), strict=True)
        gains = kernel.gains(
            _three_card_case(kernel.tables, [card for two in hands for card in two])
        )
        earned = {name: line.paid - line.collected for name, line in lines.items()}
        assert {name: gain * suite.STAKE for name, gain in gains.items()} == earned


def _three_card_case(tables: three_card_kernel.Tables, cards: list[Card]) -> int:
    shoe = np.array([RANKS.index(card[0]) for card in cards], np.uint8)
    counts = np.zeros(three_card_kernel.CASES, np.int64)
    three_card_loop.deal_shoe(shoe, 0, 0, 1, tables.look, counts)
    return one_case(counts)


@pytest.mark.parametrize("decks", [6, 8])
def test_three_card_baccarat_weighs_all_hands_as_they_are_counted_exactly(decks: int) -> None:
    """Three Card Baccarat 3.2 and 7.2 Table: every three ranks, by their ways, for Banker."""
    kernel = Kernel(three_card_kernel, "three-card-baccarat", three_card_kernel.CASES, decks=decks)
    held, ways = 4 * decks, 0
    counts = np.zeros(three_card_kernel.CASES, np.int64)
    for ranks in product(RANKS, repeat=3):
        cards = [card for rank in ranks for card in (Card("2c"), Card(f"{rank}c"))]
        ways = held * (held - (ranks[1] == ranks[0]))
        ways *= held - (ranks[2] == ranks[0]) - (ranks[2] == ranks[1])
        counts[_three_card_case(kernel.tables, cards)] += ways
    found = {each.name: each for each in three_card_kernel.figures(kernel.data, counts)}
    for exact in analyse("three-card-baccarat", options=kernel.options).wagers:
        if exact.name not in ("player", "tie"):
            assert found[exact.name].edge == exact.edge
            assert found[exact.name].total == perm(52 * decks, 3)


@pytest.mark.parametrize(("cutting", "coups"), [(6, 2), (5, 1), (7, 2), (12, 3)])
def test_the_coup_that_begins_with_the_cutting_card_is_the_last(cutting: int, coups: int) -> None:
    """Three Card Baccarat 4.7 and 4.8: six cards a coup."""
    tables = Kernel(three_card_kernel, "three-card-baccarat", three_card_kernel.CASES).tables
    counts = np.zeros(three_card_kernel.CASES, np.int64)
    shoe = np.zeros(30, np.uint8)
    assert three_card_loop.deal_shoe(shoe, 0, cutting, 99, tables.look, counts) == coups


# Tournament American Roulette


def test_roulette_settles_every_pocket_as_the_live_engine_does() -> None:
    """Tournament American Roulette 7.1 and 7.2: 37 pockets, every place of the layout."""
    suite = roulette_suite
    kernel = Kernel(roulette_kernel, "tournament-roulette", 37)
    places = [*suite.inside_positions(), *suite.outside_positions()]
    table = suite.Table()
    for place, pocket in enumerate(kernel.data.pockets):
        wagers = [c.PlaceWager("Ana", each, suite.UNIT) for each in places]
        earned = table.round(wagers, pocket)
        gains = kernel.gains(place)
        assert {each: gains[each] * suite.UNIT for each in places} == earned


@pytest.mark.parametrize("spins", [1, 7, 8, 9, 1001])
def test_every_spin_is_counted_once(spins: int) -> None:
    state = np.array(state_of(1, spins), np.uint64)
    assert roulette_kernel.deal(state, spins, 37).sum() == spins


# What cannot be dealt


def test_sources_and_sizes_that_no_kernel_deals_are_refused() -> None:
    with pytest.raises(CannotAnalyse, match="a device is not simulated, only the shoe"):
        Kernel(war_kernel, "casino-war", war_kernel.CASES, source="device")
    with pytest.raises(CannotAnalyse, match="a device is not simulated, only the shoe"):
        Kernel(three_card_kernel, "three-card-baccarat", 1, source="device")
    with pytest.raises(CannotAnalyse, match="a multishuffler is not simulated"):
        Kernel(seven_up_kernel, "seven-up-baccarat", 1, source="multishuffler")
    many = changed(module_of("casino-war").read(game("casino-war").options()), "decks", "", 26)
    with pytest.raises(CannotAnalyse, match="26 decks: 25 can be simulated at most"):
        war_kernel.tables(many)
