"""`houseway soak`: a floor of people, faults and nonsense from a seed, with everything checked.

With `--json`: seeds, commands, events, accepted, streams, faults, hostile (attacks by patrons),
faces (commands of the house dealt again), cited and judged (clauses, by the sort of ruling), run (a
hash over all answers), failed (seed and what went wrong). Nothing in it depends on the number of
workers. With `--served` there are statuses and messages told live instead of what follows faults.
"""

from __future__ import annotations

import hashlib
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from houseway.cli.shared import Json, json_text
from houseway.soak.disk import FileDisk
from houseway.soak.floor import Floor, RunReport

# `houseway soak --served`: the people of the floor over HTTP, at houses that are killed.

_FAILED = 1


def soak_served(seeds: range, orders: int, kill_every: int, *, as_json: bool) -> int:
    """One served floor for each seed; 1 where anything went wrong."""
    from houseway.soak.over_http import Found, run_served  # a server: not for every command line

    found: list[Found] = []
    wrong: dict[int, str] = {}
    for seed in seeds:
        try:
            found.append(run_served(seed, orders, kill_every))
        except Exception as failure:  # whatever it is, it is a finding
            wrong[seed] = f"{type(failure).__name__}: {failure}"
    statuses = sum((each.statuses for each in found), Counter[int]())
    told = {
        "seeds": len(seeds),
        "orders": sum(each.orders for each in found),
        "accepted": sum(each.accepted for each in found),
        "events": sum(each.events for each in found),
        "messages": sum(each.messages for each in found),
        "statuses": {str(each): many for each, many in sorted(statuses.items())},
        "faults": dict(sorted(sum((each.faults for each in found), Counter[str]()).items())),
        "failed": [{"seed": seed, "wrong": what} for seed, what in wrong.items()],
    }
    formatted = json_text(told)
    print(formatted if as_json else "\n".join(_page(told)))
    return _FAILED if wrong else 0


def _page(told: dict[str, Any]) -> Iterator[str]:
    failed = told["failed"]
    yield f"{told['seeds'] - len(failed)} served floors without a violation, {len(failed)} with one"
    yield (
        f"{told['orders']:,} orders, {told['accepted']:,} accepted, {told['events']:,} events,"
        f" {told['messages']:,} messages told live"
    )
    for name in ("statuses", "faults"):
        yield f"{name}: " + ", ".join(f"{many:,} {what}" for what, many in told[name].items())
    for each in failed:
        yield f"seed {each['seed']} {each['wrong']}"


_HOUR = 3_600


class _Run(NamedTuple):
    """One seed's run: what it did, or what went wrong and after how many orders."""

    seed: int
    told: RunReport | None
    wrong: str = ""


def soak(
    *,
    seed: int = 1,
    seeds: int = 1,
    commands: int = 20_000,
    hours: float = 0,
    workers: int | None = None,
    sqlite: bool = False,
    served: bool = False,
    kill_every: int = 100,
    as_json: Json = False,
) -> int:
    """Simulate whole floors and check after every order that nothing is lost, made or shown.

    Example: houseway soak --seed 1 --seeds 500 --workers 2

    A seed that failed is named with the command that repeats it, and the exit status is 1.

    With --served the same people act over HTTP at a house that a process of its own serves from a
    folder that goes away, on lines that break; every so many orders that process is killed (-9)
    and started again. It takes no address: what they do must never reach the log of a real house.

    Parameters
    ----------
    seed
        The first seed.
    seeds
        How many floors, each from the next seed.
    commands
        How many orders reach each floor.
    hours
        Go on with further seeds for so many hours instead of a number of floors.
    workers
        How many processes; without it one for each processor.
    sqlite
        Keep each floor in a real SQLite log: slower, and the last write may be torn.
    served
        Over HTTP, at a served house, one floor after the other.
    kill_every
        How many orders between two kills of a served house; 0: none.
    """
    if min(seeds, commands) < 1 or hours < 0:
        print("houseway soak: expected at least one seed and one command", file=sys.stderr)
        return 2
    if served:
        return soak_served(range(seed, seed + seeds), commands, kill_every, as_json=as_json)
    work = _one_in_files if sqlite else _one
    runs = sorted(_runs(work, range(seed, seed + seeds), commands, hours, workers or _cores()))
    failed = [each for each in runs if each.wrong]
    told = [each.told for each in runs if each.told]
    print(_json(told, failed) if as_json else "\n".join(_soak_page(told, failed, commands)))
    return _FAILED if failed else 0


