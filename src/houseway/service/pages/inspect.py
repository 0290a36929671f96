"""The inspector's console: everything is read, nothing is ordered.

All tables, the log searched, every round played again step by step, notifications, proof that
nothing was altered, and files to take away. Surveillance has the same: both stand beside the table
and on no list of its staff (reading P-01).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from functools import cache
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect, Stream, Template

from houseway.games import FOLDERS
from houseway.records.exporting import Format
from houseway.records.telling import kind_words
from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.access.guards import only
from houseway.service.api.tables import may_see
from houseway.service.asking import Asking, OpenFloor
from houseway.service.errors import Wrong
from houseway.service.floor import Floor, stream_of
from houseway.service.fragments import Fragment
from houseway.service.inspecting import files, held, proof, replay
from houseway.service.inspecting.search import (
    MOST,
    REFUSED,
    Found,
    Streams,
    Wanted,
    search,
    time_of,
)
from houseway.service.pages.page import Link, page
from houseway.service.pages.tables import felt
from houseway.store import codec, seals
from houseway.table.notifications import owed
from houseway.table.state import Notification, Table
from houseway.table.view import Viewer

INSPECTORS = frozenset({str(Role.INSPECTOR), str(Role.SURVEILLANCE)})
_GUARDS = [only(*INSPECTORS)]
ROUNDS = 25  # on a page
_TICK_SECONDS = 0.2


# All tables


class Inspected(NamedTuple):
    """One table in the list."""

    table: str
    title: str
    edition: str
    stage: str
    open: bool
    virtual: bool
    round: int
    under_way: bool
    events: int
    refusals: int
    owed: int


def _inspected(floor: Floor, _table: str, _viewer: Viewer) -> Mapping[str, Any]:
    def see(found: Table, version: int) -> Inspected:
        play, cite = found.play, found.game.cite
        return Inspected(
            name, cite.title, cite.edition, play.stage, not found.closed, found.virtual,
            play.round, bool(held.round_held(found)), version, found.refusals, len(owed(found)),
        )  # fmt: skip

    rows = []
    for name in floor.tables():
        if floor.runner.look(stream_of(name), lambda found, _: found.play is not None):
            rows.append(floor.look(name, see))
    return {"rows": rows}


@get("/inspect", include_in_schema=False, guards=_GUARDS)
async def tables(request: Asking) -> Template:
    return await page(request, "inspect/tables.html", topics=["inspected"], tab="tables")


# The log


def _streams(floor: Floor, account: Account) -> Streams:
    """What the search knows of each stream, asked for once."""

    @cache
    def slug(stream: str) -> str:
        found: str = floor.runner.look(stream, lambda table, _version: table.slug)
        return found

    @cache
    def end(stream: str) -> int | None:
        if not stream.startswith("table/") or not slug(stream):
            return None
        return held.last_told(floor, stream.removeprefix("table/"))

    def seen(stream: str) -> bool:
        return not account.tables or account.assigned_to(stream.removeprefix("table/"))

    return Streams(slug, end, seen)


@cache
def kinds() -> tuple[str, ...]:
    """Every kind of event that a table can have, in words."""
    every = {name for slug in FOLDERS for name in codec.kinds_of(slug)}
    return tuple(sorted(map(kind_words, every)))


def _kind(words: str) -> str:
    """`wager placed` is `WagerPlaced`; a kind written as one word stays as it is."""
    words = words.strip()
    return "".join(map(str.capitalize, words.split())) if " " in words else words


def _whole(text: str, what: str) -> int:
    if not text.strip():
        return 0
    if not text.strip().isdecimal() or len(text.strip()) > 15:
        raise Wrong(HTTPStatus.BAD_REQUEST, "not_a_number", f"{what} is a whole number")
    return int(text)


@get("/inspect/log", include_in_schema=False, guards=_GUARDS)
async def log(
    request: Asking,
    floor: OpenFloor,
    table: FromQuery[str] = "",
    since: FromQuery[str] = "",
    until: FromQuery[str] = "",
    actor: FromQuery[str] = "",
    kind: FromQuery[str] = "",
    clause: FromQuery[str] = "",
    patron: FromQuery[str] = "",
    number: FromQuery[str] = "",
    before: FromQuery[str] = "",
) -> Template:
    asked = {
        "table": table, "since": since, "until": until, "actor": actor, "kind": kind,
        "clause": clause, "patron": patron, "number": number,
    }  # fmt: skip
    problem, found = None, Found((), 0, 0)
    try:
        if number.strip() and not table:
            sentence = "a round is found at its table: choose the table too"
            raise Wrong(HTTPStatus.BAD_REQUEST, "which_table", sentence)
        wanted = Wanted(
            _stream(request.user, table), time_of(since), time_of(until, end=True), actor.strip(),
            _kind(kind), " ".join(clause.split()), patron.strip(), _whole(number, "a round"),
            _whole(before, "a place in the log"),
        )  # fmt: skip
        found = await floor.blocking(search, floor.log, wanted, _streams(floor, request.user))
    except Wrong as wrong:
        problem = wrong.problem
    streams = sorted(await floor.blocking(floor.log.heads))
    return await page(
        request, "inspect/log.html", tab="refusals" if _kind(kind) == REFUSED else "log",
        asked=asked, found=found, problem=problem, streams=streams, kinds=kinds(), most=MOST,
        more={**{name: value for name, value in asked.items() if value}, "before": found.before},
    )  # fmt: skip


def _stream(account: Account, chosen: str) -> str:
    """The stream of a table's name; `people` and `seals` are streams of their own."""
    if chosen in ("", "people", seals.STREAM):
        return chosen
    name = chosen.removeprefix("table/")
    may_see(account, name)
    return stream_of(name)


