"""The tables of Mini Baccarat against the words of the document, and what only code can show."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest

from houseway.equipment.cards import DECK, Card, parse_card
from houseway.equipment.chips import ChipSet, dollars
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game
from houseway.games.game import Setup
from houseway.games.house import SetLimits
from houseway.games.limits import Limits, Line
from houseway.games.mini_baccarat import rules
from houseway.games.mini_baccarat.play import may_turn
from houseway.games.mini_baccarat.rules import Options, cite
from houseway.games.mini_baccarat.state import Play, SettlePairs
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused

GAME = game("mini-baccarat")
TABLEAU = rules.RULES.tableau


def table(
    *cards: str, options: Options | None = None, wagers: tuple[str, ...] = ("banker",)
) -> Play:
    """A table with $10 of Ana's on each wager and these cards dealt."""
    play: Play = GAME.begin(Setup(options or Options(), GAME.limits))
    for command, by in GAME.ready(play):
        GAME.do(play, command, by)
    GAME.do(play, c.OpenBetting())
    for wager in wagers:
        GAME.do(play, c.PlaceWager("Ana", wager, dollars(10)))
    GAME.do(play, c.CallNoMoreBets())
    for card in cards:
        GAME.do(play, c.DealCard(parse_card(card)))
    return play


def test_player_draws_on_nought_to_five() -> None:
    """Mini Baccarat 7.2, 7.2 table, terms: Draw and terms: Stand."""
    assert [TABLEAU.does_player_draw(total) for total in range(8)] == [True] * 6 + [False] * 2


BANKER_IN_WORDS = {  # what Banker draws against; "-" is no card
    0: "-0123456789",
    1: "-0123456789",
    2: "-0123456789",
    3: "-012345679",
    4: "-234567",
    5: "-4567",
    6: "67",
    7: "",
}


@pytest.mark.parametrize("total", range(8))
def test_banker_draws_as_the_words_say(total: int) -> None:
    """Mini Baccarat 7.3, 7.3 table and terms: Tableau (Table of Play): all 88 cells."""
    value = {str(number): card for card in DECK for number in [TABLEAU.value[card]]}
    for column in "-0123456789":
        third = None if column == "-" else value[column]
        assert TABLEAU.does_banker_draw(total, third) == (column in BANKER_IN_WORDS[total])


def test_a_card_counts_its_number_an_ace_one_a_ten_or_picture_nothing() -> None:
    """Mini Baccarat 2.4, 2.4(a), 2.4(b), 2.4(c), 2.6 and terms: Suit, which plays no part in it."""
    ranks = "A23456789TJQK"
    for card in DECK:
        assert TABLEAU.value[card] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0][ranks.index(card[0])]
    assert TABLEAU.total([Card("9h"), Card("8c"), Card("7d")]) == 4


def test_for_the_burn_a_ten_or_picture_counts_ten() -> None:
    """Mini Baccarat 5.7: and 5.6, so a king takes eleven cards in all, an ace two."""
    assert [rules.RULES.shoe.burn_value[rank] for rank in "A9TJQK"] == [1, 9, 10, 10, 10, 10]


def test_a_shoe_is_eight_decks() -> None:
    """Mini Baccarat 2.1 and terms: Shoe: 416 cards, eight of each."""
    play = GAME.begin(Setup(Options(), GAME.limits))
    assert play.stock.source == 416
    assert play.stock.decks == 8


def test_the_ninth_copy_of_a_card_is_refused_and_nothing_changes() -> None:
    """Mini Baccarat 2.1: there are eight of each."""
    play = table()
    play.stock.out[Card("8h")] = 8
    ruling = GAME.decide(play, c.DealCard(Card("8h")))
    assert ruling == Refused("card_impossible")
    assert isinstance(ruling, Refused)
    assert "all 8 copies of 8h" in ruling.detail


def test_what_is_no_card_is_refused() -> None:
    play = table()
    assert GAME.decide(play, c.DealCard(Card("9x"))) == Refused("card_impossible")


