"""Tournament Blackjack by two roads: the analysis, and every round of a few cards played live."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from typing import Any

import msgspec
import numpy as np
import pytest

from houseway.analysis import CannotAnalyse, analyse, decision_tables, module_of
from houseway.analysis.blackjack.shoe import Counting, Removed, every_hand, shoe_of
from houseway.analysis.blackjack.worth import MOST_ORDERS, Against, check_orders
from houseway.analysis.composition import BadComposition, Composition, full, of_cards, of_ranks
from houseway.analysis.figures import EXACTLY
from houseway.analysis.kernels.blackjack_hands import numbers_of
from houseway.analysis.rule_data import Cell, cells, changed
from houseway.equipment.cards import parse_cards
from houseway.games.tournament_blackjack.rules import RULES, Options
from houseway.rulebook.odds import parse_odds
from tests.analysis.blackjack_rounds import Cards, Choose, mean_gain
from tests.games.tournament_blackjack import test_every_round as suite

SLUG = "tournament-blackjack"
BY_TOTALS, BY_CARDS = "blackjack, best by totals", "blackjack, best by cards"
MIMIC = "blackjack, mimic the dealer"
Ranks = tuple[tuple[str, int], ...]


def shoe(**ranks: int) -> Ranks:
    """`shoe(n6=10, T=12)`: so many of each rank."""
    return tuple((name.removeprefix("n"), number) for name, number in ranks.items())


SHOES = (
    shoe(n6=10, T=12),
    shoe(n9=9, T=9),
    shoe(n5=8, T=12),
    shoe(A=4, n9=16),
    shoe(A=5, T=15),
    shoe(A=4, n4=10, T=10),
)


def total(cards: Cards) -> tuple[int, bool]:
    """Tournament Blackjack 2.5 in words: an ace is eleven where that does not pass 21."""
    count = sum(1 if each == "A" else 10 if each in "TJQK" else int(each) for each in cards)
    soft = "A" in cards and count <= 11
    return count + 10 * soft, soft


def as_the_dealer(cards: Cards, up: str, may_split: bool) -> str:
    return "H" if total(cards)[0] < 17 else "S"


def by_the_tables(ranks: Ranks) -> Choose:
    """What a patron does who has the printed tables in hand."""
    tables = decision_tables(SLUG, composition=of_ranks(dict(ranks)))
    marks = {
        (table.name, row[0], up): mark
        for table in tables[:3]
        for row in table.rows
        for up, mark in zip(table.head[1:], row[1:], strict=True)
    }

    def choose(cards: Cards, up: str, may_split: bool) -> str:
        first = len(cards) == 2
        if first and may_split and marks.get(("pairs", " ".join(cards), up)) == "P":
            return "P"
        points, soft = total(cards)
        mark = marks["soft totals" if soft else "hard totals", str(points), up]
        return mark[0] if first or mark in "SH" else "S" if mark == "Ds" else "H"

    return choose


@cache
def played(ranks: Ranks, how: str) -> Fraction:
    choose = as_the_dealer if how == MIMIC else by_the_tables(ranks)
    return mean_gain(dict(ranks), choose)


@pytest.mark.share(3)
@pytest.mark.parametrize("ranks", SHOES, ids=str)
@pytest.mark.parametrize("how", [BY_TOTALS, MIMIC])
def test_every_round_of_a_few_cards_played_live_gains_what_is_computed(
    ranks: Ranks, how: str
) -> None:
    """Tournament Blackjack 10.2, 10.3, 10.4, 11.3, 13.1(f): splits to four hands, aces once,
    doubles after a split, all of it lost to a blackjack of the dealer."""
    analysis = analyse(SLUG, composition=of_ranks(dict(ranks)))
    assert -analysis.wager(how).edge == played(ranks, how)


def test_no_way_to_play_by_totals_gains_more() -> None:
    """Tournament Blackjack 9.1: fives and tens, every choice on 10, 15 and 20; splitting fives."""
    ranks = dict(shoe(n5=8, T=12))

    def playing(ten: str, fifteen: str, twenty: str, splits: str) -> Choose:
        def choose(cards: Cards, up: str, may_split: bool) -> str:
            if may_split and len(set(cards)) == 1 and cards[0] in splits:
                return "P"
            act = {10: ten, 15: fifteen, 20: twenty}[total(cards)[0]]
            return "H" if act == "D" and len(cards) > 2 else act

        return choose

    choices = [*product("HD", "SHD", "SHD", ("",)), ("H", "S", "S", "5"), ("D", "S", "S", "5")]
    ways = [playing(*way) for way in choices]
    # What is done against one open card does not bear on the other.
    best = sum(max(mean_gain(ranks, way, up) for way in ways) for up in ranks)
    assert -analyse(SLUG, composition=of_ranks(ranks)).wager(BY_TOTALS).edge == best


# The dealer


@pytest.mark.parametrize("up", suite.CLASSES)
def test_the_dealers_hand_is_weighed_as_the_recursion_of_the_engines_suite_says(up: str) -> None:
    """Tournament Blackjack 12.1(a): six decks, a ten and a seven in the patron's hand."""
    against, place = _six_decks(up)
    weights = numbers_of(against.met[against.removed.row_of[0, place]].T)
    names = [str(result).removeprefix("dealer ") for result in against.results]
    found = {name: ways for name, ways in zip(names, weights, strict=False) if ways}
    total_ways = sum(found.values())
    assert {name: Fraction(ways, total_ways) for name, ways in found.items()} == (
        suite.expected_from(6, up)
    )


