"""`houseway rules`: the documents, their clauses and readings, and what answers each of them.

Every verb takes `--json`. The keys, which stay as they are:

    rules                  documents: [DOCUMENT]
    rules DOC              document: DOCUMENT, sections: [heading, first, last, clauses, treatments]
    rules DOC CLAUSE       CLAUSE, parts, status, shown, spoke, conducted, broken, code,
                           duties: [text, evidence, status], readings
    rules --search WORDS   search, results: [CLAUSE]
    rules coverage         documents: [document, title, clauses, treatments, total, duties,
                           tournament]
    rules check            false_claims: [file, line, sentence], unanswered: [clause]
    rules print DOC        document: DOCUMENT, notice, sections: [heading, clauses: [number, text]]
    rules readings         readings: [id, weight, title, documents]
    rules readings ID      READING, citations
    rules policies         policies: [name, default, alternatives, reading]

DOCUMENT is id, slug, edition, title, prefix, authority, casino, act, instrument, made,
commencement, commences, revokes, clauses, hash. CLAUSE is document, clause, number, heading,
treatment, must. READING is id, weight, title, question, reading, why, clauses, table, policies. A
place in `code` is module, line; `spoke`, `conducted` and `broken` are ids of tests. `tournament` is
clauses, recorded, conducted. `coverage --missing` adds missing: [CLAUSE] and open_duties: [clause,
text, evidence].
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any

import msgspec
from cyclopts import App, Parameter

from houseway import games  # documents of other packages are found by their games
from houseway.cli import rules_pages as pages
from houseway.cli.shared import Json, print_json
from houseway.rulebook import (
    ClauseRow,
    Document,
    UnknownDocument,
    document,
    documents,
    policies,
    reading,
    readings,
    readings_for,
)
from houseway.rulebook.browse import numbered, parts, sections
from houseway.rulebook.readings import clauses_read
from houseway.rulebook.search import search_clauses
from houseway.rulebook.shown import copy_notice, in_words

app = App(
    name="rules",
    help="""Look up the approved rules, and what answers each clause.

    Example: houseway rules mini-baccarat 7.3

    Example: houseway rules --search "no bet coup"
    """,
    version_flags=[],
)

OneDocument = Annotated[
    str | None,
    Parameter(help="A document: its slug, slug@edition, title, prefix or the beginning of one."),
]
ClauseWords = Annotated[str, Parameter(help="A clause number, in quotes if it has parentheses.")]
SearchWords = Annotated[
    str | None, Parameter(name="--search", help="Find the clauses that hold all these words.")
]
ReadingId = Annotated[str | None, Parameter(help="The id of a reading, such as MB3.")]
Missing = Annotated[bool, Parameter(help="List the clauses without evidence from a test.")]
Page = Callable[[Any], None]


@app.default
def show(
    name: OneDocument = None,
    /,
    *clause: ClauseWords,
    search: SearchWords = None,
    as_json: Json = False,
) -> int:
    """List the documents, or show one, or one clause of it with what answers it.

    Example: houseway rules mini-baccarat 7.3
    """
    if search is not None:
        return _tell(lambda: _search(search, name), pages.search, as_json=as_json)
    if name is None:
        return _tell(lambda: {"documents": _listed(documents())}, pages.documents, as_json=as_json)
    if not clause:
        return _tell(lambda: _sections(_document(name)), pages.sections, as_json=as_json)
    return _tell(lambda: _clause(_document(name), " ".join(clause)), pages.clause, as_json=as_json)


@app.command
def coverage(
    *, document: OneDocument = None, missing: Missing = False, as_json: Json = False
) -> int:
    """Count, per document and treatment, the clauses that tests are evidence for.

    Example: houseway rules coverage --document mini-baccarat --missing
    """
    return _tell(
        lambda: _coverage(_chosen(document), missing=missing), pages.coverage, as_json=as_json
    )


@app.command
def check(*, as_json: Json = False) -> int:
    """Find citations of clauses that do not exist, and clauses without evidence from a test.

    Example: houseway rules check

    The exit status is 1 when there are any.
    """
    found = _check()
    _tell(lambda: found, pages.check, as_json=as_json)
    return 1 if found["false_claims"] or found["unanswered"] else 0


@app.command(name="print")
def print_copy(name: OneDocument, /, *, as_json: Json = False) -> int:
    """Print a copy of the rules: our wording of every clause, with the approved instrument.

    Example: houseway rules print casino-war
    """
    return _tell(lambda: _copy(_document(name or "")), pages.copy, as_json=as_json)


@app.command(name="readings")
def show_readings(reading_id: ReadingId = None, /, *, as_json: Json = False) -> int:
    """List how we read what the documents leave open, or show one reading.

    Example: houseway rules readings MB3
    """
    if reading_id is None:
        return _tell(lambda: {"readings": _readings()}, pages.readings, as_json=as_json)
    return _tell(lambda: _reading(reading_id), pages.reading, as_json=as_json)


@app.command(name="policies")
def show_policies(*, as_json: Json = False) -> int:
    """List the choices that operator or regulator may make otherwise, with our default.

    Example: houseway rules policies
    """
    listed = {"policies": [msgspec.to_builtins(each) for each in policies()]}
    return _tell(lambda: listed, pages.policies, as_json=as_json)


def _tell(build: Callable[[], dict[str, Any]], page: Page, *, as_json: bool) -> int:
    """Print what was asked for, or why there is no such thing. Gives the exit status."""
    try:
        payload = build()
    except LookupError as unknown:
        print(f"houseway rules: {unknown}", file=sys.stderr)
        return 2
    if as_json:
        print_json(payload)
    else:
        page(payload)
    return 0


def _document(name: str) -> Document:
    """A document by what people call it: slug, id, title, prefix, or as a game is named."""
    for each in documents():
        if name.lower() in (each.title.lower(), each.metadata.prefix.lower()):
            return document(each.slug)
    try:
        return document(name)
    except UnknownDocument as unknown:
        return _of_game(name, unknown)


def _of_game(name: str, unknown: UnknownDocument) -> Document:
    try:
        return document(games.find(name).cite.id)
    except games.SeveralGames:
        raise
    except games.NoGame:
        raise unknown from None


def _chosen(name: str | None) -> tuple[Document, ...]:
    return documents() if name is None else (_document(name),)


def _listed(editions: tuple[Document, ...]) -> list[dict[str, Any]]:
    return [
        {
            "id": each.id,
            **msgspec.to_builtins(each.metadata),
            "clauses": len(each.clauses),
            "hash": each.content_hash,
        }
        for each in editions
    ]


def _sections(shown: Document) -> dict[str, Any]:
    listed = [
        {
            "heading": heading,
            "first": rows[0].number,
            "last": rows[-1].number,
            "clauses": len(rows),
            "treatments": dict(Counter(row.treatment for row in rows)),
        }
        for heading, rows in sections(shown)
    ]
    return {"document": _listed((shown,))[0], "sections": listed}


def _copy(of: Document) -> dict[str, Any]:
    listed = [
        {
            "heading": heading,
            "clauses": [{"number": row.number, "text": in_words(of, row)} for row in rows],
        }
        for heading, rows in sections(of)
    ]
    about = {"document": _listed((of,))[0], "notice": copy_notice(of)}
    return {**about, "sections": listed}


def _row(of: Document, row: ClauseRow) -> dict[str, Any]:
    return {"document": of.id, "clause": of(row.number), **msgspec.to_builtins(row)}


def _clause(of: Document, asked: str) -> dict[str, Any]:
    from houseway.coverage import answers

    number = numbered(of, asked)
    citation = of(number)
    with suppress(games.NoGame):  # its modules declare clauses when they are imported
        games.game(of.id)
    answer = answers().of(of, number)
    return {
        **_row(of, of.clauses[number]),
        "parts": parts(of, number),
        "status": answer.status,
        "shown": answer.shown,
        "spoke": answer.spoke,
        "conducted": answer.conducted,
        "broken": answer.broken,
        "code": [each._asdict() for each in of.places(number)],
        "duties": [
            {"text": each.text, "evidence": each.evidence, "status": each.status}
            for each in answer.parts
        ],
        "readings": [msgspec.to_builtins(each) for each in readings_for(citation)],
    }


def _search(words: str, name: str | None) -> dict[str, Any]:
    if not words.strip():
        raise LookupError("--search needs at least one word")
    results = search_clauses(words, _chosen(name))
    return {"search": words, "results": [_row(of, row) for of, row in results]}


def _coverage(editions: tuple[Document, ...], *, missing: bool) -> dict[str, Any]:
    from houseway.coverage import answers, open_duties, tally, tally_duties, tournament

    found = answers()
    counted = []
    for each in editions:
        clauses = found.clauses[each.id]
        entry = {
            "document": each.id,
            "title": each.title,
            "clauses": len(clauses),
            "treatments": found.counts(each.id),
            "total": tally(clauses),
            "duties": tally_duties(clauses),
            "tournament": tournament(clauses),
        }
        if missing:
            still_open = (one.number for one in clauses if not one.answered and not one.shown)
            entry["missing"] = [_row(each, each.clauses[number]) for number in still_open]
            entry["open_duties"] = [
                {"clause": clause, "text": duty.text, "evidence": duty.evidence}
                for clause, duty in open_duties(clauses)
            ]
        counted.append(entry)
    return {"documents": counted}


def _check() -> dict[str, Any]:
    from houseway.coverage import answers

    found = answers()
    return {
        "false_claims": msgspec.to_builtins(found.false_claims),
        "unanswered": [{"clause": each.clause} for each in found.unanswered],
    }


def _readings() -> list[dict[str, Any]]:
    return [
        {"id": each.id, "weight": each.weight, "title": each.title, "documents": each.documents}
        for each in readings()
    ]


def _reading(reading_id: str) -> dict[str, Any]:
    found = reading(reading_id)
    return {**msgspec.to_builtins(found), "citations": clauses_read(found.id)}