def test_a_shoe_that_runs_out_voids_the_round() -> None:
    """Mini Baccarat 12.7: and the stakes go back, pairs already settled included."""
    options = Options(pairs="canberra")
    play = table("8h", "2c", "8d", "3s", options=options, wagers=("banker", "player pair"))
    GAME.do(play, SettlePairs())
    play.stock.rack, play.stock.source = [None] * play.stock.source, 0
    events = GAME.do(play, c.DealCard(Card("4h")))
    assert [type(event) for event in events] == [e.WagerVoided, e.SettlementReversed, e.RoundVoided]
    assert play.layout.chips == {"Ana": 0}
    assert events[-1] == e.RoundVoided(1, "the shoe is empty", cite("12.7"))


def test_losing_pairs_are_collected_before_winning_pairs_are_paid() -> None:
    """Mini Baccarat 9.9, 9.9(a), 9.9(b) and 9.10: then the tableau goes on."""
    options = Options(pairs="perfect")
    play = table("8h", "2c", "8d", "3s", options=options, wagers=("player pair", "banker pair"))
    lost, won, _ = GAME.do(play, SettlePairs())
    assert isinstance(lost, e.WagerCollected)
    assert cite("9.9(a)") in lost.clauses
    assert isinstance(won, e.WagerPaid)
    assert cite("9.9(b)") in won.clauses
    assert GAME.awaits(play).clause == cite("7.3 table")


def test_losing_hands_are_collected_before_winning_ones_are_paid() -> None:
    """Mini Baccarat 8.4, 8.5 and 8.6: one result decides the three."""
    play = table("2h", "9c", "Kd", "Ks", wagers=("tie", "banker"))
    _, lost, won = GAME.do(play, c.SettleWagers())
    assert isinstance(lost, e.WagerCollected)
    assert isinstance(won, e.WagerPaid)


@pytest.mark.parametrize(("method", "clause"), [("commission", "8.8"), ("non-commission", "8.9")])
def test_every_line_of_the_method_in_force_is_on_the_list_of_wagers(
    method: str, clause: str
) -> None:
    """Mini Baccarat 8.8 and 8.9: player, banker and tie each have their line; pairs follow."""
    lines = GAME.wagers(msgspec.structs.replace(Options(), settlement=method))
    parts = ("(a)", "(b)", "(b)", "(c)")
    assert [line.clause for line in lines] == [cite(f"{clause}{part}") for part in parts]


def test_pairs_are_on_the_list_only_where_their_option_is_in_force() -> None:
    """Mini Baccarat 10 opening line and 11 opening line; 9.1: one or the other, or neither."""
    offered = {
        option: {line.outcome for line in GAME.wagers(Options(pairs=option))} - {"player", "tie"}
        for option in ("none", "perfect", "canberra")
    }
    hands = {"banker", "banker on 6"}
    assert offered["none"] == hands
    assert offered["perfect"] == hands | {"mixed pair", "coloured pair", "perfect pair"}
    assert offered["canberra"] == hands | {"pair"}


def test_the_sign_says_what_the_rules_ask_for() -> None:
    """Mini Baccarat 3.1, 3.2, 3.3, 3.6, 8.3 and 9.3."""
    limits = Limits(
        5_00,
        500_00,
        multiple=5_00,
        differential=1000_00,
        personal={"Ana": 2000_00},
        lines={"player pair": Line(5_00, 50_00)},
    )
    play = GAME.begin(Setup(Options(pairs="canberra"), limits))
    assert GAME.sign(play) == (
        ("minimum $5, maximum $500", cite("3.1")),
        ("settlement: commission method", cite("8.3")),
        ("wagers in multiples of $5", cite("3.3")),
        ("table differential $1,000", cite("3.6")),
        ("personal limit: Ana $2,000", cite("3.2")),
        ("canberra pairs: $5 to $50", cite("9.3")),
    )


