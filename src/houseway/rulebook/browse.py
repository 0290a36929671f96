"""Walking through a document: its sections, its defined terms, the parts of a clause, two editions
side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import NamedTuple

from houseway.rulebook.document import ClauseRow, Document, documents


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


_TERM = re.compile(r"(?:terms:|(?P<section>\d+)[\d.]*) (?P<term>[A-Za-z].*)")
_DEFINITIONS = re.compile("definition|dictionary|terms used", re.IGNORECASE)  # headings
_PERSON = ("player", "players")  # in small letters the person, not the hand (reading G3)


@cache
def glossary(of: Document) -> tuple[tuple[str, str, str], ...]:
    """Each form of each defined term in small letters, its section if it has one, its clause."""
    found = []
    for number, row in of.clauses.items():
        match = _TERM.fullmatch(number) if _DEFINITIONS.search(row.heading) else None
        if match:
            found += [(form, match["section"] or "", number) for form in _forms(match["term"])]
    return tuple(found)


def _forms(term: str) -> Iterator[str]:
    """`burn/ed` is burn and burned, `Tableau (Table of Play)` is Tableau."""
    plain = re.sub(r"\s?\(.*?\)", "", term).lower()
    first, _, ending = plain.partition("/")
    yield first
    if ending:
        yield first + ending if len(ending) < 3 else ending


class Piece(NamedTuple):
    """A part of a text, and the clause that defines it; empty for plain words."""

    text: str
    number: str = ""


def with_terms(of: Document, number: str, text: str) -> Iterator[Piece]:
    """The words of a clause in pieces: each defined term once, with the clause of its entry."""
    entries = _entries_for(of, number)
    at, named = 0, {number}
    for match in _finder(of).finditer(text) if entries else ():
        entry = entries.get(match[1].lower(), number)
        if entry in named or match[0] in _PERSON:
            continue
        named.add(entry)
        yield from (Piece(text[at : match.start()]), Piece(match[0], entry))
        at = match.end()
    yield Piece(text[at:])


@cache
def _finder(of: Document) -> re.Pattern[str]:
    forms = sorted({form for form, _, _ in glossary(of)}, key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, forms))})s?(?!\w)", re.IGNORECASE)


def _entries_for(of: Document, number: str) -> dict[str, str]:
    """The entry of each form that holds for a clause: that of its own section before the others."""
    every = glossary(of)
    own = [(form, entry) for form, section, entry in every if number.split(".")[0] == section]
    return {form: entry for form, _, entry in reversed(every)} | dict(own)


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


# Finding clauses by their words.


def search_clauses(
    words: str, among: Iterable[Document] | None = None
) -> list[tuple[Document, ClauseRow]]:
    """The clauses that hold every word, those with the words as a phrase first.

    Capitals do not matter and a hyphen is a space. A word of four letters or more also finds the
    longer words it begins.
    """
    wanted = _plain(words).split()
    tests = [_word(each) for each in wanted]
    phrase = " ".join(wanted)
    found = [
        (phrase not in text, each, row)
        for each in (documents() if among is None else among)
        for row in each.clauses.values()
        if (text := _plain(f"{row.number} {row.heading} {row.must}"))
        and all(test.search(text) for test in tests)
    ]
    return [(each, row) for _, each, row in sorted(found, key=lambda entry: entry[0])]


def _word(word: str) -> re.Pattern[str]:
    end = "" if len(word) > 3 else r"\b"
    return re.compile(rf"\b{re.escape(word)}{end}")


def _plain(text: str) -> str:
    return " ".join(text.replace("-", " ").lower().split())
