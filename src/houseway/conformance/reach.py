"""Which enforced clauses the cases of a kit exercise, and why the others cannot speak in one.

A clause is exercised when an answer cites it. `unreachable.tsv` has a reason for each clause that
no case can make speak; the other reasons follow from what the ledger of evidence knows.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from houseway.conformance.cases import CaseAnswer
from houseway.coverage import ledger
from houseway.rulebook.document import Document

ENFORCED = "enforce"
_SILENT = "No ruling cites it: it acts through values and orders that other clauses answer with."


class Cited:
    """The clauses that answers cite. Most steps cite the same few together, so these are counted
    once and taken apart at the end."""

    def __init__(self) -> None:
        self._together: set[tuple[str, ...]] = set()

    def add(self, answer: CaseAnswer) -> None:
        add = self._together.add
        for wager in answer.wagers:
            add(wager.clauses)
        for entry in answer.entries:
            add(entry.clauses)
        for step in answer.steps:
            add(step.clauses)
            add(step.why)
            add((step.clause, step.next_clause))

    @property
    def clauses(self) -> frozenset[str]:
        return frozenset(clause for each in self._together for clause in each if clause)


def enforced(cite: Document) -> tuple[str, ...]:
    """The numbers of the clauses that the engine enforces."""
    return tuple(n for n, row in cite.clauses.items() if row.treatment == ENFORCED)


def reasons(cite: Document) -> dict[str, str]:
    """The enforced clauses that no answer of a kit can cite, each with the reason."""
    found = dict(listed(cite.slug))
    for number in enforced(cite):
        if cite(number) in _silent():
            found.setdefault(number, _SILENT)
    return found


@cache
def listed(slug: str) -> dict[str, str]:
    """The reasons that are written down, by the number of the clause."""
    text = (files(__package__) / "unreachable.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines()[1:])
    return {number: why for each, number, why in rows if each == slug}


@cache
def _silent() -> frozenset[str]:
    """The clauses that break a test when they are broken, and that no test hears speak."""
    evidence: dict[str, set[str]] = {}
    for each in ledger.entries():
        evidence.setdefault(each.clause, set()).add(each.by)
    return frozenset(
        clause
        for clause, ways in evidence.items()
        if ledger.BROKEN in ways and not ways & {ledger.SPOKE, ledger.CONDUCTED}
    )
