"""The patron's statement: every table and all of them together, for a time, and as a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from functools import partial
from http import HTTPStatus
from typing import NamedTuple

from litestar import Response, get
from litestar.params import FromQuery
from litestar.response import Template

from houseway.equipment.chips import Cents, money
from houseway.rulebook.roles import Role
from houseway.service.access.guards import only
from houseway.service.consoles.page import Link, page
from houseway.service.errors import Wrong
from houseway.service.floor import Asking, Floor, OpenFloor, stream_of
from houseway.service.house_time import HouseTime
from houseway.service.table_views import listed_by
from houseway.service.texts.text import Text, term, texts
from houseway.table import statements as accounts
from houseway.table.days import DAY_US
from houseway.table.statements import Account, Ledger, Statement, statement

NEWEST = 200  # movements of a table on the page; the file has all
_COLUMNS = ("time (UTC)", "table", "game", "round", "out of", "into", "amount", "clauses")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


_OF_THE_HOUSE = texts({
    accounts.TRAY: "Float tray",
    accounts.DROP_BOX: "Drop box",
    accounts.TOKEN_STOCK: "Tokens of the house",
    accounts.DIFFERENCE: "Count difference",
    accounts.OUTSIDE: "Outside the table",
})  # fmt: skip


class Span(NamedTuple):
    """The days of a statement, both included; an empty text is no bound."""

    first: str = ""
    last: str = ""
    from_us: int | None = None
    to_us: int | None = None


class TableStatement(NamedTuple):
    """One patron's movements at one table."""

    table: str
    title: str
    edition: str
    statement: Statement

    @property
    def result(self) -> Cents:
        """What the patron is ahead: below nothing, what the patron is behind."""
        return -self.statement.result


class Total(NamedTuple):
    """All tables together."""

    won: Cents
    lost: Cents
    tables: int

    @property
    def result(self) -> Cents:
        return self.won - self.lost


def span(time: HouseTime, first: str, last: str) -> Span:
    """The days as a form sends them (`2026-12-31`), from midnight to midnight of the house."""
    from_us = _midnight(time, first) if first else None
    to_us = _midnight(time, last, after=1) if last else None
    return Span(first, last, from_us, to_us)


def _midnight(time: HouseTime, text: str, after: int = 0) -> int:
    try:
        day = date.fromisoformat(text) + timedelta(days=after)
        at = datetime(day.year, day.month, day.day, tzinfo=time.zone).astimezone(UTC)
    except (ValueError, OverflowError) as wrong:
        sentence = Text(
            "I can't read {text} as a day. Write it as 2026-12-31.", text=repr(text[:20])
        )
        raise Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, "not_a_day", sentence) from wrong
    return (at - _EPOCH) // timedelta(microseconds=1)


def statements(floor: Floor, patron: str, days: Span) -> list[TableStatement]:
    """Every table where something of the patron's moved in that time. Blocks."""

    def mine(ledger: Ledger) -> Statement:
        return statement(ledger, patron=patron, from_us=days.from_us, to_us=days.to_us)

    found = []
    for name in floor.tables():
        cite = floor.look(name, lambda table, _: table.game.cite)
        moved = floor.ledgers.read(stream_of(name), cite.id, mine)
        if moved.transfers:
            found.append(TableStatement(name, cite.title, cite.id, moved))
    return sorted(found, key=lambda each: listed_by(each.title, each.table, each.edition))


def account_text(account: Account, patron: str) -> str:
    """An account as the patron's statement names it; the file has the words of the ledger."""
    mine, wager = account.patron == patron, term(account.wager)
    if account.kind == accounts.WAGER and mine:
        if account.box:
            return Text("Your bet on {wager} in box {box}", wager=wager, box=account.box)
        return Text("Your bet on {wager}", wager=wager)
    if account.kind == accounts.PATRON and mine:
        return Text("Your chips")
    return _OF_THE_HOUSE.get(account) or Text("Another patron")


def total(found: Iterable[TableStatement]) -> Total:
    each = [one.statement for one in found]
    return Total(sum(one.won for one in each), sum(one.lost for one in each), len(each))


@get("/me/statement", include_in_schema=False, guards=[only(Role.PATRON)])
async def my_statement(
    request: Asking, floor: OpenFloor, first: FromQuery[str] = "", last: FromQuery[str] = ""
) -> Template:
    days = span(floor.time, first, last)
    found = await floor.blocking(statements, floor, request.user.name, days)
    today = floor.time.local(floor.now_us()).date()
    return await page(
        request, "play/statement.html", statements=found, total=total(found), newest=NEWEST,
        days=days, query=str(request.url.query), zone=floor.time.name, today=today.isoformat(),
        week=floor.time.local(floor.now_us() - 6 * DAY_US).date().isoformat(),
        account_text=partial(account_text, patron=request.user.name),
    )  # fmt: skip


@get("/me/statement.csv", include_in_schema=False, guards=[only(Role.PATRON)])
async def my_statement_file(
    request: Asking, floor: OpenFloor, first: FromQuery[str] = "", last: FromQuery[str] = ""
) -> Response[str]:
    """Every movement of the same days, oldest first."""
    days = span(floor.time, first, last)
    found = await floor.blocking(partial(statements, floor, request.user.name, days))
    headers = {"content-disposition": 'attachment; filename="statement.csv"'}
    return Response(_as_csv(found), media_type="text/csv", headers=headers)


def _as_csv(found: Iterable[TableStatement]) -> str:
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(_COLUMNS)
    moved = ((one, each) for one in found for each in one.statement.transfers)
    for one, each in sorted(moved, key=lambda pair: pair[1].at_us):
        at = (_EPOCH + timedelta(microseconds=each.at_us)).isoformat(timespec="seconds")
        clauses = "; ".join(map(str, each.clauses))
        rows.writerow((at, one.table, one.title, each.round or "", str(each.out_of),
                       str(each.into), money(each.amount), clauses))  # fmt: skip
    return text.getvalue()


ROUTES = [my_statement, my_statement_file]
NAVIGATION = [Link(Text("Statement"), "/me/statement", frozenset({str(Role.PATRON)}), order=80)]