# Rounds


class RoundsPage(NamedTuple):
    rounds: tuple[replay.Round, ...]
    before: int
    held: int
    title: str


def _rounds(floor: Floor, table: str, before: int) -> RoundsPage:
    """The rounds of a table, newest first. Blocks: call it in a thread."""

    def see(found: Table, _version: int) -> tuple[int, int, str]:
        return found.play.round, held.round_held(found), found.game.cite.title

    newest, under_way, title = floor.look(table, see)
    top = min(newest, before - 1) if before else newest
    numbers = range(top, max(0, top - ROUNDS), -1)
    found = tuple(
        replay.read_round(floor.log, table, number)
        for number in numbers
        if number != under_way and floor.log.recall(stream_of(table), number)
    )
    left = numbers[-1] if numbers and numbers[-1] > 1 else 0
    return RoundsPage(found, left, under_way, title)


@get("/inspect/tables/{table:str}", include_in_schema=False, guards=_GUARDS)
async def rounds(
    request: Asking, floor: OpenFloor, table: FromPath[str], before: FromQuery[str] = ""
) -> Template:
    may_see(request.user, table)
    found = await floor.blocking(_rounds, floor, table, _whole(before, "a round"))
    return await page(request, "inspect/rounds.html", tab="tables", table=table, found=found)


def _step(
    floor: Floor, account: Account, table: str, number: int, step: int
) -> tuple[replay.Round, replay.Step, str]:
    title, under_way = floor.look(
        table, lambda found, _: (found.game.cite.title, held.round_held(found))
    )
    if under_way and number == under_way:
        sentence = f"round {number} is under way; it can be replayed when it is over"
        raise Wrong(HTTPStatus.CONFLICT, "round_under_way", sentence)
    found = replay.read_round(floor.log, table, number)
    streams = _streams(floor, account)
    return found, replay.play_step(floor.log, found, step, account.viewer, streams), title


@get(
    "/inspect/tables/{table:str}/rounds/{number:int}", include_in_schema=False, guards=_GUARDS
)  # fmt: skip
async def first_step(table: FromPath[str], number: FromPath[int]) -> Redirect:
    return Redirect(f"/inspect/tables/{quote(table)}/rounds/{number}/1")


@get(
    "/inspect/tables/{table:str}/rounds/{number:int}/{step:int}",
    include_in_schema=False,
    guards=_GUARDS,
)
async def round_page(
    request: Asking,
    floor: OpenFloor,
    table: FromPath[str],
    number: FromPath[int],
    step: FromPath[int],
) -> Template:
    may_see(request.user, table)
    found, at, title = await floor.blocking(_step, floor, request.user, table, number, step)
    newest = await floor.blocking(floor.look, table, lambda seen, _: int(seen.play.round))
    return await page(
        request, "inspect/round.html", tab="tables", table=table, round=found, step=at, title=title,
        newest=newest, felt=felt, here_is=f"/inspect/tables/{table}/rounds",
    )  # fmt: skip


@get(
    "/inspect/tables/{table:str}/at/{version:int}", include_in_schema=False, guards=_GUARDS
)  # fmt: skip
async def at_event(
    request: Asking, floor: OpenFloor, table: FromPath[str], version: FromPath[int]
) -> Redirect:
    """The step at which an event of the log happened."""
    may_see(request.user, table)
    stream_of(table)
    number, step = await floor.blocking(replay.place_of, floor.log, table, version)
    return Redirect(f"/inspect/tables/{table}/rounds/{number}/{step}")


# Notifications


class NotificationsAt(NamedTuple):
    table: str
    title: str
    owed: tuple[Notification, ...]
    sent: tuple[Notification, ...]


def _notifications(floor: Floor, account: Account) -> list[NotificationsAt]:
    def see(found: Table, _version: int) -> NotificationsAt:
        sent = tuple(each for each in found.notifications if each.sent is not None)
        return NotificationsAt(name, found.game.cite.title, owed(found), sent[::-1])

    every = []
    for name in filter(account.assigned_to, floor.tables()):
        if floor.runner.look(stream_of(name), lambda found, _: bool(found.notifications)):
            every.append(floor.look(name, see))
    return every


