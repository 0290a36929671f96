"""Amendments from Python: `houseway.amend(FILE)` makes an edition that can be played at once."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from houseway.amendments import checking, comparing
from houseway.amendments.checking import Checked
from houseway.amendments.comparing import Compared
from houseway.amendments.loading import load
from houseway.amendments.reading import Amendment


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
