"""The power goes at any write of an evening: whoever was answered finds it in the log again.

A kill leaves what was written; a power cut leaves what was synced, and of the rest anything
(`power.py`). The evening is played once, at tables of all nine games, and every moment of it is
opened again: the log is a whole beginning of what was played, it has everything that was promised,
the hashes are the same, and the command that was under way can be sent again and is done once.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import houseway.runner
from houseway.runner import Order, Runner
from houseway.store.log import Appended
from houseway.store.sqlite import SqliteLog
from tests.scale import FULL
from tests.store.conftest import keyed
from tests.store.crash import SNAPSHOT_EVERY, STREAMS, next_order
from tests.store.power import WAYS, Answered, Cut, Recorder, watched

NAME = "floor.db"
NOW_US = 1_790_000_000_000_000  # in September 2026
CUTS = int(os.environ.get("HOUSEWAY_CUTS", 10_000 if FULL else 60))
COMMANDS = 60 if CUTS <= 2_000 else 600
LOOKED_THROUGH = 20  # of so many cuts one is verified to its end, and its command sent again
EVERYTHING = 1 << 40


class Evening(NamedTuple):
    """What was played, what was written meanwhile, and the log as it was in the end."""

    recorder: Recorder
    orders: dict[int, tuple[str, Order, Appended]]  # by the first event of each
    hashes: list[tuple[int, bytes]]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    folder = tmp_path_factory.mktemp("evening")
    with pytest.MonkeyPatch.context() as patch, watched() as recorders:
        patch.setattr(houseway.runner, "SNAPSHOT_EVERY", SNAPSHOT_EVERY)
        log = keyed(SqliteLog(folder / NAME))
        recorders.append(Recorder(folder))
        orders = dict(_played(log, recorders[0]))
        yield Evening(recorders[0], orders, log.hashes(after=0, upto=EVERYTHING, limit=EVERYTHING))
        recorders.clear()
        log.close()


def _played(
    log: SqliteLog, recorder: Recorder
) -> Iterator[tuple[int, tuple[str, Order, Appended]]]:
    runner, streams = Runner(log, lambda: NOW_US), list(STREAMS)
    for number in range(COMMANDS):
        stream = streams[number % len(streams)]
        before = log.horizon()
        order = runner.look(stream, lambda table, at: next_order(table, stream, at))  # noqa: B023
        receipt = runner.order(stream, order).receipt
        recorder.note(Answered(receipt.seq))
        yield before + 1, (stream, order, receipt)


def test_nothing_that_was_answered_is_lost_when_the_power_goes(
    evening: Evening, tmp_path: Path
) -> None:
    chance = random.Random(7)
    cases = [(cut.number, way) for cut in evening.recorder.cuts() for way in WAYS]
    chosen = Counter(number for number, _ in chance.sample(cases, min(CUTS, len(cases))))
    counts: Counter[str] = Counter()
    for cut in evening.recorder.cuts():
        for way in chance.sample(WAYS, chosen[cut.number]):
            counts[way] += 1
            look_through = not counts.total() % LOOKED_THROUGH
            _check(evening, cut, way, tmp_path, chance, look_through=look_through)
    assert counts.total() == min(CUTS, len(cases))
    sys.stdout.write(f"\npower cuts: {dict(counts)} of {len(cases)}\n")


def _check(
    evening: Evening, cut: Cut, way: str, folder: Path, chance: random.Random, *, look_through: bool
) -> None:
    what = f"cut at step {cut.number}, {way}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    cut.lay_out(folder, way, chance)
    log = keyed(SqliteLog(folder / NAME))
    found = log.hashes(after=0, upto=EVERYTHING, limit=EVERYTHING)
    assert found == evening.hashes[: len(found)], what
    assert len(found) >= cut.promised, what
    assert len(found) + 1 in evening.orders or len(found) == len(evening.hashes), what
    if look_through:
        assert log.verify().problems == (), what
        following = evening.orders.get(len(found) + 1)
        if following:
            stream, order, receipt = following
            again = Runner(log, lambda: NOW_US).order(stream, order).receipt
            assert (again.version, again.head) == (receipt.version, receipt.head), what
    log.close()


def test_a_log_that_answers_before_it_syncs_is_caught(tmp_path: Path) -> None:
    """The check itself: promises made before the sync are broken by some cut."""
    with watched() as recorders:
        log = keyed(SqliteLog(tmp_path / "evening" / NAME))
        log._db.execute("PRAGMA synchronous = OFF")
        recorders.append(Recorder(tmp_path / "evening"))
        orders = dict(_played(log, recorders[0]))
        hashes = log.hashes(after=0, upto=EVERYTHING, limit=EVERYTHING)
        careless = Evening(recorders[0], orders, hashes)
        recorders.clear()
        log.close()
    last = list(careless.recorder.cuts())[-1]
    with pytest.raises(Exception, match="was answered for"):
        _check(careless, last, WAYS[0], tmp_path / "cut", random.Random(1), look_through=False)
