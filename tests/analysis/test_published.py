"""Figures that others have published, reproduced from our tables.

Sources: Wizard of Odds (wizardofodds.com: Baccarat, 7 Up Baccarat, Three Card Baccarat, Casino War,
Roulette); Eliot Jacobson on 7 Up Baccarat and on the Pairs bet (888casino.com blog). Where their
game has other odds or decks than our documents, the difference is put in as a changed rule.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from houseway.analysis import analyse
from houseway.analysis.figures import WagerFigures, decimal_text, percent_text
from houseway.analysis.report import WhatIf, what_if
from houseway.equipment.cards import DECK
from houseway.games.mini_baccarat.rules import Options
from tests.analysis import recount


def weights(wager: WagerFigures) -> dict[str, int]:
    return {each.name: each.weight for each in wager.outcomes}


@pytest.mark.parametrize(
    ("wager", "edge"), [("banker", "1.0579 %"), ("player", "1.2351 %"), ("tie", "14.3596 %")]
)
def test_baccarat_of_eight_decks(wager: str, edge: str) -> None:
    """Mini Baccarat 8.8(a), 8.8(b), 8.8(c). Wizard of Odds, Baccarat: 1.0579, 1.2351, 14.3596."""
    assert percent_text(analyse("mini-baccarat").wager(wager).edge) == edge


def test_baccarat_without_commission() -> None:
    """Mini Baccarat 8.9(b). Wizard of Odds, Baccarat: half on a Banker six costs 1.46 %."""
    found = analyse("mini-baccarat", options=Options(settlement="non-commission"))
    assert percent_text(found.wager("banker").edge, 2) == "1.46 %"


def test_a_pair_in_a_named_hand() -> None:
    """Mini Baccarat 11.2(a). Jacobson, the Pairs bet: 10.361 %, hit 7.470 % of the time."""
    found = analyse("mini-baccarat", options=Options(pairs="canberra")).wager("player pair")
    assert percent_text(found.edge, 3) == "10.361 %"
    assert percent_text(found.hit_frequency, 3) == "7.470 %"


def test_seven_up_on_player_of_six_decks() -> None:
    """7-Up Baccarat 11.1.2 Table. Wizard of Odds, 7 Up Baccarat: the Player bet, line by line."""
    player = analyse("seven-up-baccarat").wager("player")
    assert weights(player) == {
        "player on any other count": 818_970_471_360,
        "player on 7": 561_338_904_384,
        "tie": 308_245_281_984,
        "banker": 1_174_211_488_512,
    }
    assert player.total == 2_862_766_146_240
    assert decimal_text(-player.edge, 6) == "-0.026049"


def test_seven_up_of_eight_decks() -> None:
    """7-Up Baccarat 11.1.2 Table. Jacobson, 7 Up Baccarat, eight decks: 2.593 % and 2.579 %."""
    found = analyse("seven-up-baccarat", decks=8)
    assert percent_text(found.wager("player").edge, 3) == "2.593 %"
    assert percent_text(found.wager("banker").edge, 3) == "2.579 %"


def test_three_card_baccarat_of_one_deck() -> None:
    """Three Card Baccarat 11.1.1, 11.1.2. Wizard of Odds, Three Card Baccarat, one deck: 2.41 % on
    Player, and the hands of each total of Banker out of 22,100."""
    found = analyse("three-card-baccarat", decks=1)
    assert percent_text(found.wager("player").edge, 2) == "2.41 %"
    assert found.wager("player").total == 407_170_400
    totals = [weights(found.wager(f"banker total {n}"))[f"banker total {n}"] for n in range(10)]
    assert totals == [2384, 2212, 2164, 2212, 2164, 2212, 2164, 2212, 2164, 2212]
    best = found.wager("banker total 0")
    assert decimal_text(-best.edge, 6) == "-0.029140"


def test_three_picture_cards_at_the_odds_of_macau() -> None:
    """Three Card Baccarat 11.1.4. Wizard of Macau: 16 to 1 from one deck costs 83.08 %."""
    asked = WhatIf(decks=1, change={"odds": {"three picture cards": "16 to 1"}})
    found = what_if("three-card-baccarat", asked).changed.wager("three picture cards")
    assert percent_text(found.edge, 2) == "83.08 %"


def test_ties_of_one_deck_are_counted_card_by_card() -> None:
    """Three Card Baccarat 5.1.2, 7.2 Table. The published count of ties is 15,356,240, which is
    17,680 below ours; here all 22,100 hands are paired off, card by card, without our tables.

    Pairs of hands of one strength, less those that share a card: hands with one given card in
    common are taken off, those with two put back, those with all three taken off again.
    """
    alike: dict[tuple[bool, int, int], list[tuple[str, ...]]] = {}
    for hand in combinations(DECK, 3):
        alike.setdefault(recount.strength(hand), []).append(hand)
    ties = 0
    for hands in alike.values():
        one = Counter(card for hand in hands for card in hand)
        two = Counter(pair for hand in hands for pair in combinations(hand, 2))
        apart = len(hands) ** 2 - sum(n * n for n in one.values())
        ties += apart + sum(n * n for n in two.values()) - len(hands)
    found = weights(analyse("three-card-baccarat", decks=1).wager("tie"))
    assert found["tie"] == ties == 15_373_920


WAR = """
    decks   with bonus   no bonus   surrender      tie
    1             2.06       2.42        2.94    35.29
    2             2.24       2.70        3.40    25.24
    3             2.29       2.79        3.55    21.94
    4             2.31       2.84        3.62    20.29
    5             2.32       2.86        3.67    19.31
    6             2.33       2.88        3.70    18.65
    7             2.34       2.89        3.72    18.18
    8             2.34       2.90        3.73    17.83
"""


@pytest.mark.parametrize("line", WAR.strip().splitlines()[1:], ids=lambda line: line.split()[0])
def test_casino_war_of_one_to_eight_decks(line: str) -> None:
    """Casino War 8.1.2, 8.2.4.1, 10.1, 10.2. Wizard of Odds, Casino War: house edge by decks.

    Without the bonus a second tie pays 1 to 1, which is a changed rule here.
    """
    decks, *published = line.split()
    found = analyse("casino-war", decks=int(decks))
    plain = WhatIf(decks=int(decks), change={"odds": {"war on equal cards": "1 to 1"}})
    without = what_if("casino-war", plain).changed
    edges = [
        found.wager("initial, go to war").edge,
        without.wager("initial, go to war").edge,
        found.wager("initial, surrender").edge,
        found.wager("tie").edge,
    ]
    assert [decimal_text(edge * 100, 2) for edge in edges] == published


def test_every_wager_of_a_single_zero_wheel() -> None:
    """Tournament American Roulette 6.1 table: one in 37 on all 157 places and the race track."""
    found = analyse("tournament-roulette")
    assert len(found.wagers) == 157 + 4 + 37
    assert {wager.edge for wager in found.wagers} == {Fraction(1, 37)}


def test_a_second_zero_costs_two_in_38() -> None:
    """Tournament American Roulette 2.1. Wizard of Odds, Roulette: 5.26 % with two zeros."""
    pockets = [*range(37), 37]  # the thirty-eighth stands for the second zero
    found = what_if("tournament-roulette", WhatIf(change={"pockets": pockets})).changed
    assert {wager.edge for wager in found.wagers} == {Fraction(2, 38)}
    assert percent_text(found.wager("17").edge, 2) == "5.26 %"
