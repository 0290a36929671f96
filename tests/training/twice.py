"""Judge many drills twice: `python -m tests.training.twice --count 100000`, or `make drills`.

Each drill is exported as a record and settled again; every difference is printed with its name.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from houseway.games import find, slugs
from houseway.training.generate import KINDS, NoDrill, drill, kinds_of
from houseway.training.second import differences

SHOWN = 1_000  # drills between two lines of progress


def judge(count: int, first: int = 0) -> int:
    """Judge so many drills of all games and kinds in turn; return how many differ."""
    each = [(slug, kind) for slug in slugs() for kind in kinds_of(find(slug)) if KINDS[kind].ask]
    done, differ, barren = Counter[str](), 0, 0
    for number in range(count):
        slug, kind = each[number % len(each)]
        try:
            made = drill(slug, kind, first + number // len(each))
        except NoDrill as none:
            barren += 1
            sys.stdout.write(f"{none}\n")
            continue
        found = differences(made)
        differ += bool(found)
        done[kind] += 1
        for line in found:
            sys.stdout.write(f"{line}\n")
        if (number + 1) % SHOWN == 0:
            sys.stdout.write(f"{number + 1} drills, {differ} differ, {barren} seeds barren\n")
            sys.stdout.flush()
    listed = ", ".join(f"{kind} {times}" for kind, times in sorted(done.items()))
    sys.stdout.write(f"{done.total()} drills judged twice, {differ} differ: {listed}\n")
    return differ


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    given = parser.parse_args()
    sys.exit(1 if judge(given.count, given.first) else 0)
