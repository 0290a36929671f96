"""A Houseway table that serves a session: the dealer calls, the player wagers, on two screens.

Mini Baccarat: Ana and Ben at table 7 with 100 chips each; 10 to 50 a round.
"""

from __future__ import annotations

from typing import Any, cast

from playwright.sync_api import expect

from houseway.games import commands as c
from houseway.rulebook.roles import Role
from tests.service.browser.conftest import PHONE, Casino
from tests.service.contest import NAME
from tests.service.test_tournaments import conducted


def test_the_dealer_calls_and_the_player_wagers_at_the_table(casino: Casino) -> None:
    """Mini Baccarat 15.12, 15.15, 15.16, 15.17: turn, marker, limits and chips on both screens;
    what the tournament refuses is shown with its clause."""
    conducted(cast(Any, casino.server))
    casino.order("7", c.OpenBetting(), Role.DEALER, "Eli")
    eli, ana = casino.screen("Eli"), casino.screen("Ana", PHONE)
    desk, hers = eli.sign_in("/dealer/7"), ana.sign_in("/play/7")
    for page in (desk, hers):
        panel = page.locator(".session-panel")
        expect(panel).to_contain_text("round 1, betting, 10 to 50")
        expect(panel).to_contain_text("Mini Baccarat 15.17")
        expect(panel.locator(".figure")).to_have_text(["100", "100"])
    desk.get_by_role("button", name="Call Ana").click()
    expect(hers.locator(".session-panel")).to_contain_text("to wager")
    casino.order("7", c.PlaceWager("Ana", "player", 30_00), Role.PATRON, "Ana")
    expect(desk.locator(".session-panel")).to_contain_text("30 staked")
    desk.get_by_role("button", name="No more bets").first.click()
    expect(desk.locator("#refusal")).to_contain_text("Mini Baccarat 15.16")
    eli.complaints[:] = [each for each in eli.complaints if "status of 422" not in each]
    hers.get_by_role("link", name="Pass card, undisclosed wager or dispute").click()
    expect(hers).to_have_url(f"{casino.server.url}/tournaments/{NAME}")
