"""The inspector's console: everything is read, nothing is ordered.

All tables, the log searched, every round played again step by step, notifications; proof and files
are in `inspect_proof`. Surveillance has the same: both stand beside the table
and on no list of its staff (reading P-01).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from typing import Any, NamedTuple
from urllib.parse import quote

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from houseway.aggregates import KINDS
from houseway.games import editions
from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.access.guards import only
from houseway.service.aggregates.tournaments import KIND as TOURNAMENT
from houseway.service.api.tables import may_see
from houseway.service.consoles.inspector import replay
from houseway.service.consoles.inspector.replay import NEWEST, SORTS, RoundFilter, list_rounds
from houseway.service.consoles.inspector.search import (
    MOST,
    REFUSAL,
    REFUSED,
    Found,
    Streams,
    Wanted,
    runs,
    search,
    shown_kind,
    time_of,
)
from houseway.service.consoles.page import Link, page
from houseway.service.consoles.public.tables import felt
from houseway.service.errors import Wrong
from houseway.service.floor import Asking, Floor, OpenFloor, stream_of
from houseway.service.forms.form_data import cents
from houseway.service.live.fragments import Fragment
from houseway.service.texts.text import Text
from houseway.store import codec, seals
from houseway.table.rulings import owed
from houseway.table.state import Notification, Table
from houseway.table.view import Viewer

INSPECTORS = frozenset({str(Role.INSPECTOR), str(Role.SURVEILLANCE)})
GUARDS = [only(*INSPECTORS)]


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
    stopped: str  # why the house deals no more, "" where it does


def _inspected(floor: Floor, _table: str, _viewer: Viewer) -> Mapping[str, Any]:
    def see(found: Table, version: int) -> Inspected:
        play, cite = found.play, found.game.cite
        return Inspected(
            name, cite.title, cite.edition, play.stage, not found.closed, found.virtual,
            play.round, bool(replay.round_held(found)), version, found.refusals,
            len(owed(found)), found.stopped,
        )  # fmt: skip

    rows = []
    for name in floor.tables():
        if floor.runner.look(stream_of(name), lambda found, _: found.play is not None):
            rows.append(floor.look(name, see))
    return {"rows": rows}


@get("/inspect", include_in_schema=False, guards=GUARDS)
async def tables(request: Asking) -> Template:
    return await page(request, "inspect/tables.html", topics=["inspected"], tab="tables")


# The log


def _streams(floor: Floor, account: Account) -> Streams:
    """What the search knows of each stream, asked for once."""

    @cache
    def edition(stream: str) -> str:
        found: str = floor.runner.look(stream, lambda table, _version: table.edition)
        return found

    @cache
    def end(stream: str) -> int | None:
        if stream.startswith(f"{TOURNAMENT.name}/"):
            return replay.last_told_of(floor, stream.partition("/")[2])
        if not stream.startswith("table/") or not edition(stream):
            return None
        return replay.last_told(floor, stream.removeprefix("table/"))

    def seen(stream: str) -> bool:
        return not account.tables or account.assigned_to(stream.removeprefix("table/"))

    return Streams(edition, end, seen)


@cache
def kinds() -> tuple[str, ...]:
    """Every kind of event that a table can have, in words."""
    every = {name for edition in editions() for name in codec.kinds_of(edition)}
    return tuple(sorted(map(shown_kind, every)))


def _kind(words: str) -> str:
    """`wager placed` is `WagerPlaced`; a kind written as one word stays as it is."""
    words = words.strip()
    if words.casefold() == REFUSAL:
        return REFUSED
    return "".join(map(str.capitalize, words.split())) if " " in words else words


def whole_number(text: str, what: str) -> int:
    if not text.strip():
        return 0
    if not text.strip().isdecimal() or len(text.strip()) > 15:
        raise Wrong(
            HTTPStatus.BAD_REQUEST, "not_a_number", Text("{what} is a whole number", what=what)
        )
    return int(text)


@get("/inspect/log", include_in_schema=False, guards=GUARDS)
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
            sentence = Text("a round is found at its table: choose the table too")
            raise Wrong(HTTPStatus.BAD_REQUEST, "which_table", sentence)
        wanted = Wanted(
            _stream(request.user, table), time_of(since, zone=floor.time.zone),
            time_of(until, end=True, zone=floor.time.zone), actor.strip(), _kind(kind),
            " ".join(clause.split()), patron.strip(), whole_number(number, "a round"),
            whole_number(before, "a place in the log"),
        )  # fmt: skip
        found = await floor.blocking(search, floor.log, wanted, _streams(floor, request.user))
    except Wrong as wrong:
        problem = wrong.problem
    streams = sorted(await floor.blocking(floor.log.heads))
    return await page(
        request, "inspect/log.html", tab="refusals" if _kind(kind) == REFUSED else "log",
        asked=asked, found=found, runs=runs(found.lines), problem=problem,
        streams=streams, kinds=kinds(), most=MOST,
        more={**{name: value for name, value in asked.items() if value}, "before": found.before},
    )  # fmt: skip


def _stream(account: Account, chosen: str) -> str:
    """The stream of a table's name; the others are named as they are in the log."""
    if chosen in ("", "people", seals.STREAM):
        return chosen
    kind, _, of_it = chosen.partition("/")
    if of_it and kind in KINDS:
        return chosen
    name = chosen.removeprefix("table/")
    may_see(account, name)
    return stream_of(name)


