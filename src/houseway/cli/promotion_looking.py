"""The verbs of `houseway promotion` that only look: what is missing, owed, won, where it stands.

They read the log no matter who else has it open.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Annotated

from cyclopts import Parameter

from houseway.cli.answers import failed
from houseway.cli.promotion_desk import (
    CANNOT,
    PromotionDesk,
    PromotionHow,
    PromotionStream,
    app,
    looking_at,
    naming_at,
    now_us,
)
from houseway.cli.shared import LogAddress, print_json
from houseway.promotion.conditions import missing
from houseway.promotion.due import due as owed
from houseway.promotion.printed import report_text, terms_text
from houseway.promotion.state import time_text
from houseway.records.duelist import calendar, row, write_csv
from houseway.records.telling import printable


def _with(
    address: str,
    stream: str,
    how: PromotionHow | None,
    work: Callable[[PromotionDesk], int],
    look: Callable[..., AbstractContextManager[PromotionDesk]] = looking_at,
) -> int:
    try:
        with look(address, stream, how) as desk:
            return work(desk)
    except CANNOT as wrong:
        return failed(address, wrong)


@app.command
def check(
    address: LogAddress, stream: PromotionStream, /, *, how: PromotionHow | None = None
) -> int:
    """Show what the conditions lack, clause by clause; status 1 while something is missing.

    Example: houseway promotion check floor.db promotion/1
    """

    def work(desk: PromotionDesk) -> int:
        found = missing(desk.promotion)
        if desk.how.as_data:
            print_json({"missing": found})
        else:
            for each in found:
                print(printable(f"missing: {each.what}  [{each.clause}]"))
            print(f"{len(found)} missing" if found else "nothing is missing")
        return 1 if found else 0

    return _with(address, stream, how, work)


@app.command
def winners(
    address: LogAddress, stream: PromotionStream, /, *, how: PromotionHow | None = None
) -> int:
    """List the winners, by name for promotions and inspectors; that they were read is kept.

    Example: houseway promotion winners floor.db promotion/1 --office inspector
    """

    def work(desk: PromotionDesk) -> int:
        promotion = desk.promotion
        names = desk.names(tuple(each.person for each in promotion.winners), "list of winners")
        found = [
            {"winner": each.number, "prize": promotion.prize_of(each).name, "ticket": each.ticket,
             "person": each.person, "name": names.get(each.person, each.person),
             "status": each.status, "attempts": len(each.attempts)}
            for each in promotion.winners
        ]  # fmt: skip
        if desk.how.as_data:
            print_json({"winners": found})
            return 0
        for line in found:
            told = "{winner}: {prize}, ticket {ticket}, {name}, {status}, {attempts} attempts"
            print(printable(told.format(**line)))
        return 0

    return _with(address, stream, how, work, naming_at)


@app.command
def due(
    address: LogAddress,
    stream: PromotionStream,
    /,
    *,
    as_csv: Annotated[bool, Parameter(name="--csv")] = False,
    as_calendar: Annotated[bool, Parameter(name="--ics")] = False,
    how: PromotionHow | None = None,
) -> int:
    """Show what is owed, to whom, by when and by which clause; status 1 when something is overdue.

    Example: houseway promotion due floor.db promotion/1 --ics

    Parameters
    ----------
    as_csv
        Print a table for a spreadsheet.
    as_calendar
        Print a calendar (iCalendar).
    """

    def work(desk: PromotionDesk) -> int:
        found, now = owed(desk.promotion), now_us()
        if as_csv:
            write_csv(found, now, sys.stdout)
        elif as_calendar:
            print(calendar(stream, found, now), end="")
        elif desk.how.as_data:
            print_json({"due": [{"overdue": each.overdue(now), "due": each} for each in found]})
        else:
            for each in found:
                late, _, what, to, clause = row(each, now)
                by = time_text(each.by_us) if each.by_us else "no time set"
                print(printable(f"{late:8} {by:24} {what} (to {to})  [{clause}]"))
        return 1 if any(each.overdue(now) for each in found) else 0

    return _with(address, stream, how, work)


@app.command
def terms(
    address: LogAddress, stream: PromotionStream, /, *, how: PromotionHow | None = None
) -> int:
    """Print the terms and conditions, heading by heading with its clauses.

    Example: houseway promotion terms floor.db promotion/1
    """

    def work(desk: PromotionDesk) -> int:
        if desk.how.as_data:
            print_json({"version": desk.promotion.version, "conditions": desk.promotion.conditions})
        else:
            print(terms_text(desk.promotion), end="")
        return 0

    return _with(address, stream, how, work)


@app.command
def report(
    address: LogAddress, stream: PromotionStream, /, *, how: PromotionHow | None = None
) -> int:
    """Show where the promotion stands.

    Example: houseway promotion report floor.db promotion/1 --json
    """

    def work(desk: PromotionDesk) -> int:
        if desk.how.as_data:
            print_json({"life": desk.promotion.life, "promotion": desk.promotion})
        else:
            print(report_text(desk.promotion, now_us()), end="")
        return 0

    return _with(address, stream, how, work)
