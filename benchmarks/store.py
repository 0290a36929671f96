"""What the log costs: durable appends, whole orders, loading a table, verifying.

Every append is answered after it is on the disk. A plain loop that writes one page and syncs it
runs before each turn, so that the ratio to it carries over to another disk. Figures are medians of
the turns.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from itertools import count
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier
from pathlib import Path
from statistics import median
from typing import TypeVar

import msgspec
from tests.store.crash import STREAMS, events_of, next_order
from tests.store.postgres import Server, running

from houseway.runner import SNAPSHOT_EVERY, Order, Runner, request_of
from houseway.store import codec
from houseway.store.checkpoint_record import record_beside
from houseway.store.house_key import open_key
from houseway.store.log import Append, Log, NewEvent, TreeLog
from houseway.store.postgres import PostgresLog
from houseway.store.seals import Sealing
from houseway.store.sqlite import SqliteLog
from houseway.table.table import Table, evolve

TURNS = 3
SYNCS = 500
WORKERS = (50, 200)  # clients of each of two processes
CHECKPOINT_SECONDS = 1.0
APPENDS = {1: 800, 8: 4_000, 50: 10_000}  # by how many clients ask at once
ORDERS = 200  # at each of the tables
LONG = 100_000  # events of one table
TABLE = "table/1"
BODY = b'{"type":"CardDealt","card":"As","to":"player","clause":"mini-baccarat 8.1"}'

_Given = TypeVar("_Given")
Opener = Callable[[], Log]  # a new log each time
_numbers = count(1)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, running() as server:
        for name, opener in _engines(Path(folder), server).items():
            print(name)
            _appends(opener, Path(folder))
            _checkpointed(opener, Path(folder))
            if name == "PostgreSQL":
                _two_workers(server, Path(folder))
            _orders(opener)
            with closing(opener()) as log:
                _long_table(log)


def _engines(folder: Path, server: Server) -> dict[str, Opener]:
    def sqlite() -> Log:
        return SqliteLog(folder / f"{next(_numbers)}.db")

    def postgres() -> Log:
        number = next(_numbers)
        url = server.new_database(f"bench{number}")
        return PostgresLog(url, anchor=folder / f"{number}.anchor")

    return {"SQLite": sqlite, "PostgreSQL": postgres}


def _appends(opener: Opener, folder: Path) -> None:
    print(f"{'clients':>12}{'appends/s':>12}{'fsync/s':>12}{'x fsync':>10}")
    for clients, appends in APPENDS.items():
        turns = [(_synced(folder), _appended(opener, clients, appends)) for _ in range(TURNS)]
        done, synced = median(each[1] for each in turns), median(each[0] for each in turns)
        ratio = median(each[1] / each[0] for each in turns)
        print(f"{clients:12}{done:12,.0f}{synced:12,.0f}{ratio:10.2f}")


def _checkpointed(opener: Opener, folder: Path) -> None:
    """The same appends without and with checkpoints, in turns: one a second, sixty times as often
    as a house makes them."""
    clients, appends = 50, APPENDS[50]
    for every in (CHECKPOINT_SECONDS, 60.0):
        turns = []
        for _ in range(TURNS):
            plain = _appended(opener, clients, appends)
            turns.append((plain, _appended(opener, clients, appends, every, folder)))
        without, with_tree = (median(each) for each in zip(*turns, strict=True))
        ratio = median(each[1] / each[0] for each in turns)
        print(
            f"{with_tree:12,.0f} appends/s with a checkpoint every {every:g} s and one at the end,"
            f" {without:,.0f} without: {ratio:.2f}"
        )


def _checkpoints(log: Log, folder: Path, every: float, done: threading.Event) -> None:
    assert isinstance(log, TreeLog)
    path = folder / f"{next(_numbers)}.key"
    signing = Sealing(log, open_key(path), record_beside(path))
    signing.begin_record()
    while not done.wait(every):
        signing.seal(time.time_ns() // 1_000)
    signing.seal(time.time_ns() // 1_000)


def _synced(folder: Path) -> float:
    """Pages written at the end of a file and synced, one by one, in a second."""
    handle = os.open(folder / "synced", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    start = time.perf_counter()
    for _ in range(SYNCS):
        os.write(handle, bytes(4_096))
        os.fsync(handle)
    took = time.perf_counter() - start
    os.close(handle)
    return SYNCS / took


def _appended(
    opener: Opener, clients: int, appends: int, every: float = 0.0, folder: Path | None = None
) -> float:
    """Appends of one event in a second, by clients at a table each; `every` so many seconds a
    checkpoint is made meanwhile."""
    each = appends // clients

    def client(number: int) -> None:
        for version in range(each):
            log.append([_one(f"table/{number}", version)])

    with closing(opener()) as log:
        done = threading.Event()
        beside = threading.Thread(target=_checkpoints, args=(log, folder, every, done))
        if folder:
            beside.start()
        took = _together(client, range(clients))
        done.set()
        if folder:
            beside.join()
        return each * clients / took


def _one(stream: str, version: int) -> Append:
    return Append(
        stream, version, f"{stream} {version}", "asked", (NewEvent("CardDealt", 1, BODY),), version,
        "Eli", "dealer", "e" * 64, "0.1.0",
    )  # fmt: skip


def _two_workers(server: Server, folder: Path) -> None:
    """Two processes, each with so many clients at tables of its own."""
    context = multiprocessing.get_context("spawn")
    for clients in WORKERS:
        turns = []
        for _ in range(TURNS):
            synced, url = _synced(folder), server.new_database(f"bench{next(_numbers)}")
            PostgresLog(url).close()
            ready, done = context.Barrier(3), context.Queue()
            for worker in (1, 2):
                given = (url, worker, clients, ready, done)
                context.Process(target=_worker, args=given, daemon=True).start()
            ready.wait(60)
            took = max(done.get(timeout=120) for _ in (1, 2))
            turns.append((2 * APPENDS[50] / took, synced))
        rates, syncs = zip(*turns, strict=True)
        ratio = median(rate / synced for rate, synced in turns)
        print(f"{f'2 x {clients}':>12}{median(rates):12,.0f}{median(syncs):12,.0f}{ratio:10.2f}")


def _worker(url: str, worker: int, clients: int, ready: Barrier, done: Queue[float]) -> None:
    each = APPENDS[50] // clients

    def client(number: int) -> None:
        for version in range(each):
            log.append([_one(f"table/{worker}-{number}", version)])

    with closing(PostgresLog(url)) as log:
        ready.wait(60)
        done.put(_together(client, range(clients)))


def _orders(opener: Opener) -> None:
    """Whole orders through the runner, one thread at each table of the nine games."""

    def play(stream: str) -> None:
        for _ in range(ORDERS):
            runner.order(stream, next_order(runner.table(stream), stream, runner.version(stream)))

    found = []
    for _ in range(TURNS):
        with closing(opener()) as log:
            runner = Runner(log, lambda: time.time_ns() // 1_000)
            for stream in STREAMS:  # opened first: reading a game's rules is not what is measured
                runner.order(stream, next_order(runner.table(stream), stream, 0))
            found.append(ORDERS * len(STREAMS) / _together(play, STREAMS))
    print(f"{median(found):12,.0f} orders/s through the runner at {len(STREAMS)} tables")


def _together(work: Callable[[_Given], None], given: Iterable[_Given]) -> float:
    """The seconds that it takes, each in a thread of its own."""
    threads = [threading.Thread(target=work, args=(each,)) for each in given]
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return time.perf_counter() - start


def _long_table(log: Log) -> None:
    snapshot = _filled(log)
    version = log.heads()[TABLE].version
    whole = _seconds(lambda: Runner(log, lambda: 0).table(TABLE))
    log.save_snapshot(TABLE, *snapshot)
    short = _seconds(lambda: Runner(log, lambda: 0).table(TABLE))
    last = _seconds(lambda: log.recall_last(TABLE, 10))
    half = _newest_round(log) // 2
    middle = _seconds(lambda: log.recall(TABLE, half))
    checked = _seconds(log.verify)
    print(f"{whole:12.2f} s to load a table of {version:,} events")
    print(f"{short:12.2f} s with a snapshot {version - snapshot[0]:,} events old")
    print(f"{last * 1_000:12.2f} ms to recall the last 10 rounds of it")
    print(f"{middle * 1_000:12.2f} ms to recall round {half:,}")
    print(f"{version / checked:12,.0f} events/s verified\n")


def _newest_round(log: Log) -> int:
    named = msgspec.json.decode(log.recall_last(TABLE, 1)[0].body, type=dict[str, object])
    return int(str(named["round"]))


def _filled(log: Log) -> tuple[int, bytes]:
    """One table with many events, and the last snapshot that a runner would have taken."""
    table, version, kept = Table(), 0, (0, b"")
    batch: list[Append] = []
    while version < LONG:
        order = next_order(table, TABLE, version)
        events = events_of(table, order, 0)
        batch.append(_append(order, version, tuple(map(codec.encode, events))))
        for event in events:
            evolve(table, event)
        version += len(events)
        if version // SNAPSHOT_EVERY > kept[0] // SNAPSHOT_EVERY and version < LONG:
            kept = version, codec.encode_state(table)
            log.append(batch)
            batch = []
    log.append(batch)
    return kept


def _append(order: Order, version: int, events: tuple[NewEvent, ...]) -> Append:
    return Append(
        TABLE, version, order.key, request_of(order), events, version, order.actor, order.by,
        "e" * 64, "0.1.0",
    )  # fmt: skip


def _seconds(work: Callable[[], object]) -> float:
    """The median of the turns."""
    found = []
    for _ in range(TURNS):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return median(found)


if __name__ == "__main__":
    main()
