"""The readings: what a document leaves open, what we do about it, and why.

A reading is linked to the clauses it lists and to the clauses whose own row names it. Where a
reading is a choice that operator or regulator may make otherwise, it carries a named policy.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Literal

import msgspec

from houseway.rulebook.document import SHIPPED, Clause, Library, document_cited, documents
from houseway.rulebook.parsing import toml_as

SERIES = ("A", "7U", "CW", "3C", "G", "TP", "MB", "TM", "CP", "BJ", "RO", "PG", "P")
"""One file a series, in the order they are listed."""

ID = re.compile(r"(?<![\w.-])(?:(?:A|7U|CW|3C|P)-\d\d|(?:G|TP|MB|TM|CP|BJ|RO|PG)\d+)(?!\w)")


class UnknownReading(LookupError):
    """No reading has that id."""


_SPELT = {
    "seven up": "7-Up Baccarat",
    "casino war": "Casino War",
    "three card": "Three Card Baccarat",
    "mini baccarat": "Mini Baccarat",
    "duty manager": "Duty Manager",
    "patrons": "patron's",
}


class Policy(msgspec.Struct, frozen=True):
    """A choice that a reading makes by default, and what else may be chosen."""

    name: str
    default: str
    alternatives: tuple[str, ...]
    reading: str

    @property
    def title(self) -> str:
        """The name in words, with the names of games as the documents spell them."""
        words = self.name.replace("_", " ")
        for plain, spelt in _SPELT.items():
            words = re.sub(rf"\b{plain}\b", spelt, words)
        return words[0].upper() + words[1:]


class Reading(msgspec.Struct, frozen=True):
    """One reading. `clauses` lists, by document slug, the clause numbers it touches."""

    id: str
    weight: Literal["high", "medium", "low"]
    title: str
    question: str
    reading: str
    why: str
    clauses: Mapping[str, tuple[str, ...]]
    table: tuple[tuple[str, ...], ...] = ()
    policies: tuple[Policy, ...] = ()

    @property
    def documents(self) -> tuple[str, ...]:
        """The slugs of the documents it reads."""
        return tuple(self.clauses)


def readings(library: Library = SHIPPED) -> tuple[Reading, ...]:
    """Every reading, series by series."""
    return tuple(_by_id(library).values())


def reading(reading_id: str, library: Library = SHIPPED) -> Reading:
    """The reading with that id, in capitals or not."""
    known = _by_id(library)
    if reading_id.upper() not in known:
        near = ", ".join(get_close_matches(reading_id.upper(), known, n=4, cutoff=0.4))
        hint = f"; nearest: {near}" if near else f"; the series are {', '.join(SERIES)}"
        raise UnknownReading(f"no reading {reading_id}{hint}")
    return known[reading_id.upper()]


def readings_for(
    clause: str, library: Library = SHIPPED, *, edition: str = ""
) -> tuple[Reading, ...]:
    """The readings that list a clause, given as a full citation, or are named in its row."""
    cited = document_cited(clause, library, edition=edition)
    number = cited.number_of(clause)
    named = set(named_in(cited.clauses[number].must))
    return tuple(
        each
        for each in readings(library)
        if each.id in named or number in each.clauses.get(cited.slug, ())
    )


def clauses_read(reading_id: str, library: Library = SHIPPED) -> tuple[Clause, ...]:
    """The full citations a reading touches: those it lists and those whose row names it."""
    wanted = reading(reading_id, library)
    return tuple(
        each(row.number)
        for each in documents(library)
        for row in each.clauses.values()
        if row.number in wanted.clauses.get(each.slug, ()) or wanted.id in named_in(row.must)
    )


def policies(library: Library = SHIPPED) -> tuple[Policy, ...]:
    """Every named policy value, in the order of the readings that set its default."""
    return tuple(policy for each in readings(library) for policy in each.policies)


def named_in(text: str) -> list[str]:
    """The ids of the readings that a row's text names."""
    return ID.findall(text)


class _PolicyEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    default: str
    alternatives: tuple[str, ...]


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    weight: Literal["high", "medium", "low"]
    title: str
    question: str
    reading: str
    why: str
    clauses: dict[str, tuple[str, ...]]
    table: tuple[tuple[str, ...], ...] = ()
    policy: tuple[_PolicyEntry, ...] = ()


@cache
def _by_id(library: Library) -> Mapping[str, Reading]:
    return {each.id: each for series in SERIES for each in _series(library, series)}


def _series(library: Library, series: str) -> Iterator[Reading]:
    text = library.read(f"readings/{series}.toml")
    for reading_id, entry in toml_as(text, dict[str, _Entry]).items():
        yield Reading(
            id=reading_id,
            weight=entry.weight,
            title=_flowing(entry.title),
            question=_flowing(entry.question),
            reading=_flowing(entry.reading),
            why=_flowing(entry.why),
            clauses=entry.clauses,
            table=entry.table,
            policies=tuple(
                Policy(each.name, _flowing(each.default), each.alternatives, reading_id)
                for each in entry.policy
            ),
        )


def _flowing(text: str) -> str:
    return " ".join(text.split())
