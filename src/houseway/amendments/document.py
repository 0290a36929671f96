"""The document of an amended edition: the clauses of the earlier one, with some of them changed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from houseway.amendments.written import Written
from houseway.rulebook.document import (
    TREATMENTS,
    ClauseRow,
    Document,
    Library,
    Metadata,
)

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
