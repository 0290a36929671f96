"""`houseway daily`: drop, win and hold of every table and day, with the interval of the win."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter
from rich.markup import escape
from rich.table import Table as Page

from houseway.analysis.figures import percent_text
from houseway.cli.shared import Json, LogOrExport, console, print_json
from houseway.equipment.chips import dollar_text
from houseway.records.replaying import CANNOT_READ
from houseway.records.telling import printable
from houseway.service.house_time import HouseTime
from houseway.takings.daily import Altered, Day, daily, row, write_csv

_HEAD = (
    "day",
    "table",
    "rounds",
    "drop",
    "handle",
    "win",
    "hold",
    "compared",
    "expected",
    "between",
)


def print_daily(
    address: LogOrExport,
    /,
    *,
    day: str = "",
    table: str = "",
    time_zone: str = "UTC",
    as_csv: Annotated[bool, Parameter(name="--csv")] = False,
    as_data: Json = False,
) -> int:
    """Report drop, win and hold of each day, by table and in total.

    Example: houseway daily floor.db --day 2026-12-31 --time-zone Australia/Sydney

    The interval is where the win is expected on 19 days in 20, from the exact variance of the
    wagers that were placed. The exit status is 0 when the report is shown, 1 when the chain of a
    table is broken, 2 when the log cannot be read.

    Parameters
    ----------
    day
        Only this day, such as 2026-12-31.
    table
        Only this table.
    time_zone
        The time zone of the house, in which a day begins and ends.
    as_csv
        Print CSV instead of text.
    """
    try:
        report = daily(address, HouseTime(time_zone).date, day=day, table=table)
    except Altered as broken:
        print(printable(str(broken)), file=sys.stderr)
        return 1
    except (*CANNOT_READ, ValueError) as wrong:
        print(f"{address}: {printable(str(wrong))}", file=sys.stderr)
        return 2
    if as_csv:
        write_csv(report, sys.stdout)
    elif as_data:
        print_json({"time_zone": time_zone, "days": [row(each) for each in report]})
    else:
        _print_page(report)
    return 0


def _print_page(report: list[Day]) -> None:
    page = Page(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in _HEAD:
        page.add_column(heading, justify="left" if heading in _HEAD[:2] else "right")
    for each in report:
        page.add_row(*map(escape, _cells(each)))
    console.print(page)
    for each in report:
        if not each.table:
            _print_notes(each)


def _cells(each: Day) -> tuple[str, ...]:
    low, high = each.interval
    return (
        each.day, each.table or "total", f"{each.rounds:,}", dollar_text(each.drop),
        dollar_text(each.handle), dollar_text(each.win),
        "" if each.hold is None else percent_text(each.hold, 2), dollar_text(each.compared),
        dollar_text(round(each.expectation.win)), f"{dollar_text(low)} and {dollar_text(high)}",
    )  # fmt: skip


def _print_notes(total: Day) -> None:
    if total.difference:
        console.print(
            f"{total.day}: the floats counted out differ by {dollar_text(total.difference)}"
        )
    if total.not_compared:
        names = escape(printable(", ".join(total.not_compared)))
        console.print(f"{total.day}: not compared, the patrons choose: {names}")
    if not total.within:
        console.print(f"[yellow]{total.day}: the win lies outside its interval[/]")
