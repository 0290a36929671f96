"""The walk of the README, followed at a browser in the demonstration house, click by click.

Simulated people play at the tables as they do for a newcomer, only faster.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from houseway.receipt_check import check_promises, read_key
from houseway.service.consoles import registry
from houseway.service.demo import house, people
from houseway.service.floor import Floor, now_us
from houseway.service.settings import MINUTE_US, Settings
from tests.scale import SOAK
from tests.service.apps import ENTRY, LINK
from tests.service.browser.conftest import WIDE, window
from tests.service.server import Serving, serving

GAMES = {
    "mini-1": "banker", "seven-up-1": "player", "three-card-1": "player", "war-1": "initial",
    "roulette-1": "red", "blackjack-1": "blackjack", "poker-1": "ante", "pai-gow-1": "hand",
    "tournament-mini-1": "banker",
}  # fmt: skip
A_WHILE_MS = 5_000
LATER_US = (3 * 24 * 60 + 26) * MINUTE_US
TURNS = 400  # more looks at the screen than a round ever takes
RANKS = "829374K5Q6"


class Newcomer:
    """Somebody with one browser and the link that the console printed."""

    def __init__(self, page: Page, url: str, link: str = LINK, folder: Path = Path()) -> None:
        self.page, self.url, self.folder = page, url, folder
        page.goto(f"{url}{link}")

    def enter(self, name: str) -> None:
        """Press *Enter as* on the first page, or change over in the header, as README says."""
        menu = self.page.locator(".become")
        first = self.page.get_by_role("button", name=f"Enter as {name}")
        if first.count():
            first.click()
        else:
            menu.locator("summary").click()
            menu.get_by_role("button", name=f"{name}, ").click()
        expect(menu.locator("summary")).to_contain_text(name)

    def follow(self, text: str) -> None:
        self.page.get_by_role("link", name=text, exact=True).first.click()

    def navigate(self, text: str) -> None:
        links = self.page.get_by_role("navigation", name="Consoles")
        links.get_by_role("link", name=text, exact=True).click()


@pytest.fixture(scope="module")
def walk(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Newcomer]:
    yield from hurried(tmp_path_factory.mktemp("newcomer") / "house", chromium)


@pytest.fixture
def later_walk(tmp_path: Path, chromium: Browser) -> Iterator[Newcomer]:
    """The house of a demonstration that began long ago, and rested since."""
    yield from hurried(tmp_path / "house", chromium, LATER_US)


def hurried(folder: Path, chromium: Browser, later_us: int = 0) -> Iterator[Newcomer]:
    with pytest.MonkeyPatch.context() as hurry:
        hurry.setattr(house, "PACE_MS", (250, 500))
        hurry.setattr(house, "BETTING_SECONDS", 2)
        hurry.setattr(people, "RESULT_US", 0)
        _seeded(folder)
        hurry.setattr(people, "FIRST_TROUBLE_US", 3_600 * people.SECOND_US)
        settings = Settings(folder=str(folder), demo=True, entry=ENTRY)
        with serving(settings, lambda: now_us() + later_us) as server:
            yield from _at_a_browser(chromium, server, folder)


def _seeded(folder: Path) -> None:
    """The first run of a house: its tables and people."""
    floor = Floor(Settings(folder=str(folder)), registry.load())
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(house.seed(floor))).result()
    floor.close()


def _at_a_browser(chromium: Browser, server: Serving, folder: Path) -> Iterator[Newcomer]:
    context = window(chromium, WIDE)
    yield Newcomer(context.new_page(), server.url, folder=folder)
    context.close()


@pytest.fixture(scope="module")
def ana(walk: Newcomer) -> Newcomer:
    walk.enter("Ana")
    return walk


@pytest.mark.share(1)
@pytest.mark.parametrize("table", GAMES if SOAK else ("mini-1", "roulette-1"))
def test_a_round_of_each_game_is_played(ana: Newcomer, table: str) -> None:
    """Play, Join the table, chips, a chip on the felt, decisions, and the result."""
    page = ana.page
    ana.navigate("Tables")
    page.locator(f'a[href="/play/{table}"]').click()
    page.get_by_role("button", name="Join the table").click()
    if _brings_chips(table):
        page.get_by_role("button", name="$1,000", exact=True).click()
    expect(page.locator("#my-chips")).to_have_text("$1,000")

    _wager(page, f'.felt-wide .spot[data-wager="{GAMES[table]}"]:not([aria-disabled])')
    _play_on(page)

    ana.navigate("Statement")
    told = page.locator(f"#at-{table}")
    told.locator("summary").click()
    expect(told.locator("tbody")).to_contain_text("Your bet on")

    ana.navigate("Receipts")
    saved = page.get_by_role("link", name="Save the promises").get_attribute("href") or ""
    public = walk_key(ana.folder)
    assert check_promises(unquote(saved.partition(",")[2]), public) > 3


def walk_key(folder: Path) -> bytes:
    return read_key((folder / "house.key.pub").read_text(encoding="ascii"))


def _wager(page: Page, free: str) -> None:
    """A chip on the felt; where betting closed just then, in the next round."""
    for _ in range(TURNS):
        page.locator(free).first.click()
        try:
            expect(page.locator("#my-stake")).not_to_have_text("$0", timeout=A_WHILE_MS)
        except AssertionError:
            continue
        return
    raise AssertionError("no wager is taken")


def _brings_chips(table: str) -> bool:
    """At a tournament's table chips are issued."""
    return not next(each.slug for each in house.TABLES if each.name == table).startswith("tourn")


