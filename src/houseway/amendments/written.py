"""The words of an amendment file: its TOML, with the line of everything in it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from houseway.amendments.problems import BadAmendment, Problem
from houseway.records.toml_lines import Path, line_numbers
from houseway.rulebook.parsing import read_toml

LARGEST = 1_000_000  # characters


class Written:
    """A parsed file. What is wrong is noted with its line, and all of it is reported together."""

    def __init__(self, text: str) -> None:
        if len(text) > LARGEST:
            raise BadAmendment([Problem(0, f"an amendment has at most {LARGEST:,} characters")])
        try:
            self.content: dict[str, Any] = read_toml(text)
        except ValueError as wrong:
            raise BadAmendment([_syntax(str(wrong))]) from wrong
        self.lines = line_numbers(text)
        self.text = text.splitlines()
        self.problems: list[Problem] = []

    def bad(self, path: Path, reason: str) -> None:
        self.problems.append(Problem(self.line(path), reason))

    def finish(self) -> None:
        """Raise if anything was wrong so far."""
        if self.problems:
            raise BadAmendment(self.problems)

    def line(self, path: Path) -> int:
        """The line of a key; a table written in braces stands at its own brace."""
        if path in self.lines:
            return self.lines[path]
        for length in range(len(path) - 1, 0, -1):
            begun = self.lines.get(path[:length])
            if begun is None:
                continue
            place = path[length]
            return self._brace(begun, place) if isinstance(place, int) else begun
        return 0

    def _brace(self, begun: int, place: int) -> int:
        """The line of one of the tables in braces that follow a key."""
        seen = -1
        for number, line in enumerate(self.text[begun - 1 :], begun):
            seen += line.split("#")[0].count("{")
            if seen >= place:
                return number
        return begun

    # Values, each checked for what it must be

    def known(self, path: Path, given: dict[str, Any], names: tuple[str, ...]) -> None:
        for name in given:
            if name not in names:
                near = get_close_matches(name, names, n=1)
                hint = f"did you mean {near[0]}?" if near else f"expected {', '.join(names)}"
                self.bad((*path, name), f"unknown key {name}: {hint}")

    def text_of(self, path: Path, given: dict[str, Any], name: str, default: str = "") -> str:
        value = given.get(name, default)
        if isinstance(value, str) and value.strip():
            return value.strip()
        self.bad((*path, name) if name in given else path, f"{name} must be a text")
        return default

    def optional(self, path: Path, given: dict[str, Any], name: str) -> str:
        return self.text_of(path, given, name) if name in given else ""

    def tables(
        self, path: Path, given: dict[str, Any], name: str
    ) -> Iterator[tuple[Path, dict[str, Any]]]:
        value = given.get(name, [])
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            self.bad((*path, name), f"{name} must be a list of tables")
            return
        for place, each in enumerate(value):
            yield (*path, name, place), each

    def texts(self, path: Path, given: dict[str, Any], name: str) -> tuple[str, ...]:
        value = given.get(name, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            self.bad((*path, name), f"{name} must be a list of texts")
            return ()
        return tuple(value)


def _syntax(wrong: str) -> Problem:
    reason, _, place = wrong.rpartition(" (at line ")
    number = place.partition(",")[0]
    return Problem(int(number), reason) if number.isdigit() else Problem(0, wrong)
