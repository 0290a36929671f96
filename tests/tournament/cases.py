"""A table of cases for one document: a situation, what comes of it, and the clause in brackets."""

from __future__ import annotations

from typing import NamedTuple

from houseway.rulebook.document import document
from tests.tournament import (
    situations,
    situations_of_additional_rounds,
    situations_of_entry,
    situations_of_places,
    situations_of_sessions,
    situations_of_ties,
    situations_of_wagers,
)
from tests.tournament.desk import Desk
from tests.tournament.told import SITUATIONS

# Each of these adds what it tells to the list.
TOLD = (
    situations,
    situations_of_additional_rounds,
    situations_of_entry,
    situations_of_places,
    situations_of_sessions,
    situations_of_ties,
    situations_of_wagers,
)


class Case(NamedTuple):
    situation: str
    outcome: str
    clause: str

    def __str__(self) -> str:
        return self.situation


def read(table: str) -> list[Case]:
    """Rows of `situation | outcome | [clause]`; a dash where no clause speaks."""
    rows = [line.split("|") for line in table.strip().splitlines() if line.strip()]
    cells = [[cell.strip() for cell in row] for row in rows]
    return [Case(told, outcome, clause.strip("[]-")) for told, outcome, clause in cells]


def check(slug: str, case: Case) -> None:
    outcome, clause = SITUATIONS[case.situation](Desk(slug))
    wanted = str(document(slug)(case.clause)) if case.clause else ""
    assert (outcome, clause) == (case.outcome, wanted)