def _play_on(page: Page) -> None:
    """Whatever has to be decided, the first choice, until the round is settled."""
    over = page.locator("#my-stake").filter(has_text=re.compile(r"^\$0$"))
    choice = page.locator("#seat .choice:not([disabled])").first
    for _ in range(TURNS):
        expect(over.or_(choice).first).to_be_visible()
        if over.is_visible():
            return
        version = page.locator("#seat").get_attribute("data-version") or ""
        choice.click()
        expect(page.locator("#seat")).not_to_have_attribute("data-version", version)
    raise AssertionError("the round does not end")


def deal_until(page: Page, awaited: str) -> None:
    """Whatever the console asks for: a card or a number is typed, anything else is Enter."""
    sentence, step = page.locator("#sentence"), page.locator("#step")
    for turn in range(TURNS):
        if sentence.inner_text().startswith(awaited):
            return
        version = step.get_attribute("data-version") or ""
        keys = _asked_for(step.get_attribute("data-pad"), turn)
        page.keyboard.press("Escape")  # whatever was typed for a step that is over
        for key in keys:
            page.keyboard.press(key)
        with suppress(AssertionError):  # somebody else was faster: the step is asked for again
            expect(step).not_to_have_attribute("data-version", version, timeout=A_WHILE_MS)
    raise AssertionError(f"the table does not come to: {awaited}")


def _asked_for(pad: str | None, turn: int) -> tuple[str, ...]:
    asked = json.loads(pad or "{}")
    if asked.get("kind") == "cards":
        return (RANKS[turn % len(RANKS)], "H")
    if asked.get("kind") == "number":
        return (*str(max(1, asked["lowest"])), "Enter")
    return ("Enter",)


@pytest.mark.share(1)
@pytest.mark.parametrize("house", ["walk", "later_walk"], ids=["new", "later"])
def test_a_coup_is_dealt_ruled_on_and_replayed(house: str, request: pytest.FixtureRequest) -> None:
    """Mini Baccarat 12.4: held by the dealer's report, voided by the supervisor, replayed. Days
    after the demonstration began its first promotion has closed, and its tournament has ended."""
    walk: Newcomer = request.getfixturevalue(house)
    page = walk.page
    walk.enter("Eli")
    walk.navigate("Deal")
    page.get_by_role("link", name="mini-2").click()
    deal_until(page, "Wagers may be placed")
    expect(page.locator(".stakes tbody tr").first).to_be_visible()
    page.keyboard.press("n")
    deal_until(page, "A card to the banker hand")
    page.get_by_role("button", name="Irregularity").click()
    page.locator("#find").fill("placed wrongly")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#order-ReportPlacementError .ruling")).to_contain_text("12.4")
    page.keyboard.press("Enter")
    expect(page.locator("#sentence")).to_have_text(
        re.compile("from the order of its cards, or void it")
    )

    walk.enter("Dora")
    walk.navigate("Pit")
    page.locator("#glance-mini-2").get_by_role("link").first.click()
    walk.follow("Authorise the void")
    page.get_by_role("button", name=re.compile("^Confirm")).click()
    expect(page.get_by_text("Done and on record")).to_be_visible()

    walk.enter("Ivy")
    walk.navigate("Inspect")
    page.get_by_role("link", name="Rounds of table mini-2").click()
    page.get_by_role("row", name=re.compile("void")).get_by_role("link").first.click()
    for _ in range(TURNS):
        if page.locator(".happened").get_by_text("Round voided").count():
            break
        step = page.locator("#replay").get_attribute("data-step") or ""
        page.get_by_role("link", name="Next").click()
        expect(page.locator("#replay")).not_to_have_attribute("data-step", step)
    expect(page.locator(".happened")).to_contain_text("Mini Baccarat 12.4")
