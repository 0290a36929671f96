"""The example files: each passes its own check, and its edges are those published or counted."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import pytest

from houseway.amendments.checking import Checked, check
from houseway.analysis import analyse
from tests.amendments import EXAMPLES, adopted, example

FILES = sorted(path.stem for path in EXAMPLES.glob("*.hwa"))

# Published for eight decks.
PUBLISHED = {
    "dragon-7": ("dragon 7", Fraction(64613588827, 848912750595)),
    "panda-8": ("panda 8", Fraction(153010345753, 1501922558745)),
    "dragon-bonus-player": ("player dragon bonus", Fraction(103547854751, 3904998652737)),
    "dragon-bonus-banker": ("banker dragon bonus", Fraction(9683026823, 103306842665)),
}


@cache
def checked(name: str) -> tuple[Checked, dict[str, Fraction]]:
    """The check of an example, and the edges of the amended game if one of them is published.

    Its side wagers are counted once for all tests of this file.
    """
    with adopted(example(name)) as amendment:
        found = check(amendment)
        analysed = analyse(amendment.document.id).wagers if name in PUBLISHED else ()
        return found, {each.name: each.edge for each in analysed}


@pytest.mark.share(2)
@pytest.mark.parametrize("name", FILES)
def test_an_example_passes_its_own_check(name: str) -> None:
    found, _ = checked(name)
    assert found.passed, found.scenarios
    assert found.scenarios
    assert not found.uncounted
    open_by_design = {"tie-nine": ("4.5(b)",), "blackjack-three-cards": ("18.20(b)",)}
    assert found.open_clauses == open_by_design.get(name, ())


@pytest.mark.share(2)
@pytest.mark.parametrize("name", PUBLISHED)
def test_a_published_wager_comes_out_exactly_from_forty_lines(name: str) -> None:
    wager, edge = PUBLISHED[name]
    assert len(example(name).splitlines()) <= 40
    _, edges = checked(name)
    assert edges[wager] == edge


def _edge(name: str, wager: str) -> Fraction:
    found, _ = checked(name)
    return next(each.edge for each in found.figures if each.name == wager)


def test_three_cards_are_counted_as_combinations_of_six_decks() -> None:
    """Of 312 cards: 52 cards six times over, and 12 sequences, ace low and ace high."""
    suited_three = 52 * comb(6, 3)
    straight_flush = 12 * 4 * 6**3
    three = 13 * comb(24, 3) - suited_three
    straight = 12 * 24**3 - straight_flush
    flush = 4 * comb(78, 3) - straight_flush - suited_three
    total = comb(312, 3)
    won = 100 * suited_three + 40 * straight_flush + 30 * three + 10 * straight + 5 * flush
    lost = total - suited_three - straight_flush - three - straight - flush
    assert _edge("blackjack-three-cards", "three cards") == Fraction(lost - won, total)


def test_a_poker_bonus_is_counted_as_combinations_of_one_deck() -> None:
    straight_flushes, fours, full_houses, flushes, straights = 40, 624, 3744, 5108, 10200
    won = 500 * straight_flushes + 150 * fours + 100 * full_houses + 75 * flushes + 50 * straights
    hit = straight_flushes + fours + full_houses + flushes + straights
    total = comb(52, 5)
    assert _edge("canberra-poker-bonus", "bonus") == Fraction(total - hit - won, total)


def test_a_suited_tie_leaves_five_equal_cards_of_311() -> None:
    assert _edge("casino-war-suited-tie", "suited tie") == 1 - 51 * Fraction(5, 311)


def test_three_cards_of_one_suit_from_eight_decks() -> None:
    flush = Fraction(103, 415) * Fraction(102, 414)
    assert _edge("three-card-flush", "player flush") == 1 - 16 * flush


def test_six_numbers_of_thirty_seven() -> None:
    assert _edge("roulette-edges", "first and last") == Fraction(1, 37)


def test_the_amended_edges_of_the_game_itself() -> None:
    """A tie that pays one unit more gains its own probability."""
    with adopted(example("tie-nine")) as amendment:
        text = example("tie-nine").replace('"6 -" = "D"', '"6 -" = "S"')
        after = {each.name: each for each in analyse(amendment.document.id).wagers}
    before = {each.name: each for each in analyse("mini-baccarat@2017-12-06").wagers}
    with adopted(text.replace("2030-06-01", "2030-06-02")) as only_odds:
        tie = next(each for each in analyse(only_odds.document.id).wagers if each.name == "tie")
    chance = before["tie"].hit_frequency
    assert tie.edge == before["tie"].edge - chance
    assert after["player"].edge != before["player"].edge  # Banker draws on another cell
