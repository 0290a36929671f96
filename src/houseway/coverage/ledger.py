"""The ledger of evidence: for each clause the tests that made it speak, or that a break turns red.

`make ledger` writes it from a run of the tests; it is part of the package, so that an installed
rulebook knows it too. A line has the clause, how it was shown to act, and a few tests.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from houseway.rulebook import Clause, documents

SPOKE, CONDUCTED, BROKEN = "spoke", "conducted", "broken"
WAYS = (SPOKE, CONDUCTED, BROKEN)
PATH = Path(__file__).with_name("ledger.tsv")
_HEADER = "clause\tby\ttests"


class Entry(NamedTuple):
    """One clause and its evidence: `by` is spoke, conducted or broken."""

    clause: str
    by: str
    tests: tuple[str, ...]


def entries(path: Path = PATH) -> tuple[Entry, ...]:
    """Every line of the ledger; none where it has not been written yet."""
    lines = path.read_text(encoding="utf-8").splitlines()[1:] if path.is_file() else []
    split = (line.split("\t") for line in lines)
    return tuple(Entry(clause, by, tuple(tests)) for clause, by, *tests in split)


def write(ledger: Iterable[Entry], path: Path = PATH) -> None:
    """Write the ledger in the order of the documents."""
    clauses = (each(number) for each in documents() for number in each.clauses)
    order = {clause: at for at, clause in enumerate(clauses)}
    kept = sorted(ledger, key=lambda each: (order[Clause(each.clause)], WAYS.index(each.by)))
    lines = ("\t".join((each.clause, each.by, *each.tests)) for each in kept)
    path.write_text("\n".join((_HEADER, *lines)) + "\n", encoding="utf-8")
