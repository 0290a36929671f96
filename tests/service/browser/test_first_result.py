"""From the first page of a demonstration to a first result: within 30 seconds, without typing.

The time is that of the house. It stands still while the browser works and moves on only to the
moment at which a simulated person or the house does something next, or by what a press takes.
"""

from __future__ import annotations

import asyncio
import random
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from houseway.cli.serve import CARD_SECONDS
from houseway.service.background import dealing
from houseway.service.demo import house, promotion, tournament
from houseway.service.settings import SECOND_US, Settings
from houseway.table.betting import takes_wagers
from tests.service.apps import ENTRY, LINK
from tests.service.browser.conftest import PHONE, WIDE, window
from tests.service.browser.test_newcomer import _seeded
from tests.service.server import Serving, serving
from tests.waiting import wait_until

WITHIN_US = 30 * SECOND_US
PRESS_US = 3 * SECOND_US // 2  # to find a button and press it
TABLE = "mini-1"
SLEEPERS = len(house.TABLES) + 2  # each table, the tournament and the promotion
MOVES = 4_000  # more than a minute of all tables takes
# The longest time for which a card or a ball of this page was on its way.
LONGEST_MOVE = """() => {
  window.longest = 0;
  const MOVES = ["hw-deal", "hw-ball"];
  const look = () => {
    const moves = document.getAnimations().filter((each) => MOVES.includes(each.animationName));
    const ends = moves.map((each) => each.effect.getComputedTiming().endTime);
    window.longest = Math.max(window.longest, ...ends);
    requestAnimationFrame(look);
  };
  look();
}"""


class Clock:
    """The time of a house in which everything sleeps by this clock."""

    def __init__(self) -> None:
        self.us = time.time_ns() // 1_000
        self._asleep: list[tuple[int, asyncio.Future[None]]] = []

    def __call__(self) -> int:
        return self.us

    async def sleep(self, seconds: float) -> None:
        waking: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._asleep.append((self.us + round(seconds * SECOND_US), waking))
        await waking

    @property
    def asleep(self) -> int:
        return len(self._asleep)

    def next_us(self) -> int:
        return min(until_us for until_us, _ in self._asleep)

    def wake(self) -> None:
        """Move on to the next moment at which one wakes up."""
        until_us, waking = min(self._asleep, key=lambda each: each[0])
        self._asleep.remove((until_us, waking))
        self.us = max(self.us, until_us)
        waking.get_loop().call_soon_threadsafe(waking.set_result, None)


class Visit:
    """A visitor at the first page of the demonstration."""

    def __init__(self, server: Serving, clock: Clock, page: Page) -> None:
        self.server, self.clock, self.page = server, clock, page
        self.began_us = self.presses = 0

    def open(self) -> None:
        self.page.goto(f"{self.server.url}{LINK}")

    def press(self, what: Locator) -> None:
        """What goes on meanwhile goes on; then the press."""
        self.pass_time(PRESS_US)
        self.presses += 1
        what.click()

    def press_once_shown(self, what: Locator) -> None:
        """If it is no longer there when one has found it, one waits for it again."""
        for _ in range(3):
            self.wait_for(what)
            self.pass_time(PRESS_US)
            self._is_shown()
            if what.count():
                what.click()
                return
        raise AssertionError(f"gone before it is pressed: {what}")

    def pass_time(self, us: int) -> None:
        until_us = self.clock.us + us
        for _ in range(MOVES):
            self._rest()
            if self.clock.next_us() > until_us:
                self.clock.us = until_us
                return
            self.clock.wake()
        raise AssertionError("time does not pass")

    def be_there_when(self, *, betting_opens: bool) -> None:
        """Time passes until betting opens, or has just been closed. As many presses lie behind the
        visitor as if the first page had been opened so that the last of them comes now."""
        for takes in (not betting_opens, betting_opens):
            self._wait_until(takes)
        self.began_us = self.clock.us - self.presses * PRESS_US

    def _wait_until(self, takes: bool) -> None:
        for _ in range(MOVES):
            self._rest()
            if self.server.floor.look(TABLE, lambda table, _: takes_wagers(table)) == takes:
                return
            self.clock.wake()
        raise AssertionError("betting neither opens nor closes")

    def took_us(self) -> int:
        return self.clock.us - self.began_us

    def wait_for(self, what: Locator) -> None:
        """Until the page shows it, one thing that happens after the other."""
        for _ in range(MOVES):
            self._rest()
            self._is_shown()
            if what.count():
                return
            self.clock.wake()
        raise AssertionError(f"never shown: {what}")

    def _rest(self) -> None:
        """Everybody who is awake has done what there was to do."""
        floor = self.server.floor
        wait_until(
            "the house to come to rest",
            lambda: self.clock.asleep == SLEEPERS + len(floor.dealing._again),
        )

    def _is_shown(self) -> None:
        """The page may be ahead: it sends the patron's share of the deal by itself."""
        version = self.server.floor.runner.version(f"table/{TABLE}")
        self.page.wait_for_function(
            "(version) => Number(document.getElementById('seat').dataset.version) >= version",
            arg=version,
        )


@pytest.fixture(scope="module")
def seeded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("first-result") / "house"
    _seeded(folder)
    return folder


@pytest.fixture
def visit(
    seeded: Path, tmp_path: Path, chromium: Browser, size: tuple[int, int]
) -> Iterator[Visit]:
    clock = Clock()
    folder = shutil.copytree(seeded, tmp_path / "house")
    by_clock = SimpleNamespace(**(vars(asyncio) | {"sleep": clock.sleep}))
    settings = Settings(folder=str(folder), demo=True, entry=ENTRY, card_seconds=CARD_SECONDS)
    with pytest.MonkeyPatch.context() as patch:
        for each in (house, promotion, tournament, dealing):
            patch.setattr(each, "asyncio", by_clock)
        patch.setattr(house, "pick", random.Random(1).randrange)
        with serving(settings, clock) as server:
            context = window(chromium, size, motion="no-preference")
            yield Visit(server, clock, context.new_page())
            context.close()


@pytest.mark.share(1)
@pytest.mark.parametrize(
    ("size", "in_time"), [(WIDE, False), (PHONE, True)], ids=["late for a round", "in time"]
)
def test_a_first_result_comes_within_30_seconds_without_typing(visit: Visit, in_time: bool) -> None:
    """Enter as Ana, Play, Join the table, $1,000, a chip on Banker, I'm done, and won or lost.
    A visitor who is late has to wait for the whole round that the others play."""
    page = visit.page
    visit.open()
    visit.press(page.get_by_role("button", name="Enter as Ana"))
    visit.press(page.get_by_role("link", name="Play at Mini Baccarat 1"))
    page.evaluate(LONGEST_MOVE)
    visit.press(page.get_by_role("button", name="Join the table").locator("visible=true").first)
    visit.press(page.get_by_role("button", name="$1,000", exact=True))
    visit.be_there_when(betting_opens=in_time)
    area = page.locator('.felts .spot[data-wager="banker"]:not([aria-disabled]):visible')
    visit.press_once_shown(area)
    visit.press(page.get_by_role("button", name="I'm done"))
    figure = page.locator("#stage .stage-figure", has_text=re.compile(r"\$"))
    visit.wait_for(figure)
    expect(figure).to_be_visible()
    moving_us = round(page.evaluate("window.longest") * 1_000)
    assert moving_us > 0
    assert visit.took_us() + moving_us <= WITHIN_US
