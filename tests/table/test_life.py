"""The life of a table around its rounds: signs, closing, hours, and a minimum that rises."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import game
from houseway.games.events import RoundOpened
from houseway.games.house import GiveNotice, SetLimits
from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.document import Document, document
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.table.days import MINUTE_US
from houseway.table.life import sign_lines
from houseway.table.table import Table, decide, evolve
from houseway.table.vocabulary import (
    CloseTable,
    MinimumProtected,
    PutUpSign,
    RaiseMinimum,
    SetHours,
    TakeDownSign,
)
from tests.offices import decider, opening_of

SUPERVISOR = Role.GAMING_SUPERVISOR
SEVEN_UP = document("seven-up-baccarat")
MINI = document("mini-baccarat")

# A wager of five dollars in each of the three documents that raise minimums.
WAGERS = {
    "casino-war": ("initial", 1),
    "seven-up-baccarat": ("banker", 1),
    "three-card-baccarat": ("player", 1),
}
RAISING = {"casino-war": "6.5", "seven-up-baccarat": "6.7", "three-card-baccarat": "6.5"}
CLOSING = {"casino-war": "13.8", "seven-up-baccarat": "14.8", "three-card-baccarat": "14.9"}


class Evening:
    """A table, and a clock that goes on only when it is told to."""

    def __init__(self, slug: str) -> None:
        self.table = Table()
        self.minutes = 0
        self.cite = document(slug)
        five = replace(game(slug).limits, minimum=5_00)
        assert self.order(opening_of(slug, limits=five)) is None
        assert self.order(TakeAsPrepared(), Role.DEALER) is None

    def order(self, command: c.Command, by: Role = SUPERVISOR) -> Refused | None:
        ruling = decide(self.table, command, by, self.minutes * MINUTE_US)
        if isinstance(ruling, Refused):
            return ruling
        for event in ruling.events:
            evolve(self.table, event)
        return None

    def wager(self, patron: str, amount: int, box: int = 1) -> Refused | None:
        self.order(c.OpenBetting(), Role.DEALER)
        name, _ = WAGERS[self.cite.slug]
        return self.order(c.PlaceWager(patron, name, amount, box), Role.PATRON)


def refusal(cite: Document, code: str, number: str) -> Refused:
    return Refused(code, cite(number))


@pytest.mark.parametrize("slug", list(CLOSING))
def test_with_patrons_there_a_table_closes_as_its_sign_says_after_twenty_minutes(slug: str) -> None:
    """Casino War 13.8, 7-Up Baccarat 14.8 and Three Card Baccarat 14.9."""
    evening, number = Evening(slug), CLOSING[slug]
    evening.order(c.JoinTable("Ana"), Role.DEALER)
    assert evening.order(CloseTable()) == refusal(evening.cite, "no_sign", number)
    evening.order(PutUpSign("closing", effective_us=30 * MINUTE_US))
    evening.minutes = 19
    assert evening.order(CloseTable()) == refusal(evening.cite, "sign_too_young", number)
    evening.minutes = 20
    assert evening.order(CloseTable()) == refusal(evening.cite, "too_early", number)
    evening.minutes = 30
    assert evening.order(CloseTable(), Role.DEALER) == refusal(evening.cite, "role_may_not", number)
    assert evening.order(CloseTable()) is None
    assert evening.table.closed


@pytest.mark.parametrize("slug", list(CLOSING))
def test_with_nobody_there_a_table_closes_at_once(slug: str) -> None:
    """Casino War 13.8, 7-Up Baccarat 14.8 and Three Card Baccarat 14.9: reading A-30."""
    evening = Evening(slug)
    assert evening.order(CloseTable()) is None


@pytest.mark.parametrize("slug", ["casino-war", "three-card-baccarat"])
def test_a_table_does_not_close_inside_a_round(slug: str) -> None:
    """Casino War 13.8 and Three Card Baccarat 14.9: never during a round in progress."""
    evening = Evening(slug)
    assert evening.wager("Ana", 10_00) is None
    assert evening.order(c.DealCard(Card("8h")), Role.DEALER) is None
    assert evening.order(CloseTable()) == refusal(evening.cite, "round_under_way", CLOSING[slug])


def test_a_sign_put_up_anew_starts_its_twenty_minutes_again() -> None:
    """7-Up Baccarat 14.8: reading A-08."""
    evening = Evening("seven-up-baccarat")
    evening.order(c.JoinTable("Ana"), Role.DEALER)
    evening.order(PutUpSign("closing", effective_us=0))
    evening.minutes = 15
    evening.order(PutUpSign("closing", effective_us=0))
    evening.minutes = 34
    assert evening.order(CloseTable()) == refusal(SEVEN_UP, "sign_too_young", "14.8")
    evening.order(TakeDownSign("closing"))
    evening.minutes = 60
    assert evening.order(CloseTable()) == refusal(SEVEN_UP, "no_sign", "14.8")


def test_in_canberra_a_closing_notice_is_enough() -> None:
    """Mini Baccarat 13.2: a notice, and no period (reading G12)."""
    evening = Evening("mini-baccarat")
    evening.order(c.JoinTable("Ana"), Role.DEALER)
    assert evening.order(CloseTable()) == refusal(MINI, "no_sign", "13.2")
    evening.order(PutUpSign("closing", effective_us=0))
    assert evening.order(CloseTable()) is None


def test_a_table_closes_after_the_round_that_is_on() -> None:
    """Mini Baccarat 13.2: the notice stands, and the round is played to its end."""
    evening = Evening("mini-baccarat")
    evening.order(PutUpSign("closing", effective_us=0))
    evening.order(c.OpenBetting(), Role.DEALER)
    assert evening.order(c.PlaceWager("Ana", "banker", 10_00), Role.PATRON) is None
    assert evening.order(CloseTable()) == refusal(MINI, "round_under_way", "13.2")


def nobody_wagers(slug: str) -> Evening:
    """A table whose cards are ready, with betting open and nothing on the layout."""
    evening = Evening(slug)
    assert evening.order(c.OpenBetting(), Role.DEALER) is None
    return evening


WITH_CARDS = [*CLOSING, "mini-baccarat"]


@pytest.mark.parametrize("slug", WITH_CARDS)
def test_a_table_closes_while_betting_is_open_and_nobody_wagers(slug: str) -> None:
    """7-Up Baccarat 14.8, Casino War 13.8, Three Card Baccarat 14.9, Mini Baccarat 13.2: a round
    begins with its first card."""
    evening = nobody_wagers(slug)
    assert evening.order(CloseTable()) is None
    assert evening.table.closed


@pytest.mark.parametrize("slug", list(RAISING))
def test_limits_change_while_betting_is_open_and_nobody_wagers(slug: str) -> None:
    """7-Up Baccarat 6.7, Casino War 6.5, Three Card Baccarat 6.5: at any time but in a round."""
    evening = nobody_wagers(slug)
    most = evening.table.play.limits.maximum
    assert evening.order(SetLimits(5_00, most // 2)) is None
    assert evening.order(RaiseMinimum(10_00)) is None
    assert evening.table.play.limits.minimum == 10_00


@pytest.mark.parametrize("slug", WITH_CARDS)
def test_no_more_bets_without_a_wager_ends_the_betting(slug: str) -> None:
    """7-Up Baccarat 7.1, Casino War 7.1, Three Card Baccarat 8.1, Mini Baccarat 6.2: no round
    begins, and the next one has the number that this one would have had."""
    evening = nobody_wagers(slug)
    assert evening.order(c.CallNoMoreBets(), Role.DEALER) is None
    assert isinstance(evening.table.game.awaits(evening.table.play).command, c.OpenBetting)
    assert evening.wager("Ana", 10_00) is None if slug in WAGERS else True
    assert evening.table.play.round in (0, 1)


HOURS = [
    ("mini-baccarat", "13.1"),
    ("tournament-canberra-poker", "13.1"),
    ("tournament-blackjack", "15.1"),
    ("tournament-roulette", "8.1"),
    ("tournament-mini-baccarat", "10.1"),
    ("tournament-pai-gow", "15.1"),
]


@pytest.mark.parametrize(("slug", "number"), HOURS)
def test_no_round_begins_outside_the_hours_of_gaming(slug: str, number: str) -> None:
    """Mini Baccarat 13.1, Tournament Canberra Poker 13.1, Tournament Blackjack 15.1,
    Tournament American Roulette 8.1, Tournament Mini-Baccarat 10.1, Tournament Pai Gow 15.1."""
    table = Table()
    open_table = opening_of(slug)
    for event in accepted(table, open_table, decider(slug), 0):
        evolve(table, event)
    for command, by in table.game.ready(table.play):
        for event in accepted(table, command, by, 0):
            evolve(table, event)
    noon_until_six = SetHours(opens=12 * 60, closes=6 * 60)  # past midnight
    for event in accepted(table, noon_until_six, decider(slug), 0):
        evolve(table, event)
    opening = what_opens_a_round(table, noon=12 * 60 * MINUTE_US)
    cite = document(slug)
    for hour, allowed in ((11, False), (12, True), (23, True), (5, True), (6, False)):
        ruling = decide(table, opening, Role.DEALER, hour * 60 * MINUTE_US)
        assert (ruling == Refused("outside_hours", cite(number))) != allowed, hour


def what_opens_a_round(table: Table, noon: int) -> c.Command:
    """Take the steps before it, and give the order that begins a round."""
    for _ in range(20):
        command = table.game.awaits(table.play).command
        assert command is not None
        events = accepted(table, command, Role.DEALER, noon)
        if any(isinstance(event, RoundOpened) for event in events):
            return command
        for event in events:
            evolve(table, event)
    raise AssertionError("no round was opened")


def accepted(table: Table, command: c.Command, by: Role, at_us: int) -> tuple[Any, ...]:
    ruling = decide(table, command, by, at_us)
    assert not isinstance(ruling, Refused), ruling
    return ruling.events


def test_a_round_that_has_begun_is_finished_after_hours() -> None:
    """Mini Baccarat 13.1: reading G14."""
    evening = Evening("mini-baccarat")
    evening.order(SetHours(opens=0, closes=60))
    evening.minutes = 59
    assert evening.order(c.OpenBetting(), Role.DEALER) is None
    assert evening.order(c.PlaceWager("Ana", "banker", 10_00), Role.PATRON) is None
    evening.minutes = 61
    assert evening.order(c.CallNoMoreBets(), Role.DEALER) is None
    for card in ("2h", "9c", "Kd", "Ks"):
        assert evening.order(c.DealCard(Card(card)), Role.DEALER) is None
    assert evening.order(c.SettleWagers(), Role.DEALER) is None
    assert evening.order(c.CollectCards(), Role.DEALER) is None
    assert evening.order(c.OpenBetting(), Role.DEALER) == refusal(MINI, "outside_hours", "13.1")


@pytest.mark.parametrize("slug", list(RAISING))
def test_a_minimum_rises_for_everybody_by_a_sign_of_twenty_minutes(slug: str) -> None:
    """7-Up Baccarat 6.7, Casino War 6.5 and Three Card Baccarat 6.5: readings A-08."""
    evening, number = Evening(slug), RAISING[slug]
    raise_to_25 = SetLimits(25_00, 1_000_00)
    evening.order(GiveNotice("limits"))
    assert evening.order(raise_to_25) == refusal(evening.cite, "no_sign", number)
    evening.order(PutUpSign("minimum", effective_us=25 * MINUTE_US, minimum=25_00))
    evening.minutes = 19
    assert evening.order(raise_to_25) == refusal(evening.cite, "sign_too_young", number)
    evening.minutes = 24
    assert evening.order(raise_to_25) == refusal(evening.cite, "too_early", number)
    evening.minutes = 25
    wrong = evening.order(SetLimits(50_00, 1_000_00))
    assert wrong == refusal(evening.cite, "not_on_the_sign", number)
    assert evening.order(raise_to_25) is None
    assert evening.table.play.limits.minimum == 25_00
    assert evening.wager("Ana", 10_00) is not None


@pytest.mark.parametrize("slug", list(RAISING))
def test_a_minimum_raised_at_once_spares_those_who_are_playing(slug: str) -> None:
    """7-Up Baccarat 6.7.1, 6.7.1.1, 6.7.1.3, 6.7.3 and 6.7.4; Casino War 6.5.1, 6.5.1.1, 6.5.1.3,
    6.5.3 and 6.5.4; Three Card Baccarat 6.5.1, 6.5.1.1, 6.5.1.3, 6.5.3 and 6.5.4."""
    evening, number = Evening(slug), RAISING[slug]
    evening.table.playing = {"Ana"}
    dealer = evening.order(RaiseMinimum(25_00), Role.DEALER)
    assert dealer == refusal(evening.cite, "role_may_not", f"{number}.1")
    events = accepted(evening.table, RaiseMinimum(25_00), SUPERVISOR, 0)
    markers = [event for event in events if isinstance(event, MinimumProtected)]
    assert markers == [MinimumProtected("Ana", 5_00, evening.cite(f"{number}.1.1"))]
    assert evening.order(RaiseMinimum(25_00)) is None
    shown = [clause for _, clause in sign_lines(evening.table)]
    assert evening.cite(f"{number}.3") in shown
    assert evening.wager("Ana", 5_00) is None
    assert evening.wager("Ana", 5_00, box=2) is None  # every box of hers, one marker
    late = evening.wager("Ben", 5_00, box=3)
    assert late == refusal(evening.cite, "wager_below_minimum", f"{number}.4")
    assert evening.wager("Ben", 25_00, box=3) is None


def test_a_patron_is_playing_from_the_first_wager_until_leaving() -> None:
    """Casino War 6.5.1: reading A-09."""
    evening = Evening("casino-war")
    evening.order(c.JoinTable("Ben"), Role.DEALER)
    assert evening.wager("Ana", 5_00) is None
    assert evening.table.playing == {"Ana"}
    assert evening.order(c.WithdrawWager("Ana", "initial", 1), Role.PATRON) is None
    assert evening.order(c.LeaveTable("Ana"), Role.DEALER) is None
    assert evening.table.playing == set()


@pytest.mark.parametrize("slug", list(RAISING))
def test_a_protected_patron_keeps_it_until_leaving_or_a_ripe_sign(slug: str) -> None:
    """7-Up Baccarat 6.7.1.2, 6.7.2 and 6.7.3; Casino War 6.5.1.2, 6.5.2 and 6.5.3; Three Card
    Baccarat 6.5.1.2, 6.5.2 and 6.5.3."""
    evening, number = Evening(slug), RAISING[slug]
    for patron in ("Ana", "Ben"):
        evening.order(c.JoinTable(patron), Role.DEALER)
    evening.table.playing = {"Ana", "Ben"}
    assert evening.order(RaiseMinimum(10_00)) is None
    assert evening.order(RaiseMinimum(25_00)) is None
    assert evening.table.play.limits.protected == {"Ana": 5_00, "Ben": 5_00}
    assert evening.order(c.LeaveTable("Ben"), Role.DEALER) is None
    assert evening.table.play.limits.protected == {"Ana": 5_00}
    assert evening.order(c.JoinTable("Ben"), Role.DEALER) is None
    back = evening.wager("Ben", 5_00)  # treated like anybody who comes new
    assert back == refusal(evening.cite, "wager_below_minimum", f"{number}.4")
    evening = Evening(slug)
    evening.order(c.JoinTable("Ana"), Role.DEALER)
    evening.table.playing = {"Ana"}
    assert evening.order(RaiseMinimum(25_00)) is None
    assert evening.cite(f"{number}.3") in [clause for _, clause in sign_lines(evening.table)]
    evening.order(PutUpSign("minimum", effective_us=0, minimum=50_00))
    evening.minutes = 19
    early = evening.order(SetLimits(50_00, 1_000_00))
    assert early == refusal(evening.cite, "sign_too_young", f"{number}.2")
    evening.minutes = 20
    assert evening.order(SetLimits(50_00, 1_000_00)) is None
    assert evening.table.play.limits.protected == {}
    assert evening.cite(f"{number}.3") not in [clause for _, clause in sign_lines(evening.table)]
    assert "minimum" not in evening.table.signs


@pytest.mark.parametrize("slug", list(RAISING))
def test_a_protected_patron_is_brought_to_the_tables_own_minimum_by_a_ripe_sign(slug: str) -> None:
    """7-Up Baccarat 6.7.2, Casino War 6.5.2 and Three Card Baccarat 6.5.2: higher than before."""
    evening, number = Evening(slug), RAISING[slug]
    evening.table.playing = {"Ana"}
    assert evening.order(RaiseMinimum(25_00)) is None
    ana_to_25 = SetLimits(25_00, 1_000_00)
    assert evening.order(ana_to_25) == refusal(evening.cite, "no_sign", f"{number}.2")
    kept = evening.order(PutUpSign("minimum", effective_us=0, minimum=5_00))
    assert kept == refusal(evening.cite, "no_raise", number)
    assert evening.order(PutUpSign("minimum", effective_us=0, minimum=25_00)) is None
    evening.minutes = 19
    assert evening.order(ana_to_25) == refusal(evening.cite, "sign_too_young", f"{number}.2")
    assert evening.order(SetLimits(25_00, 2_000_00)) is None  # another maximum needs no sign
    assert evening.table.play.limits.protected == {"Ana": 5_00}
    evening.minutes = 20
    assert evening.order(ana_to_25) is None
    assert evening.table.play.limits.protected == {}
    assert "minimum" not in evening.table.signs
    assert evening.wager("Ana", 5_00) == refusal(evening.cite, "wager_below_minimum", "6.1")


@pytest.mark.parametrize("slug", list(RAISING))
def test_a_patron_keeps_the_lowest_minimum_from_before_a_raise(slug: str) -> None:
    """7-Up Baccarat 6.7.1, Casino War 6.5.1 and Three Card Baccarat 6.5.1: the pre-existing one."""
    evening = Evening(slug)
    assert evening.order(RaiseMinimum(10_00)) is None
    evening.table.playing = {"Ana", "Ben"}
    assert evening.order(RaiseMinimum(25_00)) is None
    assert evening.order(SetLimits(5_00, 1_000_00)) is None
    assert evening.order(RaiseMinimum(25_00)) is None
    assert evening.table.play.limits.protected == {"Ana": 5_00, "Ben": 5_00}


@pytest.mark.parametrize("slug", list(RAISING))
def test_a_protected_patron_who_left_comes_back_as_a_new_one(slug: str) -> None:
    """7-Up Baccarat 6.7.1.2 and 6.7.3; Casino War 6.5.1.2 and 6.5.3; Three Card Baccarat 6.5.1.2
    and 6.5.3: the sign states the earlier minimum for as long as somebody keeps it."""
    evening, number = Evening(slug), RAISING[slug]
    for patron in ("Ana", "Ben"):
        evening.order(c.JoinTable(patron), Role.DEALER)
    evening.table.playing = {"Ana", "Ben"}
    assert evening.order(RaiseMinimum(25_00)) is None
    for patron, shown in (("Ben", True), ("Ana", False)):
        assert evening.order(c.LeaveTable(patron), Role.DEALER) is None
        clauses = [clause for _, clause in sign_lines(evening.table)]
        assert (evening.cite(f"{number}.3") in clauses) == shown
    evening.order(c.JoinTable("Ben"), Role.DEALER)
    back = evening.wager("Ben", 5_00)
    assert back is not None
    assert back.code == "wager_below_minimum"
    assert evening.wager("Ben", 25_00) is None


def test_where_the_document_says_nothing_there_is_no_raise_at_once() -> None:
    evening = Evening("mini-baccarat")
    assert evening.order(RaiseMinimum(25_00)) == Refused("no_raise")
