"""Nothing acknowledged is lost when processes are killed (-9) at random moments of play.

Afterwards every receipt that somebody had is in the log with its hash, nothing is there twice, the
chain verifies, and every table is exactly where play without interruption would have brought it.
A kill is not a power cut: what the operating system holds survives it. The faults of the disk are
tried in `test_faults.py`.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from houseway.runner import Runner
from houseway.store import codec
from houseway.store.log import Entry, Log, every_entry
from houseway.table.table import Table, evolve
from tests.scale import scaled
from tests.store.crash import STREAMS, Told, events_of, next_order, notes_of, opened_log
from tests.store.postgres import Server, running
from tests.waiting import wait_until

CYCLES = os.environ.get("HOUSEWAY_CYCLES")
SQLITE_CYCLES = int(CYCLES or scaled(2, 1_000))
POSTGRES_CYCLES = int(CYCLES or scaled(2, 1_000))
A_LOG_LASTS = 100  # cycles
DURING_START = 4  # every so many cycles the kill comes while the log is being opened
# What goes down before the workers do, one cycle after the other.
FALLS = ("nothing else", "a backend", "the server, at once", "the postmaster")


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    """A server of its own, that syncs before it answers."""
    with running() as server:
        yield server


class Uninterrupted:
    """The same tables played without a log and without interruption."""

    def __init__(self) -> None:
        self.tables = {stream: Table() for stream in STREAMS}
        self.versions = dict.fromkeys(STREAMS, 0)

    def follow(self, stream: str, entries: list[Entry]) -> None:
        """Play on for as long as the log has entries, and find exactly those."""
        table, left = self.tables[stream], list(entries)
        while left:
            version = self.versions[stream]
            order = next_order(table, stream, version)
            made = events_of(table, order, left[0].at_us)
            found, left = left[: len(made)], left[len(made) :]
            assert [each.version for each in found] == [
                version + number for number in range(1, len(made) + 1)
            ]
            assert [(each.key, each.actor, each.role) for each in found] == [
                (order.key, order.actor, order.by)
            ] * len(made)
            assert [(each.kind, each.body) for each in found] == [
                (new.kind, new.body) for new in map(codec.encode, made)
            ]
            for event in made:
                evolve(table, event)
            self.versions[stream] += len(made)


class Inspection:
    """What is checked when the log is opened again, and what was counted in all."""

    def __init__(self, folder: Path, workers: tuple[str, ...]) -> None:
        self.folder, self.workers = folder, workers
        self.reference = Uninterrupted()
        self.seen = 0

    def receipts(self) -> list[tuple[str, Told]]:
        return [
            (stream, line)
            for stream in STREAMS
            for worker in self.workers
            for line in notes_of(self.folder, worker, stream).read()
            if isinstance(line, Told)
        ]

    def wait_for_play(self, cycle: int) -> None:
        """Until every table has been answered as often as there were cycles, however slow it is."""
        wait_until(
            "an answer at every table", lambda: min(self.answers().values()) >= cycle, self.answers
        )

    def answers(self) -> Counter[str]:
        told = Counter(dict.fromkeys(STREAMS, 0))
        told.update(stream for stream, _ in self.receipts())
        return told

    def of(self, log: Log) -> None:
        assert log.verify().problems == ()
        entries = list(every_entry(log))
        self._every_receipt_is_kept(entries)
        fresh = [each for each in entries if each.seq > self.seen]
        self.seen = max([self.seen, *(each.seq for each in fresh)])
        for stream in STREAMS:
            self.reference.follow(stream, [each for each in fresh if each.stream == stream])
        runner = Runner(log, lambda: 0)
        for stream, table in self.reference.tables.items():
            assert runner.table(stream) == table, stream

    def _every_receipt_is_kept(self, entries: list[Entry]) -> None:
        heads = {(each.stream, each.version): (each.key, each.hash.hex()) for each in entries}
        assert len(heads) == len(entries)
        for stream, told in self.receipts():
            assert heads[stream, told.version] == (told.key, told.head)

    def counts(self) -> Counter[str]:
        receipts = self.receipts()
        again = sum(told.replayed for _, told in receipts)
        events = sum(self.reference.versions.values())
        return Counter(receipts=len(receipts), again=again, events=events)


def started(where: str, folder: Path, worker: str) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "tests.store.crash", where, str(folder), worker]
    return subprocess.Popen(words, stdout=subprocess.PIPE)


def killed(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        assert process.poll() is None, "the process ended before it was killed"
        process.kill()
    for process in processes:
        process.communicate()


def wait_until_ready(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"


def evenings(cycles: int, folder: Path) -> Iterator[tuple[Path, range]]:
    """All cycles in turn, with a new log after every hundred: each is inspected from its start."""
    for first in range(1, cycles + 1, A_LOG_LASTS):
        (evening := folder / str(first)).mkdir()
        yield evening, range(first, min(first + A_LOG_LASTS, cycles + 1))


def test_sqlite_loses_nothing_when_it_is_killed(tmp_path: Path) -> None:
    chance = random.Random(1)
    counts: Counter[str] = Counter()
    for folder, cycles in evenings(SQLITE_CYCLES, tmp_path):
        where, inspection = str(folder / "floor.db"), Inspection(folder, ("one",))
        for cycle in cycles:
            process = started(where, folder, "one")
            if cycle % DURING_START == 0:
                time.sleep(chance.uniform(0.1, 0.6))
            else:
                wait_until_ready([process])
                inspection.wait_for_play(cycle - cycles[0] + 1)
                time.sleep(chance.uniform(0.001, 0.3))
            killed([process])
            log = opened_log(where, folder, "one")
            inspection.of(log)
            log.close()
        counts += Counter(kills=len(cycles)) + _report("SQLite", cycles, inspection)
    sys.stdout.write(f"\nSQLite in all: {dict(counts)}\n")


def test_postgresql_loses_nothing_when_workers_or_the_server_go_down(
    postgres: Server, tmp_path: Path
) -> None:
    """Two workers play the same tables, so that every order is sent by both and done once."""
    chance = random.Random(2)
    workers = ("one", "two")
    counts: Counter[str] = Counter()
    for folder, cycles in evenings(POSTGRES_CYCLES, tmp_path):
        where = postgres.new_database(f"crash-{folder.name}")
        inspection = Inspection(folder, workers)
        for cycle in cycles:
            processes = [started(where, folder, worker) for worker in workers]
            wait_until_ready(processes)
            inspection.wait_for_play(cycle - cycles[0] + 1)
            time.sleep(chance.uniform(0.001, 0.3))
            if cycle % len(FALLS):
                _fall(postgres, FALLS[cycle % len(FALLS)], where.rpartition("/")[2])
                time.sleep(chance.uniform(0.001, 0.3))
            chance.shuffle(processes)
            killed(processes[:1])
            time.sleep(chance.uniform(0, 0.1))
            killed(processes[1:])
            _until_alone(where)
            log = opened_log(where, folder, chance.choice(workers))
            inspection.of(log)
            log.close()
        counts += Counter(kills=len(cycles)) + _report("PostgreSQL", cycles, inspection)
    sys.stdout.write(f"\nPostgreSQL in all: {dict(counts)}\n")


def _fall(server: Server, what: str, database: str) -> None:
    if what == "a backend":
        server.kill_backend(database)
    elif what == "the postmaster":
        server.kill()
        server.start_again()
    else:
        server.stop("immediate")
        server.start()


def _until_alone(where: str) -> None:
    """What the killed workers had asked for last is done, or is not, before we look."""

    def alone() -> bool:
        with suppress(psycopg.OperationalError):  # the server may still be recovering
            with psycopg.connect(where, autocommit=True) as db:
                row = db.execute(
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
                ).fetchone()
            return row == (1,)
        return False

    wait_until("the end of the killed workers' connections", alone)


def _report(engine: str, cycles: range, inspection: Inspection) -> Counter[str]:
    """The test would be empty if nothing had been acknowledged at every table."""
    told = inspection.answers()
    assert min(told.values()) >= len(cycles) - 1, told  # the last may be killed at its start
    counts = inspection.counts()
    sys.stdout.write(f"\n{engine}: {len(cycles)} kills, {dict(counts)}, nothing lost\n")
    return counts
