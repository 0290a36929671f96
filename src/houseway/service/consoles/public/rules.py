"""The rulebook, for everybody: documents, clauses, readings, and what answers each clause."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import quote

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from houseway.coverage import STATUSES, Status, answers, tally, tournament
from houseway.rulebook import (
    ClauseRow,
    Document,
    Reading,
    UnknownClause,
    UnknownDocument,
    UnknownReading,
    approved,
    document,
    documents,
    policies,
    reading,
    readings,
    readings_for,
)
from houseway.rulebook.browse import compare, numbered, parts, search_clauses, sections, with_terms
from houseway.rulebook.readings import clauses_read
from houseway.rulebook.roles import Role
from houseway.rulebook.shown import in_words, on_a_copy
from houseway.service.access.accounts import ADMINISTRATOR, Account
from houseway.service.consoles.page import Link, page
from houseway.service.errors import Wrong
from houseway.service.floor import Asking
from houseway.service.texts.text import Text, texts

MOST = 200  # results of a search on one page
AUDITORS = frozenset({str(Role.INSPECTOR), ADMINISTRATOR})  # who is shown code and tests
MEANING = texts({
    "define": "a word or fact that other clauses use",
    "equip": "cards, chips, layout or device as they must be",
    "enforce": "applied automatically; anything else is refused",
    "authorise": "a named role must decide",
    "record": "kept in the log",
    "notice": "shown, or announced to people",
    "conduct": "shown in the rulebook; a breach can be logged",
})  # fmt: skip


def address(of: Document, number: str) -> str:
    """Where a clause stands; of an edition that is not the latest, with the edition."""
    name = of.slug if of.id == document(of.slug).id else of.id
    return f"/rules/{name}/{quote(number, safe='')}"


def linked(of: Document, row: ClauseRow) -> list[tuple[str, str]]:
    """The words of a clause in pieces, each with the address of the term's entry if it is one."""
    pieces = with_terms(of, row.number, in_words(of, row))
    return [(each.text, each.number and address(of, each.number)) for each in pieces]


def _document(name: str) -> Document:
    try:
        return document(name)
    except UnknownDocument as unknown:
        raise Wrong(HTTPStatus.NOT_FOUND, "no_such_document", str(unknown)) from unknown


def editions_of(slug: str) -> list[Document]:
    """The editions of a document, the latest first."""
    found = [each for each in documents() if each.slug == slug]
    return sorted(found, key=lambda each: each.edition, reverse=True)


def audits(request: Asking) -> bool:
    """Whether the viewer checks our work: code and tests are shown to them alone."""
    account: Account | None = request.scope.get("user")
    return account is not None and account.office in AUDITORS


async def _page(request: Asking, template: str, **context: Any) -> Template:
    return await page(
        request, template, audits=audits(request), instrument=approved.words, **context
    )


# Coverage


class Answered(NamedTuple):
    """How many clauses of a document have each status, by treatment and in all."""

    document: Document
    by_treatment: dict[str, dict[Status, int]]
    total: dict[Status, int]
    clauses: int
    tournament: dict[str, int]


def answered(of: Document) -> Answered:
    found = answers()
    counts = {name: each for name, each in found.counts(of.id).items() if sum(each.values())}
    clauses = found.clauses[of.id]
    return Answered(of, counts, tally(clauses), len(clauses), tournament(clauses))


@get("/rules/coverage", include_in_schema=False)
async def coverage(request: Asking) -> Template:
    listed = [answered(each) for each in documents() if each.id in answers().clauses]
    return await _page(
        request, "rules/coverage.html", tab="coverage", listed=listed, statuses=STATUSES,
        meaning=MEANING,
    )  # fmt: skip


# Documents and clauses


@get("/rules", include_in_schema=False)
async def shelf(request: Asking, q: FromQuery[str] = "", document: FromQuery[str] = "") -> Template:
    asked, among = " ".join(q.split()), document
    chosen = (_document(among),) if among else tuple(editions_of(each)[0] for each in _slugs())
    found = search_clauses(asked, chosen) if asked else []
    return await _page(
        request, "rules/shelf.html", tab="documents", q=asked, among=among,
        documents=[editions_of(each)[0] for each in _slugs()], found=found[:MOST], many=len(found),
        counted={name: tally(each) for name, each in answers().clauses.items()}
        if audits(request) else {}, address=address, named=_readings_named(asked),
    )  # fmt: skip


def _readings_named(asked: str) -> list[Any]:
    """Readings that hold every word, or that go by that name."""
    words = asked.lower().split()
    if not words:
        return []
    return [
        each
        for each in readings()
        if each.id.lower() == asked.lower()
        or all(word in f"{each.title} {each.reading}".lower() for word in words)
    ][:20]


