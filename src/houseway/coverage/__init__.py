"""Which clauses are answered: by evidence from the tests, not by citations.

A clause is answered when it spoke in a passing test, or when a break of the code that decides by it
turns a test red; the ledger says which tests those are. It is shown when the list of shown clauses
says why. A clause that is only cited or named is mentioned, which answers nothing. What is cited
but does not exist is a false claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from houseway.coverage import ledger
from houseway.coverage.duties import DUTY_STATUSES, DutyCoverage, DutyStatus, judge
from houseway.coverage.fields import unread_fields
from houseway.coverage.kept import kept, place_of, state_of
from houseway.coverage.modules import Citation, Modules, without_collector
from houseway.coverage.records import evening_citations, record_citations, slot_citations
from houseway.rulebook import Document, documents
from houseway.rulebook.document import SHIPPED, TREATMENTS
from houseway.rulebook.duties import duties, problems
from houseway.rulebook.shown import PAGES, ShownClause
from houseway.rulebook.shown import read as read_shown

Status = Literal["spoke", "broken", "shown", "mentioned", "open"]
STATUSES: tuple[Status, ...] = ("spoke", "broken", "shown", "mentioned", "open")
ANSWERED: tuple[Status, ...] = ("spoke", "broken")

PACKAGE = Path(__file__).parents[1]
TESTS = PACKAGE.parents[1] / "tests" if PACKAGE.parent.name == "src" else None


class Place(msgspec.Struct, frozen=True, order=True):
    """Where a clause is named: a file, a line, and the function or table around it."""

    file: str
    line: int
    within: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class ClauseCoverage(msgspec.Struct, frozen=True):
    """What answers one clause: tests by their ids, citations in code, and mentions anywhere."""

    clause: str
    number: str
    treatment: str
    spoke: tuple[str, ...] = ()
    conducted: tuple[str, ...] = ()  # spoke in a tournament at tables that are run in Houseway
    broken: tuple[str, ...] = ()
    code: tuple[Place, ...] = ()
    mentioned: tuple[Place, ...] = ()
    shown: str | None = None
    tournament: bool = False  # a clause that answers a question about tournaments
    parts: tuple[DutyCoverage, ...] = ()  # of a clause that has several duties

    @property
    def status(self) -> Status:
        if self.spoke:
            return "spoke"
        if self.broken:
            return "broken"
        if self.shown:
            return "shown"
        return "mentioned" if self.code or self.mentioned else "open"

    @property
    def answered(self) -> bool:
        return self.status in ANSWERED

    @property
    def duties(self) -> tuple[DutyCoverage, ...]:
        """Each duty of the clause; a clause that is not split is a single one."""
        if self.parts:
            return self.parts
        status: DutyStatus = "open"
        if self.status == "spoke" or self.status == "broken" or self.status == "shown":
            status = self.status
        return (DutyCoverage("", "", status),)


class FalseClaim(msgspec.Struct, frozen=True, order=True):
    """A place that names a clause which is not there, or shows one without a reason."""

    place: Place
    sentence: str


class Coverage(msgspec.Struct, frozen=True):
    """The clauses of every edition by its id, and what is claimed falsely."""

    clauses: Mapping[str, tuple[ClauseCoverage, ...]]
    false_claims: tuple[FalseClaim, ...]

    def of(self, cited: Document, number: str) -> ClauseCoverage:
        """What answers one clause of an edition."""
        if cited.id not in self.clauses:  # another package answers for its own document
            return ClauseCoverage(cited(number), number, cited.clauses[number].treatment)
        return next(each for each in self.clauses[cited.id] if each.number == number)

    def counts(self, edition_id: str) -> dict[str, dict[Status, int]]:
        """For each treatment of an edition, how many clauses have each status."""
        return {
            treatment: tally(
                each for each in self.clauses[edition_id] if each.treatment == treatment
            )
            for treatment in TREATMENTS
        }

    @property
    def unanswered(self) -> tuple[ClauseCoverage, ...]:
        """The clauses with no evidence and no reason to be shown only."""
        every = (each for clauses in self.clauses.values() for each in clauses)
        return tuple(each for each in every if not each.answered and not each.shown)


def tally(clauses: Iterable[ClauseCoverage]) -> dict[Status, int]:
    """How many clauses have each status."""
    counted = dict.fromkeys(STATUSES, 0)
    for each in clauses:
        counted[each.status] += 1
    return counted


def tally_duties(clauses: Iterable[ClauseCoverage]) -> dict[DutyStatus, int]:
    """How many duties of these clauses have each status."""
    counted = dict.fromkeys(DUTY_STATUSES, 0)
    for each in clauses:
        for duty in each.duties:
            counted[duty.status] += 1
    return counted


def open_duties(clauses: Iterable[ClauseCoverage]) -> list[tuple[str, DutyCoverage]]:
    """The duties of split clauses that nothing shows yet, each with its clause."""
    return [(each.clause, duty) for each in clauses for duty in each.parts if duty.status == "open"]


def tournament(clauses: Iterable[ClauseCoverage]) -> dict[str, int]:
    """How many clauses on tournaments spoke in a record, and how many at conducted tables."""
    found = [each for each in clauses if each.tournament]
    return {
        "clauses": len(found),
        "recorded": sum(bool(each.spoke) for each in found),
        "conducted": sum(bool(each.conducted) for each in found),
    }


def answers_here() -> Coverage:
    """What is evidence for each clause here; code is read only if some clause has none."""
    found = Coverage(_clauses(_Sources(PACKAGE)), ())
    return survey_here() if found.unanswered else found


@cache
def survey_here() -> Coverage:
    """What answers each clause of this very installation; read once, and kept while it holds."""
    folders = [PACKAGE, TESTS] if TESTS and TESTS.is_dir() else [PACKAGE]
    name = f"coverage-{place_of(PACKAGE)}-{state_of(folders)}"
    return kept(name, Coverage, lambda: survey(PACKAGE, TESTS))


def clause_here(cited: Document, number: str) -> ClauseCoverage:
    """What answers one clause of this installation, from the files that name its number alone."""
    if cited.metadata not in SHIPPED.editions:  # another package answers for its own document
        return ClauseCoverage(cited(number), number, cited.clauses[number].treatment)
    sources = _Sources(PACKAGE)
    sources.read_code(TESTS, number)
    return sources.clause(cited, number)


def survey(
    package: Path, tests: Path | None, evidence: Iterable[ledger.Entry] | None = None
) -> Coverage:
    """Read the code, the tests, the ledger and the lists of shown clauses."""
    sources = _Sources(package, evidence)
    with without_collector():
        modules = sources.read_code(tests)
        unread = tuple(_unread(modules, sources.root, package))
    clauses = _clauses(sources)
    listed = _duty_claims(sources.root, package, clauses)
    false_claims = {*sources.false_claims, *unread, *listed}
    return Coverage(clauses, tuple(sorted(false_claims)))


def _clauses(sources: _Sources) -> dict[str, tuple[ClauseCoverage, ...]]:
    shipped = (each for each in documents() if each.metadata in SHIPPED.editions)
    return {
        each.id: tuple(sources.clause(each, number) for number in each.clauses) for each in shipped
    }


class _Sources:
    """Everything that names clauses: ledger, lists of shown clauses and, once read, the code."""

    def __init__(self, package: Path, evidence: Iterable[ledger.Entry] | None = None) -> None:
        self._package = package
        self.root = package.parents[1] if package.parent.name == "src" else package.parent
        self._code = self._tested = _Places(self.root, ())
        self._shown = _Shown(self.root, package / "rulebook" / "documents")
        listed = ledger.entries() if evidence is None else tuple(evidence)
        self._tests_of = {(each.clause, each.by): each.tests for each in listed}

    def read_code(self, tests: Path | None, number: str = "") -> Modules:
        """Read the package and the tests; with a clause number only the files that name it."""
        modules = Modules({"houseway": self._package, **({"tests": tests} if tests else {})})
        self._code = _Places(self.root, _module_citations(modules, self._package, number))
        if tests:
            self._tested = _Places(self.root, _test_citations(modules, tests, number))
        return modules

    @property
    def false_claims(self) -> set[FalseClaim]:
        return self._code.false_claims | self._tested.false_claims | self._shown.false_claims

    def clause(self, cited: Document, number: str) -> ClauseCoverage:
        """What answers one clause."""
        clause, named = cited(number), self._tested.named(cited, number)
        return ClauseCoverage(
            clause=clause,
            number=number,
            treatment=cited.clauses[number].treatment,
            spoke=self._tests_of.get((clause, ledger.SPOKE), ()),
            conducted=self._tests_of.get((clause, ledger.CONDUCTED), ()),
            broken=self._tests_of.get((clause, ledger.BROKEN), ()),
            code=self._code.cited(cited, number),
            mentioned=(*self._code.mentioned(cited, number), *named),
            shown=self._shown.reasons.get((cited.slug, number)),
            tournament=number in _tournament_clauses(cited),
            parts=self._parts(cited, number),
        )

    def _parts(self, cited: Document, number: str) -> tuple[DutyCoverage, ...]:
        shown = {each for slug, each in self._shown.reasons if slug == cited.slug}
        parts = duties(cited).get(number, ())
        return tuple(judge(cited, each, self._tests, shown) for each in parts)

    def _tests(self, clause: str, by: str) -> tuple[str, ...]:
        return self._tests_of.get((clause, by), ())


def _duty_claims(
    root: Path, package: Path, clauses: Mapping[str, tuple[ClauseCoverage, ...]]
) -> Iterator[FalseClaim]:
    """What is wrong with the lists of duties, and the evidence they name that is not there."""
    for each in documents():
        file = package / "rulebook" / "documents" / f"{each.slug}.{each.edition}.duties.tsv"
        if not file.is_file():
            continue
        rows = [line.partition("\t")[0] for line in each.duties.splitlines()]
        absent = (
            (clause.number, f"{clause.number}: no evidence {duty.evidence!r} in the ledger")
            for clause in clauses.get(each.id, ())
            for duty in clause.parts
            if duty.claimed
        )
        for number, sentence in (*problems(each), *absent):
            line = rows.index(number) + 1 if number in rows else 1
            yield FalseClaim(Place(file.relative_to(root).as_posix(), line), sentence)


def _unread(modules: Modules, root: Path, package: Path) -> Iterator[FalseClaim]:
    for each in unread_fields(modules, package):
        place = Place(each.path.relative_to(root).as_posix(), each.line)
        yield FalseClaim(place, f"{each.name} holds a clause that no line reads")


@cache
def _tournament_clauses(cited: Document) -> frozenset[str]:
    """The clauses that fill a slot of the edition about tournaments."""
    return frozenset(_strings(cited.slots.get("tournament", {}))) & frozenset(cited.clauses)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


def _module_citations(
    modules: Modules, folder: Path, number: str
) -> Iterator[tuple[Path, Citation]]:
    for path in _naming(number, folder.rglob("*.py")):
        yield from ((path, each) for each in modules.citations(path))
    for path in _naming(number, folder.rglob("*.slots.toml")):
        yield from ((path, each) for each in slot_citations(path))


def _test_citations(modules: Modules, folder: Path, number: str) -> Iterator[tuple[Path, Citation]]:
    yield from _module_citations(modules, folder, number)
    for path in _naming(number, folder.rglob("*.hwr")):
        yield from ((path, each) for each in record_citations(path))
    for path in _naming(number, folder.rglob("*.txt")):
        yield from ((path, each) for each in evening_citations(path))


def _naming(number: str, paths: Iterable[Path]) -> list[Path]:
    """The files whose text has a clause number; all of them without one."""
    if not number:
        return sorted(paths)
    written = re.compile(rf"(?<![\w.]){re.escape(number.split()[0])}(?!\w)")
    return sorted(each for each in paths if written.search(each.read_text(encoding="utf-8")))


class _Places:
    """The places that cite or mention each clause of each edition, and those that name nothing."""

    def __init__(self, root: Path, citations: Iterable[tuple[Path, Citation]]) -> None:
        self._cited: dict[tuple[str, str], set[Place]] = {}
        self._mentioned: dict[tuple[str, str], set[Place]] = {}
        self.false_claims: set[FalseClaim] = set()
        for path, each in citations:
            place = Place(path.relative_to(root).as_posix(), each.line, each.within)
            self._add(each, place)

    def cited(self, of: Document, number: str) -> tuple[Place, ...]:
        return tuple(sorted(self._cited.get((of.id, number), ())))

    def mentioned(self, of: Document, number: str) -> tuple[Place, ...]:
        return tuple(sorted(self._mentioned.get((of.id, number), ())))

    def named(self, of: Document, number: str) -> tuple[Place, ...]:
        return tuple(sorted({*self.cited(of, number), *self.mentioned(of, number)}))

    def _add(self, each: Citation, place: Place) -> None:
        editions = [
            known
            for known in documents()
            if known.title == each.title and each.edition in (None, known.edition)
        ]
        having = [known for known in editions if each.number in known.clauses]
        places = self._mentioned if each.mention else self._cited
        for known in having:
            places.setdefault((known.id, each.number), set()).add(place)
        if not having:
            self.false_claims.add(FalseClaim(place, _nothing_cited(each, editions)))


def _nothing_cited(each: Citation, editions: list[Document]) -> str:
    if editions:
        return editions[-1].no_such(each.number)
    return f"no document {each.title} {each.edition or ''}".rstrip() + " in the rulebook"


class _Shown:
    """The reasons of the clauses that are shown rather than enforced."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.reasons: dict[tuple[str, str], str] = {}
        self.false_claims: set[FalseClaim] = set()
        for path in sorted(folder.glob("*.shown.tsv")):
            slug = path.name.removesuffix(".shown.tsv")
            for line, row in enumerate(read_shown(path.read_text(encoding="utf-8")), start=2):
                self._add(slug, row, Place(path.relative_to(root).as_posix(), line))

    def _add(self, slug: str, row: ShownClause, place: Place) -> None:
        number = row.number
        editions = [each for each in documents() if each.slug == slug]
        if not any(number in each.clauses for each in editions):
            nothing = Citation(editions[-1].title if editions else slug, number, place.line, "")
            self.false_claims.add(FalseClaim(place, _nothing_cited(nothing, editions)))
        elif not row.reason:
            self.false_claims.add(FalseClaim(place, f"{slug} {number} is shown without a reason"))
        elif row.page not in PAGES:
            self.false_claims.add(FalseClaim(place, f"{slug} {number} is shown on no page"))
        else:
            self.reasons[slug, number] = f"{row.reason} ({row.page})"
