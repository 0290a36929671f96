"""Blackjack figures that others have published, reproduced from the game's own rules.

The Wizard of Odds, "Blackjack Appendix 9" (2019), gives what standing, drawing and doubling gain on
first hands, worked out by the exact cards at every step. Its tables without a hole card have a
dealer who draws to a soft 17, which is one cell of ours changed.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from houseway.analysis import analyse, decision_tables, module_of
from houseway.analysis.blackjack.best import ByCards, best_by_cards
from houseway.analysis.blackjack.shoe import Hands, Removed, every_hand, shoe_of
from houseway.analysis.blackjack.worth import Against
from houseway.analysis.composition import full
from houseway.analysis.exact import tournament_blackjack as blackjack
from houseway.analysis.figures import EXACTLY, decimal_text, percent_text
from houseway.analysis.rule_data import changed
from houseway.games.tournament_blackjack.rules import Options

SLUG = "tournament-blackjack"
DRAWS_TO_SOFT_17 = changed(module_of(SLUG).read(Options()), "dealer_stands_soft", "", 18)


@cache
def against_an_ace(decks: int, soft_17: bool) -> tuple[Hands, ByCards]:
    """The best by the very cards against one open card, which is a tenth of a shoe."""
    rules = DRAWS_TO_SOFT_17 if soft_17 else blackjack.read(Options())
    shoe = shoe_of(full(decks).ranks, rules.rules.card_value)
    hands = every_hand(shoe, rules.counting)
    (ace,) = (kind for kind in shoe.kinds if shoe.name(kind) == "A")
    gains = dict(blackjack.gains_of(rules, EXACTLY))
    removed = Removed(hands, rules.counting, rules.split_hands)
    return hands, best_by_cards(Against(removed, ace, rules.counting, gains))


def gains(decks: int, soft_17: bool, cards: str) -> dict[str, Fraction]:
    hands, best = against_an_ace(decks, soft_17)
    kinds = {hands.shoe.name(kind): kind for kind in hands.shoe.kinds}
    return best.firsts[hands.of(*(kinds[card] for card in cards.split(",")))]


# Six decks, no hole card, the dealer draws to a soft 17; against an ace.
NO_HOLE_CARD = """
    cards  stand      draw       double
    2,A    -0.722356  -0.379910  -1.024099
    3,A    -0.722119  -0.403855  -1.023717
    4,A    -0.721866  -0.429265  -1.025989
    5,A    -0.721965  -0.454867  -1.030051
    6,A    -0.665166  -0.463296  -0.999484
"""
# Five decks, a hole card, the dealer stands on a soft 17; against an ace that is no blackjack.
HOLE_CARD = """
    cards  stand      draw       double
    2,A    -0.666073  -0.059817  -0.618525
    3,A    -0.665793  -0.095965  -0.618937
    6,A    -0.478961  -0.183653  -0.535696
    4,3    -0.664918  -0.316950  -1.129202
    5,4    -0.664220  -0.066434  -0.425176
    6,5    -0.660850   0.148532   0.133896
