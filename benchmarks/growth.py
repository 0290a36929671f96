"""How each cost grows: with open pages, with tables, with the events of a table, with decks.

    python -m benchmarks.growth
    python -m benchmarks.growth decks events

Every figure is CPU time, which other work on the machine raises too. Pages and tables: what a
command costs the server and its drawing process together at 20 commands a second. Events: what it
costs to open a table. Decks: what it costs a new process to solve blackjack. The figures go to
`docs/growth/growth.json`, each with the load of the machine, and the plot to `growth.svg` beside
it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

import msgspec
from msgspec import Struct

from benchmarks.opening import _HERE, _fill, child_says
from houseway.analysis.plots.plot import Axis, Line, Panel, Plot
from houseway.analysis.table import Table

PAGES, PAGES_TABLES = (100, 250, 500, 1_000, 2_000), 20
TABLES, TABLES_PAGES = (20, 50, 100, 200, 400), 400
EVENTS = (1_000, 10_000, 100_000, 1_000_000)
DECKS = tuple(range(1, 9))
PACE, SECONDS, WARM_UP = 20, 15, 5
TURNS = 3  # processes that solve a shoe
PLOTS = Path(__file__).resolve().parents[1] / "docs" / "growth"


class Figure(Struct, frozen=True):
    """One measurement: the size, its cost, and the load of the machine before and after."""

    size: int
    cost: float
    load: tuple[float, float]


class Cost(Struct, frozen=True):
    """What is measured, against what."""

    title: str
    x: str
    y: str
    sizes: tuple[int, ...]
    measure: Callable[[int], float]
    log: bool = True


def _pages(pages: int) -> float:
    return _command(tables=PAGES_TABLES, pages=pages)


def _tables(tables: int) -> float:
    return _command(tables=tables, pages=TABLES_PAGES)


def _command(*, tables: int, pages: int) -> float:
    """Milliseconds of CPU for a command."""
    words = [sys.executable, "-m", "benchmarks.load", "sqlite", "--json"]
    sizes = {"tables": tables, "pages": pages, "pace": PACE, "seconds": SECONDS, "warm-up": WARM_UP}
    words += [word for name, value in sizes.items() for word in (f"--{name}", str(value))]
    done = subprocess.run(words, stdout=subprocess.PIPE, check=True)
    (found,) = json.loads(done.stdout)
    return 1_000 / float(found["orders_per_cpu_second"])


def _events(events: int) -> float:
    """Milliseconds of CPU to open a table, with a snapshot as old as it ever becomes."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{events}.db"
        _fill(path, events)
        child_says(path, _HERE, "snapshot")
        return child_says(path, _HERE, "time")["view"] * 1_000


def _decks(decks: int) -> float:
    """Seconds of CPU of a process that solves a shoe, start-up included.

    The first of them compiles what is on disk from then on.
    """
    return median([_solved(decks) for _ in range(TURNS + 1)][1:])


def _solved(decks: int) -> float:
    code = (
        "from time import process_time; from houseway.analysis import analyse;"
        "from houseway.analysis.composition import full;"
        f"analyse('tournament-blackjack', composition=full({decks})); print(process_time())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    return float(done.stdout)


COSTS = {
    "pages": Cost(f"A command, {PAGES_TABLES} tables", "open pages", "CPU ms", PAGES, _pages),
    "tables": Cost(f"A command, {TABLES_PAGES} pages", "tables", "CPU ms", TABLES, _tables),
    "events": Cost("Opening a table", "events of the table", "CPU ms", EVENTS, _events),
    "decks": Cost("Exact blackjack", "decks", "CPU s", DECKS, _decks, log=False),
}
PATH = PLOTS / "growth.json"


def figures() -> dict[str, list[Figure]]:
    """What was measured last."""
    if not PATH.exists():
        return {}
    return msgspec.json.decode(PATH.read_bytes(), type=dict[str, list[Figure]])


def plot(found: dict[str, list[Figure]]) -> Plot:
    """A panel for each cost, from zero up."""
    rows = tuple((name, each.size, str(each.cost)) for name, all in found.items() for each in all)
    return Plot(
        name="growth",
        title="How costs grow",
        subtitle="CPU time on a shared machine; growth.json has the load beside each figure.",
        panels=tuple(_panel(COSTS[name], found[name]) for name in COSTS if name in found),
        table=Table({"cost": str, "size": int, "CPU": str}, rows),
    )


def _panel(cost: Cost, measured: list[Figure]) -> Panel:
    points = tuple((float(each.size), each.cost) for each in measured)
    high = 1.2 * max(each.cost for each in measured)
    return Panel(
        x=Axis(cost.x, "count" if cost.log else "plain", log=cost.log, ticks=len(points)),
        y=Axis(cost.y, low=0.0, high=high, ticks=4),
        layers=(Line(points, dots=True),),
        title=cost.title,
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.growth")
    parser.add_argument("costs", nargs="*", help=f"of {', '.join(COSTS)}; none: all")
    parser.add_argument("--most", type=int, default=EVENTS[-1], help="the largest size measured")
    asked = parser.parse_args()
    for name in asked.costs or COSTS:
        _measure(name, COSTS[name], [each for each in COSTS[name].sizes if each <= asked.most])


def _measure(name: str, cost: Cost, sizes: list[int]) -> None:
    """Write every figure as soon as it is there."""
    found = figures()
    found[name] = []
    for size in sizes:
        before, spent, after = os.getloadavg()[0], cost.measure(size), os.getloadavg()[0]
        print(f"{name:8}{size:12,}{spent:10.2f} {cost.y}  load {before:.1f} to {after:.1f}")
        found[name].append(Figure(size, round(spent, 2), (round(before, 1), round(after, 1))))
        PATH.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
        (PLOTS / "growth.svg").write_text(plot(found).svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
