"""A full floor: 100 patrons on 20 tables of one server, from an order to everybody's screens.

The server is `houseway serve` in a process of its own, on SQLite; patrons are HTTP clients here,
each with the live stream of its own page open. One patron after another places or changes a wager
while the others look on. *To the answer* is from sending an order to its answer; *to the screen*
from sending it until another patron at the same table has been sent the changed seat. Then two real
browsers at one table: from a press in one to the change in the other, and how soon a table's page
is painted. Times are for people, not for comparison: the ratio is to an empty request (`/healthz`)
on the same machine at the same moment.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx
from playwright.sync_api import Page, expect, sync_playwright
from tests.service.browser.conftest import ARGUMENTS
from tests.service.conftest import HASH, PASSWORD
from tests.service.coup import open_table, take
from tests.service.server import free_port, wait_for

from houseway.games import commands as c
from houseway.rulebook.roles import Role
from houseway.service import pages
from houseway.service.access.accounts import Account
from houseway.service.floor import Floor
from houseway.service.settings import Settings

TABLES, PATRONS = 20, 5  # tables, and patrons at each
ORDERS = 600
AT_ONCE = 4  # orders under way together: 100 people who wager every 25 seconds
PAUSE = 0.25  # seconds between two orders of one of the four
PRESSES = 40
VISITS = 9
COOKIE, CSRF = "houseway", "csrf"


def name_of(table: int, patron: int) -> str:
    return f"Guest-{table}-{patron}"


def furnish(folder: Path) -> dict[str, str]:
    """Twenty tables with betting open, five patrons with chips at each; everybody's session."""
    tokens = {}
    floor = Floor(Settings(folder=str(folder)), pages.load())
    for table in range(TABLES):
        open_table(floor.runner, str(table))
        for patron in range(PATRONS):
            name = name_of(table, patron)
            account = Account(name, str(Role.PATRON))
            floor.desk.create_hashed(account, HASH, None)
            tokens[name] = floor.desk.sessions.begin(account)
            take(floor.runner, str(table), c.JoinTable(name), Role.PATRON, name)
            take(floor.runner, str(table), c.BringChips(name, 100_000_00), Role.DEALER, "Eli")
        take(floor.runner, str(table), c.OpenBetting(), Role.DEALER, "Eli")
    floor.close()
    return tokens


@contextmanager
def house(folder: Path) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "houseway", "serve", "--no-demo", "--plain-cookies"]
    running = subprocess.Popen([*command, "--port", str(port), "--folder", str(folder)])
    try:
        wait_for(f"http://127.0.0.1:{port}")
        yield f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait()


class Patron:
    """One client with the stream of its page open, noting when its seat changes."""

    def __init__(self, url: str, table: int, name: str, token: str) -> None:
        self.table, self.name = table, name
        limits = httpx.Limits(max_connections=4)
        self.http = httpx.AsyncClient(
            base_url=url, timeout=60, limits=limits, cookies={COOKIE: token}
        )
        self.version = 0
        self.changed = asyncio.Condition()
        self.numbers = 0

    @property
    def token(self) -> dict[str, str]:
        return {"x-csrftoken": self.http.cookies[CSRF]}

    async def look_on(self) -> None:
        """Read the stream of the page until cancelled; the cursor tells the version."""
        topics = ",".join(f"{each}:{self.table}" for each in ("purse", "layout", "seat", "board"))
        asked = {"topics": topics}
        version, event = 0, ""
        async with self.http.stream("GET", "/events", params=asked, timeout=None) as answer:
            async for line in answer.aiter_lines():
                if line.startswith("id: "):
                    version = int(line.rpartition("=")[2])
                elif line.startswith("event: "):
                    event = line.removeprefix("event: ")
                elif not line and event == f"seat:{self.table}":
                    async with self.changed:
                        self.version = version
                        self.changed.notify_all()

    async def shown(self, version: int) -> float:
        async with self.changed:
            await self.changed.wait_for(lambda: self.version >= version)
        return time.perf_counter()

    async def wager(self) -> int:
        """Place a wager, or change the one that lies there; the version of the answer."""
        self.numbers += 1
        amount = 5_00 * (1 + self.numbers % 10)
        kind = "PlaceWager" if self.numbers == 1 else "ChangeWager"
        command = {"type": kind, "patron": self.name, "wager": "player", "amount": amount}
        body = {"key": f"wager-{self.numbers}", "command": command}
        answer = await self.http.post(
            f"/api/tables/{self.table}/commands", json=body, headers=self.token
        )
        assert answer.status_code == 200, answer.text
        version: int = answer.json()["version"]
        return version


