"""The daily report: drop, win and hold of every table, for managers and inspectors."""

from __future__ import annotations

import asyncio
import io
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import get
from litestar.params import FromQuery
from litestar.response import Response, Template

from houseway.analysis.figures import percent_text
from houseway.rulebook.roles import Role, at_least
from houseway.service.access.guards import only
from houseway.service.consoles.analyst.pages import counted
from houseway.service.consoles.inspector import daily
from houseway.service.consoles.inspector.drift import tables_of
from houseway.service.consoles.inspector.pages import INSPECTORS
from houseway.service.consoles.page import Link, page
from houseway.service.errors import Wrong
from houseway.service.floor import Floor
from houseway.service.http.request import Asking, OpenFloor
from houseway.service.texts.text import Text
from houseway.takings.daily import Day, check_day
from houseway.takings.rows import row, write_csv

READERS = INSPECTORS | frozenset(map(str, at_least(Role.ASSISTANT_GAMING_MANAGER)))
GUARDS = [only(*READERS)]


async def _report(request: Asking, floor: Floor, day: str) -> tuple[daily.DayWanted, list[Day]]:
    """The report of a day, of the tables that an account may see."""
    _check(day)
    names = [each for each in await floor.blocking(floor.tables) if request.user.assigned_to(each)]
    tables = await floor.blocking(tables_of, floor, names)
    wanted = await floor.blocking(daily.wanted, floor, tables, day)
    answers: list[Any] = await asyncio.gather(
        *(counted(request, floor, each) for each in wanted.figures)
    )
    figures = dict(zip(wanted.figures, answers, strict=True))
    return wanted, await floor.blocking(daily.report, floor, tables, wanted.day, figures)


def _check(day: str) -> None:
    try:
        if day:
            check_day(day)
    except ValueError as wrong:
        raise Wrong(HTTPStatus.BAD_REQUEST, "no_such_day", str(wrong)) from None


@get("/daily", include_in_schema=False, guards=GUARDS)
async def show(request: Asking, floor: OpenFloor, day: FromQuery[str] = "") -> Template:
    wanted, report = await _report(request, floor, day)
    return await page(
        request, "inspect/daily.html", lines=report[:-1], total=report[-1], day=wanted.day,
        days=wanted.days, counting=report[-1].pending, percent_text=percent_text,
    )  # fmt: skip


@get("/daily/file", include_in_schema=False, guards=GUARDS)
async def file(
    request: Asking, floor: OpenFloor, day: FromQuery[str] = "", form: FromQuery[str] = "csv"
) -> Response[bytes]:
    """The report as CSV or JSON."""
    if form not in ("csv", "json"):
        raise Wrong(HTTPStatus.BAD_REQUEST, "no_such_form", Text("a report is csv or json"))
    wanted, report = await _report(request, floor, day)
    if report[-1].pending:
        sentence = Text("the figures of some wagers are still being counted; try again in a minute")
        raise Wrong(HTTPStatus.SERVICE_UNAVAILABLE, "being_counted", sentence)
    name = f"daily-{wanted.day}.{form}"
    return Response(
        _csv(report) if form == "csv" else _json(floor, report),
        media_type="text/csv" if form == "csv" else "application/json",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


def _csv(report: list[Day]) -> bytes:
    text = io.StringIO()
    write_csv(report, text)
    return text.getvalue().encode()


def _json(floor: Floor, report: list[Day]) -> bytes:
    rows = [row(each) for each in report]
    return msgspec.json.encode({"time_zone": floor.time.name, "days": rows})


ROUTES = [show, file]
NAVIGATION = [Link(Text("Daily"), "/daily", offices=READERS, order=72)]