# Rounds


@get("/inspect/tables/{table:str}", include_in_schema=False, guards=GUARDS)
async def rounds(
    request: Asking,
    floor: OpenFloor,
    table: FromPath[str],
    before: FromQuery[str] = "",
    number: FromQuery[str] = "",
    void: FromQuery[str] = "",
    patron: FromQuery[str] = "",
    staked: FromQuery[str] = "",
    sort: FromQuery[str] = NEWEST,
) -> Template | Redirect:
    """The rounds of a table; with a number, the replay of that round."""
    may_see(request.user, table)
    wanted_round = whole_number(number, "a round")
    if wanted_round:
        return Redirect(f"/inspect/tables/{quote(table)}/rounds/{wanted_round}/1")
    wanted = RoundFilter(bool(void), patron.strip(), cents("Staked", staked) if staked else 0)
    page_before = whole_number(before, "a round")
    found = await floor.blocking(list_rounds, floor, table, page_before, wanted, sort)
    asked = {"void": void, "patron": patron, "staked": staked, "sort": sort}
    return await page(
        request, "inspect/rounds.html", tab="tables", table=table, found=found, asked=asked,
        sorts=SORTS, filtered=wanted != RoundFilter(),
        more={**{name: value for name, value in asked.items() if value}, "before": found.before},
    )  # fmt: skip


def _step(
    floor: Floor, account: Account, table: str, number: int, step: int
) -> tuple[replay.Round, replay.ReplayStep, str]:
    title, under_way = floor.look(
        table, lambda found, _: (found.game.cite.title, replay.round_held(found))
    )
    if under_way and number == under_way:
        sentence = Text(
            "round {number} is under way; it can be replayed when it is over", number=number
        )
        raise Wrong(HTTPStatus.CONFLICT, "round_under_way", sentence)
    found = replay.read_round(floor.log, table, number)
    streams = _streams(floor, account)
    return found, replay.play_step(floor.log, found, step, account.viewer, streams), title


@get(
    "/inspect/tables/{table:str}/rounds/{number:int}", include_in_schema=False, guards=GUARDS
)  # fmt: skip
async def first_step(table: FromPath[str], number: FromPath[int]) -> Redirect:
    return Redirect(f"/inspect/tables/{quote(table)}/rounds/{number}/1")


@get(
    "/inspect/tables/{table:str}/rounds/{number:int}/{step:int}",
    include_in_schema=False,
    guards=GUARDS,
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
        edition=found.edition,
        newest=newest, felt=felt, kind=shown_kind, here_is=f"/inspect/tables/{table}/rounds",
    )  # fmt: skip


@get(
    "/inspect/tables/{table:str}/at/{version:int}", include_in_schema=False, guards=GUARDS
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


@get("/inspect/notifications", include_in_schema=False, guards=GUARDS)
async def notifications(request: Asking, floor: OpenFloor) -> Template:
    found = await floor.blocking(_notifications, floor, request.user)
    return await page(request, "inspect/notifications.html", tab="notifications", found=found)


ROUTES = [tables, log, rounds, first_step, round_page, at_event, notifications]
NAVIGATION = [Link(Text("Inspect"), "/inspect", offices=INSPECTORS, order=20, home_of=INSPECTORS)]
FRAGMENTS = [
    Fragment(
        "inspected", "inspect/rows.html", more=_inspected, whole_floor=True, offices=INSPECTORS
    ),
]