@cache
def _removed() -> Removed:
    return Removed(every_hand(shoe_of(full(6).ranks, RULES.card_value), COUNTING), COUNTING, 2)


COUNTING = Counting(21, 12, 17, 17)
PLAIN = {
    "dealer blackjack": Fraction(-1), "dealer bust": Fraction(1), "higher": Fraction(1),
    "equal": Fraction(0), "lower": Fraction(-1), "bust": Fraction(-1),
}  # fmt: skip


def _six_decks(up: str) -> tuple[Against, int]:
    removed = _removed()
    kinds = {removed.hands.shoe.name(kind): kind for kind in removed.hands.shoe.kinds}
    against = Against(removed, kinds[up], COUNTING, PLAIN)
    return against, removed.hands.of(kinds["T"], kinds["7"])


# What follows from symmetry, and what is refused


@pytest.mark.parametrize("ranks", SHOES, ids=str)
def test_playing_by_the_cards_gains_no_less_than_by_totals(ranks: Ranks) -> None:
    """Tournament Blackjack 9.1."""
    analysis = analyse(SLUG, composition=of_ranks(dict(ranks)))
    assert analysis.wager(BY_CARDS).edge <= analysis.wager(BY_TOTALS).edge


@pytest.mark.parametrize("ranks", SHOES, ids=str)
def test_a_patron_who_plays_as_the_dealer_loses_only_by_going_first(ranks: Ranks) -> None:
    """Tournament Blackjack 13.1: either hand is as often the higher one."""
    wager = analyse(SLUG, composition=of_ranks(dict(ranks))).wager(MIMIC)
    weights = {each.name: each.weight for each in wager.outcomes}
    assert weights.get("higher", 0) == weights.get("lower", 0)
    assert sum(weights.values()) == wager.total


def test_a_round_with_splits_has_averages_and_no_spread() -> None:
    """Tournament Blackjack 10.2: nines and tens are split, so that hands outnumber rounds."""
    wager = analyse(SLUG, composition=of_ranks(dict(shoe(n9=9, T=9)))).wager(BY_TOTALS)
    assert sum(each.weight for each in wager.outcomes) > wager.total
    for figure in ("variance", "hit_frequency"):
        with pytest.raises(ValueError, match="counted hand by hand"):
            getattr(wager, figure)


def test_a_shoe_that_could_run_out_in_a_round_is_refused() -> None:
    """Tournament Blackjack 14.6: the discards would be shuffled in, which is not counted."""
    with pytest.raises(BadComposition, match="16 cards are left, and a round may take"):
        analyse(SLUG, composition=of_ranks(dict(shoe(n3=6, n8=10))))


# Insurance, even money and pairs


def test_insurance_and_even_money_by_hand() -> None:
    """Tournament Blackjack 7.4, 8.1(b): 15 of the 19 others are tens. Beside a blackjack 14 of 17
    are left, so that waiting gains three halves three times in 17."""
    left = of_ranks(dict(shoe(A=5, T=15)))
    insurance = analyse(SLUG, composition=left).wager("insurance")
    assert insurance.edge == -Fraction(15 * 2 - 4, 19)
    assert insurance.notes == ("gains with A A, A T, T T",)
    rows = decision_tables(SLUG, composition=left)[-1].rows
    assert rows == (("even money", "1"), ("wait", "9/34"))


