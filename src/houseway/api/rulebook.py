"""Rules, drills and amendments: clauses looked up, questions made by seed, changes checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from pathlib import Path
from typing import overload

from houseway.amendments import checking, comparing
from houseway.amendments.checking import Checked
from houseway.amendments.comparing import Compared
from houseway.amendments.loading import load
from houseway.amendments.reading import Amendment
from houseway.api import rounds
from houseway.coverage import ledger
from houseway.rulebook.document import Document, document, documents
from houseway.rulebook.readings import readings_for
from houseway.training import generate
from houseway.training.drill import Drill


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
        return said + rounds.points("Readings", self.readings)


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


# Drills for Python programs: questions about live tables, marked by clause.


def drills(
    game: str, *, kinds: Iterable[str] = (), seed: str | int = 0, count: int = 10
) -> tuple[Drill, ...]:
    """Questions about tables of a game, the same for the same seed.

    Without `kinds` every kind of the game comes in turn. Each drill has the situation in words,
    its `parts` (what is asked, the options, the clauses), and `mark` for the answers.

    Examples:
        >>> drill = drills("mini-baccarat", kinds=["payout"], seed=7, count=1)[0]
        >>> drill.title
        'Pay the wager'
        >>> marks = drill.mark([part.answer for part in drill.parts])
        >>> all(mark.right and mark.clauses for mark in marks)
        True
    """
    return tuple(generate.drills(game, kinds=tuple(kinds), seed=seed, count=count))


# Amendments from Python: `houseway.amend(FILE)` makes an edition that can be played at once.


class Amended:
    """An amendment that was read and adopted: other functions take its `edition` by name."""

    def __init__(self, amendment: Amendment) -> None:
        self._amendment = amendment

    @property
    def edition(self) -> str:
        """The id of the new edition, such as `mini-baccarat@2030-01-01`."""
        return self._amendment.document.id

    @property
    def amends(self) -> str:
        """The id of the edition that it amends."""
        return self._amendment.before.cite.id

    @property
    def edges(self) -> dict[str, Fraction]:
        """The exact house edge of each side wager."""
        return {each.name: each.edge for each in self.check().figures}

    def check(self) -> Checked:
        """Play the scenarios of the file; `open_clauses` are those that none of them covers."""
        return checking.check(self._amendment)

    def compare(self) -> Compared:
        """What changes from the edition that it amends."""
        return comparing.compare_amendment(self._amendment)

    def __repr__(self) -> str:
        return f"<{self.edition} amends {self.amends}>"


def amend(file: str | Path) -> Amended:
    """Read an amendment file and adopt its edition.

    Raises `BadAmendment` with the line and reason of every fault.
    """
    return Amended(load(Path(file)))