async def floor_of(url: str, tokens: dict[str, str]) -> list[list[Patron]]:
    """Everybody, each with the token that a page of theirs would hold."""
    found = []
    for table in range(TABLES):
        names = [name_of(table, each) for each in range(PATRONS)]
        found.append([Patron(url, table, name, tokens[name]) for name in names])
    for patron in (each for at_table in found for each in at_table):
        await patron.http.get("/healthz")
    return found


async def measure(url: str, tokens: dict[str, str]) -> None:
    found = await floor_of(url, tokens)
    looking = [asyncio.create_task(each.look_on()) for at in found for each in at]
    await asyncio.gather(*(each.shown(1) for at in found for each in at))
    empty = [await _timed(found[0][0].http.get("/healthz")) for _ in range(100)]
    answered: list[float] = []
    shown: list[float] = []

    async def orders(worker: int) -> None:
        for number in range(worker, ORDERS, AT_ONCE):
            at = found[number % TABLES]
            giver = at[(number // TABLES) % PATRONS]
            other = at[(number // TABLES + 1) % PATRONS]
            began = time.perf_counter()
            version = await giver.wager()
            answered.append(time.perf_counter() - began)
            shown.append(await other.shown(version) - began)
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(orders(each) for each in range(AT_ONCE)))
    for each in looking:
        each.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    for at in found:
        for patron in at:
            await patron.http.aclose()
    print(f"{len(found) * PATRONS} patrons with open pages at {TABLES} tables, {ORDERS} orders")
    print(f"{'':24}{'median ms':>12}{'p99 ms':>12}{'x empty':>12}")
    for title, times in (("an empty request", empty), ("to the answer", answered),
                         ("to the screen", shown)):  # fmt: skip
        middle, late = median(times), quantiles(times, n=100)[98]
        print(f"{title:24}{middle * 1e3:12.1f}{late * 1e3:12.1f}{middle / median(empty):12.1f}")


async def _timed(work: Any) -> float:
    began = time.perf_counter()
    await work
    return time.perf_counter() - began


# Browsers


def browsers(url: str) -> None:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        one, two = (_at_table(chromium.new_page(), url, name_of(0, each)) for each in (0, 1))
        print(f"{median(_in_step(one, two)):24.1f} ms from a press in one browser to the other")
        print(f"{median(_painted(two, url)):24.1f} ms to the first paint of a table's page")
        chromium.close()


def _at_table(page: Page, url: str, name: str) -> Page:
    page.goto(f"{url}/sign-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(lambda address: "/sign-in" not in address)
    page.goto(f"{url}/play/0")
    expect(page.locator("#seat")).to_be_visible()
    return page


_WATCH = """() => {
  const version = () => Number(document.getElementById("seat").dataset.version);
  window.await_next = () => { window.seen = 0; window.before = version(); };
  window.await_next();
  const look = () => { if (!window.seen && version() > window.before) window.seen = Date.now(); };
  const watched = { childList: true, subtree: true, attributes: true };
  new MutationObserver(look).observe(document.getElementById("live-seat-0"), watched);
}"""
_PRESS = """(spot) => {
  const began = Date.now();
  spot.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  return began;
}"""
_SEEN = """() => new Promise((done, lost) => {
  setTimeout(() => lost(new Error("the other browser saw nothing")), 10000);
  const look = () => { if (window.seen) done(window.seen); else setTimeout(look, 5); };
  look();
})"""
_PAINT = """() => new Promise((done) => {
  const look = () => {
    const [first] = performance.getEntriesByName("first-contentful-paint");
    if (first) done(first.startTime); else setTimeout(look, 20);
  };
  look();
})"""


def _in_step(one: Page, two: Page) -> list[float]:
    """From a press on the felt until the other page has changed, by the machine's own clock."""
    two.evaluate(_WATCH)
    spot = one.locator('.felt-wide .spot[data-wager="banker"]')
    times = []
    for _ in range(PRESSES):
        two.evaluate("() => window.await_next()")
        began = spot.evaluate(_PRESS)
        times.append(float(two.evaluate(_SEEN) - began))
    return times


def _painted(page: Page, url: str) -> list[float]:
    times = []
    for _ in range(VISITS):
        page.goto(f"{url}/play/0")
        times.append(float(page.evaluate(_PAINT)))
    return times


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        tokens = furnish(Path(folder))
        with house(Path(folder)) as url:
            asyncio.run(measure(url, tokens))
            browsers(url)
    print(f"load of the machine at the end: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
