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
    rules print DOC        document: DOCUMENT, notice, sections: [heading, clauses: [number, text,
                           instrument]]
    rules load             loaded: [edition, file, clauses, missing, unknown]
    rules load --list      loaded: [edition, clauses, missing, sha256, shown]
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

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import cache
from getpass import getuser
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import App, Parameter

from houseway import games  # documents of other packages are found by their games
from houseway.cli import rules_pages as pages
from houseway.cli.shared import Database, HouseFolder, Json, bytes_of, print_json
from houseway.driving import PRACTICE, next_command
from houseway.games.game import Game, Setup
from houseway.rulebook import (
    ClauseRow,
    Document,
    UnknownDocument,
    approved,
    document,
    documents,
    policies,
    reading,
    readings,
    readings_for,
)
from houseway.rulebook.browse import numbered, parts, search_clauses, sections
from houseway.rulebook.readings import clauses_read
from houseway.rulebook.ruling import Accepted
from houseway.rulebook.shown import in_words, on_a_copy
from houseway.store.instruments import Instruments
from houseway.store.log import Log, LogError

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
HOUSE = Path("house")
STEPS = 2_000  # commands by which the game of another package is tried
LEAST_CARDS = 20  # before a round: with fewer the play begins again with a new shoe


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
def print_copy(
    name: OneDocument, /, *, folder: HouseFolder = HOUSE, database: Database = "",
    as_json: Json = False,
) -> int:  # fmt: skip
    """Print a copy of the rules: our wording of every clause, with the approved instrument.

    Example: houseway rules print casino-war

    Where the house has loaded the instrument's own words (houseway rules load), they are printed
    under our wording.
    """
    address = database or str(folder)
    if database or folder.exists():
        with suppress(LogError), closing(_read(address)) as log:
            approved.hold(Instruments(log, folder).held())
    return _tell(lambda: _copy(_document(name or "")), pages.copy, as_json=as_json)


@app.command
def load(
    file: Annotated[Path | None, Parameter(help="The instrument as plain text in UTF-8.")] = None,
    /,
    *names: Annotated[str, Parameter(help="For these documents alone, slug or slug@edition.")],
    folder: HouseFolder = HOUSE,
    database: Database = "",
    actor: Annotated[str, Parameter(help="Who loads or removes it; default: who runs this.")] = "",
    incomplete: Annotated[bool, Parameter(help="Take it though clauses are missing.")] = False,
    remove: Annotated[str, Parameter(help="Remove the text of this slug@edition.")] = "",
    list_loaded: Annotated[bool, Parameter(name="--list", help="List what is loaded.")] = False,
    as_json: Json = False,
) -> int:
    """Load the instrument's own words into a house, clause by clause, or list or remove them.

    Example: houseway rules load casino-war-order.txt

    The text is kept in the folder of the house, its hash in the log. Loading again replaces it. A
    house on a file is stopped for this. The exit status is 1 where clauses are missing or unknown,
    and nothing is loaded then, or where a loaded file was changed; 2 where something is unreadable.
    """
    now_us = None if list_loaded else lambda: time.time_ns() // 1_000
    try:
        content = bytes_of(file, approved.LARGEST) if file else b""
        texts = _texts(content, names) if file else []
        address = database or str(folder)
        with closing(_read(address) if list_loaded else _open(address, folder)) as log:
            instruments = Instruments(log, folder, now_us)
            if list_loaded:
                return _list_loaded(instruments, as_json=as_json)
            if remove:
                return _remove(instruments, _document(remove).id, actor or getuser())
            return _load(instruments, texts, content, actor or getuser(), incomplete, as_json)
    except (OSError, ValueError, LookupError, LogError) as wrong:
        print(f"houseway rules load: {file or folder}: {wrong}", file=sys.stderr)
        return 2


def _open(address: str, folder: Path) -> Log:
    from houseway.store.open import open_log

    _read(address).close()  # where there is no house, none is made
    return open_log(address, folder=folder)


def _read(address: str) -> Log:
    """The log to read; looking up the rules needs no log, and so no package that a log needs."""
    from houseway.store.open import read_log

    return read_log(address)


def _texts(content: bytes, names: tuple[str, ...]) -> list[approved.ApprovedText]:
    """The text of each document named; without names of each that the instrument has."""
    text = approved.decoded(content)
    if names:
        return [approved.read(_document(each), text) for each in names]
    found = []
    for each in documents():
        with suppress(approved.UnreadableText):
            found.append(approved.read(each, text))
    if not found:
        titles = ", ".join(each.title for each in documents())
        raise approved.UnreadableText(f"it is the text of none of {titles}")
    return found


