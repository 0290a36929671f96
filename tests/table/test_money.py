"""The float tray, the drop box, chips for cash, and the check of the cards after gaming."""

from __future__ import annotations

import pytest

from houseway.games import commands as c
from houseway.games.events import PatronExcluded
from houseway.games.tokens import ExchangeVoucher
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.table.alerts import CheckCardsAfterGaming, owed
from houseway.table.money import (
    BuyChips,
    ChangeColour,
    CreditFloat,
    FillFloat,
    OpenFloat,
    TakeAwayChips,
    in_tray,
)
from houseway.table.statements import DROP_BOX, OUTSIDE, TRAY, patron
from houseway.table.view import Viewer, view
from houseway.table.vocabulary import CloseTable
from tests.table.evening import Evening

DORA = ("Dora", "Eli")
FLOAT = OpenFloat((10, 20, 40), DORA)  # $1,000 + $500 + $200 in chips of $100, $25 and $5
TRAYS = {"casino-war": "2.4.3", "seven-up-baccarat": "2.3.3", "three-card-baccarat": "2.3.4"}
BOXES = {"casino-war": "2.5", "seven-up-baccarat": "2.4", "three-card-baccarat": "2.3"}
ISSUED = {
    "tournament-canberra-poker": "15.12",
    "tournament-blackjack": "19.12",
    "tournament-roulette": "12.12",
    "tournament-mini-baccarat": "13.12",
    "tournament-pai-gow": "17.12",
}


@pytest.fixture
def war() -> Evening:
    evening = Evening("casino-war")
    assert evening.order(FLOAT) is None
    return evening


@pytest.mark.parametrize("slug", list(TRAYS))
def test_the_float_is_counted_in_by_denomination_before_the_first_round(slug: str) -> None:
    """Casino War 2.4.3, 7-Up Baccarat 2.3.3 and Three Card Baccarat 2.3.4."""
    evening = Evening(slug)
    clause = evening.cite(TRAYS[slug])
    assert evening.order(FLOAT, Role.DEALER) == Refused("role_may_not", clause)
    assert evening.order(OpenFloat((10, 20), DORA)) == Refused("not_these_chips", clause)
    assert evening.order(OpenFloat((0, 0, 0), DORA)) == Refused("nothing_counted", clause)
    assert evening.order(OpenFloat((-1, 20, 40), DORA)) == Refused("nothing_counted", clause)
    assert evening.order(OpenFloat((10, 20, 40), ())) == Refused("nobody_counted", clause)
    assert evening.order(FLOAT) is None
    assert in_tray(evening.table) == 1_700_00
    assert evening.order(FLOAT) == Refused("float_open", clause)


def test_once_a_round_was_opened_no_float_is_counted_in() -> None:
    """Casino War 2.4.3: an opening balance."""
    evening = Evening("casino-war")
    evening.round("Kh 8c", c.PlaceWager("Ana", "initial", 25_00, 1))
    assert evening.order(FLOAT) == Refused("round_opened", evening.cite("2.4.3"))


def test_losing_stakes_go_into_the_tray_and_payments_come_out(war: Evening) -> None:
    """Casino War 1.1 float tray: opening float plus net result."""
    war.round("Kh 8c", c.PlaceWager("Ana", "initial", 25_00, 1))  # a king beats an eight: $25
    assert in_tray(war.table) == 1_675_00
    war.round("7h 8c", c.PlaceWager("Ana", "initial", 100_00, 1))  # a seven loses: $100
    assert in_tray(war.table) == 1_775_00


