"""A hundred patrons over HTTP, each with the live stream of the own page open."""

from __future__ import annotations

import asyncio
import re
import ssl
import time
from collections import defaultdict
from collections.abc import Awaitable
from statistics import median, quantiles
from typing import Any

import httpx

from benchmarks.floor.furnish import PATRONS, TABLES, Guest

ORDERS = 600
TURN = 60  # orders to one server, before another one has its turn
AT_ONCE = 4  # orders under way together
PAUSE = 0.25  # seconds from a screen's change to the next order of the same four
EMPTY = 100  # requests for nothing, for comparison
PAGE = ("purse", "layout", "seat", "board")  # the fragments of a patron's page
COOKIE, CSRF = "houseway", "csrf"
_CERTIFICATES = ssl.create_default_context()  # one for all: reading them takes a while
_LIMITS = httpx.Limits(keepalive_expiry=2.0)  # seconds; a server closes what is idle for five
_MESSAGE = re.compile(rb"id: \S*=(\d+)\nevent: (\w+)")
_FELT = b"layout"


class Patron:
    """One client with the stream of its page open, noting when it is sent a new version."""

    def __init__(self, url: str, guest: Guest) -> None:
        self.guest = guest
        self.http = httpx.AsyncClient(
            base_url=url, timeout=60, cookies={COOKIE: guest.token}, verify=_CERTIFICATES,
            limits=_LIMITS,
        )  # fmt: skip
        self.received = 0  # bytes of the stream
        self._version = 0
        self.felts = 0  # how often the felt was sent
        self._changed = asyncio.Condition()
        self._orders = 0

    async def look_on(self) -> None:
        """Read the stream of the page until cancelled; the cursor tells the version."""
        topics = ",".join(f"{each}:{self.guest.table}" for each in PAGE)
        asked = {"topics": topics}
        kept = b""
        async with self.http.stream("GET", "/events", params=asked, timeout=None) as answer:
            answer.raise_for_status()
            async for piece in answer.aiter_raw():
                self.received += len(piece)
                *whole, kept = (kept + piece).split(b"\n\n")
                for message in whole:
                    told = _MESSAGE.match(message)
                    if told:
                        await self._seen(int(told[1]), felt=told[2] == _FELT)

    async def _seen(self, version: int, *, felt: bool) -> None:
        async with self._changed:
            self._version = version
            self.felts += felt
            self._changed.notify_all()

    async def felt_shown(self, felts: int) -> float:
        """When the page had been sent another felt.

        One command at a time is under way at a table, so that the next felt shows what it did.
        """
        async with self._changed:
            await self._changed.wait_for(lambda: self.felts > felts)
        return time.perf_counter()

    async def shown(self, version: int) -> float:
        """When the page had been sent this version, or a later one."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._version >= version)
        return time.perf_counter()

    async def wager(self) -> int:
        """Change the wager that lies there; the version of the answer."""
        self._orders += 1
        guest = self.guest
        command = {
            "type": "ChangeWager", "patron": guest.name, "wager": guest.wager, "box": guest.box,
            "amount": guest.least + guest.step * (self._orders % 5),
        }  # fmt: skip
        answer = await self.http.post(
            f"/api/tables/{guest.table}/commands",
            json={"key": f"wager-{self._orders}", "command": command},
            headers={"x-csrftoken": self.http.cookies[CSRF]},
        )
        assert answer.status_code == 200, answer.text
        version: int = answer.json()["version"]
        return version


class Times:
    """What was measured, in seconds."""

    def __init__(self) -> None:
        self.empty: list[float] = []
        self.answered: list[float] = []
        self.felt: list[float] = []
        self.shown: list[float] = []
        self.by_game: defaultdict[str, list[float]] = defaultdict(list)
        self.received = 0


class House:
    """The patrons of one server, and what was measured there."""

    def __init__(self, url: str, guests: list[list[Guest]]) -> None:
        self.patrons = [[Patron(url, guest) for guest in at] for at in guests]
        self.everybody = [patron for at in self.patrons for patron in at]
        self.times = Times()
        self._looking: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        for patron in self.everybody:
            await patron.http.get("/healthz")  # sets the cookie that an order must answer to
        self._looking = [asyncio.create_task(each.look_on()) for each in self.everybody]
        await _all_open(self.everybody, self._looking)

    async def give(self, orders: range) -> None:
        """Ask for nothing, then give these orders, a few at a time."""
        asked, before = self.everybody[0].http, self._received
        empty = EMPTY * len(orders) // ORDERS
        self.times.empty += [await _timed(asked.get("/healthz")) for _ in range(empty)]
        each = (orders[first::AT_ONCE] for first in range(AT_ONCE))
        await asyncio.gather(*(_orders(self.patrons, self.times, numbers) for numbers in each))
        self.times.received += self._received - before

    @property
    def _received(self) -> int:
        return sum(each.received for each in self.everybody)

    async def close(self) -> None:
        for task in self._looking:
            task.cancel()
        await asyncio.gather(*self._looking, return_exceptions=True)
        for patron in self.everybody:
            await patron.http.aclose()


async def measure(urls: list[str], guests: list[list[Guest]]) -> list[Times]:
    """Orders to each server in turn, so that whatever else the machine does meets all of them."""
    houses = [House(url, guests) for url in urls]
    for house in houses:
        await house.open()
    for begin in range(0, ORDERS, TURN):
        for house in houses:
            await house.give(range(begin, begin + TURN))
    for house in houses:
        await house.close()
    return [house.times for house in houses]


async def _all_open(everybody: list[Patron], looking: list[asyncio.Task[None]]) -> None:
    """Once every page has its first content; a stream that cannot be opened raises."""
    opened = asyncio.gather(*(each.shown(1) for each in everybody))
    awaited: list[asyncio.Future[Any]] = [opened, *looking]
    done, _ = await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
    for each in done:
        each.result()


async def _orders(found: list[list[Patron]], times: Times, numbers: range) -> None:
    """A patron changes a wager, and the neighbour's screen is awaited, order by order."""
    for number in numbers:
        at = found[number % TABLES]
        giver, other = (at[(number // TABLES + each) % PATRONS] for each in (0, 1))
        began, felts = time.perf_counter(), other.felts
        felt = asyncio.create_task(other.felt_shown(felts))
        version = await giver.wager()
        times.answered.append(time.perf_counter() - began)
        took = await other.shown(version) - began
        times.felt.append(await _felt_or(felt, began + took) - began)
        times.shown.append(took)
        times.by_game[giver.guest.slug].append(took)
        await asyncio.sleep(PAUSE)


async def _felt_or(felt: asyncio.Task[float], whole: float) -> float:
    """When the felt had come; where it shows nothing new, when the whole page had."""
    if felt.done():
        return felt.result()
    felt.cancel()
    return whole


async def _timed(work: Awaitable[object]) -> float:
    began = time.perf_counter()
    await work
    return time.perf_counter() - began


def report(times: Times) -> None:
    print(f"{TABLES * PATRONS} patrons with open pages at {TABLES} tables, {ORDERS} orders")
    print(f"{'':28}{'median ms':>12}{'p95 ms':>12}{'p99 ms':>12}{'x empty':>12}")
    empty = median(times.empty)
    for title, taken in (
        ("an empty request", times.empty),
        ("to the answer", times.answered),
        ("to the other's felt", times.felt),
        ("to the screen", times.shown),
    ):
        cut = quantiles(taken, n=100)
        middle, late, last = median(taken) * 1e3, cut[94] * 1e3, cut[98] * 1e3
        print(f"{title:28}{middle:12.1f}{late:12.1f}{last:12.1f}{middle / empty / 1e3:12.1f}")
    for slug, taken in times.by_game.items():
        print(f"  {slug:26}{median(taken) * 1e3:12.1f}")
    print(f"{times.received / ORDERS / 1e3:.0f} kB sent to all screens for one order")
