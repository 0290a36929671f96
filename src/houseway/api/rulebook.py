"""The rulebook: documents, clauses in our own words, readings, and the evidence for each."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import overload

from houseway.api import pages
from houseway.coverage import ledger
from houseway.rulebook.document import Document, document, documents
from houseway.rulebook.readings import readings_for


@dataclass(frozen=True)
class Rule:
    """One clause: where it stands, what it asks of the software, how it is read, what proves it.

    `evidence` has the tests in which the clause acted, or which fail when it is broken.
    """

    clause: str
    heading: str
    text: str
    readings: tuple[str, ...]
    evidence: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join([f"{self.clause}: {self.text}", *self.readings])

    def _repr_html_(self) -> str:
        said = f"<p><b>{escape(self.clause)}</b> {escape(self.text)}</p>"
        return said + pages.points("Readings", self.readings)


@overload
def rules() -> tuple[Document, ...]: ...
@overload
def rules(game: str) -> Document: ...
@overload
def rules(game: str, clause: str) -> Rule: ...
def rules(game: str = "", clause: str = "") -> tuple[Document, ...] | Document | Rule:
    """The documents, one of them, or one of its clauses.

    Examples:
        >>> rules("mini-baccarat").title
        'Mini Baccarat'
        >>> rules("mini-baccarat", "8.8(c)").clause
        'Mini Baccarat 8.8(c)'
    """
    if not game:
        return documents()
    found = document(game)
    return found if not clause else _rule(found, clause)


def _rule(found: Document, number: str) -> Rule:
    cited = found(number)
    row = found.clauses[found.number_of(cited)]
    readings = (f"Reading {each.id}: {each.reading}" for each in readings_for(cited))
    tests = (test for each in ledger.entries() if each.clause == cited for test in each.tests)
    return Rule(str(cited), row.heading, row.must, tuple(readings), tuple(dict.fromkeys(tests)))
