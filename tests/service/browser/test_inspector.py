"""The inspector and the rulebook at real screens: one house for all of it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from playwright.sync_api import Browser, Page, expect

from houseway.service.settings import Settings
from tests.service import coup
from tests.service.browser.conftest import PHONE, TABLET, Casino, Screen
from tests.service.server import serving

ROUND = "/inspect/tables/1/rounds/1"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Casino]:
    """A house with one coup played, and nothing that its pages complain of."""
    folder = tmp_path_factory.mktemp("inspected") / "house"
    with serving(Settings(folder=str(folder))) as server:
        found = Casino(server, chromium)
        coup.open_table(server.floor.runner, "1")
        coup.play(server.floor.runner, "1")
        yield found
        complaints = [each for screen in found.screens for each in screen.complaints]
        for screen in found.screens:
            screen.context.close()
    assert complaints == []


@pytest.fixture(scope="module")
def ivy(house: Casino) -> Screen:
    screen = house.screen("Ivy")
    screen.sign_in("/inspect")
    return screen


def at_step(page: Page, number: int) -> None:
    expect(page.locator("#replay")).to_have_attribute("data-step", str(number))
    expect(page).to_have_url(re.compile(rf"/rounds/1/{number}$"))


def test_a_round_is_replayed_step_by_step_to_its_settlement(ivy: Screen) -> None:
    """Mini Baccarat 8.8(b): $100 on Banker is paid $95; 8.6(b): $20 on Tie is lost."""
    page = ivy.open("/inspect")
    page.get_by_role("link", name="Rounds of table 1").click()
    page.get_by_role("link", name="Replay 1").click()
    at_step(page, 1)
    expect(page.get_by_role("status").filter(has_text="Betting opened")).to_be_visible()

    page.get_by_role("link", name="Next").click()
    at_step(page, 2)
    expect(page.get_by_role("heading", name="Step 2: Ana, patron")).to_be_visible()
    expect(page.locator(".moved")).to_contain_text("patron Ana → wager Ana: banker")

    page.keyboard.press("ArrowRight")
    at_step(page, coup.REFUSED)
    expect(page.locator(".happened")).to_contain_text("Action refused")
    expect(page.locator(".happened")).to_contain_text("Ben wagers $20 on dragon")
    page.keyboard.press("ArrowLeft")
    at_step(page, 2)

    page = ivy.open(f"{ROUND}/9")
    expect(page.locator(".felt-wide .hand").first).to_be_visible()
    expect(page.locator("#settled-head")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    at_step(page, coup.SETTLED)
    settled = page.locator(".settlements")
    expect(settled).to_contain_text("Ana: $100 on banker: paid $95, $100 returned")
    expect(settled).to_contain_text("Ben: $20 on tie: collected $20")
    expect(page.locator(".moved")).to_contain_text("$95 float tray → patron Ana")
    expect(page.locator(".odds")).to_contain_text("1 to 1 less 5%")
    told = page.get_by_label("Mini Baccarat 8.8(b)", exact=True)
    expect(told).to_contain_text("95 per cent")
    expect(told).to_contain_text("Reading MB3")
    assert page.locator("[data-order]").count() == 0


def test_a_round_plays_by_itself_to_its_end(ivy: Screen) -> None:
    page = ivy.open(f"{ROUND}/9")
    page.get_by_label("Pace").select_option("quick")
    page.get_by_role("button", name="Play").click()
    at_step(page, coup.STEPS)
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.locator("#go-next")).to_have_attribute("aria-disabled", "true")


def test_a_search_finds_a_refusal_and_leads_to_its_step(ivy: Screen) -> None:
    """Mini Baccarat 4.3: what the document does not list is not offered."""
    page = ivy.open("/inspect/log")
    page.get_by_label("Patron").fill("Ben")
    page.get_by_label("What happened").fill("action refused")
    page.get_by_label("Clause").fill("4.3")
    page.locator("form.search").get_by_role("button", name="Search").click()
    lines = page.locator(".events tbody tr")
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("wager_not_offered")
    lines.get_by_role("link", name="Mini Baccarat 4.3").click()
    page.get_by_role("dialog").get_by_role("link", name="Open in the rulebook").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Mini Baccarat 4.3")
    page.go_back()
    page.get_by_role("link", name="Replay event 5 of table 1").click()
    at_step(page, coup.REFUSED)


def test_the_check_says_that_nothing_was_altered(house: Casino, ivy: Screen) -> None:
    page = ivy.open("/inspect/proof")
    page.get_by_role("button", name="Check now").click()
    expect(page.get_by_role("heading", name="Intact: nothing was altered")).to_be_visible()
    heads = house.server.floor.log.heads()
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text(max(heads.values(), key=lambda head: head.seq).hash)
    events = sum(head.version for head in heads.values())
    expect(verdict.locator(".sums")).to_contain_text(f"Events checked{events}")


def test_one_altered_row_is_found_and_not_played(
    house: Casino, tmp_path: Path, chromium: Browser
) -> None:
    """On a copy of the log somebody doubles what Ana was paid."""
    folder = tmp_path / "house"
    shutil.copytree(house.server.floor.settings.folder, folder)
    house.server.floor.log.backup(folder / "floor.db")
    for beside in ("floor.db-wal", "floor.db-shm"):
        (folder / beside).unlink(missing_ok=True)
    with closing(apsw.Connection(str(folder / "floor.db"))) as db:
        db.execute("DROP TRIGGER IF EXISTS event_stays")
        db.execute(
            "UPDATE event SET body = CAST(replace(CAST(body AS TEXT), '9500', '19000') AS BLOB)"
            " WHERE stream = 'table/1' AND version = 14"
        )
        assert db.changes() == 1
    with serving(Settings(folder=str(folder))) as server:
        context = chromium.new_context()
        screen = Screen(context, server.url, "Ivy")
        page = screen.sign_in("/inspect/proof")
        page.get_by_role("button", name="Check now").click()
        verdict = page.locator("#verdict")
        expect(verdict).to_contain_text("the log was altered after it was written")
        expect(verdict).to_contain_text("table/1 version 14")
        expect(verdict).to_contain_text("its hash is not that of its content")
        page = screen.open(f"{ROUND}/{coup.SETTLED}")
        expect(page.locator("main")).to_contain_text("table/1 version 14")
        expect(page.locator(".felt")).to_have_count(0)
        context.close()


def test_a_file_that_was_taken_away_verifies(ivy: Screen, tmp_path: Path) -> None:
    page = ivy.open("/inspect/files")
    log = page.get_by_role("region", name="The log")
    log.get_by_label("Of").select_option(label="table 1")
    with page.expect_download() as taken:
        log.get_by_role("button", name="Download").click()
    name = taken.value.suggested_filename
    assert re.fullmatch(r"table-1-\d{8}-\d{6}\.hwlog", name)
    taken.value.save_as(tmp_path / name)
    words = [sys.executable, "-m", "houseway", "verify", str(tmp_path / name)]
    told = subprocess.run(words, capture_output=True, encoding="utf-8", check=True)
    assert told.stdout == "15 events in 1 stream\nnothing was altered\n"


def test_the_rulebook_is_searched_and_every_clause_has_an_address(house: Casino) -> None:
    """Mini Baccarat 8.8(b), for somebody who has not signed in."""
    page = house.screen("nobody").open("/rules")
    page.get_by_label("Words or a number").fill("95 per cent")
    page.get_by_role("combobox").select_option(label="Mini Baccarat")
    page.get_by_label("Search clauses").get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Mini Baccarat 8.8(b)").click()
    expect(page).to_have_url(re.compile(r"/rules/mini-baccarat/8\.8%28b%29$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Mini Baccarat 8.8(b)")
    expect(page.get_by_label("Reading MB3")).to_contain_text("whole cents")

    page.goto(page.url.replace("mini-baccarat/8.8%28b%29", "readings/MB3"))
    link = page.get_by_role("link", name="Mini Baccarat 8.8(b)")
    link.click()
    overlay = page.get_by_role("dialog", name="Mini Baccarat 8.8(b)")
    expect(overlay).to_contain_text("95 per cent")
    expect(page).to_have_url(re.compile("/rules/readings/MB3$"))
    expect(overlay.get_by_role("heading", level=2)).to_be_focused()
    page.keyboard.press("Escape")
    expect(overlay).to_be_hidden()
    expect(link).to_be_focused()


PAGES = (
    "/inspect", "/inspect/log", "/inspect/tables/1", f"{ROUND}/{coup.SETTLED}",
    "/inspect/notifications", "/inspect/proof", "/inspect/files", "/rules", "/rules/casino-war",
    "/rules/mini-baccarat/8.8%28b%29", "/rules/readings/MB3", "/rules/readings", "/rules/policies",
    "/rules/coverage", "/rules?q=surrender",
)  # fmt: skip


@pytest.mark.share(1)
@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_every_page_fits_the_screen(ivy: Screen, size: tuple[int, int]) -> None:
    width, height = size
    ivy.page.set_viewport_size({"width": width, "height": height})
    for path in PAGES:
        ivy.open(path)
        assert ivy.page.evaluate("document.documentElement.scrollWidth") <= width, path
    ivy.open(f"{ROUND}/{coup.SETTLED}")
    assert ivy.faults() == []
