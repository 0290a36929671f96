"""The betting clock on a patron's page, with a house and a browser whose clocks a test moves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from houseway.games.commands import CallNoMoreBets
from houseway.rulebook.roles import Role
from houseway.service.settings import SECOND_US, Settings
from houseway.table.betting import SetBettingClock
from tests.service.browser.beside import finish, say, table_with
from tests.service.browser.conftest import PHONE, WIDE, Casino
from tests.service.server import serving

CLOCK = 12  # seconds


class Time:
    """The time of the house."""

    us = 1_800_000_000 * SECOND_US

    def __call__(self) -> int:
        return self.us


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def house(chromium: Browser, tmp_path: Path, time: Time) -> Iterator[Casino]:
    with serving(Settings(folder=str(tmp_path / "house")), time) as server:
        casino = Casino(server, chromium)
        yield casino
        for screen in casino.screens:
            assert screen.complaints == []
            screen.context.close()


@contextmanager
def shown(page: Page) -> Iterator[None]:
    """What happens inside reaches the page, whose time then goes on by a moment."""
    page.evaluate(
        """() => { window.heard = new Promise((done) => document.addEventListener(
            "htmx:sseBeforeMessage", (event) => { if (event.detail.type === "seat:clock") done(); },
            { once: false })); }"""
    )
    yield
    page.evaluate("() => window.heard")
    page.clock.run_for(200)


@pytest.mark.share(1)
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_clock_runs_down_a_chip_adds_time_and_the_dealer_calls(
    house: Casino, time: Time, size: tuple[int, int]
) -> None:
    """Mini Baccarat 4.6: the dealer's call ends betting; the clock only says when it is due."""
    table_with(house, "clock", "mini-baccarat", Ana=100_00, Ben=100_00)
    page = house.screen("Ana", size).sign_in("/play/clock")
    clock, done = page.locator(".betting-clock"), page.get_by_role("button", name="I'm done")
    expect(clock).to_be_hidden()  # the house has set none
    house.order("clock", SetBettingClock(CLOCK), Role.GAMING_SUPERVISOR)
    say(house, "clock", "Ben wagers $5 on player", "no more bets", "deal 2h 9c Kd Kh")
    finish(house, "clock")
    say(house, "clock", "collect the cards", "open betting")
    page.clock.install(time=1_000)
    page.clock.pause_at(2_000)
    page.reload()
    expect(clock.locator(".left")).to_have_text("12")
    expect(page.locator(".status .next")).to_have_text("Place your bet")
    expect(clock.locator(".call")).to_have_text("")
    expect(done).to_be_disabled()
    at = page.locator("#layout").bounding_box()

    page.clock.run_for(8_000)
    expect(clock.locator(".left")).to_have_text("4")
    expect(clock.locator(".call")).to_have_text("Last call")
    assert page.locator("#layout").bounding_box() == at
    time.us += 8 * SECOND_US
    with shown(page):
        say(house, "clock", "Ana wagers $5 on banker")
    expect(clock.locator(".left")).to_have_text("5")
    expect(page.locator(".status .next")).to_have_text("Betting is open. Still to bet: Ben")

    with shown(page):
        done.click()
    expect(page.locator("#done")).to_have_text("Waiting")
    expect(page.locator("#done")).to_be_disabled()
    page.clock.run_for(9_000)
    expect(clock.locator(".left")).to_have_text("0")
    with shown(page):
        house.order("clock", CallNoMoreBets(), Role.DEALER, "Eli")
    expect(clock).to_be_hidden()
    expect(page.locator(".status .next")).to_have_text("No more bets: cards are dealt")
    assert page.locator("#layout").bounding_box() == at  # nothing has moved