def test_fills_and_credits_are_on_their_slips(war: Evening) -> None:
    """Casino War 2.4.3."""
    clause = war.cite("2.4.3")
    assert war.order(FillFloat((0, 10, 0), "F-1", DORA)) is None
    assert in_tray(war.table) == 1_950_00
    assert war.order(CreditFloat((5, 0, 0), "C-1", DORA)) is None
    assert in_tray(war.table) == 1_450_00
    assert war.order(FillFloat((1, 0, 0), " ", DORA)) == Refused("no_reference", clause)
    too_much = CreditFloat((15, 0, 0), "C-2", DORA)
    assert war.order(too_much) == Refused("float_short", clause)
    bare = Evening("casino-war")
    for slip in (FillFloat((1, 0, 0), "F-1", DORA), CreditFloat((1, 0, 0), "C-1", DORA)):
        assert bare.order(slip) == Refused("no_float", clause)


@pytest.mark.parametrize("slug", list(BOXES))
def test_cash_for_chips_goes_into_the_drop_box(slug: str) -> None:
    """Casino War 2.5, 7-Up Baccarat 2.4 and Three Card Baccarat 2.3."""
    evening = Evening(slug)
    clause = evening.cite(BOXES[slug])
    evening.order(FLOAT)
    by_patron = evening.order(BuyChips("Ana", 100_00), Role.PATRON)
    assert by_patron == Refused("role_may_not", clause)
    for amount in (0, -5_00, 3_00):
        refused = evening.order(BuyChips("Ana", amount), Role.DEALER)
        assert refused == Refused("amount_not_payable", clause)
    assert evening.order(BuyChips("Ana", 100_00), Role.DEALER) is None
    assert evening.ledger.balances[DROP_BOX] == 100_00
    assert evening.ledger.balances[patron("Ana")] == 100_00
    assert evening.ledger.balances[TRAY] == 1_600_00
    assert evening.ledger.balances[OUTSIDE] == -1_800_00  # the float and the cash
    short = evening.order(BuyChips("Ana", 1_605_00), Role.DEALER)
    assert short == Refused("float_short", evening.cite(TRAYS[slug]))
    evening.take(PatronExcluded("Ben", evening.cite(BOXES[slug])))
    excluded = evening.order(BuyChips("Ben", 5_00), Role.DEALER)
    assert excluded == Refused("patron_excluded", evening.cite(BOXES[slug]))


def test_a_voucher_goes_into_the_drop_box_and_tokens_to_the_patron() -> None:
    """7-Up Baccarat 2.4 and 7-Up Baccarat 1.1 casino promotional token."""
    evening = Evening("seven-up-baccarat")
    evening.order(BuyChips("Ana", 100_00), Role.DEALER)
    assert evening.order(ExchangeVoucher("Ana", 50_00), Role.DEALER) is None
    assert evening.ledger.balances[DROP_BOX] == 150_00
    assert evening.ledger.balances[patron("Ana")] == 150_00
    tokens = evening.order(TakeAwayChips("Ana", 105_00), Role.DEALER)
    assert tokens == Refused("not_enough_chips")  # reading A-06: no token turns into cash
    assert evening.order(TakeAwayChips("Ana", 100_00), Role.DEALER) is None


@pytest.mark.parametrize("slug", ["casino-war", "three-card-baccarat"])
def test_cash_and_vouchers_are_in_the_drop_box_together(slug: str) -> None:
    """Casino War 2.5 and Three Card Baccarat 2.3: $20 in cash and a voucher of $50."""
    evening = Evening(slug)
    evening.order(FLOAT)
    assert evening.order(ExchangeVoucher("Ana", 50_00), Role.DEALER) is None
    assert evening.ledger.balances[DROP_BOX] == 50_00
    assert evening.order(BuyChips("Ben", 20_00), Role.DEALER) is None
    assert evening.ledger.balances[DROP_BOX] == 70_00


def test_mini_baccarat_has_no_drop_box_to_take_cash() -> None:
    evening = Evening("mini-baccarat")
    assert evening.order(BuyChips("Ana", 100_00), Role.DEALER) == Refused("no_drop_box")