"""


def rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()[1:]]


@pytest.mark.parametrize("row", rows(NO_HOLE_CARD), ids=lambda row: row[0])
def test_first_hands_against_an_ace_as_published_without_a_hole_card(row: list[str]) -> None:
    """Tournament Blackjack 6.2(b), 13.1(f), reading BJ1: a double is lost whole to a blackjack."""
    found = gains(6, True, row[0])
    soft = [decimal_text(found[act], 6) for act in "SHD"]
    assert soft == row[1:]


@pytest.mark.parametrize("row", rows(HOLE_CARD), ids=lambda row: row[0])
def test_first_hands_against_an_ace_as_published_with_a_hole_card(row: list[str]) -> None:
    """Tournament Blackjack 12.1(a), reading BJ5. Of 257 cards 80 are tens, which take one or two
    units; the published figure is of the 177 others."""
    found = gains(5, False, row[0])
    for act, staked, published in zip("SHD", (1, 1, 2), row[1:], strict=True):
        if act in found:
            others = (found[act] * 257 + 80 * staked) / 177
            assert decimal_text(others, 6) == published


def test_the_whole_game_as_published_without_a_hole_card() -> None:
    """Tournament Blackjack 10.2, 11.3: published -0.0072705, where hands of a split are counted
    without the cards of the others; the exact sum over them is the same to five places."""
    wagers = blackjack.analyse(DRAWS_TO_SOFT_17, full(6), EXACTLY)
    by_cards = next(each for each in wagers if each.name == "blackjack, best by cards")
    assert abs(-by_cards.edge - Fraction("-0.0072705")) < Fraction("0.000002")


# Basic strategy of several decks with a hole card, dealer stands on a soft 17, double after split,
# as commonly printed. Ds: double or else stand.
BASIC = """
            2  3  4  5  6  7  8  9  T  A
    17      S  S  S  S  S  S  S  S  S  S
    16      S  S  S  S  S  H  H  H  H  H
    15      S  S  S  S  S  H  H  H  H  H
    14      S  S  S  S  S  H  H  H  H  H
    13      S  S  S  S  S  H  H  H  H  H
    12      H  H  S  S  S  H  H  H  H  H
    11      D  D  D  D  D  D  D  D  D  H
    10      D  D  D  D  D  D  D  D  H  H
    9       H  D  D  D  D  H  H  H  H  H
    8       H  H  H  H  H  H  H  H  H  H
    soft19  S  S  S  S  S  S  S  S  S  S
    soft18  S  Ds Ds Ds Ds S  S  H  H  H
    soft17  H  D  D  D  D  H  H  H  H  H
    soft16  H  H  D  D  D  H  H  H  H  H
    soft15  H  H  D  D  D  H  H  H  H  H
    soft14  H  H  H  D  D  H  H  H  H  H
    soft13  H  H  H  D  D  H  H  H  H  H
    AA      P  P  P  P  P  P  P  P  P  P
    TT      S  S  S  S  S  S  S  S  S  S
    99      P  P  P  P  P  S  P  P  S  S
    88      P  P  P  P  P  P  P  P  P  P
    77      P  P  P  P  P  P  H  H  H  H
    66      P  P  P  P  P  H  H  H  H  H
    55      D  D  D  D  D  D  D  D  H  H
    44      H  H  H  P  P  H  H  H  H  H
    33      P  P  P  P  P  P  H  H  H  H
    22      P  P  P  P  P  P  H  H  H  H
"""
# Reading BJ1: no more is staked where a blackjack of the dealer could take all of it.
WITHOUT_HOLE_CARD = {("11", "T"): "H", ("88", "T"): "H", ("88", "A"): "H", ("AA", "A"): "H"}


def test_the_tables_are_basic_strategy_but_for_four_cells() -> None:
    """Tournament Blackjack 9.1, 10.1, 11.1, 13.1(f)."""
    tables = decision_tables(SLUG)
    names = ("{}", "soft{}", "{}")
    marks = {
        (name.format(row[0].replace(" ", "")), up): mark
        for name, table in zip(names, tables, strict=False)
        for row in table.rows
        for up, mark in zip(table.head[1:], row[1:], strict=True)
    }
    header, *lines = (line.split() for line in BASIC.strip().splitlines())
    for name, *printed in lines:
        for up, mark in zip(header, printed, strict=True):
            assert marks[name, up] == WITHOUT_HOLE_CARD.get((name, up), mark), (name, up)


def test_six_decks_by_totals_and_by_cards() -> None:
    """Tournament Blackjack 18.13, 7.4: pairs lose 19 in 311, insurance 23 in 311. Only ten and two
    against a four is played otherwise by its cards than by its total."""
    analysis = analyse(SLUG, options=Options(pairs="perfect"))
    assert analysis.wager("perfect pairs").edge == Fraction(19, 311)
    assert analysis.wager("insurance").edge == Fraction(23, 311)
    by_totals, by_cards = (
        analysis.wager(f"blackjack, best by {way}") for way in ("totals", "cards")
    )
    assert 0 < by_totals.edge - by_cards.edge < Fraction(1, 10_000)
    (row,) = decision_tables(SLUG)[3].rows
    assert row[:4] == ("2 T", "4", "stand", "draw")


def test_the_page_of_the_maths_tells_these_figures() -> None:
    """Tournament Blackjack 2.1: six decks in the third column, as docs/maths.md tells it."""
    page = Path("docs/maths.md").read_text("utf-8")
    for wager in analyse(SLUG).wagers:
        name = wager.name.removeprefix("blackjack, ")
        line = next(line for line in page.splitlines() if line.startswith(f"| {name} | "))
        assert line.split(" | ")[2] == percent_text(wager.edge)
