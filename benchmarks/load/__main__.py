"""A whole casino on one machine: 200 tables, 1,000 open pages, orders at a pace or without a pause.

    python -m benchmarks.load sqlite --seconds 60
    python -m benchmarks.load sqlite --seconds 3600 --warm-up 600 --pace 20 --json

The server is `houseway serve` in a process of its own. Whole rounds of all nine games are played
at its tables over HTTP; at each, three patrons, the dealer and a display have the live stream of
their page open, held by a second process. With a pace an answer's time counts from when its order
was due, so that a server that falls behind shows it; without one, eight are under way at any
moment. The server says what memory it holds: before the first page, when all are open, after
warming up, every minute, and at the end. Rates and times are for this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from tests.store.postgres import running

from benchmarks.floor.furnish import running_house
from benchmarks.load.furnished import Furnished, furnish
from benchmarks.load.givers import Givers, Line
from benchmarks.load.processes import cpu_of, viewers
from benchmarks.load.report import Held, Measured, growth, percentiles, print_page, share

TABLES = 200
MINUTE = 60.0  # seconds between two looks at the server's memory
_SHOWN = 5  # errors
_MEMORY = re.compile(rb"^houseway_memory_bytes (\d+)$", re.MULTILINE)


def main() -> int:
    """Measure, print, and fail where anything went wrong."""
    asked = _asked()
    with tempfile.TemporaryDirectory() as folder, _database(asked.engine) as database:
        begun = time.monotonic()
        house = furnish(Path(folder), database, asked.tables)
        furnishing = time.monotonic() - begun
        words = ("--database", database) if database else ()
        with running_house(Path(folder), *words) as (url, server):
            port = int(url.rpartition(":")[2])
            measured = asyncio.run(_measured(asked, port, server.pid, house, furnishing))
    if asked.json:
        print(msgspec.json.format(msgspec.json.encode(measured)).decode())
    else:
        print_page(measured)
    failed = measured.errors or measured.pages_ended
    return 1 if failed or (asked.most and measured.growth_percent > asked.most) else 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load")
    parser.add_argument("engine", nargs="?", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--seconds", type=float, default=60.0, help="after warming up")
    parser.add_argument("--warm-up", type=float, default=15.0, help="seconds of orders before")
    parser.add_argument("--pace", type=float, default=0.0, help="orders a second; 0: no pause")
    parser.add_argument("--most", type=float, default=0.0, help="growth in per cent; 0: any")
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


@contextmanager
def _database(engine: str) -> Iterator[str]:
    if engine != "postgres":
        yield ""
        return
    with running() as server:
        yield server.new_database("load")


async def _measured(
    asked: argparse.Namespace, port: int, server: int, house: Furnished, furnishing: float
) -> Measured:
    load, memory = os.getloadavg()[0], Memory(port)
    await memory.look("before the first page")
    with viewers(port, house.watched) as pages:
        opening = memory.seconds
        await memory.look("all pages open")
        givers = Givers(port, house, asked.pace)
        await givers.give(asked.warm_up)
        warm = await memory.look("warmed up")
        used = cpu_of(server), cpu_of(pages.pid), time.process_time()
        looking = asyncio.create_task(memory.look_on())
        played = await givers.give(asked.seconds)
        looking.cancel()
        server_cpu = cpu_of(server) - used[0]
        clients_cpu = cpu_of(pages.pid) - used[1] + time.process_time() - used[2]
        end = await memory.look("at the end")
        sent = pages.close()
    p50, p95, p99 = percentiles(givers.taken)
    return Measured(
        engine=asked.engine, tables=len(house.tables), pages=len(house.watched), pace=asked.pace,
        seconds=asked.seconds, furnishing_seconds=round(furnishing, 1),
        opening_seconds=round(opening, 1), orders=len(givers.taken),
        orders_per_second=round(len(givers.taken) / played, 1), p50=p50, p95=p95, p99=p99,
        errors=len(givers.failed), first_errors=tuple(givers.failed[:_SHOWN]),
        pages_ended=sent.ended, messages=sent.messages,
        megabytes_sent=round(sent.received / 1e6, 1), server_share=share(server_cpu, played),
        clients_share=share(clients_cpu, played),
        machine_load=(round(load, 1), round(os.getloadavg()[0], 1)), memory=tuple(memory.held),
        growth_percent=growth(warm, end),
    )  # fmt: skip


class Memory:
    """What the server says that it holds, look by look."""

    def __init__(self, port: int) -> None:
        self.held: list[Held] = []
        self._line, self._begun = Line(port), time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._begun

    async def look(self, when: str = "") -> Held:
        told = _MEMORY.search((await self._line.get("/metrics")).body)
        assert told is not None, "the server does not say what it holds"
        self.held.append(Held(when, round(self.seconds), round(int(told[1]) / 1e6, 1)))
        return self.held[-1]

    async def look_on(self) -> None:
        """Every minute, until cancelled."""
        while True:
            await asyncio.sleep(MINUTE)
            await self.look()


if __name__ == "__main__":
    raise SystemExit(main())
