"""Tournaments for everybody: the list of them, one's own seat and place, the wall, the sheets.

`tournament-seat:<tournament>` is for anyone who has signed in, an entrant with the own seat, turn,
pass cards and sealed wager; `tournament-wall:<tournament>` shows anybody what a patron may see.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

from litestar import Response, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from markupsafe import Markup

from houseway.equipment.chips import dollar_text
from houseway.games import game, slugs
from houseway.records import tournamentsheets
from houseway.records.tournamentsheets import SHEETS, as_csv
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.shown import WAGERS, rules_on
from houseway.service.access.accounts import Account
from houseway.service.access.guards import signed_in
from houseway.service.aggregates.tournaments import KIND
from houseway.service.api.aggregates import give_command
from houseway.service.consoles.page import Link, page
from houseway.service.draw import small
from houseway.service.errors import Problem, RuledOut, Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.forms.pressed_once import press_of
from houseway.service.live.fragments import Fragment
from houseway.service.texts.text import Text
from houseway.table.view import Viewer
from houseway.tournament.leaderboard import Row, places_text
from houseway.tournament.shown import BOOKS, STAFF, EntrySeen, PrizeSeen, TournamentView
from houseway.tournament.state import (
    CONFIRMED,
    DRAFTED,
    OVER,
    PLANNED,
    PUBLISHED,
    RESERVE,
    RUNNING,
    Tournament,
)
from houseway.tournament.state import OUT as LEFT
from houseway.tournament.view import SessionSeen, TableSeen
from houseway.tournament.vocabulary import OpenTournament

# What an entrant does now, in one sentence: wait, go to a table, take a break, collect a prize.


def newest_session(view: TournamentView, entry: int) -> SessionSeen | None:
    """The newest session of an entrant, also before its seats are published."""
    return next((each for each in reversed(view.sessions) if entry in each.players), None)


def own_row(view: TournamentView, entry: int) -> Row | None:
    """The line of an entrant on the leaderboard."""
    return next((each for each in view.board.rows if each.entry == entry), None)


def what_now(
    view: TournamentView, mine: EntrySeen, session: SessionSeen | None, table: TableSeen | None
) -> Text | None:
    """What to do now; None while a session is played at the own table."""
    prize = next((each for each in view.prizes if each.entry == mine.number), None)
    if prize is not None:
        return _with_prize(prize)
    if view.cancelled:
        return Text("The tournament was cancelled")
    if view.life == OVER or mine.place is not None:
        return _finished(view, mine)
    if mine.status in LEFT:
        return Text("You are out of the tournament")
    if mine.status == RESERVE:
        return Text("You are a reserve: the desk calls you if a seat becomes free")
    if session is None:
        return Text("You are entered: wait until your session is planned")
    if session.phase == RUNNING:
        return _running(mine, session, table)
    return _around(mine, session)


def _with_prize(prize: PrizeSeen) -> Text:
    if prize.paid:
        return Text("Your prize of {amount} is paid", amount=dollar_text(prize.amount))
    return Text("Collect your prize of {amount}", amount=dollar_text(prize.amount))


def _finished(view: TournamentView, mine: EntrySeen) -> Text:
    row = own_row(view, mine.number)
    if row is None:
        return Text("The tournament is over")
    return Text("You finished in place {place}", place=places_text(row.first, row.last))


def _running(mine: EntrySeen, session: SessionSeen, table: TableSeen | None) -> Text | None:
    if mine.number in {entry for entry, _, _ in session.outs}:
        return Text("You are out of this session")
    if session.break_until_us:
        return Text("Take a break")
    if table is not None and table.ended:
        return Text("Your table has finished: wait for the other tables")
    return None


def _around(mine: EntrySeen, session: SessionSeen) -> Text:
    """Before and after a session is played."""
    if session.phase in (PLANNED, DRAFTED):
        return Text("Wait for your seat: it is drawn before the session")
    if session.phase == PUBLISHED:
        seat = dict(session.seats).get(mine.number)
        if mine.number in session.present or seat is None:
            return Text("You are checked in: wait for the session to start")
        return Text("Go to table {table}, box {box}", table=seat.table, box=seat.box)
    if session.phase != CONFIRMED:
        return Text("Play is over: wait while the chips are counted")
    if mine.number in session.advancing:
        return Text("You advance: wait until your next session is planned")
    return Text("You do not advance: your place is final when the tournament ends")


ON_THE_WALL = 60  # entrants: more would not be read from across the room
PUBLIC = ("conditions", "seating", "leaderboard", "results")  # sheets that any patron may read
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


# The list


class Document(NamedTuple):
    """A document that tournaments are held under; `licence`: the one in charge has one."""

    slug: str
    title: str
    licence: bool


def documents(role: Role | None) -> list[Document]:
    """Those under which someone in that office may open a tournament."""
    found = []
    for slug in slugs():
        rules = game(slug).tournament
        if rules is not None and role in rules.direction.nominators:
            licence = rules.direction.licence is not None
            found.append(Document(slug, game(slug).cite.title, licence))
    return found


def _listed(floor: Floor, _name: str, viewer: Viewer) -> Mapping[str, Any]:
    return {
        "tournaments": KIND.every(floor, viewer),
        "title_of": lambda slug: game(slug).cite.title,
        "emblem": lambda slug: Markup(small.emblem(slug)),  # noqa: S704 - drawn by us
        "suits": Markup(small.suits()),  # noqa: S704 - drawn by us
    }


@get("/tournaments", include_in_schema=False, guards=[signed_in])
async def tournaments(request: Asking) -> Template:
    return await _list(request, None)


async def _list(request: Asking, problem: Problem | None) -> Template:
    shown = await page(
        request, "tournament/all.html", topics=["tournaments"], problem=problem,
        documents=documents(request.user.role),
    )  # fmt: skip
    if problem is not None:
        shown.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    return shown


@post("/tournaments", include_in_schema=False, guards=[signed_in], status_code=200)
async def open_tournament(request: Asking, floor: OpenFloor) -> Template | Redirect:
    """Open one, and go to its conditions."""
    filled = await request.form()
    asked = {key: str(value).strip() for key, value in filled.items() if key[0] != "_"}
    name = asked.pop("tournament", "")
    if not _NAME.fullmatch(name):
        sentence = Text("a name is of small letters, figures and hyphens, such as spring-2026")
        return await _list(request, Problem("not_a_name", None, sentence))
    order = OpenTournament(
        asked.get("document", ""), asked.get("title", ""), asked.get("director", ""),
        asked.get("licence", ""), asked.get("published", ""), asked.get("reference", ""),
    )  # fmt: skip
    try:
        await give_command(floor, request.user, KIND, name, order, press_of(request))
    except RuledOut as refused:
        return await _list(request, refused.problem)
    return Redirect(f"/director/{name}/conditions", status_code=303)


# One's own seat


def conduct(slug: str) -> tuple[tuple[Clause, str], ...]:
    """What an entrant is told on entry: how people behave at the tables of the document."""
    return rules_on(WAGERS, game(slug).cite)


def _seat(floor: Floor, name: str, viewer: Viewer) -> Mapping[str, Any]:
    view: TournamentView = KIND.seen(floor, name, viewer)
    mine = next((each for each in view.entries if each.own), None)
    if mine is None:
        return {"mine": None, "current": None, "at_mine": None, "me": None, "now": None}
    seated = [each for each in view.sessions if mine.number in dict(each.seats)]
    current = seated[-1] if seated else None
    table, newest = _table_of(current, mine), newest_session(view, mine.number)
    return {
        "mine": mine, "current": current, "at_mine": table, "me": _place_at(table, mine),
        "newest": newest, "own": own_row(view, mine.number),
        "now": what_now(view, mine, newest, table),
    }  # fmt: skip


def _table_of(session: Any, mine: Any) -> Any:
    """The table of one's own seat. Nobody has a place there before chips are issued."""
    if session is None:
        return None
    seat = dict(session.seats)[mine.number]
    return next((each for each in session.tables if each.table == seat.table), None)


