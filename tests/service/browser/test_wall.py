"""Wall screens and the administrator's console at a real screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.table_rules import RESULTS_DISPLAY
from houseway.games.tournament_roulette.rules import DIRECTIONS
from houseway.games.tournament_roulette.state import (
    ConfirmThreeTurns,
    LiftDolly,
    ReportResult,
    SpinBall,
    TakeBallAsApproved,
)
from houseway.rulebook.roles import Role
from houseway.table.betting import SetBettingClock
from tests.service.browser.conftest import PHONE, TABLET, WIDE, Casino, Screen
from tests.waiting import wait_until

SHOWN = {"approved": ("table", "wheel", "layout", RESULTS_DISPLAY)}
# Player, Banker, Player, Banker: Banker's natural nine against six.
BANKER_WINS = ("2s", "3d", "4s", "6d")


def dealt(casino: Casino) -> Iterator[None]:
    """A coup in which Banker wins, step by step."""
    casino.order("1", c.OpenBetting(), Role.DEALER, "Eli")
    casino.order("1", c.PlaceWager("Ben", "banker", 25_00), Role.PATRON, "Ben")
    casino.order("1", c.CallNoMoreBets(), Role.DEALER, "Eli")
    yield
    for card in BANKER_WINS:
        casino.order("1", c.DealCard(Card(card)), Role.DEALER, "Eli")
    casino.order("1", c.SettleWagers(), Role.DEALER, "Eli")
    yield


@pytest.fixture
def wall(casino: Casino) -> Screen:
    """A screen on the wall, where nobody has signed in."""
    casino.open_table("1", "mini-baccarat")
    casino.ready("1")
    screen = casino.screen("Ana", (1920, 1080))
    screen.open("/wall/1")
    return screen


def test_a_result_appears_by_itself(casino: Casino, wall: Screen) -> None:
    steps = dealt(casino)
    next(steps)
    expect(wall.page.get_by_text("No round has been finished yet")).to_be_visible()
    expect(wall.page.locator(".wall-round")).to_contain_text("1")
    next(steps)
    expect(wall.page.locator(".wall-said")).to_contain_text("Banker wins")
    expect(wall.page.locator(".bead.banker")).to_have_count(1)
    expect(wall.page.locator(".ring.banker")).to_have_count(1)


_NOW = """(state) => {
  Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_a_hidden_page_lets_its_stream_go_and_catches_up_when_it_is_shown(casino: Casino) -> None:
    """Nothing is sent to a tab that nobody looks at; what happened meanwhile is there at once."""
    casino.open_table("1", "mini-baccarat")
    casino.ready("1")
    screen = casino.screen("Ana", (1920, 1080))
    page = screen.page
    page.clock.install()
    screen.open("/wall/1")
    _until_open(casino, 1)
    _until_open(casino, 0, lambda: _hide(page))
    for _ in dealt(casino):
        pass
    expect(page.get_by_text("No round has been finished yet")).to_be_visible()
    page.evaluate(_NOW, "visible")
    expect(page.locator(".wall-said")).to_contain_text("Banker wins")
    assert not page.locator("body.lost").count()


def _hide(page: Page) -> None:
    page.evaluate(_NOW, "hidden")
    page.clock.fast_forward(61_000)


def _until_open(casino: Casino, streams: int, act: Callable[[], None] = lambda: None) -> None:
    """Wait for so many streams. The house may know of one before its page does: act again."""
    hub = casino.server.floor.hub

    def look() -> bool:
        if hub.open_streams != streams:
            act()
        return hub.open_streams == streams

    wait_until(f"{streams} open streams", look, lambda: hub.open_streams)


def test_it_fills_the_screen_and_is_large_enough(casino: Casino, wall: Screen) -> None:
    for _ in dealt(casino):
        pass
    said = wall.page.locator(".wall-said")
    expect(said).to_contain_text("Banker wins")
    assert not wall.page.locator("header.top").is_visible()
    size = wall.page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('.wall-said')).fontSize)"
    )
    assert size >= 1080 * 0.06  # about a sixteenth of the screen's height
    tall = wall.page.evaluate("document.documentElement.scrollHeight")
    assert tall <= 1080