def test_a_multiple_whose_deduction_no_chip_can_pay_is_refused() -> None:
    """Mini Baccarat 8.8(b) and 8.9(b), reading MB3."""
    coins = ChipSet((50, 1_00, 5_00))
    five = Limits(multiple=5_00)  # 5% is 25 cents
    refused = GAME.check_setup(Setup(Options(), five, coins))
    assert refused == Refused("multiple_not_payable", cite("8.8(b)"))
    half = Options(settlement="non-commission")
    assert GAME.check_setup(Setup(half, five, coins)) is None
    dollar = ChipSet((1_00, 5_00))
    refused = GAME.check_setup(Setup(half, five, dollar))
    assert refused == Refused("multiple_not_payable", cite("8.9(b)"))


def test_the_dealer_runs_the_table_and_nobody_deals_in_his_place() -> None:
    """Mini Baccarat terms: Dealer and terms: Casino Supervisor."""
    play = table()
    for role in Role:
        refused = GAME.verify(play, c.DealCard(Card("8h")), role)
        assert (refused is None) == (role == Role.DEALER)
    refused = GAME.verify(play, c.SettleWagers(), Role.PATRON)
    assert refused == Refused("role_may_not", cite("terms: Dealer"))


def test_a_supervisor_decides_about_the_table_a_shift_manager_about_games_and_persons() -> None:
    """Mini Baccarat terms: Casino Operator, terms: Casino Supervisor: reading G11."""
    able = {
        order: {role for role in Role if role in GAME.orders[order].roles}
        for order in (SetLimits, c.OrderShuffle, c.InvalidateOutcome, c.ExcludePatron)
    }
    managers = {
        Role.ASSISTANT_GAMING_MANAGER,
        Role.GAMING_MANAGER,
        Role.CASINO_DUTY_MANAGER,
        Role.GAMING_SHIFT_MANAGER,
    }
    assert able[SetLimits] == able[c.OrderShuffle] == managers | {Role.GAMING_SUPERVISOR}
    assert able[c.InvalidateOutcome] == able[c.ExcludePatron] == {Role.GAMING_SHIFT_MANAGER}


def test_the_differential_is_between_banker_and_player_alone() -> None:
    """Mini Baccarat terms: Table Differential: tie and pairs are left out."""
    play: Play = GAME.begin(Setup(Options(), Limits(differential=50_00)))
    for command, by in GAME.ready(play):
        GAME.do(play, command, by)
    GAME.do(play, c.OpenBetting())
    assert GAME.can(play, c.PlaceWager("Ana", "tie", dollars(500)), Role.PATRON)
    assert GAME.can(play, c.PlaceWager("Ana", "banker", dollars(50)), Role.PATRON)
    assert not GAME.can(play, c.PlaceWager("Ana", "banker", dollars(51)), Role.PATRON)


def test_what_keeps_the_differential_as_it_is_is_not_refused() -> None:
    """Mini Baccarat 3.6, reading MB6: only what widens it is; the sign was lowered meanwhile."""
    play: Play = GAME.begin(Setup(Options(), GAME.limits))
    for command, by in GAME.ready(play):
        GAME.do(play, command, by)
    GAME.do(play, c.OpenBetting())
    GAME.do(play, c.PlaceWager("Ana", "banker", dollars(50)))
    play.limits = msgspec.structs.replace(play.limits, differential=dollars(20))

    assert GAME.can(play, c.MoveWager("Ana", "banker", "player"), Role.PATRON)
    assert not GAME.can(play, c.ChangeWager("Ana", "banker", dollars(55)), Role.PATRON)


def test_a_difference_of_exactly_the_differential_is_not_cut() -> None:
    """Mini Baccarat 3.6."""
    play: Play = GAME.begin(Setup(Options(), Limits(differential=50_00)))
    for command, by in GAME.ready(play):
        GAME.do(play, command, by)
    GAME.do(play, c.OpenBetting())
    GAME.do(play, c.PlaceWager("Ana", "banker", dollars(50)))

    assert GAME.do(play, c.CallNoMoreBets()) == (e.BettingClosed(cite("6.2")),)


