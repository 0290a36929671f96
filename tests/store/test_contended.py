"""Several writers send the same orders to the same streams at once: each order is done once.

SQLite: threads of the one process that owns the file. PostgreSQL: processes of their own.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import msgspec

from houseway.store.log import Log
from houseway.store.postgres import PostgresLog
from houseway.store.sqlite import SqliteLog
from tests.scale import scaled
from tests.store.contended import ABUSED, STREAMS, Reply, Sent, own_key, send_all, stream_of
from tests.store.postgres import Server

SENDS = scaled(200, 100_000)


def test_threads_that_send_the_same_orders_have_each_done_once(tmp_path: Path) -> None:
    writers = 4
    keys = SENDS // writers
    with closing(SqliteLog(tmp_path / "floor.db")) as log:
        with ThreadPoolExecutor(writers) as pool:
            met = list(pool.map(lambda each: send_all(log, each, keys), range(writers)))
        each_done_once(log, met, keys)


def test_processes_that_send_the_same_orders_have_each_done_once(
    postgres: Server, tmp_path: Path
) -> None:
    writers = scaled(2, 4)
    keys = SENDS // writers
    address = postgres.new_database("contended")
    with closing(PostgresLog(address, anchor=tmp_path / "anchor")) as log:
        each_done_once(log, sent_by_processes(address, writers, keys), keys)


def sent_by_processes(address: str, writers: int, keys: int) -> list[Sent]:
    words = [sys.executable, "-m", "tests.store.contended", address]
    processes = [
        subprocess.Popen(
            [*words, str(each), str(keys)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for each in range(writers)
    ]
    try:
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
        with ThreadPoolExecutor(writers) as pool:
            said = list(pool.map(lambda process: process.communicate(b"go\n")[0], processes))
        assert [process.returncode for process in processes] == [0] * writers
    finally:
        for process in processes:
            process.kill()
    return [msgspec.json.decode(each, type=Sent) for each in said]


def each_done_once(log: Log, met: list[Sent], keys: int) -> None:
    entries = [each for number in range(STREAMS) for each in log.read(stream_of(number))]
    own = [own_key(writer) for writer in range(len(met))]
    assert sorted(each.key for each in entries) == sorted(
        [*own, *(f"key {each}" for each in range(keys))]
    )
    versions = defaultdict[str, list[int]](list)
    for entry in entries:
        versions[entry.stream].append(entry.version)
    for found in versions.values():
        assert found == list(range(1, len(found) + 1))
    kept = {each.key: (each.version, each.seq, each.hash.hex()) for each in entries}
    every_reply(each for sent in met for each in sent.replies)
    assert all(
        kept[each.key] == (each.version, each.seq, each.head)
        for sent in met
        for each in sent.replies
    )
    assert [sent.refused for sent in met] == [(keys + 1) // ABUSED] * len(met)
    assert sum(sent.conflicts for sent in met) >= len(met) - 1
    assert log.verify().problems == ()


def every_reply(replies: Iterable[Reply]) -> None:
    """One writer was the first with each key; all others were answered as it was."""
    answers = defaultdict[str, set[tuple[int, int, str]]](set)
    firsts: Counter[str] = Counter()
    for each in replies:
        answers[each.key].add((each.version, each.seq, each.head))
        firsts[each.key] += not each.replayed
    assert all(len(found) == 1 for found in answers.values())
    assert set(firsts.values()) == {1}
