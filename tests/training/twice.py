"""Judge many drills twice: `python -m tests.training.twice --count 100000`, or `make drills`.

Each drill at a table is exported as a record and settled again. A drill of a tournament is ruled on
again from the stored events of the tournament. Every difference is printed with its name. Scripted
situations come first, then all games and kinds in turn.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator

from houseway.games import find, slugs
from houseway.training.drill import Drill
from houseway.training.generate import NoDrill, drill, kinds_of, scripts
from houseway.training.second import differences

SHOWN = 1_000  # drills between two lines of progress


def wanted(count: int, first: int) -> Iterator[tuple[str, str, str]]:
    """So many drills: game, kind and seed."""
    scripted = [(each.game, each.kind, each.seed) for each in scripts()]
    yield from scripted[:count]
    each = [(slug, kind) for slug in slugs() for kind in kinds_of(find(slug))]
    for number in range(max(0, count - len(scripted))):
        yield *each[number % len(each)], str(first + number // len(each))


def compared(made: Drill) -> list[str]:
    """The differences; a situation that a record cannot express is one."""
    try:
        return differences(made)
    except (ValueError, LookupError) as wrong:
        return [f"{made.name}: {type(wrong).__name__}: {wrong}"]


def judge(count: int, first: int = 0) -> int:
    """Judge so many drills; return how many differ."""
    done, parts, differ, barren = Counter[str](), 0, 0, 0
    begun = time.process_time()
    for number, (slug, kind, seed) in enumerate(wanted(count, first), 1):
        try:
            made = drill(slug, kind, seed)
        except NoDrill as none:
            barren += 1
            sys.stdout.write(f"{none}\n")
            continue
        found = compared(made)
        differ += bool(found)
        done[kind] += 1
        parts += len(made.parts)
        for line in found:
            sys.stdout.write(f"{line}\n")
        if number % SHOWN == 0:
            rate = number / (time.process_time() - begun)
            sys.stdout.write(f"{number} drills, {differ} differ, {barren} seeds barren,"
                             f" {rate:.0f} in a second of the processor\n")  # fmt: skip
            sys.stdout.flush()
    listed = ", ".join(f"{kind} {times}" for kind, times in sorted(done.items()))
    rate = done.total() / (time.process_time() - begun)
    sys.stdout.write(
        f"{done.total()} drills with {parts} questions judged twice, {differ} differ, {barren}"
        f" seeds barren, {rate:.0f} in a second of the processor: {listed}\n"
    )
    return differ


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    given = parser.parse_args()
    sys.exit(1 if judge(given.count, given.first) else 0)