def test_nothing_is_wagered_between_rounds() -> None:
    """Mini Baccarat 4.6: betting has not been opened, and no no-bet coup is due."""
    play: Play = GAME.begin(Setup(Options(), GAME.limits))
    for command, by in GAME.ready(play):
        GAME.do(play, command, by)
    ruling = GAME.decide(play, c.PlaceWager("Ana", "banker", dollars(10)), Role.PATRON)

    assert isinstance(ruling, Refused)
    assert ruling.code == "betting_not_open"


def test_the_initial_deal_is_over_when_both_hands_have_two_cards() -> None:
    """Mini Baccarat terms: Initial Deal, terms: Hand, terms: Player and terms: Banker."""
    play = table("Ah", "2c", "3d")
    assert GAME.awaits(play).to == "banker"
    GAME.do(play, c.DealCard(Card("4s")))
    assert (play.player, play.banker) == (["Ah", "3d"], ["2c", "4s"])


def test_the_tie_is_a_result_and_a_box_of_its_own() -> None:
    """Mini Baccarat terms: Tie and terms: Box."""
    play = table("9h", "9c", "Kd", "Ks", wagers=("tie",))
    announced, paid = GAME.do(play, c.SettleWagers())
    assert isinstance(announced, e.ResultAnnounced)
    assert announced.result == "tie"
    assert isinstance(paid, e.WagerPaid)
    assert paid.wager == "tie"


def test_the_cutting_card_is_met_where_it_was_placed() -> None:
    """Mini Baccarat 5.8 and 5.4: twelve cards behind it carry two rounds of six."""
    play = table()
    play.prep.behind = 12
    play.stock.rack, play.stock.source = [None] * 404, 12
    ruling = GAME.decide(play, c.DealCard(Card("8h")))
    assert isinstance(ruling, Accepted)
    assert [type(event) for event in ruling.events] == [e.CuttingCardAppeared, e.CardDealt]


def test_a_cutting_card_passed_by_a_card_in_excess_still_ends_the_shoe() -> None:
    """Mini Baccarat 5.8: an excess card went by it; the next card of a round tells."""
    play = table()
    play.prep.behind = 12
    play.stock.rack, play.stock.source = [None] * 405, 11
    ruling = GAME.decide(play, c.DealCard(Card("8h")))
    assert isinstance(ruling, Accepted)
    assert [type(event) for event in ruling.events] == [e.CuttingCardAppeared, e.CardDealt]


def test_the_larger_stake_on_a_hand_is_named_first_for_turning_it() -> None:
    """Mini Baccarat 6.3, reading MB12."""
    play = table(options=Options(deal="face down"))
    play.layout.wagers["Ben", 0, "banker"] = dollars(50)
    play.layout.wagers["Chen", 0, "player"] = dollars(90)
    assert may_turn(play, "banker") == ["Ben", "Ana"]


def test_an_order_of_another_game_is_refused() -> None:
    class Spin(c.Command, frozen=True):
        pass

    assert GAME.decide(table(), Spin()) == Refused("order_not_of_this_game")


def test_a_table_without_approval_is_not_set_up() -> None:
    """Mini Baccarat 1.1 and terms: Approved."""
    refused = GAME.check_setup(Setup(Options(approved=()), GAME.limits))
    assert refused == Refused("table_not_approved", cite("1.1"))


def test_an_approved_pairs_layout_is_asked_for_before_pairs_are_offered() -> None:
    """Mini Baccarat 9.2 and terms: Approved."""
    offered = (Options(pairs="perfect"), Options(pairs="canberra"))
    for option, approved in product(offered, ((), ("pairs layout",))):
        options = msgspec.structs.replace(option, approved=("table", *approved))
        refused = GAME.check_setup(Setup(options, GAME.limits))
        assert refused == (None if approved else Refused("layout_not_approved", cite("9.2")))
