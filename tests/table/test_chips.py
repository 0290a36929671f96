"""Chips come to a patron by somebody's count, never by the patron's own word."""

from __future__ import annotations

import pytest

from houseway.games import commands as c
from houseway.games import slugs
from houseway.table import money as v
from tests.table.floor import Floor

DAY = 24 * 60 * 60 * 1_000_000
CASH_GAMES = ("mini-baccarat", "seven-up-baccarat", "three-card-baccarat", "casino-war")


@pytest.mark.parametrize("slug", slugs())
def test_a_patron_brings_no_chips_by_own_word(slug: str) -> None:
    """7-Up Baccarat 2.4 and its like: cash is exchanged at the table, with the dealer."""
    floor = Floor(slug, staffed=False)
    floor.did("Ana", c.JoinTable("Ana"))
    code = floor.refused("Ana", c.BringChips("Ana", 10**9))[0]
    assert code in ("chips_not_counted", "role_may_not")
    assert "Ana" not in floor.table.play.layout.counted


@pytest.mark.parametrize("slug", CASH_GAMES)
def test_a_patron_asks_for_chips_and_the_dealer_confirms_what_was_counted(slug: str) -> None:
    """Cash goes into the drop box where there is one, and the chips come out of the tray."""
    floor = Floor(slug, staffed=False)
    floor.did("Ana", v.AskForChips("Ana", 100_00))
    assert floor.refused("Ben", v.AskForChips("Ana", 100_00))[0] == "not_your_own"
    assert floor.table.chips_asked == {"Ana": 100_00}
    assert "Ana" not in floor.table.play.layout.counted
    drop_box = floor.table.game.table.money.drop_box
    counted = v.BuyChips("Ana", 80_00) if drop_box else c.BringChips("Ana", 80_00)
    floor.did("Chen", counted)
    assert floor.table.play.layout.chips["Ana"] == 80_00
    assert floor.table.chips_asked == {}
    assert floor.table.money.dropped == (80_00 if drop_box else 0)
    floor.did("Ana", v.AskForChips("Ana", 20_00))
    floor.did("Chen", v.DeclineChips("Ana"))
    assert floor.refused("Chen", v.DeclineChips("Ana"))[0] == "no_chips_asked"
    assert floor.table.play.layout.chips["Ana"] == 80_00


@pytest.mark.parametrize("amount", [0, -5_00, 7])
def test_what_is_asked_for_can_be_given_in_chips(amount: int) -> None:
    floor = Floor("casino-war", staffed=False)
    assert floor.refused("Ana", v.AskForChips("Ana", amount))[0] == "amount_not_payable"
    assert floor.table.chips_asked == {}


def test_practice_chips_have_a_limit_for_each_patron_and_day() -> None:
    """They exist only at a table that was opened for practice."""
    floor = Floor("casino-war", staffed=False)
    floor.table.practice = 500_00
    floor.at_us = 10 * DAY
    floor.did("Ana", c.BringChips("Ana", 300_00))
    assert floor.refused("Ana", c.BringChips("Ana", 200_01))[0] == "practice_limit"
    floor.did("Ana", c.BringChips("Ana", 200_00))
    assert floor.refused("Ana", c.BringChips("Ana", 1))[0] == "practice_limit"
    floor.did("Ben", c.BringChips("Ben", 500_00))
    floor.at_us = 11 * DAY
    floor.did("Ana", c.BringChips("Ana", 500_00))
    assert floor.table.play.layout.chips == {"Ana": 1_000_00, "Ben": 500_00}
