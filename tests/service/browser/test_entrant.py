"""An entrant at a screen of the own: turn, stake, pass card, and a wager that nobody else reads.

7-Up Baccarat: Ana in box 2 and Ben in box 4 with 100 chips each; 10 to 50 a coup.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from houseway.rulebook.roles import Role
from houseway.tournament import wager_vocabulary as w
from tests.service import contest
from tests.service.browser.conftest import PHONE, WIDE, Casino
from tests.service.contest import NAME, give

SEAT, SESSIONS = f"/tournaments/{NAME}", f"/director/{NAME}/sessions"


def test_an_undisclosed_wager_is_sealed_until_it_is_announced(casino: Casino) -> None:
    """7-Up Baccarat 15.8.2, 15.8.2.5, 15.8.2.6: written, examined, announced; on four screens."""
    runner = casino.server.floor.runner
    contest.take_in(casino.server.floor)
    contest.sealed_round(runner)
    ana, ben, dora, tom = (casino.screen(each, PHONE) for each in ("Ana", "Ben", "Dora", "Tom"))
    hers, his = ana.sign_in(SEAT), ben.sign_in(SEAT)
    pit, console = dora.sign_in(SESSIONS), tom.sign_in(SESSIONS)
    hers.get_by_text("An undisclosed wager").click()
    hers.get_by_label("On", exact=True).fill("banker")
    hers.get_by_label("Amount").fill("47")
    hers.get_by_role("button", name="Seal it and hand it in").click()
    expect(hers.locator(".sealed")).to_have_text("Sealed: 47 on banker")
    expect(pit.locator(".forms")).to_contain_text("47 on banker")
    expect(console.locator(".forms")).to_have_count(0)
    pit.get_by_role("button", name="The form of Ana is in order").click()
    expect(console.locator(".forms")).to_contain_text("a sealed form")
    expect(his.get_by_text("Ana: a sealed form lies there")).to_be_visible()
    for page in (his, console):
        assert "banker" not in page.content()
        assert "47" not in page.locator("main").inner_text()
    his.get_by_label("Stake, 10 to 50").fill("20")
    his.get_by_role("button", name="Stake", exact=True).click()
    expect(console.locator("#place-1-2")).to_contain_text("20 staked")
    give(runner, w.CloseBetting(1, "1"), Role.DEALER, "Eli")
    shown = str(runner.version(f"tournament/{NAME}"))
    expect(pit.locator("[data-version]").first).to_have_attribute("data-version", shown)
    pit.get_by_role("button", name="Announce the form of Ana").click()
    expect(his.get_by_text("Ana: 47 on banker, announced")).to_be_visible()
    expect(hers.locator(".sealed")).to_have_text("Announced: 47 on banker")


@pytest.mark.share(1)
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_an_entrant_sees_the_table_and_a_large_your_turn(
    casino: Casino, size: tuple[int, int]
) -> None:
    """7-Up Baccarat 15.8.1, of a session that is recorded: the felt with everybody's chips."""
    contest.sealed_round(casino.server.floor.runner)
    ana = casino.screen("Ana", size)
    page = ana.sign_in(SEAT)
    turn = page.locator(".your-turn")
    expect(turn).to_be_visible()
    assert turn.evaluate("(each) => parseFloat(getComputedStyle(each).fontSize)") >= 28
    places = page.locator(".places li")
    expect(places).to_have_count(2)
    expect(page.locator(".places .held strong")).to_have_text(["100", "100"])
    expect(page.locator(".places .own .name")).to_have_text("You")
    bottom = page.locator(".table-felt").evaluate("(each) => each.getBoundingClientRect().bottom")
    assert bottom <= size[1]  # the felt is on the first screen
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert ana.faults() == []
    assert ana.faults_in_light() == []
    expect(page.get_by_role("button", name="Stake 10", exact=True)).to_be_visible()
    page.get_by_role("button", name="Stake 50", exact=True).click()
    expect(turn).to_have_count(0)
    expect(page.locator(".places .own .state")).to_have_text("50 staked")


def test_a_stake_over_the_chips_is_refused_and_a_pass_card_played(casino: Casino) -> None:
    """7-Up Baccarat 15.6.6, 15.7.1: not more than is held; one pass card in place of a wager."""
    contest.sealed_round(casino.server.floor.runner)
    ana = casino.screen("Ana")
    page = ana.sign_in(SEAT)
    page.get_by_label("Stake, 10 to 50").fill("200")
    page.get_by_role("button", name="Stake", exact=True).click()
    expect(page.locator("#told")).to_contain_text("You hold 100, not 200.")
    page.get_by_role("button", name="Play a pass card").click()
    expect(page.get_by_text("You pass this round")).to_be_visible()
    expect(page.get_by_text("Pass cards left").locator("..")).to_contain_text("0")
    ana.complaints.clear()  # the browser's own line about the refused stake
