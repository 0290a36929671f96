"""The document of an amended edition: the clauses of the earlier one, with some of them changed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.structs import replace

from houseway.records.hwr import Path, line_numbers
from houseway.rulebook.document import TREATMENTS, ClauseRow, Document, Library, Metadata
from houseway.rulebook.parsing import read_toml

# What is wrong with an amendment file: each problem with its line and its reason.


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


# The words of an amendment file: its TOML, with the line of everything in it.

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


_NUMBER = re.compile(r"[A-Za-z0-9][A-Za-z0-9.:()#', -]{0,39}")
_CLAUSE = ("number", "heading", "treatment", "must", "after", "reading")


def amended_document(before: Document, written: Written) -> Document:
    """The document with the clauses that the file adds, replaces, renumbers and strikes."""
    rows = dict(before.clauses)
    _strike(rows, written)
    rows = _renumber(rows, written)
    for path, given in written.tables((), written.content, "replace"):
        _replace(rows, written, path, given)
    for path, given in written.tables((), written.content, "add"):
        rows = _add(rows, written, path, given)
    metadata = replace(before.metadata, revokes=(before.metadata.instrument,), **_about(written))
    return document_of(before, metadata, rows)


def document_of(before: Document, metadata: Metadata, rows: Mapping[str, ClauseRow]) -> Document:
    """A document made of rows, with the slots of the one before."""

    def read(name: str) -> str:
        return before.beside(name.replace(metadata.edition, before.edition))

    library = Library(read)
    library.hold(metadata, MappingProxyType(dict(rows)))
    return Document(metadata.title, edition=metadata.edition, library=library)


def _about(written: Written) -> dict[str, Any]:
    content = written.content
    commences = written.text_of((), content, "commences")
    return {
        "edition": written.text_of((), content, "edition"),
        "instrument": written.text_of((), content, "instrument"),
        "made": written.optional((), content, "made") or commences,
        "commences": commences,
        "commencement": written.optional((), content, "commencement") or commences,
    }


def _strike(rows: dict[str, ClauseRow], written: Written) -> None:
    for number in written.texts((), written.content, "strike"):
        if number not in rows:
            written.bad(("strike",), f"there is no clause {number} to strike")
        rows.pop(number, None)


def renumbered(written: Written) -> dict[str, str]:
    given = written.content.get("renumber", {})
    if not isinstance(given, dict) or not all(isinstance(each, str) for each in given.values()):
        written.bad(("renumber",), 'renumber must be a table such as "8.8(c)" = "8.9(c)"')
        return {}
    return dict(given)


def _renumber(rows: dict[str, ClauseRow], written: Written) -> dict[str, ClauseRow]:
    numbers = renumbered(written)
    for number, new in numbers.items():
        if number not in rows:
            written.bad(("renumber", number), f"there is no clause {number} to renumber")
        if new in rows and new not in numbers:
            written.bad(("renumber", number), f"the document has a clause {new} already")
    return {
        numbers.get(number, number): replace(row, number=numbers.get(number, number))
        for number, row in rows.items()
    }


def _replace(rows: dict[str, ClauseRow], written: Written, path: Any, given: Any) -> None:
    written.known(path, given, _CLAUSE)
    number = written.text_of(path, given, "number")
    if number not in rows:
        written.bad(path, f"there is no clause {number} to replace; add it")
        return
    rows[number] = _row(written, path, given, rows[number])


def _add(
    rows: dict[str, ClauseRow], written: Written, path: Any, given: Any
) -> dict[str, ClauseRow]:
    written.known(path, given, _CLAUSE)
    number = written.text_of(path, given, "number")
    if number in rows:
        written.bad(path, f"the document has a clause {number} already; replace it")
        return rows
    if number and not _NUMBER.fullmatch(number):
        written.bad(path, f"{number!r} is not a number of a clause such as 4.3(e)")
        return rows
    after = written.optional(path, given, "after") or next(reversed(rows))
    if after not in rows:
        written.bad((*path, "after"), f"there is no clause {after} to stand after")
        return rows
    row = _row(written, path, given, ClauseRow(number, rows[after].heading, "enforce", ""))
    grown: dict[str, ClauseRow] = {}
    for each, held in rows.items():
        grown[each] = held
        if each == after:
            grown[number] = row
    return grown


def _row(written: Written, path: Any, given: Any, before: ClauseRow) -> ClauseRow:
    treatment = given.get("treatment", before.treatment)
    if treatment not in TREATMENTS:
        written.bad((*path, "treatment"), f"{treatment!r} is none of {', '.join(TREATMENTS)}")
    must = written.text_of(path, given, "must")
    reading = written.optional(path, given, "reading")
    words = f"{must} Reading: {reading}" if reading else must
    if "\t" in words or "\n" in words:
        written.bad((*path, "must"), "the words of a clause stand on one line, without tabs")
    heading = written.optional(path, given, "heading") or before.heading
    return ClauseRow(before.number, heading, treatment, words)
