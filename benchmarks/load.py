"""A whole casino on one machine: 200 tables, 1,000 open pages, orders as fast as they are answered.

    python -m benchmarks.load [sqlite|postgres] [seconds]

The server runs in a process of its own; five patrons at each table have the live stream of their
page open. So many of them at once change their wagers without a pause, and now and then the
server's own figures are read: its memory may not grow. Rates and times are for this machine; the
ratio of a time to an empty request of the same moment is what carries over.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

import httpx
from tests.store.postgres import running

from benchmarks.floor.furnish import Guest, furnish, house
from benchmarks.floor.patrons import Patron

TABLES, PATRONS = 200, 5
AT_ONCE = 8
SECONDS = 60.0
_READ_EVERY = 15.0  # seconds


class Load:
    """What was measured."""

    def __init__(self) -> None:
        self.taken: list[float] = []
        self.empty: list[float] = []
        self.memory: list[int] = []
        self.failed = 0


def main() -> None:
    engine = sys.argv[1] if len(sys.argv) > 1 else "sqlite"
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else SECONDS
    print(f"{engine}; load of the machine before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder, _database(engine) as database:
        guests = furnish(Path(folder), database, tables=TABLES, patrons=PATRONS)
        words = ("--database", database) if database else ()
        with house(Path(folder), *words) as url:
            _print(asyncio.run(_measured(url, guests, seconds)), seconds)


@contextmanager
def _database(engine: str) -> Iterator[str]:
    if engine != "postgres":
        yield ""
        return
    with running() as server:
        yield server.new_database("load")


async def _measured(url: str, guests: list[list[Guest]], seconds: float) -> Load:
    everybody = [Patron(url, guest) for at in guests for guest in at]
    for patron in everybody:
        await patron.http.get("/healthz")  # sets the cookie that an order must answer to
    looking = [asyncio.create_task(each.look_on()) for each in everybody]
    await asyncio.gather(*(each.shown(1) for each in everybody))
    load, until = Load(), time.perf_counter() + seconds
    await asyncio.gather(
        _watched(url, load, until),
        *(_busy(everybody[each::AT_ONCE], load, until) for each in range(AT_ONCE)),
    )
    for task in looking:
        task.cancel()
    await asyncio.gather(*looking, return_exceptions=True)
    for patron in everybody:
        await patron.http.aclose()
    return load


async def _busy(patrons: list[Patron], load: Load, until: float) -> None:
    number = 0
    while time.perf_counter() < until:
        began = time.perf_counter()
        try:
            await patrons[number % len(patrons)].wager()
        except (AssertionError, httpx.HTTPError):
            load.failed += 1
        load.taken.append(time.perf_counter() - began)
        number += 1


async def _watched(url: str, load: Load, until: float) -> None:
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        while time.perf_counter() < until:
            began = time.perf_counter()
            await http.get("/healthz")
            load.empty.append(time.perf_counter() - began)
            told = (await http.get("/metrics")).text.split()
            load.memory.append(int(float(told[told.index("houseway_memory_bytes") + 1])))
            await asyncio.sleep(min(_READ_EVERY, max(0.0, until - time.perf_counter())))


def _print(load: Load, seconds: float) -> None:
    cut = [each * 1e3 for each in quantiles(load.taken, n=100)]
    print(
        f"{TABLES} tables, {TABLES * PATRONS} open pages, {AT_ONCE} orders at once, {seconds:.0f} s"
    )
    print(f"{len(load.taken) / seconds:.0f} orders a second, {load.failed} failed")
    print(f"median {cut[49]:.0f} ms, p95 {cut[94]:.0f} ms, p99 {cut[98]:.0f} ms")
    print(f"an empty request beside it: median {median(load.empty) * 1e3:.0f} ms")
    held = ", ".join(f"{each / 1e6:.0f}" for each in load.memory)
    print(f"memory of the server in MB, every {_READ_EVERY:.0f} s: {held}")


if __name__ == "__main__":
    main()
