"""The way in."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.service.browser.conftest import PHONE, Casino


def test_somebody_signs_in_and_finds_the_tables(casino: Casino) -> None:
    casino.open_table("1", "mini-baccarat")
    page = casino.screen("Ana").fill_in_sign_in()
    expect(page.get_by_text("Mini Baccarat").first).to_be_visible()


def test_the_way_in_can_be_used_by_everybody(casino: Casino) -> None:
    casino.open_table("1", "mini-baccarat")
    screen = casino.screen("Ana", PHONE)
    screen.open("/sign-in")
    assert screen.faults() == []
    screen.fill_in_sign_in()
    assert screen.faults() == []