SUITED = "6s 6s 6h 6h 6d 6c 6c " + "Ts Ts Th Td Tc " * 3


def pairs_by_hand(cards: str) -> Fraction:
    """Tournament Blackjack 18.13 in words: 6, 12 and 25 to one."""
    gained = deals = 0
    for first, second in permutations(parse_cards(cards), 2):
        red = [card[1] in "hd" for card in (first, second)]
        pays = 25 if first == second else 12 if red[0] == red[1] else 6
        gained += pays if first[0] == second[0] else -1
        deals += 1
    return Fraction(gained, deals)


# A wrong table is found

WRONG = {"wins": "loses", "loses": "stands off", "stands off": "wins"}
TWO_RANKS = tuple(shoe(**{f"n{rank}": 12, "T": 12}) for rank in "345678")
OF_VALUES = (
    *TWO_RANKS,
    shoe(n2=12, T=13),
    shoe(n9=12, T=12),
    shoe(J=6, Q=6, K=6, n6=10),
    shoe(A=5, n6=9, T=8),
)


def misread(cell: Cell) -> Iterator[Any]:
    if cell.value in WRONG:
        yield WRONG[cell.value]
    elif " to " in cell.value:
        odds = parse_odds(cell.value)
        yield f"{odds.pays + 1} to {odds.for_each}"
        yield f"{odds.pays} to {odds.for_each + 1}"
    else:
        yield int(cell.value) + 1


DATA = module_of(SLUG).read(Options(pairs="perfect"))
MUTATIONS = [(cell, wrong) for cell in cells(DATA) for wrong in misread(cell)]


def faults(data: Any) -> Iterator[str]:
    """Which checks fail on these rule data; none of them reads a table."""
    if data.options.decks != 6:
        yield "decks"  # Tournament Blackjack 2.3(a): what the option says
    suited = analyse(SLUG, data=data, composition=of_cards(Counter(parse_cards(SUITED))))
    if -suited.wager("perfect pairs").edge != pairs_by_hand(SUITED):
        yield "perfect pairs"
    plain = module_of(SLUG)
    without = changed_pairs(data)
    for ranks, how in (
        *((each, BY_TOTALS) for each in SHOES),
        *((each, MIMIC) for each in (*SHOES, *OF_VALUES)),
    ):
        figures = {each.name: each for each in plain.analyse(without, _left(ranks), EXACTLY)}
        if -figures[how].edge != played(ranks, how):
            yield f"{how} {ranks}"
        if ranks == shoe(A=5, T=15) and figures["insurance"].edge != -Fraction(26, 19):
            yield "insurance"


def changed_pairs(data: Any) -> Any:
    return msgspec.structs.replace(data, options=Options(pairs="none"))


def _left(ranks: Ranks) -> Composition:
    return of_ranks(dict(ranks))


def test_the_approved_tables_have_no_fault() -> None:
    """Tournament Blackjack 2.5, 9.2(b), 12.1(a), 13.1, 13.2, 18.13."""
    assert list(faults(DATA)) == []


@pytest.mark.share(5)
@pytest.mark.parametrize(("cell", "wrong"), MUTATIONS, ids=str)
def test_a_wrong_cell_is_found(cell: Cell, wrong: Any) -> None:
    """Tournament Blackjack 2.5(a), 2.5(b), 2.5(c), 7.4, 8.1(a), 8.1(b), 9.2(a), 9.2(b), 10.2,
    12.1(a), 13.1, 13.2(a), 13.2(b), 18.13(a), 18.13(b), 18.13(c)."""
    assert is_found(changed(DATA, cell.table, cell.place, wrong))


def is_found(data: Any) -> bool:
    """What cannot be analysed at all is found too."""
    try:
        return next(faults(data), None) is not None
    except (KeyError, ZeroDivisionError, BadComposition, CannotAnalyse):
        return True


def test_more_orders_than_a_word_has_room_for_are_refused() -> None:
    """Limbs of 32 bits, each added that often, must not pass the 63 bits of a word."""
    most = np.array([MOST_ORDERS - 2, 1], np.int64)
    check_orders(most, np.array([0, 0], np.int64))
    with pytest.raises(CannotAnalyse, match="too many orders"):
        check_orders(most, np.array([1, 0], np.int64))
    assert (MOST_ORDERS - 1) * (2**32 - 1) < 2**63
