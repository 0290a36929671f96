"""The approved documents: every clause in our own words, and the only way to cite one.

`cite = Document("Mini Baccarat", edition="2017-12-06")` stands at the top of a game's rules, and
`cite("8.8(b)")` is the title followed by that number. Citing what is not there raises at import.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import cached_property
from importlib.resources import files
from types import FrameType, MappingProxyType
from typing import Any, NamedTuple, NewType

import msgspec

from houseway.rulebook.parsing import read_toml, toml_as

Clause = NewType("Clause", str)
"""A full citation: the document's title, a space, the clause number."""

TREATMENTS = ("define", "equip", "enforce", "authorise", "record", "notice", "conduct")
COLUMNS = ("clause", "heading", "treatment", "must")


class UnknownDocument(LookupError):
    """No edition of that title, slug or id is in the rulebook."""


class UnknownClause(LookupError):
    """The document has no clause of that number."""


class BrokenDocument(ValueError):
    """A file of the rulebook is not as it must be; the message says where."""


class ClauseRow(msgspec.Struct, frozen=True):
    """One clause: its number, the heading it stands under, how we treat it, what we must do."""

    number: str
    heading: str
    treatment: str
    must: str


class Metadata(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an edition says about itself: who made it, for whom, under what, from when."""

    slug: str
    edition: str
    title: str
    prefix: str
    authority: str
    casino: str
    act: str
    instrument: str
    made: str
    commencement: str
    commences: str
    revokes: tuple[str, ...]

    @property
    def id(self) -> str:
        return f"{self.slug}@{self.edition}"


class Place(NamedTuple):
    """A line of a module that declares a table, a number or a command by a clause."""

    module: str
    line: int

    def __str__(self) -> str:
        return f"{self.module}:{self.line}"


class Library:
    """The editions of one folder; `read` gives the text of a file of it. Nothing is read twice."""

    def __init__(self, read: Callable[[str], str]) -> None:
        self.read = read
        self._rows: dict[str, Mapping[str, ClauseRow]] = {}

    @classmethod
    def of(cls, package: str, folder: str = "document") -> Library:
        """The documents in a folder of a package, such as one that brings a game of its own."""
        return cls(lambda name: (files(package) / folder / name).read_text(encoding="utf-8"))

    @cached_property
    def editions(self) -> tuple[Metadata, ...]:
        catalogue = toml_as(self.read("catalogue.toml"), _Catalogue)
        return catalogue.edition

    def hold(self, metadata: Metadata, rows: Mapping[str, ClauseRow]) -> None:
        """Hold one edition whose rows were made, not read."""
        self.editions = (metadata,)
        self._rows[metadata.id] = rows

    def rows(self, metadata: Metadata) -> Mapping[str, ClauseRow]:
        if metadata.id not in self._rows:
            name = f"{metadata.slug}.{metadata.edition}.tsv"
            self._rows[metadata.id] = MappingProxyType(dict(_parsed(name, self.read(name))))
        return self._rows[metadata.id]


class _Catalogue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    edition: tuple[Metadata, ...]


SHIPPED = Library.of(__package__, "documents")


class Document:
    """One edition of one document. Call it with a clause number to cite that clause."""

    def __init__(self, title: str, /, *, edition: str, library: Library = SHIPPED) -> None:
        self.metadata = _edition_titled(title, edition, library)
        self._library = library
        self._cited: dict[str, Clause] = {}

    def __call__(self, number: str) -> Clause:
        cited = self._cited.get(number)
        if cited is None:
            if number not in self.clauses:
                raise UnknownClause(self.no_such(number))
            cited = self._cited[number] = Clause(f"{self.title} {number}")
        if place := _imported_now():
            _PLACES.setdefault((self.id, number), set()).add(place)
        return cited

    def places(self, number: str) -> tuple[Place, ...]:
        """Where the modules that were imported cite a clause, in the order of their names."""
        return tuple(sorted(_PLACES.get((self.id, number), ())))

    def __repr__(self) -> str:
        return f"Document({self.title!r}, edition={self.edition!r})"

    @property
    def slug(self) -> str:
        return self.metadata.slug

    @property
    def title(self) -> str:
        return self.metadata.title

    @property
    def edition(self) -> str:
        return self.metadata.edition

    @property
    def id(self) -> str:
        return self.metadata.id

    @property
    def clauses(self) -> Mapping[str, ClauseRow]:
        """Every clause by its number, in the document's own order."""
        return self._library.rows(self.metadata)

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 over what the edition says of itself and every row: one letter changes it."""
        content = msgspec.json.encode((self.metadata, tuple(self.clauses.values())))
        return hashlib.sha256(content).hexdigest()

    @cached_property
    def slots(self) -> dict[str, Any]:
        """Which clauses answer the questions that several documents have."""
        text = self.beside(f"{self.slug}.{self.edition}.slots.toml")
        return read_toml(text)

    @property
    def shown(self) -> str:
        """The list of clauses that are shown rather than enforced, in all editions."""
        return self.beside(f"{self.slug}.shown.tsv")

    @property
    def duties(self) -> str:
        """The list of the duties of each clause that has several."""
        return self.beside(f"{self.slug}.{self.edition}.duties.tsv")

    def beside(self, name: str) -> str:
        """The text of a file that not every document has."""
        try:
            return self._library.read(name)
        except FileNotFoundError:
            return ""

    def number_of(self, clause: str) -> str:
        """The clause number inside a full citation of this document."""
        number = clause.removeprefix(f"{self.title} ")
        if number == clause:
            raise UnknownClause(f"{clause!r} is not a citation of {self.title}")
        self(number)
        return number

    def nearest(self, number: str) -> list[str]:
        """The clause numbers most like one that may not exist, likeliest first."""
        alike = get_close_matches(number, self.clauses, n=12, cutoff=0.4)
        return sorted(alike, key=lambda each: -_shared_start(number, each))[:4]

    def no_such(self, number: str) -> str:
        """The sentence that says a clause is not there, with the nearest that are."""
        near = self.nearest(number) or [next(iter(self.clauses)), *list(self.clauses)[-1:]]
        return f"{self.title} ({self.edition}) has no clause {number}; nearest: {', '.join(near)}"


_ADOPTED: dict[str, Document] = {}
_PENDING: set[str] = set()  # adopted editions that have not commenced
_FINDERS: list[Callable[[str], object]] = []


def look_elsewhere(find: Callable[[str], object]) -> None:
    """Register a function that adopts the edition of a slug or id, if another package brings it."""
    _FINDERS.append(find)


def adopt(edition: Document, *, pending: bool = False) -> None:
    """Add an edition from another package to the shipped ones, for as long as the process runs.

    One that is `pending` has not commenced: it is found by its id, and a slug does not mean it.
    """
    if all(each.id != edition.id for each in SHIPPED.editions):
        _ADOPTED[edition.id] = edition
        (_PENDING.add if pending else _PENDING.discard)(edition.id)


def is_pending(edition: str) -> bool:
    """Whether an edition, by its id, was adopted before it commences."""
    return edition in _PENDING


def disown(edition: str) -> None:
    """Forget an edition that was adopted, by its id."""
    _ADOPTED.pop(edition, None)
    _PENDING.discard(edition)


def documents(library: Library = SHIPPED) -> tuple[Document, ...]:
    """Every edition, in the order of the catalogue. Clauses are read only when asked for."""
    listed = tuple(
        Document(each.title, edition=each.edition, library=library) for each in library.editions
    )
    return (*listed, *_ADOPTED.values()) if library is SHIPPED else listed


def document(slug_or_id: str, library: Library = SHIPPED) -> Document:
    """The edition with that id (`slug@edition`), or the latest edition of that slug."""
    found = _named(slug_or_id, library)
    if not found and library is SHIPPED:
        for find in _FINDERS:
            find(slug_or_id)
        found = _named(slug_or_id, library)
    if not found:
        raise UnknownDocument(_no_such_document(slug_or_id, library))
    return max(found, key=lambda each: each.edition)


def _named(slug_or_id: str, library: Library) -> list[Document]:
    slug, _, edition = slug_or_id.partition("@")
    return [
        each
        for each in documents(library)
        if each.slug == slug
        and (each.edition == edition or (not edition and not is_pending(each.id)))
    ]


def document_cited(clause: str, library: Library = SHIPPED, *, edition: str = "") -> Document:
    """The document of a full citation.

    `edition` is the id of the edition under which it was cited. Without one, or where the clause
    is of another document, it is the latest edition that has the clause.
    """
    cited = [each for each in documents(library) if clause.startswith(f"{each.title} ")]
    if not cited:
        raise UnknownDocument(_no_such_document(clause, library))
    cited = [each for each in cited if each.id == edition] or cited
    latest_first = sorted(cited, key=lambda each: each.edition, reverse=True)
    for each in latest_first:
        if clause.removeprefix(f"{each.title} ") in each.clauses:
            return each
    raise UnknownClause(latest_first[0].no_such(clause.removeprefix(f"{cited[0].title} ")))


def clause_row(clause: str, library: Library = SHIPPED, *, edition: str = "") -> ClauseRow:
    """The row of a full citation, from the edition that `document_cited` gives."""
    cited = document_cited(clause, library, edition=edition)
    return cited.clauses[cited.number_of(clause)]


_PLACES: dict[tuple[str, str], set[Place]] = {}  # by id of an edition and clause number


def _imported_now() -> Place | None:
    """The line of the module whose import cites a clause; None while a program runs."""
    cited = sys._getframe(2)
    module: FrameType | None = cited
    while module and module.f_code.co_name != "<module>":
        module = module.f_back
    if module is None or module.f_globals.get("__name__", "__main__") == "__main__":
        return None
    while cited.f_globals is not module.f_globals and cited.f_back:
        cited = cited.f_back
    return Place(module.f_globals["__name__"], cited.f_lineno)


def _edition_titled(title: str, edition: str, library: Library) -> Metadata:
    for each in library.editions:
        if (each.title, each.edition) == (title, edition):
            return each
    raise UnknownDocument(_no_such_document(f"{title} ({edition})", library))


def _no_such_document(asked: str, library: Library) -> str:
    names = {name for each in library.editions for name in (each.id, each.slug, each.title)}
    near = get_close_matches(asked, sorted(names), n=3, cutoff=0.4)
    known = ", ".join(near) if near else ", ".join(each.id for each in library.editions)
    return f"no document {asked!r} in the rulebook; nearest: {known}"


def _shared_start(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _parsed(name: str, text: str) -> Iterator[tuple[str, ClauseRow]]:
    lines = text.splitlines()
    if not lines or tuple(lines[0].split("\t")) != COLUMNS:
        raise BrokenDocument(f"{name}: the first line must name the columns {', '.join(COLUMNS)}")
    seen: set[str] = set()
    for at, line in enumerate(lines[1:], start=2):
        row = _row(f"{name}, line {at}", line)
        if row.number in seen:
            raise BrokenDocument(f"{name}, line {at}: clause {row.number} is there twice")
        seen.add(row.number)
        yield row.number, row


def _row(where: str, line: str) -> ClauseRow:
    cells = line.split("\t")
    if len(cells) != len(COLUMNS) or not all(cells):
        raise BrokenDocument(f"{where}: expected {len(COLUMNS)} filled cells, found {len(cells)}")
    row = ClauseRow(*cells)
    if row.treatment not in TREATMENTS:
        raise BrokenDocument(f"{where}: {row.treatment!r} is none of {', '.join(TREATMENTS)}")
    return row
