"""Walking through a document: its sections, the parts of a clause, two editions side by side."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from houseway.rulebook.document import ClauseRow, Document


class Section(NamedTuple):
    """Clauses that stand together under one heading."""

    heading: str
    rows: tuple[ClauseRow, ...]


def sections(of: Document) -> tuple[Section, ...]:
    """The sections of a document in its own order."""
    grouped = groupby(of.clauses.values(), key=lambda row: row.heading)
    return tuple(Section(heading, tuple(rows)) for heading, rows in grouped)


def parts(of: Document, number: str) -> tuple[str, ...]:
    """The clauses that are part of one, by their numbers."""
    part = re.compile(rf"{re.escape(number)}[ (.#]")
    return tuple(each for each in of.clauses if part.match(each))


def numbered(of: Document, asked: str) -> str:
    """The clause number that was meant, in capitals or not; as it was asked if there is none."""
    return next((each for each in of.clauses if each.lower() == asked.lower()), asked)


class Compared(NamedTuple):
    """One clause in two editions; None where an edition does not have it."""

    number: str
    left: ClauseRow | None
    right: ClauseRow | None

    @property
    def change(self) -> str:
        if self.left is None:
            return "added"
        if self.right is None:
            return "removed"
        return "" if self.left == self.right else "changed"


def compare(left: Document, right: Document) -> Iterator[Compared]:
    """Every clause of either edition: in the order of the right one, what it lost at the end."""
    for number, row in right.clauses.items():
        yield Compared(number, left.clauses.get(number), row)
    for number, row in left.clauses.items():
        if number not in right.clauses:
            yield Compared(number, row, None)