def _place_at(table: Any, mine: Any) -> Any:
    """One's own place at the table; None before the session and once one is out."""
    places = table.places if table is not None else ()
    return next((each for each in places if each.entry == mine.number), None)


@get("/tournaments/{name:str}", include_in_schema=False, guards=[signed_in])
async def one(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template:
    view: TournamentView = await floor.blocking(KIND.seen, floor, name, request.user.viewer)
    return await page(
        request, "tournament/seat.html", topics=[f"tournament-seat:{name}"], name=name,
        title=view.title, now_us=floor.now_us(), staff=request.user.viewer.staff,
        conduct=conduct(view.document), document=view.document,
    )  # fmt: skip


# The wall


def _wall(floor: Floor, name: str, _viewer: Viewer) -> Mapping[str, Any]:
    """What any patron may see, no matter who has signed in."""
    return {"view": KIND.seen(floor, name, Viewer(Role.PATRON)), "most": ON_THE_WALL}


@get("/wall/tournaments/{name:str}", include_in_schema=False)
async def wall(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template:
    view: TournamentView = await floor.blocking(KIND.seen, floor, name, Viewer(Role.PATRON))
    return await page(
        request, "tournament/wall.html", topics=[f"tournament-wall:{name}"], name=name,
        title=view.title, now_us=floor.now_us(),
    )  # fmt: skip


# Sheets to print


def sheets_for(account: Account) -> list[str]:
    """Fees are for those who keep the books; the rest is for everybody."""
    books = account.role in BOOKS
    return [each for each in SHEETS if each in PUBLIC or books]


@get("/tournaments/{name:str}/sheets", include_in_schema=False, guards=[signed_in])
async def sheets(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template:
    view: TournamentView = await floor.blocking(KIND.seen, floor, name, request.user.viewer)
    return await page(
        request, "tournament/sheets.html", name=name, title=view.title,
        sheets=sheets_for(request.user), staff=request.user.viewer.staff,
    )  # fmt: skip


@get("/tournaments/{name:str}/sheets/{sheet:str}", include_in_schema=False, guards=[signed_in])
async def sheet(
    request: Asking, floor: OpenFloor, name: FromPath[str], sheet: FromPath[str]
) -> Template | Response[str]:
    """One sheet, to print or, as `leaderboard.csv`, for other programs."""
    asked, _, form = sheet.partition(".")
    if asked not in sheets_for(request.user) or form not in ("", "csv"):
        raise Wrong(
            HTTPStatus.NOT_FOUND,
            "no_such_sheet",
            Text("there is no sheet {sheet} for you", sheet=sheet),
        )
    see = _made(asked, request.user.viewer)
    made = await floor.blocking(KIND.look, floor, name, see)
    if form == "csv":
        headers = {"content-disposition": f'attachment; filename="{name}-{asked}.csv"'}
        return Response(as_csv(made), media_type="text/csv", headers=headers)
    return await page(
        request, "tournament/sheet.html", name=name, sheet=made, asked=asked, at=floor.now_us()
    )


def _made(asked: str, viewer: Viewer) -> Any:
    def see(tournament: Tournament, _version: int) -> tournamentsheets.Sheet:
        published = tournament.clearance.published is not None
        if asked == "conditions" and viewer.role not in STAFF and not published:
            sentence = Text("the conditions have not been published")
            raise Wrong(HTTPStatus.NOT_FOUND, "not_published", sentence)
        return SHEETS[asked](tournament)

    return see


ROUTES = [tournaments, open_tournament, one, wall, sheets, sheet]
NAVIGATION = [
    Link(
        Text("Tournaments"),
        "/tournaments",
        order=15,
        home_of=frozenset({Role.TOURNAMENT_DIRECTOR}),
        also=("/director",),
    )
]
FRAGMENTS = [
    Fragment("tournaments", "tournament/cards.html", more=_listed, whole_floor=True),
    Fragment("tournament-seat", "tournament/seat_parts.html", more=_seat, of=KIND),
    Fragment("tournament-wall", "tournament/wall_parts.html", more=_wall, of=KIND, public=True),
]
