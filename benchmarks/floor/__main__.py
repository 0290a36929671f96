"""A full floor: 100 patrons at 20 tables of one server, from an order to everybody's screens.

The server is `houseway serve` in a process of its own, on SQLite, with tables of all nine games;
patrons are HTTP clients here, each with the live stream of its own page open. One patron after
another changes a wager while the others look on, four at a time. *To the answer* is from sending an
order to its answer; *to the screen* from sending it until another patron at the same table has been
sent what changed. Then two real browsers at one table: from a press in one to the change in the
other, how soon a table's page is painted, and what it weighs. Times are for people; the ratio is to
an empty request (`/healthz`) on the same machine at the same moment.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from pathlib import Path

from benchmarks.floor.browsers import compare
from benchmarks.floor.furnish import furnish, house
from benchmarks.floor.patrons import measure, report


def main() -> None:
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder:
        guests = furnish(Path(folder))
        with house(Path(folder)) as url:
            report(asyncio.run(measure(url, guests)))
            compare(url, guests[0])
    print(f"load of the machine after: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