def _one(seed: int, commands: int) -> _Run:
    return _run(Floor(seed), commands)


def _one_in_files(seed: int, commands: int) -> _Run:
    with TemporaryDirectory() as folder:
        return _run(Floor(seed, disk=FileDisk(Path(folder), seed)), commands)


def _run(floor: Floor, commands: int) -> _Run:
    seed = floor.seed
    try:
        return _Run(seed, floor.run(commands))
    except Exception as wrong:  # whatever it is, it is a finding
        return _Run(seed, None, f"after {floor.commands} orders: {type(wrong).__name__}: {wrong}")


def _cores() -> int:
    return os.cpu_count() or 1


def _runs(
    work: Callable[[int, int], _Run], batch: range, commands: int, hours: float, workers: int
) -> Iterator[_Run]:
    """Every floor's run as it ends; by number, or until the time is up."""
    until = time.monotonic() + hours * _HOUR
    columns = BarColumn(), TextColumn("{task.completed:,.0f} floors"), TimeRemainingColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    with ProcessPoolExecutor(workers) as pool, bar:
        task = bar.add_task("", total=None if hours else len(batch))
        while True:
            for done in as_completed([pool.submit(work, each, commands) for each in batch]):
                bar.advance(task)
                yield done.result()
            batch = range(batch.stop, batch.stop + len(batch))
            if time.monotonic() >= until:
                return


def _sums(told: list[RunReport]) -> dict[str, int]:
    return {
        "commands": sum(each.commands for each in told),
        "events": sum(each.events for each in told),
        "accepted": sum(each.accepted for each in told),
    }


def _added(counts: Iterator[Counter[str]]) -> dict[str, int]:
    return dict(sorted(sum(counts, Counter[str]()).items()))


def _run_hash(told: list[RunReport]) -> str:
    return hashlib.sha256("".join(each.run for each in told).encode()).hexdigest()


def _json(told: list[RunReport], failed: list[_Run]) -> str:
    data = {
        "seeds": len(told) + len(failed),
        **_sums(told),
        "streams": _added(each.streams for each in told),
        "faults": _added(each.faults for each in told),
        "hostile": _added(each.hostile for each in told),
        "faces": sum(each.faces for each in told),
        "cited": _added(each.cited for each in told),
        "judged": _added(each.judged for each in told),
        "run": _run_hash(told),
        "failed": [{"seed": each.seed, "wrong": each.wrong} for each in failed],
    }
    return json_text(data)


def _soak_page(told: list[RunReport], failed: list[_Run], commands: int) -> Iterator[str]:
    sums = _sums(told)
    yield f"{len(told)} floors without a violation, {len(failed)} with one"
    yield f"{sums['commands']:,} orders, {sums['accepted']:,} accepted, {sums['events']:,} events"
    for name in ("streams", "faults"):
        added = _added(getattr(each, name) for each in told)
        yield f"{name}: " + ", ".join(f"{many:,} {what}" for what, many in added.items())
    attacks = _added(each.hostile for each in told).items()
    yield "attacks by patrons: " + ", ".join(f"{many:,} {how}" for how, many in attacks)
    faces = sum(each.faces for each in told)
    yield f"dealt again from the secrets of the house: {faces:,} commands"
    judged = _added(each.judged for each in told)
    for sort, many in _added(each.cited for each in told).items():
        yield f"clauses cited by {sort}: {many:,}, of which {judged.get(sort, 0):,} were judged"
    yield f"run {_run_hash(told)}"
    for each in failed:
        yield f"seed {each.seed} {each.wrong}"
        yield f"    again: houseway soak --seed {each.seed} --commands {commands}"