@pytest.mark.parametrize("slug", list(ISSUED))
def test_tournament_chips_are_neither_bought_nor_changed_nor_taken_away(slug: str) -> None:
    """Tournament Canberra Poker 15.12, Tournament Blackjack 19.12,
    Tournament American Roulette 12.12, Tournament Mini-Baccarat 13.12, Tournament Pai Gow 17.12."""
    evening = Evening(slug)
    refused = Refused("chips_are_issued", evening.cite(ISSUED[slug]))
    for command in (
        BuyChips("Ana", 100_00),
        ChangeColour("Ana", (1, 0, 0), (0, 4, 0)),
        TakeAwayChips("Ana", 100_00),
    ):
        assert evening.order(command, Role.DEALER) == refused


def test_a_change_of_colour_is_value_for_value(war: Evening) -> None:
    """Casino War 2.4.3."""
    war.order(BuyChips("Ana", 100_00), Role.DEALER)
    short = war.order(ChangeColour("Ana", (1, 0, 0), (0, 3, 4)), Role.DEALER)
    assert short == Refused("not_the_same_value", war.cite("2.4.3"))  # $100 is not $95
    assert war.order(ChangeColour("Ana", (1, 0, 0), (0, 3, 5)), Role.DEALER) is None
    assert war.ledger.balances[patron("Ana")] == 100_00
    more = war.order(ChangeColour("Ana", (2, 0, 0), (0, 8, 0)), Role.DEALER)
    assert more == Refused("not_enough_chips")


def test_only_chips_that_were_counted_can_be_taken_away(war: Evening) -> None:
    assert war.order(TakeAwayChips("Ana", 5_00), Role.DEALER) == Refused("not_counted")
    war.order(BuyChips("Ana", 100_00), Role.DEALER)
    assert war.order(TakeAwayChips("Ana", 0), Role.DEALER) == Refused("amount_not_payable")
    assert war.order(TakeAwayChips("Ana", 105_00), Role.DEALER) == Refused("not_enough_chips")
    assert war.order(TakeAwayChips("Ana", 60_00), Role.DEALER) is None
    assert war.table.play.layout.chips["Ana"] == 40_00


# Closing


def test_a_float_that_was_counted_in_is_counted_out_at_closing(war: Evening) -> None:
    """Casino War 2.4.3."""
    clause = war.cite("2.4.3")
    assert war.order(CloseTable()) == Refused("float_not_counted", clause)
    assert war.order(CloseTable((10, 20, 40))) == Refused("nobody_counted", clause)
    assert war.order(CloseTable((10, 20), DORA)) == Refused("not_these_chips", clause)
    assert war.order(CloseTable((9, 24, 40), DORA)) is None
    assert war.table.closed
    assert (in_tray(war.table), war.table.money.difference) == (0, 0)
    assert not any(war.ledger.balances.values())


def test_a_count_that_differs_closes_the_table_and_stays_on_record(war: Evening) -> None:
    """Casino War 2.4.3: $1,695 counted where $1,700 should be."""
    assert war.order(CloseTable((10, 20, 39), DORA)) is None
    assert war.table.money.difference == -5_00
    assert war.ledger.balances[TRAY] == 0
    assert sum(war.ledger.balances.values()) == 0


def test_a_tray_that_is_empty_is_counted_out_too(war: Evening) -> None:
    """Casino War 2.4.3, 13.8: a table that has lost its float closes."""
    assert war.order(CreditFloat((10, 20, 40), "slip 7", DORA)) is None
    assert war.order(CloseTable((0, 0, 0), DORA)) is None
    assert war.table.closed


def test_no_float_is_counted_out_that_was_not_counted_in() -> None:
    evening = Evening("casino-war")
    refused = evening.order(CloseTable((10, 20, 40), DORA))
    assert refused == Refused("no_float", evening.cite("2.4.3"))
    assert evening.order(CloseTable()) is None


# The check after gaming

CHECKED = {
    "mini-baccarat": "2.5",
    "tournament-canberra-poker": "2.2",
    "tournament-blackjack": "2.2",
    "tournament-mini-baccarat": "2.5",
    "tournament-pai-gow": "2.2",
}


