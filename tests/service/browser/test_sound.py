"""Sound at a table: off until a patron turns it on, and then remembered by the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.rulebook.roles import Role
from tests.service.browser.conftest import PHONE, WIDE, Casino

BANKER_WINS = ("2s", "3d", "4s", "6d")  # Banker's natural nine against six


def played(casino: Casino) -> None:
    """A coup in which Ana's $25 on Banker win."""
    casino.order("1", c.OpenBetting(), Role.DEALER, "Eli")
    casino.order("1", c.PlaceWager("Ana", "banker", 25_00), Role.PATRON, "Ana")
    casino.order("1", c.CallNoMoreBets(), Role.DEALER, "Eli")
    for card in BANKER_WINS:
        casino.order("1", c.DealCard(Card(card)), Role.DEALER, "Eli")
    casino.order("1", c.SettleWagers(), Role.DEALER, "Eli")


@pytest.mark.share(1)
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_sound_is_off_until_it_is_turned_on(casino: Casino, size: tuple[int, int]) -> None:
    casino.open_table("1", "mini-baccarat")
    casino.ready("1")
    screen = casino.screen("Ana", size)
    page = screen.sign_in("/play/1")
    button = page.locator("#sound")
    expect(button).to_have_text("Sound off")
    expect(page.locator("script[data-sound]")).to_have_count(0)  # nothing is loaded for it
    button.click()
    expect(button).to_have_text("Sound on")
    stage = page.locator("#stage")
    expect(stage).to_have_attribute("data-played", "784")
    played(casino)
    expect(stage).to_have_attribute("data-played", "523 659 784")
    page.reload()
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    expect(button).to_have_text("Sound off")
