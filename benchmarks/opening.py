"""What it costs to open a table, by how many events it has: seconds and memory.

    python -m benchmarks.opening --events 1000 10000 100000 --before ../houseway-before

A mini-baccarat table is played into a log for every number of events. New processes then open it,
once for the CPU time and once for the memory, as a house does that was restarted: from a snapshot
as old as its runner ever lets it become, and the events since. *View* is the table with its latest
results, which every page shows. *Whole* reads a table that has no snapshot. With `--before`, the
software of another checkout opens the same log in the same run.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from inspect import signature
from pathlib import Path
from statistics import median
from typing import Any

TURNS = 3
EVENTS = (1_000, 10_000, 100_000, 1_000_000)
_TOGETHER = 500  # orders in one transaction while a log is filled
_HERE = Path(__file__).resolve().parents[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, nargs="+", default=EVENTS)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--before-most", type=int, default=EVENTS[-1], help="events")
    asked = parser.parse_args()
    print(f"{'':10}{'events':>12}{'table s':>10}{'view s':>10}{'kB':>10}{'peak kB':>10}", end="")
    print(f"{'whole s':>10}{'peak kB':>10}{'snapshot kB':>13}")
    with tempfile.TemporaryDirectory() as folder:
        for events in asked.events:
            path = Path(folder) / f"{events}.db"
            _fill(path, events)
            if asked.before and events <= asked.before_most:
                _print("before", events, _measured(path, asked.before.resolve()))
            _print("now", events, _measured(path, _HERE))


def _print(name: str, events: int, found: dict[str, float]) -> None:
    seconds = f"{found['table']:10.3f}{found['view']:10.3f}"
    memory = f"{found['held'] / 1024:10,.0f}{found['peak'] / 1024:10,.0f}"
    whole = f"{found['whole']:10.2f}{found['whole_peak'] / 1024:10,.0f}"
    snapshot = f"{found['snapshot'] / 1024:13,.1f}"
    print(f"{name:10}{events:12,}{seconds}{memory}{whole}{snapshot}", flush=True)


def _fill(path: Path, events: int) -> None:
    """Play one table until it has so many events."""
    from tests.store.crash import events_of, next_order

    from benchmarks.store import TABLE, _append
    from houseway.store import codec
    from houseway.table.table import Table, evolve

    table, version, batch = Table(), 0, []
    with closing(_log(path)) as log:
        while version < events:
            order = next_order(table, TABLE, version)
            made = events_of(table, order, 0)
            batch.append(_append(order, version, tuple(map(codec.encode, made))))
            for event in made:
                evolve(table, event)
            version += len(made)
            if len(batch) >= _TOGETHER or version >= events:
                log.append(batch)
                batch = []


def _log(path: Path) -> Any:
    from houseway.store.chain import StoreKey
    from houseway.store.sqlite import SqliteLog

    log = SqliteLog(path)
    log.take_key(StoreKey(bytes(32)), 0)
    return log


def _measured(path: Path, checkout: Path) -> dict[str, float]:
    """What processes with the software of a checkout say, one after the other."""
    found: dict[str, float] = {}
    for step in ("whole", "snapshot", "time", "memory"):
        found |= child_says(path, checkout, step)
    return found


def child_says(path: Path, checkout: Path, step: str) -> dict[str, float]:
    """What a process with the software of a checkout says of one step."""
    code = "import sys; sys.path.insert(0, sys.argv[1]); import opening; opening.child()"
    done = subprocess.run(
        [sys.executable, "-c", code, str(_HERE / "benchmarks"), str(path), step],
        cwd=checkout, env={**os.environ, "PYTHONPATH": str(checkout / "src")},
        stdout=subprocess.PIPE, check=True,
    )  # fmt: skip
    found: dict[str, float] = json.loads(done.stdout)
    return found


# In the process of one checkout


def child() -> None:
    step: Callable[[Path], dict[str, float]] = globals()[f"_{sys.argv[3]}"]
    print(json.dumps(step(Path(sys.argv[2]))))


def _whole(path: Path) -> dict[str, float]:
    """Without a snapshot: the time, and then the most memory."""
    from houseway.runner import Runner

    with closing(_log(path)) as log:
        log.load_snapshot = lambda _stream: None
        log.save_snapshot = lambda *_: None
        seconds = _seconds(lambda: Runner(log, lambda: 0).table("table/1"), 1)
        _, peak = _traced(lambda: Runner(log, lambda: 0).table("table/1"))
    return {"whole": seconds, "whole_peak": peak}


def _snapshot(path: Path) -> dict[str, float]:
    """Save a snapshot as old as a runner of this checkout ever lets it become."""
    from houseway.runner import SNAPSHOT_EVERY
    from houseway.store import codec
    from houseway.table.table import Table, evolve

    table, kept = Table(), b""
    with closing(_log(path)) as log:
        end = log.heads()["table/1"].version
        at = max(0, end - SNAPSHOT_EVERY + 1)
        for entry in _entries(log, at):
            evolve(table, codec.decode(table.edition, entry))
        if at:
            kept = codec.encode_state(table)
            log.save_snapshot("table/1", at, kept)
    return {"snapshot": len(kept)}


def _entries(log: Any, last: int) -> Iterator[Any]:
    after = 0
    while after < last:
        for entry in log.read("table/1", after=after, limit=min(5_000, last - after)):
            yield entry
            after = entry.version


def _time(path: Path) -> dict[str, float]:
    with closing(_log(path)) as log:
        _view(log)  # types are learnt once in a process
        return {"table": _seconds(lambda: _table(log)), "view": _seconds(lambda: _view(log))}


def _memory(path: Path) -> dict[str, float]:
    with closing(_log(path)) as log:
        _view(log)
        held, peak = _traced(lambda: _view(log))
    return {"held": held, "peak": peak}


def _table(log: Any) -> Any:
    from houseway.runner import Runner

    runner = Runner(log, lambda: 0)
    return runner, runner.table("table/1")


def _view(log: Any) -> Any:
    """A table and its latest results, as the service holds both."""
    from houseway.service.storage.projections import Folds
    from houseway.table import results

    runner, table = _table(log)
    begins = {"rounds": results.KEPT} if "rounds" in signature(Folds).parameters else {}
    folds: Any = Folds(log, results.Results, lambda each, event, _: each.apply(event), **begins)
    folds.read("table/1", table.edition, lambda each: each)
    return runner, table, folds


def _seconds(work: Callable[[], object], turns: int = TURNS) -> float:
    """The median of the turns."""
    found = []
    for _ in range(turns):
        start = time.process_time()
        work()
        found.append(time.process_time() - start)
    return median(found)


def _traced(work: Callable[[], object]) -> tuple[int, int]:
    """Bytes that the result holds, and the most that were held on the way."""
    gc.collect()
    tracemalloc.start()
    result = work()
    gc.collect()
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del result
    return held, peak


if __name__ == "__main__":
    main()
