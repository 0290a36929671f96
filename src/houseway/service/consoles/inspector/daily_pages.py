"""The daily report: drop, win and hold of every table, for managers and inspectors."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from litestar import get
from litestar.params import FromQuery
from litestar.response import Response, Template

from houseway.analysis.choices import Differing
from houseway.analysis.figures import Analysis, percent_text
from houseway.games import short_name
from houseway.rulebook.roles import Role, at_least
from houseway.service.access.guards import only
from houseway.service.consoles.analyst.pages import counted
from houseway.service.consoles.analyst.questions import Question
from houseway.service.consoles.inspector.drift_pages import tables_of
from houseway.service.consoles.inspector.pages import INSPECTORS
from houseway.service.consoles.page import Link, page
from houseway.service.errors import Wrong
from houseway.service.floor import Asking, Floor, OpenFloor, stream_of
from houseway.service.texts.text import Text
from houseway.takings.daily import (
    Day,
    check_day,
    day_of_table,
    days_of,
    needed,
    row,
    total,
    write_csv,
)
from houseway.takings.till import Till

# Drop, win and hold of a day at the tables of the house, from the folds that the process keeps.

Tables = Mapping[str, str]  # name and edition


class DayWanted(NamedTuple):
    """The days that there are, newest first, the one that is shown, and the figures it needs."""

    days: tuple[str, ...]
    day: str
    figures: tuple[Question, ...]


def days_wanted(floor: Floor, tables: Tables, day: str) -> DayWanted:
    """Without a day, the newest one. Blocks."""
    days = {each for name, edition in tables.items() for each in _days(floor, name, edition)}
    newest = sorted(days, reverse=True)
    shown = day or (newest[0] if newest else floor.time.date(floor.now_us()))
    questions = dict.fromkeys(
        _question(edition, options)
        for name, edition in tables.items()
        for options in sorted(_needed(floor, name, edition, shown))
    )
    return DayWanted(tuple(newest), shown, tuple(questions))


def daily_report(
    floor: Floor, tables: Tables, day: str, figures: Mapping[Question, Analysis | None]
) -> list[Day]:
    """The tables at which money moved on a day, then all of them together. Blocks."""

    def known(edition: str, options: Differing) -> Analysis | None:
        return figures.get(_question(edition, options))

    def line(name: str, edition: str) -> Day:
        return floor.analysing.tills.read(
            stream_of(name), edition,
            lambda till: day_of_table(name, till, day, day_of=floor.time.date, figures=known),
        )  # fmt: skip

    days = {name: _days(floor, name, edition) for name, edition in tables.items()}
    lines = [line(name, edition) for name, edition in tables.items() if day in days[name]]
    return [*lines, total(day, lines)]


def _question(edition: str, options: Differing) -> Question:
    return Question("figures", short_name(edition), options)


def _days(floor: Floor, table: str, edition: str) -> Sequence[str]:
    def see(till: Till) -> list[str]:
        return days_of(till, floor.time.date) if till.for_money else []

    return floor.analysing.tills.read(stream_of(table), edition, see)


def _needed(floor: Floor, table: str, edition: str, day: str) -> set[Differing]:
    return floor.analysing.tills.read(
        stream_of(table), edition, lambda till: needed(till, day, floor.time.date)
    )


READERS = INSPECTORS | frozenset(map(str, at_least(Role.ASSISTANT_GAMING_MANAGER)))
GUARDS = [only(*READERS)]


async def _report(request: Asking, floor: Floor, day: str) -> tuple[DayWanted, list[Day]]:
    """The report of a day, of the tables that an account may see."""
    _check(day)
    names = [each for each in await floor.blocking(floor.tables) if request.user.assigned_to(each)]
    tables = await floor.blocking(tables_of, floor, names)
    wanted = await floor.blocking(days_wanted, floor, tables, day)
    answers: list[Any] = await asyncio.gather(
        *(counted(request, floor, each) for each in wanted.figures)
    )
    figures = dict(zip(wanted.figures, answers, strict=True))
    return wanted, await floor.blocking(daily_report, floor, tables, wanted.day, figures)


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
