"""A whole casino on one machine: 200 tables, 1,000 open pages, orders at a pace or without a pause.

    python -m benchmarks.load sqlite --seconds 60
    python -m benchmarks.load sqlite --seconds 60 --against ../before
    python -m benchmarks.load postgres --seconds 60 --workers 1 2
    python -m benchmarks.load sqlite --seconds 3600 --fill 300 --pace 20 --memory hour.txt

The server is `houseway serve` in a process of its own. Whole rounds of all nine games are played
at its tables over HTTP; at each, three patrons, the dealer and a display have the live stream of
their page open, held by a second process. With a pace an answer's time counts from when its order
was due, so that a server that falls behind shows it; without one, eight are under way at any
moment. The server says what memory it holds: before the first page, when all are open, after
warming up, every half a minute, and at the end; `--memory` writes it to a file as it comes. Rates
and times are for this machine.

`--against` runs the server of another checkout beside this one, each with a house and pages of its
own. Orders go to the one and the other in turn, a few seconds each, so that whatever else the
machine does meets both. A turn ends when the server has drawn what it was given.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

import msgspec
from tests.store.postgres import running

from benchmarks.floor.furnish import running_house
from benchmarks.load.furnished import Furnished, furnish
from benchmarks.load.givers import Givers, Line
from benchmarks.load.processes import Viewers, cpu_of, drawing_of, resident_of, viewers
from benchmarks.load.report import (
    Held,
    Measured,
    growth,
    lateness,
    line_of,
    percentiles,
    print_pages,
    share,
)
from houseway.service.api.health import METRICS_SECRET

TABLES = 200
LOOK = 30.0  # seconds between two looks at the server's memory
TURN = 5.0  # seconds of orders to one of two servers
RESTS, REST, RESTING = 80, 0.25, 0.02  # looks, seconds between two, seconds of CPU meanwhile
_SHOWN = 5  # errors
_CONNECTIONS = "-c max_connections=400"  # of three workers and their drawing processes
_DRAWN = re.compile(rb'^houseway_page_seconds_(sum|count){part="(\w+)"} ([\d.]+)$', re.MULTILINE)
_MEMORY = re.compile(rb"^houseway_memory_bytes (\d+)$", re.MULTILINE)


def main() -> int:
    """Measure, print, and fail where anything went wrong."""
    asked = _asked()
    with ExitStack() as stack:
        found = asyncio.run(_measured(asked, list(_houses(asked, stack))))
    if asked.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        print_pages(found)
    failed = any(each.errors or each.pages_ended for each in found)
    return 1 if failed or (asked.most and found[-1].growth_percent > asked.most) else 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load")
    parser.add_argument("engine", nargs="?", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seconds", type=float, default=60.0, help="after warming up")
    parser.add_argument("--warm-up", type=float, default=15.0, help="seconds of orders before")
    fill = "seconds of orders without a pause first, so that tables have all the results they keep"
    parser.add_argument("--fill", type=float, default=0.0, help=fill)
    parser.add_argument("--pace", type=float, default=0.0, help="orders a second; 0: no pause")
    parser.add_argument("--most", type=float, default=0.0, help="growth in per cent; 0: any")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--pages", type=int, default=0, help="in all; 0: five at each table")
    workers = "processes, on PostgreSQL; two numbers are measured in turns"
    parser.add_argument("--workers", type=int, nargs="+", default=[1], help=workers)
    parser.add_argument("--against", type=checkout, help="another checkout, measured in turns")
    parser.add_argument("--memory", type=Path, help="a file for every look at the memory")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def checkout(folder: str) -> Path:
    """Another checkout; a folder without one would leave this version to be measured twice."""
    if not (Path(folder) / "src" / "houseway" / "__init__.py").is_file():
        raise argparse.ArgumentTypeError(f"{folder} has no src/houseway: name another checkout")
    return Path(folder)


class House:
    """A server with its house, and those who watch it and play in it."""

    def __init__(
        self, title: str, port: int, server: int, folder: Path, house: Furnished,
        asked: argparse.Namespace,
    ) -> None:  # fmt: skip
        self.title, self.server, self.house = title, server, house
        self.port = port
        self.givers = Givers(port, house, asked.pace)
        self.memory = Memory(port, server, folder, asked.memory)
        self.opening = self.furnishing = self.server_cpu = self.clients_cpu = 0.0
        self.pages: Viewers
        self.drawn: dict[str, Drawn] = {}

    async def open(self, stack: ExitStack) -> None:
        """Open every page."""
        await self.memory.look("before the first page")
        begun = time.monotonic()
        self.pages = stack.enter_context(viewers(self.port, self.house.watched))
        self.opening = time.monotonic() - begun
        await self.memory.look("all pages open")

    async def begin(self) -> None:
        """Measure from now on."""
        await self.memory.look("warmed up")
        self.givers.forget()
        self.pages.begin()
        self.drawn = await self.memory.drawn()
        self.server_cpu = self.clients_cpu = 0.0

    async def give(self, seconds: float) -> None:
        """So many seconds of orders."""
        server, clients = cpu_of(self.server), self._clients()
        await self.givers.give(seconds)
        self.server_cpu += cpu_of(self.server) - server
        self.clients_cpu += self._clients() - clients

    async def rest(self) -> None:
        """Wait until the server has drawn everything, or what it still does falls on the other."""
        for _ in range(RESTS):
            before = cpu_of(self.server)
            await asyncio.sleep(REST)
            spent = cpu_of(self.server) - before
            self.server_cpu += spent
            if spent <= RESTING:
                return

    def _clients(self) -> float:
        return cpu_of(self.pages.pid) + time.process_time()

    async def end(self, asked: argparse.Namespace, load: float) -> Measured:
        warm, end = self.memory.warm, await self.memory.look("at the end")
        sent, given = self.pages.close(), self.givers
        p50, p95, p99 = percentiles(given.taken)
        tables = [each.table for each in self.house.watched]
        late = percentiles(lateness(given.stored, sent.reached, tables))
        drawn = await self.memory.drawn()
        return Measured(
            title=self.title, engine=asked.engine, tables=len(self.house.tables),
            pages=len(self.house.watched), pace=asked.pace, seconds=asked.seconds,
            opening_seconds=round(self.opening, 1), orders=len(given.taken),
            orders_per_second=round(len(given.taken) / given.seconds, 1), p50=p50, p95=p95, p99=p99,
            orders_per_cpu_second=round(len(given.taken) / max(self.server_cpu, 0.01), 1),
            page_p50=late[0], page_p95=late[1], page_p99=late[2],
            felt_mean=drawn["felt"].since(self.drawn["felt"]),
            rest_mean=drawn["rest"].since(self.drawn["rest"]),
            errors=len(given.failed), first_errors=tuple(given.failed[:_SHOWN]),
            pages_ended=sent.ended, messages=sent.messages, versions=sent.versions,
            median_bytes=sent.median, mean_bytes=sent.mean,
            megabytes_sent=round(sent.received / 1e6, 1),
            server_share=share(self.server_cpu, given.seconds),
            clients_share=share(self.clients_cpu, given.seconds),
            machine_load=(round(load, 1), round(os.getloadavg()[0], 1)),
            memory=tuple(self.memory.held), growth_percent=growth(warm, end),
        )  # fmt: skip


def _houses(asked: argparse.Namespace, stack: ExitStack) -> Iterator[House]:
    """The house of this checkout, after that of the other one if there is one."""
    sources = _sources(asked)
    postgres = asked.engine == "postgres"
    server = stack.enter_context(running(options=_CONNECTIONS)) if postgres else None
    first: tuple[Path, Furnished] | None = None
    for title, (source, workers) in sources.items():
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = server.new_database(f"load_{title.replace(' ', '_')}") if server else ""
        if first is None or server is not None:
            first = folder, furnish(folder, database, asked.tables, asked.pages)
            house = first[1] if len(sources) == 1 else deepcopy(first[1])
        else:
            shutil.copytree(first[0], folder, dirs_exist_ok=True)
            house = first[1]
        words = ["--database", database] if database else []
        words += ["--workers", str(workers)] if workers > 1 else []
        url, process = stack.enter_context(running_house(folder, *words, source=source))
        yield House(title, int(url.rpartition(":")[2]), process.pid, folder, house, asked)


def _sources(asked: argparse.Namespace) -> dict[str, tuple[Path | None, int]]:
    """The servers by their titles: of which checkout, and with how many workers."""
    if len(asked.workers) > 1:
        return {f"{many} workers": (None, many) for many in asked.workers}
    before = {"before": (asked.against, asked.workers[0])} if asked.against else {}
    return {**before, "now": (None, asked.workers[0])}


async def _measured(asked: argparse.Namespace, houses: list[House]) -> list[Measured]:
    load = os.getloadavg()[0]
    with ExitStack() as stack:
        for house in houses:
            await house.open(stack)
        for house in houses:
            await house.givers.fill(asked.fill)
        await _in_turns(houses, asked.warm_up)
        for house in houses:
            await house.begin()
        looking = [asyncio.create_task(house.memory.look_on()) for house in houses]
        await _in_turns(houses, asked.seconds)
        for each in looking:
            each.cancel()
        return [await house.end(asked, load) for house in houses]


async def _in_turns(houses: list[House], seconds: float) -> None:
    """So many seconds of orders to each; each is as often the first of a pair as the second."""
    turns = 1 if len(houses) == 1 else max(1, round(seconds / TURN))
    for turn in range(turns):
        for house in houses[::-1] if turn % 2 else houses:
            await house.give(seconds / turns)
            if len(houses) > 1:
                await house.rest()


class Drawn(NamedTuple):
    """How often a part of pages was drawn, and how long it had waited for that, all together."""

    seconds: float
    times: float

    def since(self, before: Drawn) -> float:
        """The mean in milliseconds since an earlier look; 0 of a server that does not count."""
        times = self.times - before.times
        return round(1e3 * (self.seconds - before.seconds) / times, 1) if times else 0.0


class Memory:
    """What the server says that it holds, look by look, with what its drawing process holds."""

    def __init__(self, port: int, server: int, folder: Path, file: Path | None) -> None:
        self._secret = folder / METRICS_SECRET
        self.held: list[Held] = []
        self._server, self._file = server, file
        self._line, self._begun = Line(port), time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._begun

    @property
    def warm(self) -> Held:
        return next(each for each in self.held if each.when == "warmed up")

    async def look(self, when: str = "") -> Held:
        told = _MEMORY.search(await self._figures())
        assert told is not None, "the server does not say what it holds"
        drawing = sum(map(resident_of, drawing_of(self._server)))  # none before the first page
        megabytes, beside = round(int(told[1]) / 1e6, 1), round(drawing / 1e6, 1)
        self.held.append(Held(when, round(self.seconds), megabytes, beside))
        if self._file is not None:
            with self._file.open("a", encoding="utf-8") as file:
                file.write(line_of(self.held[-1]) + "\n")
        return self.held[-1]

    async def _figures(self) -> bytes:
        """What the server says to monitoring; its secret is made when it is first asked."""
        if not self._secret.exists():
            await self._line.get("/metrics")
        shown = [self._secret.read_text(encoding="utf-8")] if self._secret.exists() else []
        headers = (f"authorization: Bearer {each.strip()}" for each in shown)
        return (await self._line.get("/metrics", *headers)).body

    async def drawn(self) -> dict[str, Drawn]:
        """How long felts and the rest of pages have waited to be drawn, as the server counts."""
        body = await self._figures()
        found = {(part, what): float(value) for what, part, value in _DRAWN.findall(body)}
        return {
            part: Drawn(*(found.get((part.encode(), what), 0.0) for what in (b"sum", b"count")))
            for part in ("felt", "rest")
        }

    async def look_on(self) -> None:
        """Every half a minute, until cancelled."""
        while True:
            await asyncio.sleep(LOOK)
            await self.look()


if __name__ == "__main__":
    raise SystemExit(main())