def test_tables_are_ticked_in_boxes_that_a_finger_meets(casino: Casino) -> None:
    for table in ("1", "2"):
        casino.open_table(table, "mini-baccarat")
    page = casino.screen("Ana", PHONE).open("/wall")
    box = page.get_by_label("Mini Baccarat 1").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 24
    page.get_by_label("Mini Baccarat 1").check()
    page.get_by_label("Mini Baccarat 2").check()
    page.get_by_role("button", name="Show these tables").click()
    expect(page.locator(".wall")).to_have_count(2)


@pytest.mark.share(1)
@pytest.mark.parametrize("size", [WIDE, TABLET])
def test_anybody_can_read_the_screens(casino: Casino, size: tuple[int, int]) -> None:
    casino.open_table("1", "mini-baccarat")
    casino.ready("1")
    casino.open_table("2", "tournament-blackjack")
    for _ in dealt(casino):
        pass
    screen = casino.screen("Ana", size)
    for path in ("/wall", "/wall/1", "/wall/2"):
        screen.open(path)
        assert screen.faults() == [], path
        wide = screen.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0], path
    expect(screen.page.get_by_text("No results are listed here")).to_be_visible()


FREE = """() => {
  const area = document.querySelector(".wall-results").getBoundingClientRect();
  const board = document.querySelector(".wall-board").getBoundingClientRect();
  return 1 - (board.bottom - area.top) / area.height;
}"""


def spin(casino: Casino, table: str, number: int) -> None:
    """A round of roulette with a wager of Ben's."""
    for command, by in (
        (LiftDolly(), Role.DEALER),
        (c.PlaceWager("Ben", "red", 20_00), Role.PATRON),
        (SpinBall(*DIRECTIONS), Role.DEALER),
        (c.CallNoMoreBets(), Role.DEALER),
        (ConfirmThreeTurns(), Role.DEALER),
        (ReportResult(number), Role.DEALER),
        (c.SettleWagers(), Role.DEALER),
    ):
        casino.order(table, command, by, "Ben" if by == Role.PATRON else "Eli")


def test_the_wall_of_a_wheel_says_a_number_once_and_fills_its_space(casino: Casino) -> None:
    casino.open_table("7", "tournament-roulette", options=SHOWN)
    casino.order("7", TakeBallAsApproved(), Role.DEALER, "Eli")
    spin(casino, "7", 17)
    screen = casino.screen("Ana")
    page = screen.open("/wall/7")
    expect(page.locator(".wall-said")).to_contain_text("17 black")
    expect(page.locator(".wall-board .spun-text")).to_have_text(["17"])
    expect(page.locator(".wall-rounds li")).to_have_count(0)
    assert page.evaluate(FREE) < 0.1
    expect(page.locator(".wall-phase")).to_have_text("Next round in a moment")


@pytest.mark.share(1)
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_several_tables_are_on_one_wall(casino: Casino, size: tuple[int, int]) -> None:
    """Each table follows its own play, and its betting clock is there."""
    for table, slug in (("1", "mini-baccarat"), ("2", "casino-war")):
        casino.open_table(table, slug)
        casino.ready(table)
    casino.order("2", SetBettingClock(600), Role.GAMING_SUPERVISOR)
    screen = casino.screen("Ana", size)
    page = screen.open("/wall?tables=1,2")
    walls = page.locator(".wall")
    expect(walls).to_have_count(2)
    casino.order("2", c.OpenBetting(), Role.DEALER, "Eli")
    clock = walls.nth(1).locator(".betting-clock.open [data-left]")
    expect(clock).to_have_text(re.compile(r"^\d+$"))
    expect(walls.nth(1).locator(".wall-phase")).to_have_text("Place your bets")
    expect(walls.nth(0).locator(".betting-clock.open")).to_have_count(0)
    for _ in dealt(casino):
        pass
    expect(walls.nth(0).locator(".wall-said")).to_contain_text("Banker wins")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    if size == WIDE:
        assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    assert screen.faults() == []


def test_the_administrator_finds_everything_and_can_use_it(casino: Casino) -> None:
    casino.open_table("1", "mini-baccarat", virtual=True)
    screen = casino.screen("Chen")
    page = screen.sign_in("/people")
    assert screen.faults() == []
    page.get_by_label("Name", exact=True).fill("Zoe")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", name="The password of Zoe")).to_be_visible()
    assert screen.faults() == []
    page.get_by_role("link", name="Done").click()
    expect(page.locator("#person-Zoe")).to_be_visible()
    assert screen.faults() == []
    screen.open("/fair/1")
    expect(page.get_by_role("cell", name="in use")).to_be_visible()
    assert screen.faults() == []