@get("/inspect/notifications", include_in_schema=False, guards=_GUARDS)
async def notifications(request: Asking, floor: OpenFloor) -> Template:
    found = await floor.blocking(_notifications, floor, request.user)
    return await page(request, "inspect/notifications.html", tab="notifications", found=found)


# Proof


class CheckForm(msgspec.Struct, frozen=True):
    key: str = ""


async def _proof(request: Asking, floor: Floor, **context: Any) -> Template:
    entries = await floor.blocking(floor.log.read, seals.STREAM)
    sealed = [(entry, proof.seal_of(entry)) for entry in reversed(entries)]
    heads = await floor.blocking(floor.log.heads)
    given = {"verdict": None, "problem": None, "sealed": sealed, "heads": heads, **context}
    return await page(request, "inspect/proof.html", tab="proof", **given)


@get("/inspect/proof", include_in_schema=False, guards=_GUARDS)
async def proof_page(request: Asking, floor: OpenFloor) -> Template:
    return await _proof(request, floor)


@post("/inspect/proof", include_in_schema=False, guards=_GUARDS, status_code=200)
async def check(
    request: Asking, floor: OpenFloor, data: URLEncodedBody[CheckForm]
) -> Template | Response[Any] | Stream:
    """Check the whole log; a script is told how far it has come while it goes on."""
    by_script = "application/x-ndjson" in request.headers.get("accept", "")
    try:
        checking = proof.Checking(floor.settings.log_address, proof.keys_of(data.key))
        if by_script:
            return Stream(_checked(floor, checking), media_type="application/x-ndjson")
        verdict = await floor.blocking(checking.run)
    except Wrong as wrong:
        if by_script:
            raise
        shown = await _proof(request, floor, problem=wrong.problem)
        shown.status_code = wrong.status
        return shown
    return await _proof(request, floor, verdict=verdict)


async def _checked(floor: Floor, checking: proof.Checking) -> AsyncIterator[bytes]:
    """Lines of JSON: how far the check has come, and at the end what it found."""
    running = asyncio.ensure_future(floor.blocking(checking.run))
    while not running.done():
        yield _line(done=checking.done, total=checking.total)
        await asyncio.wait([running], timeout=_TICK_SECONDS)
    try:
        verdict, problem = running.result(), None
    except Wrong as wrong:
        verdict, problem = None, wrong.problem
    template = floor.renderer.environment.get_template("inspect/verdict.html")
    yield _line(html=template.render(verdict=verdict, problem=problem))


def _line(**content: Any) -> bytes:
    return msgspec.json.encode(content) + b"\n"


# Files


@get("/inspect/files", include_in_schema=False, guards=_GUARDS)
async def file_list(request: Asking, floor: OpenFloor) -> Template:
    every = await floor.blocking(floor.tables)
    seen = [each for each in every if request.user.assigned_to(each)]
    return await page(
        request, "inspect/files.html", tab="files", tables=seen, forms=files.forms(),
        whole=not request.user.tables,
    )  # fmt: skip


@get("/inspect/files/log", include_in_schema=False, guards=_GUARDS)
async def log_file(
    request: Asking, floor: OpenFloor, form: FromQuery[Format] = "hwlog", table: FromQuery[str] = ""
) -> Stream:
    if table:
        may_see(request.user, table)
        await floor.blocking(floor.look, table, lambda _found, _version: None)
    elif request.user.tables:
        sentence = f"{request.user.name} is not assigned to every table"
        raise Wrong(HTTPStatus.FORBIDDEN, "not_assigned", sentence)
    if form not in files.forms():
        sentence = "Parquet needs the package arro3-io, which is not installed here"
        raise Wrong(HTTPStatus.NOT_IMPLEMENTED, "no_parquet", sentence)
    return await files.log_file(floor, form, table)


@get("/inspect/files/statement", include_in_schema=False, guards=_GUARDS)
async def statement_file(
    request: Asking,
    floor: OpenFloor,
    table: FromQuery[str],
    patron: FromQuery[str] = "",
    since: FromQuery[str] = "",
    until: FromQuery[str] = "",
) -> Stream:
    may_see(request.user, table)
    times = time_of(since), time_of(until, end=True)
    return await files.statement_file(floor, table, patron.strip(), *times)


ROUTES = [
    tables, log, rounds, first_step, round_page, at_event, notifications, proof_page, check,
    file_list, log_file, statement_file,
]  # fmt: skip
NAVIGATION = [Link("Inspect", "/inspect", offices=INSPECTORS, order=20)]
FRAGMENTS = [
    Fragment(
        "inspected", "inspect/rows.html", more=_inspected, whole_floor=True, offices=INSPECTORS
    ),
]
