"""What is wrong with an amendment file: each problem with its line and its reason."""

from __future__ import annotations

from typing import NamedTuple


class Problem(NamedTuple):
    """One problem; line 0 where it is about the file as a whole."""

    line: int
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}" if self.line else self.reason


class BadAmendment(ValueError):
    """An amendment that cannot be used; `problems` has them all, in the order of the file."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(map(str, self.problems)))
