"""The long search for states without a way out: `make ways STEPS=1000000`.

It goes in blocks, each with a seed of its own, over tables, conducted sessions and whole events in
turn. A row of
`build/ways.tsv` says what a block did, so a search that was cut goes on where it stopped. At the
end it names the commands that were never accepted; those in `NEVER` have a reason.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from houseway.games import game, slugs
from houseway.games.commands import Command
from houseway.table.table import MACHINE
from tests.soak import conducted_ways
from tests.soak.event_ways import EVENTS, event_walk
from tests.soak.ways import Report, walk

ROWS = Path("build") / "ways.tsv"
HEAD = ("what", "seed", "steps", "ways asked", "dead ends", "CPU seconds", "accepted")
STEPS, SESSIONS = 10_000, 15  # of a block


class Block(NamedTuple):
    """A part of the search that is made again by its seed."""

    what: str
    seed: str
    run: Callable[[Report], None]


def tables(slug: str, seed: str, steps: int) -> Block:
    return Block(f"tables of {slug}", seed, lambda report: walk(slug, seed, steps, report))


def sessions(slug: str, seed: str, count: int) -> Block:
    def run(report: Report) -> None:
        for number in range(count):
            conducted_ways.evening(slug, f"{seed} {number}", report)
            if report.found:
                return

    return Block(f"sessions of {slug}", seed, run)


def events(what: str, seed: str, count: int) -> Block:
    def run(report: Report) -> None:
        for number in range(count):
            event_walk(what, number, seed, report)
            if report.found:
                return

    return Block(what, seed, run)


def blocks(steps: int, evenings: int, seed: str) -> Iterator[Block]:
    """Every block, the games in turn; `evenings`: sessions of each game that has tournaments."""
    for number in range(max(-(-steps // STEPS), -(-evenings // SESSIONS))):
        named = f"{seed}.{number}"
        for what in EVENTS:  # as many of each as sessions of a game
            if (more := min(SESSIONS, evenings - number * SESSIONS)) > 0:
                yield events(what, named, more)
        for slug in slugs():
            if left := min(STEPS, steps - number * STEPS) if number * STEPS < steps else 0:
                yield tables(slug, named, left)
            more = min(SESSIONS, evenings - number * SESSIONS)
            if more > 0 and slug in conducted_ways.SLUGS:
                yield sessions(slug, named, more)


def done(rows: Path) -> dict[tuple[str, str], list[str]]:
    """The rows of earlier runs, by what was searched and the seed."""
    if not rows.exists():
        return {}
    listed = [line.split("\t") for line in rows.read_text(encoding="utf-8").splitlines()[1:]]
    return {(each[0], each[1]): each for each in listed if len(each) == len(HEAD)}


def search(wanted: Iterator[Block], rows: Path, say: Callable[[str], None] = print) -> int:
    """Run the blocks that have no row yet; the number of dead ends of all."""
    known = done(rows)
    rows.parent.mkdir(parents=True, exist_ok=True)
    if not rows.exists():
        rows.write_text("\t".join(HEAD) + "\n", encoding="utf-8")
    ends = 0
    for block in wanted:
        if (row := known.get((block.what, block.seed))) is not None:
            ends += int(row[4])
            continue
        report, since = Report(), time.process_time()
        block.run(report)
        seconds = f"{time.process_time() - since:.1f}"
        counts = (report.steps, report.asked, len(report.found))
        accepted = ",".join(f"{name}={count}" for name, count in sorted(report.given.items()))
        row = [block.what, block.seed, *map(str, counts), seconds, accepted]
        with rows.open("a", encoding="utf-8") as file:
            file.write("\t".join(row) + "\n")
        ends += len(report.found)
        for each in report.found:
            say(each.text)
    return ends


# What was reached

_NEVER_HERE = "the document has no clause for it"
NEVER: dict[str, str] = {
    "EnterCommencement": "the table is opened under a document whose publication is entered",
    "OpenTable": "it begins a walk",
    "CheckCardsAfterGaming": "after closing time, and a walk ends there",
}


def never_accepted(rows: Path) -> dict[str, list[str]]:
    """By game, the commands of its tables that no block accepted and `NEVER` does not excuse."""
    found = {}
    for slug in slugs():
        given = accepted(rows, f"tables of {slug}")
        kinds = [kind for kind in commands_of(slug) if kind.__name__ not in NEVER]
        missing = sorted(kind.__name__ for kind in kinds if not given[kind.__name__])
        if given and missing:
            found[slug] = missing
    return found


def commands_of(slug: str) -> list[type[Command]]:
    """The commands that a table of this game may be given, where its document has them."""
    return [*game(slug).orders, *MACHINE.commands]


def accepted(rows: Path, what: str) -> Counter[str]:
    """How often each command was accepted, each wager placed and each step awaited."""
    given: Counter[str] = Counter()
    for (of, _), row in done(rows).items():
        for each in row[-1].split(",") if of == what and row[-1] else ():
            name, _, count = each.rpartition("=")
            given[name] += int(count)
    return given


def totals(rows: Path) -> Iterator[str]:
    """A line for each kind of search: steps, ways out asked for, dead ends, CPU seconds."""
    whats = dict.fromkeys(what for what, _ in done(rows))
    for what in whats:
        of = [row for (each, _), row in done(rows).items() if each == what]
        steps, asked, ends = (sum(int(row[at]) for row in of) for at in (2, 3, 4))
        seconds = sum(float(row[5]) for row in of)
        yield (
            f"{what}: {len(of)} blocks, {steps:,} steps, {asked:,} ways out asked for, "
            f"{ends} dead ends, {seconds:,.0f} CPU seconds"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=1_000_000, help="at each game")
    parser.add_argument("--sessions", type=int, help="conducted, of each game that has tournaments")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--rows", type=Path, default=ROWS)
    chosen = parser.parse_args()
    evenings = chosen.steps * 3 // 2_000 if chosen.sessions is None else chosen.sessions
    ends = search(blocks(chosen.steps, evenings, chosen.seed), chosen.rows)
    for line in totals(chosen.rows):
        print(line)
    for slug, names in never_accepted(chosen.rows).items():
        print(f"{slug}: never accepted: {', '.join(names)}")
    return int(ends > 0)


if __name__ == "__main__":
    sys.exit(main())
