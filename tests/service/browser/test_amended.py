"""An amended Mini Baccarat at a browser: Dragon 7 and Panda 8 are placed, shown and paid."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from houseway import games
from houseway.amendments.loading import load
from tests.amendments import EXAMPLES, adopted, example
from tests.service.browser.beside import finish, one_house, say, table_with
from tests.service.browser.conftest import PHONE, Casino

PICTURES = os.environ.get("HOUSEWAY_PICTURES", "")  # a folder: look at what the test sees


@pytest.fixture
def house(chromium: Browser, tmp_path: Path) -> Iterator[tuple[Casino, str]]:
    """The example, as if it had commenced."""
    text = example("dragon-7-and-panda-8").replace("2030-05-01", "2025-01-01")
    with adopted(text) as amendment, one_house(chromium, tmp_path) as casino:
        yield casino, amendment.document.id


def test_side_wagers_are_placed_by_hand_and_paid(house: tuple[Casino, str]) -> None:
    """Banker draws a two to 5 and beats 6 with three cards: Dragon 7 pays 40 to 1."""
    casino, edition = house
    table_with(casino, "dragon", edition, Ana=500_00)
    ana = casino.screen("Ana")
    ana.sign_in()
    page = ana.open("/play/dragon")
    expect(page.locator(".felt-wide .sign")).to_contain_text("Panda 8: $5 to $200, pays 25 to 1")
    page.get_by_role("radio", name="$5 chip").click()
    for _ in range(2):
        page.locator('.felt-wide .spot[data-wager="dragon 7"]').click()
    page.locator('.felt-wide .spot[data-wager="panda 8"]').click()
    page.locator('.felt-wide .spot[data-wager="banker"]').click()
    expect(page.locator("#my-stake")).to_have_text("$20")
    say(casino, "dragon", "no more bets", "deal 6h 2c Kd 3s 2d")
    finish(casino, "dragon")
    expect(page.locator("main")).to_contain_text("$400")
    expect(page.locator("#my-chips")).to_contain_text("$899.75")
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/amended-wide.png")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    expect(page.locator(".felt-tall .sign")).to_contain_text("Dragon 7")
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/amended-phone.png")


@pytest.fixture
def edition() -> Iterator[str]:
    amendment = load(EXAMPLES / "roulette-edges.hwa")
    yield amendment.document.id
    games.withdraw(amendment.document.id)


def test_the_pages_of_an_amendment_can_be_used_by_everybody(
    chromium: Browser, tmp_path: Path, edition: str
) -> None:
    with one_house(chromium, tmp_path) as casino:
        chen = casino.screen("Chen")
        chen.sign_in()
        for path in ("/amendments", f"/amendments/{edition}"):
            page = chen.open(path)
            expect(page.locator("main")).to_contain_text("First And Last")
            assert (chen.faults(), chen.complaints, chen.faults_in_light()) == ([], [], [])
        if PICTURES:
            page.screenshot(path=f"{PICTURES}/amendment.png", full_page=True)