@pytest.mark.parametrize("slug", list(CHECKED))
def test_the_second_check_is_owed_from_closing_until_it_is_made(slug: str) -> None:
    """Mini Baccarat 2.5, Tournament Canberra Poker 2.2, Tournament Blackjack 2.2,
    Tournament Mini-Baccarat 2.5, Tournament Pai Gow 2.2."""
    evening = Evening(slug)
    clause = evening.cite(CHECKED[slug])
    evening.table.play.round = 1
    early = evening.order(CheckCardsAfterGaming(), Role.DEALER)
    assert early == Refused("gaming_goes_on", clause)
    assert owed(evening.table) is None
    assert evening.order(CloseTable()) is None
    assert owed(evening.table) == clause
    patron = evening.order(CheckCardsAfterGaming(), Role.PATRON)
    assert patron == Refused("role_may_not", clause)
    assert evening.order(CheckCardsAfterGaming(), Role.DEALER) is None
    assert owed(evening.table) is None
    twice = evening.order(CheckCardsAfterGaming(), Role.DEALER)
    assert twice == Refused("checked_already", clause)


def test_staff_see_on_a_closed_table_what_is_still_open_and_patrons_do_not() -> None:
    """Mini Baccarat 2.5, shown until it is done; Casino War 2.4.3, a count that differs."""
    mini, war = Evening("mini-baccarat"), Evening("casino-war")
    mini.table.play.round = 1
    mini.order(CloseTable())
    war.order(FLOAT)
    war.order(CloseTable((10, 20, 39), DORA))
    assert alerts(mini) == [("the check after gaming is outstanding", mini.cite("2.5"))]
    assert alerts(war) == [("the count at closing differs by -$5", war.cite("2.4.3"))]
    assert alerts(mini, Role.PATRON) == alerts(war, Role.PATRON) == []
    mini.order(CheckCardsAfterGaming(), Role.DEALER)
    assert alerts(mini) == []


def alerts(evening: Evening, role: Role = Role.DEALER) -> list[tuple[str, str | None]]:
    seen = view(evening.table, "table/1", 1, Viewer(role))
    return [(each.text, each.clause) for each in seen.alerts]


def test_in_the_sets_of_2002_the_dealer_makes_it_in_person() -> None:
    """Tournament Blackjack 2.2."""
    evening = Evening("tournament-blackjack")
    evening.table.play.round = 1
    evening.order(CloseTable())
    device = evening.order(CheckCardsAfterGaming(device="D-1"), Role.DEALER)
    director = evening.order(CheckCardsAfterGaming(), Role.TOURNAMENT_DIRECTOR)
    assert device == director == Refused("dealer_checks", evening.cite("2.2"))


def test_in_mini_baccarat_a_supervisor_or_a_device_may_make_it() -> None:
    """Mini Baccarat 2.5."""
    evening = Evening("mini-baccarat")
    evening.table.play.round = 1
    evening.order(CloseTable())
    assert evening.order(CheckCardsAfterGaming("8h missing", "D-1")) is None
    assert evening.table.checked_after == "Dora"


def test_cards_shuffled_by_their_maker_are_owed_no_check() -> None:
    """Mini Baccarat 2.5 and Mini Baccarat terms: Pre-shuffled cards."""
    evening = Evening("mini-baccarat")
    evening.table.play.prep.checked = False
    evening.table.play.prep.shuffled = "pre-shuffled"
    evening.table.play.round = 1
    evening.order(CloseTable())
    assert owed(evening.table) is None


def test_where_nothing_was_played_nothing_is_checked_again() -> None:
    """Mini Baccarat 2.5: after gaming."""
    evening = Evening("mini-baccarat")
    evening.order(CloseTable())
    assert owed(evening.table) is None


def test_where_the_document_asks_for_none_there_is_no_second_check() -> None:
    evening = Evening("casino-war")
    evening.order(CloseTable())
    refused = evening.order(CheckCardsAfterGaming(), Role.DEALER)
    assert refused == Refused("no_second_check")