def _slugs() -> list[str]:
    return list(dict.fromkeys(each.slug for each in documents()))


@get("/rules/{name:str}", include_in_schema=False)
async def document_page(request: Asking, name: FromPath[str]) -> Template:
    shown = _document(name)
    found = answers().clauses.get(shown.id, ()) if audits(request) else ()
    return await _page(
        request, "rules/document.html", tab="documents", sections=sections(shown), shown=shown,
        status={each.number: each.status for each in found}, editions=editions_of(shown.slug),
        address=address, linked=linked, counted=answered(shown) if found else None,
        statuses=STATUSES, meaning=MEANING,
    )  # fmt: skip


@get("/rules/print/{name:str}", include_in_schema=False)
async def copy_page(request: Asking, name: FromPath[str]) -> Template:
    """A copy of the rules for anyone who asks, on one page to print."""
    shown = _document(name)
    return await _page(
        request, "rules/print.html", tab="documents", shown=shown, sections=sections(shown),
        notice=on_a_copy(shown), in_words=in_words,
    )  # fmt: skip


@get("/rules/{name:str}/{number:path}", include_in_schema=False)
async def clause_page(
    request: Asking, name: FromPath[str], number: FromPath[str], overlay: FromQuery[str] = ""
) -> Template:
    """A clause on its page, or with `overlay` as what a page shows of it on top of itself."""
    shown = _document(name)
    row = _row(shown, str(number).removeprefix("/"))
    every = list(shown.clauses)
    at = every.index(row.number)
    return await _page(
        request, "rules/overlay.html" if overlay else "rules/clause.html", tab="documents",
        shown=shown, row=row, number=row.number, in_words=in_words, linked=linked,
        clause=shown(row.number), readings=_readings_of(shown, row),
        parts=[shown.clauses[each] for each in parts(shown, row.number)],
        before=every[at - 1] if at else "", after=every[at + 1] if at + 1 < len(every) else "",
        editions=[each for each in editions_of(shown.slug) if row.number in each.clauses],
        address=address, meaning=MEANING[row.treatment],
        answer=answers().of(shown, row.number), places=shown.places(row.number),
    )  # fmt: skip


def _readings_of(of: Document, row: ClauseRow) -> list[Reading]:
    """The readings of a clause; those that its own words name come first."""
    return sorted(readings_for(of(row.number)), key=lambda each: each.id not in row.must)


def _row(of: Document, number: str) -> ClauseRow:
    try:
        of(numbered(of, number))
    except UnknownClause as unknown:
        raise Wrong(HTTPStatus.NOT_FOUND, "no_such_clause", str(unknown)) from unknown
    return of.clauses[numbered(of, number)]


@get("/rules/compare/{slug:str}", include_in_schema=False)
async def compare_page(
    request: Asking, slug: FromPath[str], left: FromQuery[str] = "", right: FromQuery[str] = ""
) -> Template:
    editions = editions_of(_document(slug).slug)
    if len(editions) < 2:
        sentence = Text(
            "there is one edition of {title} only: nothing to compare", title=editions[0].title
        )
        raise Wrong(HTTPStatus.NOT_FOUND, "one_edition", sentence)
    older = _document(f"{slug}@{left or editions[1].edition}")
    newer = _document(f"{slug}@{right or editions[0].edition}")
    return await _page(
        request, "rules/compare.html", tab="documents", editions=editions, left=older, right=newer,
        compared=list(compare(older, newer)), address=address,
    )  # fmt: skip


# Readings and policies


@get("/rules/readings", include_in_schema=False)
async def readings_page(request: Asking) -> Template:
    titles = {each.slug: each.title for each in documents()}
    return await _page(
        request, "rules/readings.html", tab="readings", readings=readings(), titles=titles
    )


@get("/rules/readings/{reading_id:str}", include_in_schema=False)
async def reading_page(request: Asking, reading_id: FromPath[str]) -> Template:
    try:
        found = reading(reading_id)
    except UnknownReading as unknown:
        raise Wrong(HTTPStatus.NOT_FOUND, "no_such_reading", str(unknown)) from unknown
    return await _page(
        request, "rules/reading.html", tab="readings", reading=found, clauses=clauses_read(found.id)
    )


@get("/rules/policies", include_in_schema=False)
async def policies_page(request: Asking) -> Template:
    return await _page(request, "rules/policies.html", tab="policies", policies=policies())


ROUTES = [
    shelf, coverage, document_page, copy_page, clause_page, compare_page, readings_page,
    reading_page, policies_page,
]  # fmt: skip
NAVIGATION = [Link(Text("Rulebook"), "/rules", order=60, public=True)]
