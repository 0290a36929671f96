"""Paying to the next highest chip, and what it does to the edge."""

from __future__ import annotations

from fractions import Fraction

import pytest

from houseway.analysis import analyse
from houseway.analysis.figures import CannotStake, InChips
from houseway.equipment.cards import Card
from houseway.equipment.chips import ChipSet, dollars
from houseway.games import commands as c
from houseway.games import game
from houseway.games.casino_war.state import Surrender
from houseway.games.events import WagerCollected, WagerPaid
from houseway.games.game import Setup
from houseway.games.mini_baccarat.rules import Options as MiniOptions
from houseway.games.seven_up_baccarat.rules import Options as SevenUpOptions
from houseway.games.seven_up_baccarat.state import AnnounceCounts
from houseway.games.three_card_baccarat.rules import Options as ThreeCardOptions

ONES = ChipSet((dollars(1), dollars(5), dollars(25)))
FIVES = ChipSet((dollars(5), dollars(25)))


def test_a_dollar_on_player_favours_the_patron() -> None:
    """7-Up Baccarat 5.7: 1 to 2 on $1 is paid a whole $1 where that is the smallest chip.

    The wins on seven, 561,338,904,384 of 2,862,766,146,240, then pay twice as much.
    """
    exactly = analyse("seven-up-baccarat").wager("player")
    paid = analyse("seven-up-baccarat", pay=InChips(dollars(1), ONES)).wager("player")
    assert not exactly.favours_patron
    assert paid.favours_patron
    gained = Fraction(561_338_904_384, 2_862_766_146_240) / 2
    assert paid.edge == exactly.edge - gained


def test_nine_to_five_on_a_dollar_pays_two() -> None:
    """7-Up Baccarat 5.7: $1.80 becomes $2; on $5 it is $9 and nothing is rounded."""
    on_seven = {}
    for stake in (1, 5):
        found = analyse("seven-up-baccarat", pay=InChips(dollars(stake), ONES)).wager("banker")
        on_seven[stake] = next(each.pays for each in found.outcomes if each.name == "banker on 7")
    assert on_seven == {1: 2, 5: Fraction(9, 5)}


def test_a_stake_that_divides_is_paid_exactly() -> None:
    """7-Up Baccarat 5.7, Casino War 5.10, Three Card Baccarat 5.11: nothing to round on $20."""
    for slug in ("seven-up-baccarat", "casino-war", "three-card-baccarat"):
        paid = analyse(slug, pay=InChips(dollars(20), ONES))
        assert paid.wagers == analyse(slug).wagers


def test_three_card_on_a_dollar_costs_nothing() -> None:
    """Three Card Baccarat 5.11: 19 to 20 on $1 pays $1, and both hands win as often."""
    paid = analyse("three-card-baccarat", pay=InChips(dollars(1), ONES))
    assert paid.wager("player").edge == 0
    even = ThreeCardOptions(variant="even money")
    half = analyse("three-card-baccarat", options=even, pay=InChips(dollars(1), ONES))
    assert half.wager("player").edge == 0


def test_a_surrendered_dollar_comes_back_whole() -> None:
    """Casino War 5.10, 8.2.4.1: half of $1 is paid as $1, so that surrender is the better choice.

    On $3 with $1 chips $2 come back: a third is lost on 23 of 311 first cards.
    """
    dollar = analyse("casino-war", pay=InChips(dollars(1), ONES))
    assert dollar.wager("initial, surrender").edge == 0
    assert dollar.wager("initial, best choice").edge == 0
    assert dollar.wager("initial, best choice").notes == ("surrenders on every rank",)
    three = analyse("casino-war", pay=InChips(dollars(3), ONES))
    assert three.wager("initial, surrender").edge == Fraction(23, 311) / 3


def test_commission_on_a_small_stake_is_rounded_too() -> None:
    """Mini Baccarat 8.8(b) and reading MB3: 95 cents of $1 are paid as $1."""
    paid = analyse("mini-baccarat", options=MiniOptions(), pay=InChips(dollars(1), ONES))
    assert {each.pays for each in paid.wager("banker").outcomes} == {1, 0, -1}
    assert paid.wager("banker").favours_patron


def test_the_table_pays_what_the_analysis_says() -> None:
    """7-Up Baccarat 5.7: the live engine pays $5 on Banker's seven out of fives, 9 to 5, as $10."""
    seven_up = game("seven-up-baccarat")
    table = seven_up.begin(Setup(SevenUpOptions(), seven_up.limits, FIVES))
    for command, by in seven_up.ready(table):
        seven_up.do(table, command, by)
    seven_up.do(table, c.OpenBetting())
    seven_up.do(table, c.PlaceWager("Ana", "banker", dollars(5), 1))
    for card in ("3h", "9c", "4d"):  # Player 7 + 9 is 6 and stands; Banker's 7 stands and wins
        seven_up.do(table, c.DealCard(Card(card)))
    seven_up.do(table, AnnounceCounts())
    (line,) = [e for e in seven_up.do(table, c.SettleWagers()) if isinstance(e, WagerPaid)]
    found = analyse("seven-up-baccarat", pay=InChips(dollars(5), FIVES)).wager("banker")
    on_seven = next(each.pays for each in found.outcomes if each.name == "banker on 7")
    assert Fraction(line.paid, dollars(5)) == on_seven == 2


def test_the_table_hands_back_what_the_analysis_says() -> None:
    """Casino War 5.10, 8.2.4.1: of $15 surrendered, $7.50 become $10 in fives."""
    war = game("casino-war")
    table = war.begin(Setup(war.options(), war.limits, FIVES))
    for command, by in war.ready(table):
        war.do(table, command, by)
    war.do(table, c.OpenBetting())
    war.do(table, c.PlaceWager("Ana", "initial", dollars(15), 1))
    for card in ("9h", "9c"):
        war.do(table, c.DealCard(Card(card)))
    (line,) = [e for e in war.do(table, Surrender("Ana", 1)) if isinstance(e, WagerCollected)]
    found = analyse("casino-war", pay=InChips(dollars(15), FIVES)).wager("initial, surrender")
    given_up = next(each.pays for each in found.outcomes if each.name == "surrender")
    assert Fraction(line.paid - line.collected, dollars(15)) == given_up == Fraction(-1, 3)


def test_the_table_pays_nineteen_to_twenty_as_the_analysis_says() -> None:
    """Three Card Baccarat 5.11, 11.1.1: $4.75 on $5 become $5 in fives."""
    three_card = game("three-card-baccarat")
    table = three_card.begin(Setup(ThreeCardOptions(), three_card.limits, FIVES))
    for command, by in three_card.ready(table):
        three_card.do(table, command, by)
    three_card.do(table, c.OpenBetting())
    three_card.do(table, c.PlaceWager("Ana", "player", dollars(5), 1))
    for card in ("9h", "2c", "Kd", "2d", "Qs", "3h"):  # Player's nine beats Banker's seven
        three_card.do(table, c.DealCard(Card(card)))
    (line,) = [e for e in three_card.do(table, c.SettleWagers()) if isinstance(e, WagerPaid)]
    found = analyse("three-card-baccarat", pay=InChips(dollars(5), FIVES)).wager("player")
    won = next(each.pays for each in found.outcomes if each.name == "player")
    assert Fraction(line.paid, dollars(5)) == won == 1


@pytest.mark.parametrize("stake", [0, -1_00, 50, 7])
def test_a_stake_that_no_chips_make_is_refused(stake: int) -> None:
    with pytest.raises(CannotStake, match="cannot be staked with chips of"):
        InChips(stake, ONES)
