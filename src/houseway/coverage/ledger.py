"""The ledger of evidence: for each clause the tests that made it speak, or that a break turns red.

`make ledger` writes it from a run of the tests; it is part of the package, so that an installed
rulebook knows it too. A line has the clause, how it was shown to act, and a few tests. Clauses with
several duties also have a line for the evidence of each (`houseway.rulebook.duties`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from houseway.rulebook import Clause, Document, documents

SPOKE, CONDUCTED, BROKEN = "spoke", "conducted", "broken"
WAYS = (SPOKE, CONDUCTED, BROKEN)
PATH = Path(__file__).with_name("ledger.tsv")
_HEADER = "clause\tby\ttests"
_TEST = "test "


class Entry(NamedTuple):
    """One clause and its evidence: `by` is spoke, conducted, broken, or the evidence of a duty."""

    clause: str
    by: str
    tests: tuple[str, ...]


def entries(path: Path = PATH) -> tuple[Entry, ...]:
    """Every line of the ledger; none where it has not been written yet."""
    lines = path.read_text(encoding="utf-8").splitlines()[1:] if path.is_file() else []
    return tuple(_entry(*line.split("\t")) for line in lines)


def _entry(clause: str, by: str, *tests: str) -> Entry:
    """The entry of a line; evidence that is itself a test is written once."""
    return Entry(clause, by, tests or (by.removeprefix(_TEST),))


@cache
def numbers(of: Document) -> frozenset[str]:
    """The clauses of a document that spoke in a test, or by whose break one fails."""
    spoken = {each.clause for each in entries()}
    return frozenset(number for number in of.clauses if of(number) in spoken)


def write(ledger: Iterable[Entry], path: Path = PATH) -> None:
    """Write the ledger in the order of the documents."""
    clauses = (each(number) for each in documents() for number in each.clauses)
    order = {clause: at for at, clause in enumerate(clauses)}
    ordered = sorted(ledger, key=lambda each: (order[Clause(each.clause)], *_way(each.by)))
    lines = ("\t".join(_cells(each)) for each in ordered)
    path.write_text("\n".join((_HEADER, *lines)) + "\n", encoding="utf-8")


def _way(by: str) -> tuple[int, str]:
    return (WAYS.index(by) if by in WAYS else len(WAYS), by)


def _cells(entry: Entry) -> tuple[str, ...]:
    if entry.by.startswith(_TEST):
        return (entry.clause, entry.by)
    return (entry.clause, entry.by, *entry.tests)
