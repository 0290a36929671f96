"""Which clauses are answered: by evidence from the tests, not by citations.

A clause is answered when it spoke in a passing test, or when a break of the code that decides by it
turns a test red; the ledger says which tests those are. It is shown when the list of shown clauses
says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from houseway.coverage import ledger
from houseway.coverage.duties import DUTY_STATUSES, DutyCoverage, DutyStatus, judge
from houseway.rulebook import Document, documents
from houseway.rulebook.document import SHIPPED, TREATMENTS
from houseway.rulebook.duties import duties, problems
from houseway.rulebook.shown import PAGES, ShownClause
from houseway.rulebook.shown import read as read_shown

Status = Literal["spoke", "broken", "shown", "open"]
STATUSES: tuple[Status, ...] = ("spoke", "broken", "shown", "open")
ANSWERED: tuple[Status, ...] = ("spoke", "broken")

DOCUMENTS = Path(__file__).parents[1] / "rulebook" / "documents"


class ClauseCoverage(msgspec.Struct, frozen=True):
    """What answers one clause: tests by their ids."""

    clause: str
    number: str
    treatment: str
    spoke: tuple[str, ...] = ()
    conducted: tuple[str, ...] = ()  # spoke in a tournament at tables that are run in Houseway
    broken: tuple[str, ...] = ()
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
        return "open"

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
    """A line of a list of clauses that names one which is not there, or has no reason for it."""

    file: str
    line: int
    sentence: str


class Coverage(msgspec.Struct, frozen=True):
    """The clauses of every edition by its id, and what is claimed falsely."""

    clauses: Mapping[str, tuple[ClauseCoverage, ...]]
    false_claims: tuple[FalseClaim, ...]

    def of(self, cited: Document, number: str) -> ClauseCoverage:
        """What answers one clause of an edition."""
        clauses = self.clauses.get(cited.id) or outside(cited, {})
        return next(each for each in clauses if each.number == number)

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


@cache
def answers() -> Coverage:
    """What answers each clause of the documents that are shipped."""
    return survey(DOCUMENTS, ledger.entries())


def survey(folder: Path, evidence: Iterable[ledger.Entry]) -> Coverage:
    """Hold the evidence against the lists of shown clauses and duties in the folder."""
    shown = _Shown(folder)
    tests_of = {(each.clause, each.by): each.tests for each in evidence}
    clauses = {
        each.id: tuple(_clauses(each, tests_of, shown.reasons.get(each.slug, {})))
        for each in documents()
        if each.metadata in SHIPPED.editions
    }
    false_claims = {*shown.false_claims, *_duty_claims(folder, clauses)}
    return Coverage(clauses, tuple(sorted(false_claims)))


def _clauses(
    cited: Document,
    tests_of: Mapping[tuple[str, str], tuple[str, ...]],
    shown: Mapping[str, str],
) -> Iterator[ClauseCoverage]:
    def tests(clause: str, by: str) -> tuple[str, ...]:
        return tests_of.get((clause, by), ())

    of_tournaments = frozenset(_strings(cited.slots.get("tournament", {})))  # in its slots
    split = duties(cited)
    for number, row in cited.clauses.items():
        clause = cited(number)
        yield ClauseCoverage(
            clause=clause,
            number=number,
            treatment=row.treatment,
            spoke=tests(clause, ledger.SPOKE),
            conducted=tests(clause, ledger.CONDUCTED),
            broken=tests(clause, ledger.BROKEN),
            shown=shown.get(number),
            tournament=number in of_tournaments,
            parts=tuple(judge(cited, each, tests, shown) for each in split.get(number, ())),
        )


def outside(cited: Document, spoken: Mapping[str, str]) -> tuple[ClauseCoverage, ...]:
    """What answers the document of another package, which has no ledger: a clause is answered where
    its game `spoken` cites it in play, or where a module declares a rule or command by it."""
    shown = {each.number: each.reason for each in read_shown(cited.shown)}
    return tuple(
        ClauseCoverage(
            cited(number),
            number,
            row.treatment,
            spoke=(
                *((spoken[cited(number)],) if cited(number) in spoken else ()),
                *(f"declared in {place}" for place in cited.places(number)),
            ),
            shown=shown.get(number)
            or (row.treatment if row.treatment in ("define", "conduct") else None),
        )
        for number, row in cited.clauses.items()
    )


def _duty_claims(
    folder: Path, clauses: Mapping[str, tuple[ClauseCoverage, ...]]
) -> Iterator[FalseClaim]:
    """What is wrong with the lists of duties, and the evidence they name that is not there."""
    for each in documents():
        file = f"{each.slug}.{each.edition}.duties.tsv"
        if not (folder / file).is_file():
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
            yield FalseClaim(file, line, sentence)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)


class _Shown:
    """The reasons of the clauses that are shown rather than enforced."""

    def __init__(self, folder: Path) -> None:
        self.reasons: dict[str, dict[str, str]] = {}  # by document and clause number
        self.false_claims: set[FalseClaim] = set()
        for path in sorted(folder.glob("*.shown.tsv")):
            slug = path.name.removesuffix(".shown.tsv")
            for line, row in enumerate(read_shown(path.read_text(encoding="utf-8")), start=2):
                if wrong := _wrong(slug, row):
                    self.false_claims.add(FalseClaim(path.name, line, wrong))
                else:
                    reason = f"{row.reason} ({row.page})"
                    self.reasons.setdefault(slug, {})[row.number] = reason


def _wrong(slug: str, row: ShownClause) -> str:
    """What is wrong with a row of a list of shown clauses; empty if nothing is."""
    editions = [each for each in documents() if each.slug == slug]
    if not editions:
        return f"no document {slug} in the rulebook"
    if not any(row.number in each.clauses for each in editions):
        return editions[-1].no_such(row.number)
    if not row.reason:
        return f"{slug} {row.number} is shown without a reason"
    return "" if row.page in PAGES else f"{slug} {row.number} is shown on no page"