def _load(
    instruments: Instruments, texts: list[approved.ApprovedText], content: bytes, actor: str,
    incomplete: bool, as_json: bool,
) -> int:  # fmt: skip
    faulty = any(each.missing or each.unknown for each in texts)
    listed = [
        {
            "edition": each.edition, "clauses": len(each.words), "missing": each.missing,
            "unknown": each.unknown, "loaded": incomplete or not faulty,
        }
        for each in texts
    ]  # fmt: skip
    for each in texts if incomplete or not faulty else ():
        instruments.load(each, content, actor)
    print_json({"loaded": listed}) if as_json else pages.loaded(listed)
    return 1 if faulty and not incomplete else 0


def _list_loaded(instruments: Instruments, *, as_json: bool) -> int:
    facts, held = instruments.loaded(), instruments.held()
    listed = [
        {**msgspec.to_builtins(facts[each.edition]), "shown": each.text is not None}
        for each in held
    ]
    print_json({"loaded": listed}) if as_json else pages.list_loaded(listed)
    return 0 if all(each["shown"] for each in listed) else 1


def _remove(instruments: Instruments, edition: str, actor: str) -> int:
    removed = instruments.remove(edition, actor)
    print(f"{edition}: {'removed' if removed else 'nothing is loaded'}")
    return 0 if removed else 1


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
            "clauses": [
                {
                    "number": row.number,
                    "text": in_words(of, row),
                    "instrument": approved.words(of, row.number),
                }
                for row in rows
            ],
        }
        for heading, rows in sections(of)
    ]
    about = {"document": _listed((of,))[0], "notice": on_a_copy(of)}
    return {**about, "sections": listed}


def _row(of: Document, row: ClauseRow) -> dict[str, Any]:
    return {"document": of.id, "clause": of(row.number), **msgspec.to_builtins(row)}


def _clause(of: Document, asked: str) -> dict[str, Any]:
    from houseway.coverage import answers, outside

    number = numbered(of, asked)
    citation = of(number)
    with suppress(games.NoGame):  # its modules declare clauses when they are imported
        games.game(of.id)
    answer = answers().of(of, number)
    if of.id in games.editions() and of.id not in games.SHIPPED:
        found = outside(of, _spoken_in_play(of.id))
        answer = next(each for each in found if each.number == number)
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
    from houseway.coverage import answers, outside

    found = answers()
    others = [games.game(each).cite for each in games.editions() if each not in games.SHIPPED]
    answered = (each for of in others for each in outside(of, _spoken_in_play(of.id)))
    left = [each for each in answered if not each.answered and not each.shown]
    return {
        "false_claims": msgspec.to_builtins(found.false_claims),
        "unanswered": [{"clause": each.clause} for each in (*found.unanswered, *left)],
    }


def _readings() -> list[dict[str, Any]]:
    return [
        {"id": each.id, "weight": each.weight, "title": each.title, "documents": each.documents}
        for each in readings()
    ]


def _reading(reading_id: str) -> dict[str, Any]:
    found = reading(reading_id)
    return {**msgspec.to_builtins(found), "citations": clauses_read(found.id)}


@cache
def _spoken_in_play(edition: str) -> dict[str, str]:
    """The clauses that events, refusals and steps cite while the game is played."""
    game = games.game(edition)
    title, heard, pick = f"{game.cite.title} ", set[str](), random.Random(1).randrange  # noqa: S311
    play = _ready_to_play(game)
    for _ in range(STEPS):
        if game.awaits(play).what == "open" and _cards_left(play) < LEAST_CARDS:
            play = _ready_to_play(game)
        awaited = game.awaits(play)
        command, by = next_command(game, play, PRACTICE, pick, awaited)
        ruling = game.decide(play, command, by)
        heard |= set(_cited(msgspec.to_builtins((ruling, awaited.clause))))
        for event in ruling.events if isinstance(ruling, Accepted) else ():
            game.evolve(play, event)
    return {e: f"{STEPS} commands played at random" for e in heard if e.startswith(title)}


def _ready_to_play(game: Game) -> Any:
    play = game.begin(Setup(game.options(), game.limits))
    for command, by in game.ready(play):
        game.do(play, command, by)
    return play


def _cards_left(play: Any) -> int:
    """The cards that may still come; as many as are wanted where the game has none."""
    stock = getattr(play, "stock", None)
    return LEAST_CARDS if stock is None else stock.cards - sum(stock.out.values())


def _cited(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _cited(each)
