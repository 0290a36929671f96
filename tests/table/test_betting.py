"""The betting clock: who sets it, who has finished, and when the call is due."""

from __future__ import annotations

import pytest

from houseway.games import commands as c
from houseway.games.events import BettingOpened, WagerPlaced
from houseway.rulebook.document import Clause
from houseway.table.betting import BettingTimes, FinishBetting, SetBettingClock
from tests.table.floor import Floor

SECOND = 1_000_000
CLOCK = 12  # seconds


def placed(patron: str) -> WagerPlaced:
    return WagerPlaced(patron, "banker", 5_00, 0, Clause(""))


def times(*chips: tuple[int, str]) -> BettingTimes:
    """Betting opened at second 100, and chips placed so many seconds later."""
    found = BettingTimes()
    found.take(BettingOpened(1, Clause("")), 100 * SECOND)
    for second, patron in chips:
        found.take(placed(patron), (100 + second) * SECOND)
    return found


@pytest.mark.parametrize(
    ("chips", "due"),
    [
        ((), 12),
        (((3, "Ana"),), 12),  # a chip early in the round takes nothing away
        (((11, "Ana"),), 16),  # the first chip of a patron leaves five seconds
        (((40, "Ana"),), 45),  # however late it comes
        (((5, "Ana"), (11, "Ana")), 16),  # and so does a further one
        (((5, "Ana"), (11, "Ana"), (15, "Ana"), (19, "Ana"), (23, "Ana")), 24),  # twice the clock
        (((5, "Ana"), (23, "Ana"), (24, "Ben")), 29),  # but not for a patron who comes late
    ],
)
def test_a_new_chip_leaves_time_after_it(chips: tuple[tuple[int, str], ...], due: int) -> None:
    assert times(*chips).until_us(CLOCK) == (100 + due) * SECOND


def test_a_new_round_begins_with_the_whole_clock() -> None:
    found = times((11, "Ana"))
    found.take(BettingOpened(2, Clause("")), 200 * SECOND)
    assert found.until_us(CLOCK) == 212 * SECOND
    found.take(placed("Ana"), 211 * SECOND)
    assert found.until_us(CLOCK) == 216 * SECOND


def test_a_supervisor_sets_the_clock_within_ten_minutes() -> None:
    floor = Floor("mini-baccarat", staffed=False)
    assert floor.table.betting_seconds == 0
    floor.did("Dora", SetBettingClock(CLOCK))
    assert floor.table.betting_seconds == CLOCK
    assert floor.refused("Dora", SetBettingClock(601))[0] == "not_a_time"
    assert floor.refused("Chen", SetBettingClock(5))[0] == "role_may_not"


def test_a_patron_has_finished_until_the_next_chip_or_round() -> None:
    """Only for oneself, only while wagers are taken; another chip says otherwise."""
    floor = Floor("mini-baccarat", staffed=False)
    assert floor.refused("Ana", FinishBetting("Ana"))[0] == "not_at_table"
    floor.did("Ana", c.JoinTable("Ana"))
    assert floor.refused("Ana", FinishBetting("Ana"))[0] == "round_not_betting"
    floor.did("Chen", c.OpenBetting())
    assert floor.refused("Ben", FinishBetting("Ana"))[0] == "not_your_own"
    floor.did("Ana", FinishBetting("Ana"))
    assert floor.refused("Ana", FinishBetting("Ana"))[0] == "betting_finished"
    floor.did("Ana", c.PlaceWager("Ana", "banker", 5_00))
    assert floor.table.finished == set()
    floor.did("Ana", FinishBetting("Ana"))
    assert floor.table.finished == {"Ana"}
