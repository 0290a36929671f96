"""The server is killed in the middle of a round and started again: both screens simply go on.

Player 2h Kd makes 2 and takes a third card, 5c: 7. Banker 9c 7s makes 6, and against a third card
of value 5 stands (Mini Baccarat 7.3). Player wins: Ana's $25 on Player is paid evens (8.4(a)).
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from houseway.games.commands import BringChips, JoinTable
from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.consoles import registry
from houseway.service.floor import Floor
from houseway.service.settings import Settings
from houseway.store.open import read_log
from tests.service.browser.conftest import WIDE, Screen, window
from tests.service.conftest import HASH, PEOPLE
from tests.service.coup import open_table, take
from tests.service.server import free_port, process

ROUND = {
    "BettingOpened": 1, "WagerPlaced": 1, "BettingClosed": 1, "CardDealt": 5, "WagerPaid": 1,
}  # fmt: skip


def furnish(folder: Path) -> None:
    """A house with its people, and a table where Ana sits with $1,000."""
    floor = Floor(Settings(folder=str(folder)), registry.load())
    for name, office in PEOPLE.items():
        floor.desk.create_hashed(Account(name, str(office)), HASH, None)
    open_table(floor.runner, "1")
    take(floor.runner, "1", JoinTable("Ana"), Role.PATRON, "Ana")
    take(floor.runner, "1", BringChips("Ana", 1_000_00), Role.DEALER, "Eli")
    floor.close()


def screen(chromium: Browser, url: str, name: str, path: str) -> Page:
    page = Screen(window(chromium, WIDE, motion="no-preference"), url, name).sign_in(path)
    page.evaluate("localStorage.setItem('hold', '0')")
    page.reload()
    page.evaluate("window.loadedOnce = true")
    return page


def keys(page: Page, awaited: str, *pressed: str) -> None:
    expect(page.locator("#sentence")).to_have_text(awaited)
    for key in pressed:
        page.keyboard.press(key)


def test_a_round_goes_on_after_the_server_was_killed(tmp_path: Path, chromium: Browser) -> None:
    """Nothing is lost and nothing done twice, and nobody has to reload."""
    furnish(tmp_path)
    port = free_port()
    with process(tmp_path, "--drawing", "0", port=port) as (running, url):
        eli = screen(chromium, url, "Eli", "/dealer/1")
        ana = screen(chromium, url, "Ana", "/play/1")
        keys(eli, "Open betting", "Enter")
        ana.get_by_role("radio", name="$25 chip").click()
        ana.locator('.felt-wide .spot[data-wager="player"]').click()
        expect(ana.locator("#my-stake")).to_have_text("$25")
        expect(eli.locator(".stakes tbody tr")).to_have_count(1)
        keys(eli, "Wagers may be placed until no more bets", "n")
        keys(eli, "A card to the player hand", *"2H9C", "Enter")
        for page in (eli, ana):
            expect(page.locator(".felt-wide .dealt")).to_have_count(2)
        in_step(tmp_path, eli, ana)
        before = seen(ana)
        running.kill()
        running.wait()
        for page in (eli, ana):
            expect(page.locator("body")).to_have_class("lost")

    with process(tmp_path, "--drawing", "0", port=port):
        for page in (eli, ana):
            expect(page.locator("body")).not_to_have_class("lost")
        in_step(tmp_path, eli, ana)
        assert seen(ana) == before
        keys(eli, "A card to the player hand", *"KD7S5C", "Enter")
        keys(eli, "Announce: Player wins 7 over 6", "Enter")
        keys(eli, "Put the cards in the rack")
        expect(ana.locator("#my-result")).to_contain_text("You won $25")
        expect(ana.locator("#my-chips")).to_have_text("$1,025")
        expect(eli.locator(".payouts li")).to_have_count(1)
        for page in (eli, ana):
            assert page.evaluate("window.loadedOnce")
            page.context.close()

    log = read_log(str(tmp_path / "floor.db"))
    assert log.verify().problems == ()
    told = Counter(each.kind for each in log.read("table/1"))
    log.close()
    assert {kind: told[kind] for kind in ROUND} == ROUND


def in_step(folder: Path, eli: Page, ana: Page) -> None:
    """Both screens come to show the table as the log has it."""
    log = read_log(str(folder / "floor.db"))
    version = str(len(list(log.read("table/1"))))
    log.close()
    expect(eli.locator("#step")).to_have_attribute("data-version", version)
    expect(ana.locator("#seat")).to_have_attribute("data-version", version)


def seen(page: Page) -> tuple[str, str | None]:
    """What Ana has, and what lies on the felt, in words."""
    return page.locator("#my-chips").inner_text(), page.locator(".felt-wide").text_content()
