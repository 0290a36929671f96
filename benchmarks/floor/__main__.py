"""A full floor: 100 patrons at 20 tables of one server, from an order to everybody's screens.

The server is `houseway serve` in a process of its own, on SQLite, with tables of all nine games;
patrons are HTTP clients here, each with the live stream of its own page open. One patron after
another changes a wager while the others look on, four at a time. *To the answer* is from sending an
order to its answer; *to the screen* from sending it until another patron at the same table has been
sent what changed. Then two real browsers at one table: from a press in one to the change in the
other, how soon a table's page is painted, and what it weighs. Times are for people; the ratio is to
an empty request (`/healthz`) on the same machine at the same moment.

    python -m benchmarks.floor
    python -m benchmarks.floor --against ../before

With `--against` the orders and the page are measured, not the press in a browser: of another
checkout and of this one in turns.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import tempfile
from pathlib import Path

from benchmarks.floor.browsers import compare, compare_versions
from benchmarks.floor.furnish import Guest, furnish, house, running_house
from benchmarks.floor.patrons import measure, report


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.floor")
    parser.add_argument("--against", type=Path, help="another checkout, measured in turns")
    against = parser.parse_args().against
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        guests = furnish(Path(folder) / "now")
        if against:
            _compare(Path(folder), against, guests)
        else:
            with house(Path(folder) / "now") as url:
                report(*asyncio.run(measure([url], guests)))
                compare(url, guests[0])
    print(f"load of the machine after: {os.getloadavg()[0]:.1f}")


def _compare(folder: Path, against: Path, guests: list[list[Guest]]) -> None:
    shutil.copytree(folder / "now", folder / "before")
    with (
        running_house(folder / "before", source=against) as (before, _),
        house(folder / "now") as now,
    ):
        orders = asyncio.run(measure([before, now], guests))
        for title, times in zip(("before", "now"), orders, strict=True):
            print(f"{title}:")
            report(times)
        compare_versions({"before": before, "now": now}, guests[0])


if __name__ == "__main__":
    main()
