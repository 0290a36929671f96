"""The maths at real screens: what if, a simulation that converges to its end, drift by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from houseway.analysis.simulate import simulate
from houseway.rulebook.roles import Role
from houseway.service.consoles.analyst.questions import Question
from tests.service import coup
from tests.service.browser.beside import one_house
from tests.service.browser.conftest import PHONE, TABLET, Casino, Screen

ROUNDS = 3_000_000


@pytest.fixture(scope="module")
def house(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory, figures_of_the_run: None
) -> Iterator[Casino]:
    """One table where the coup of `coup` was played three times. Nobody waits at a screen for a
    compiler, or for figures that take long to count."""
    simulate("mini-baccarat", 1, seed=1)
    with one_house(chromium, tmp_path_factory.mktemp("analysed")) as casino:
        runner = casino.server.floor.runner
        coup.open_table(runner, "1")
        for _ in range(3):
            coup.play(runner, "1")
        analysing = casino.server.floor.analysing
        for asked in (Question("figures", "mini-baccarat"), Question("plots", "mini-baccarat")):
            analysing._counting(asked).put(asked).result()
        yield casino


@pytest.fixture(scope="module")
def ivy(house: Casino) -> Screen:
    screen = house.screen("Ivy")
    screen.sign_in("/analysis")
    return screen


def test_from_all_games_to_the_clause_that_pays(ivy: Screen) -> None:
    """Mini Baccarat 8.8(c): a tie is paid 8 to 1, and costs 14.3596 %."""
    page = ivy.open("/analysis")
    game = page.locator("#game-mini-baccarat")
    expect(game.get_by_role("row", name="tie")).to_contain_text("14.3596 %")
    game.get_by_role("link", name="Mini Baccarat").click()
    outcomes = page.get_by_role("group", name="Outcomes of tie")
    expect(outcomes.get_by_role("row", name="tie").first).to_contain_text("8 to 1")
    expect(page.locator("#plots svg")).to_have_count(9)
    outcomes.get_by_role("link", name="Mini Baccarat 8.8(c)").click()
    expect(page.get_by_role("dialog", name="Mini Baccarat 8.8(c)")).to_contain_text("8 to 1")


def test_on_a_phone_every_figure_stands_beside_its_name(house: Casino) -> None:
    screen = house.screen("Ivy", PHONE)
    page = screen.sign_in("/analysis/mini-baccarat")
    edge = page.get_by_role("group", name="Every wager").locator("td[data-cell]").first
    expect(edge).to_contain_text("1.0579 %")
    label = edge.evaluate("(cell) => getComputedStyle(cell, '::before').content")
    room = edge.evaluate("(cell) => parseFloat(getComputedStyle(cell).paddingLeft)")
    assert label == '"House edge"'
    assert room > 100


def test_what_if_a_tie_paid_nine_to_one(ivy: Screen) -> None:
    """Mini Baccarat 8.8(c): 9.5156 % of rounds tie, and each would pay one unit more."""
    page = ivy.open("/analysis/mini-baccarat/what-if")
    odds = page.get_by_role("group", name="Odds")
    odds.get_by_label("tie").fill("nine to one")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("alert")).to_contain_text("'nine to one' is not a payout")
    odds.get_by_label("tie").fill("9 to 1")
    page.get_by_role("button", name="Compare").click()
    both = page.get_by_role("group", name="Approved and changed edges")
    for cell in ("14.3596 %", "4.8440 %", "-9.5156 %"):
        expect(both.get_by_role("row", name="tie")).to_contain_text(cell)
    expect(page.locator("#counted")).to_contain_text("8 to 1 becomes 9 to 1")
    expect(page).to_have_url(re.compile("tie=9"))
    assert ivy.faults() == []


def test_a_simulation_runs_to_its_end_before_one_s_eyes(ivy: Screen) -> None:
    """Mini Baccarat 8.8: what three million rounds come to lies within its bounds."""
    page = ivy.open("/analysis/mini-baccarat/simulation")
    page.get_by_label("Rounds").fill(str(ROUNDS))
    page.get_by_label("Seed").fill("5")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".command")).to_have_text(
        f"houseway simulate mini-baccarat --rounds {ROUNDS} --seed 5"
    )
    expect(page.locator("#state")).to_have_text("Done")
    expect(page.locator("#bar")).to_have_attribute("value", str(ROUNDS))
    expect(page.locator("#dealt")).to_have_text("3,000,000 of 3,000,000 rounds")
    tie = page.locator("#wagers").get_by_role("row", name="tie")
    expect(tie).to_contain_text("14.3596 %")
    expect(tie).to_contain_text("yes")
    expect(page.locator("#wagers .outside")).to_have_count(0)
    expect(page.locator(".panels svg").first).to_be_visible()
    expect(page.get_by_role("button", name="Cancel")).to_have_count(0)
    assert ivy.faults() == []


def test_a_simulation_is_cancelled_by_its_button(ivy: Screen) -> None:
    page = ivy.open("/analysis/mini-baccarat/simulation")
    page.get_by_label("Rounds").fill("1000000000")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#state")).to_have_text("Cancelled")


def test_drift_of_three_coups_worked_out_by_hand(ivy: Screen) -> None:
    """Mini Baccarat 8.8(b): Ana's $100 on Banker is paid $95 three times; 1.0579 % of $300 is
    $3.17, so the patrons are $288.17 above what was to be expected. The limit holds at all times,
    for two wagers together: the stitched bound of stakes from $81.92 to $163.83."""
    page = ivy.open("/inspect")
    page.get_by_role("navigation", name="Inspection").get_by_role("link", name="Drift").click()
    banker = page.get_by_role("row", name="banker")
    for cell in ("$300", "+$285", "-$3.17", "+$288.17", "± $4,587.95", "1.79", "within"):
        expect(banker).to_contain_text(cell)
    expect(page.get_by_role("row", name="tie")).to_contain_text("-$8.62")
    page.get_by_role("link", name="Table 1").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Drift at table 1")
    page.get_by_label("One chance in").select_option("1,000,000")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("row", name="banker")).to_contain_text("within")
    assert ivy.faults() == []


PAGES = (
    "/analysis", "/analysis/three-card-baccarat", "/analysis/casino-war/what-if?decks=1",
    "/analysis/mini-baccarat/simulation", "/analysis/simulations/1", "/inspect/drift",
    "/inspect/drift/1",
)  # fmt: skip


@pytest.mark.share(1)
@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_every_page_fits_the_screen(ivy: Screen, size: tuple[int, int]) -> None:
    width, height = size
    ivy.page.set_viewport_size({"width": width, "height": height})
    for path in PAGES:
        ivy.open(path)
        expect(ivy.page.locator("h1").first).to_be_attached()
        assert ivy.page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_a_manager_may_and_a_patron_may_not(house: Casino) -> None:
    """Reading G15: no advice to those who play."""
    account = house.server.floor.desk.accounts.find("Mia")
    assert account is not None
    assert account.office == Role.GAMING_MANAGER
    mia = house.screen("Mia").sign_in("/analysis")
    expect(mia.get_by_role("heading", level=1)).to_have_text("Analysis")
    ana = house.screen("Ana").sign_in()
    consoles = ana.get_by_role("navigation", name="Consoles")
    expect(consoles.get_by_role("link", name="Analysis")).to_have_count(0)
