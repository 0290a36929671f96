"""`houseway statement`: what a patron, a table or a shift won, lost, brought and took away."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
from rich.markup import escape
from rich.table import Table as Page

from houseway.cli.replay import broken
from houseway.cli.shared import Json, LogOrExport, console, print_json
from houseway.equipment.chips import dollar_text
from houseway.paper.sheet import sheet
from houseway.records.exporting import STATEMENT_COLUMNS, statement_row, write_statement
from houseway.records.replaying import CANNOT_READ, stream_at, understood
from houseway.records.telling import printable, tell_all, time_text
from houseway.store.log import Entry
from houseway.table.alerts import owed
from houseway.table.statements import Ledger, Statement, Transfer, statement

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class NotATime(ValueError):
    """No time of day was meant."""


def print_statement(
    address: LogOrExport,
    stream: str,
    /,
    *,
    patron: str = "",
    since: Annotated[str, Parameter(name="--from")] = "",
    until: Annotated[str, Parameter(name="--to")] = "",
    as_csv: Annotated[bool, Parameter(name="--csv")] = False,
    pdf: Path | None = None,
    as_data: Json = False,
) -> int:
    """Show every movement of chips and cash at a table, by account and clause.

    Example: houseway statement floor.db table/1 --patron Ana --from 2026-11-15T18:00

    The exit status is 0 when the accounts are shown, 1 when the chain of the stream is broken, 2
    when it cannot be read.

    Parameters
    ----------
    stream
        The table, such as table/1.
    patron
        Only the account and the wagers of this patron.
    since
        From this time on, in UTC unless it says otherwise: the beginning of a shift.
    until
        Up to this time and no longer: the end of the shift.
    as_csv
        Print the transfers as CSV.
    pdf
        Write the statement to this file as PDF.
    """
    try:
        from_us, to_us = _time(since), _time(until)
        entries = stream_at(address, stream)
        if broken(entries):
            return 1
        ledger = ledger_of(entries)
        known = {each.patron for each in ledger.balances if each.patron}
        if patron and patron not in known:
            raise ValueError(f"{patron} had no chips at {stream}; those who had: {_names(known)}")
    except (*CANNOT_READ, ValueError) as wrong:
        print(f"{address}: {printable(str(wrong))}", file=sys.stderr)
        return 2
    told = statement(ledger, patron=patron, from_us=from_us, to_us=to_us)
    if pdf is not None:
        pdf.write_bytes(_paper(told, stream))
    elif as_csv:
        write_statement(told, sys.stdout)
    elif as_data:
        print_json(_plain(told))
    else:
        _print_page(told, ledger)
    return 0


def _names(patrons: set[str]) -> str:
    return ", ".join(sorted(patrons)) or "nobody"


def ledger_of(entries: list[Entry]) -> Ledger:
    """The ledger of a stream, from its first event to its last."""
    ledger = Ledger()
    for told in tell_all(entries):
        ledger.take(understood(told), told.entry.at_us)
    return ledger


def _time(text: str) -> int | None:
    """`2026-11-15T18:00` as microseconds; None where nothing is said."""
    if not text:
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        raise NotATime(f"{text} is not a time such as 2026-11-15T18:00") from None
    at = at if at.tzinfo else at.replace(tzinfo=UTC)
    return (at - _EPOCH) // timedelta(microseconds=1)


def _plain(told: Statement) -> dict[str, Any]:
    """Amounts in whole cents, accounts by their names."""
    lines = [
        dict(zip(STATEMENT_COLUMNS, statement_row(each), strict=True))
        | {"amount": each.amount, "at_us": each.at_us}
        for each in told.transfers
    ]
    return {
        "patron": told.patron, "from_us": told.from_us, "to_us": told.to_us, "won": told.won,
        "lost": told.lost, "result_of_the_house": told.result, "accounts": told.accounts,
        "transfers": lines,
    }  # fmt: skip


def _paper(told: Statement, stream: str) -> bytes:
    """Every movement, with the account it came from and the one it went to."""
    columns = ("time", "round", "amount", "from", "to", "clauses")
    rows = [
        (time_text(each.at_us), str(each.round), dollar_text(each.amount), str(each.out_of),
         str(each.into), "; ".join(each.clauses))
        for each in told.transfers
    ]  # fmt: skip
    who = told.patron or "all patrons"
    notes = [f"{who}: won {dollar_text(told.won)}, lost {dollar_text(told.lost)}"]
    return sheet(f"Statement of {stream}, {who}", columns, rows, notes=notes, figures=columns[1:3])


def _print_page(told: Statement, ledger: Ledger) -> None:
    page = Page(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("account", "before", "in", "out", "after"):
        page.add_column(heading, justify="left" if heading == "account" else "right")
    for each in told.accounts:
        amounts = (each.before, each.came_in, each.went_out, each.after)
        page.add_row(escape(printable(each.account)), *map(dollar_text, amounts))
    console.print(page)
    for line in told.transfers:
        _print_transfer(line)
    who = told.patron or "the patrons"
    console.print(
        f"\n{escape(printable(who))} won {dollar_text(told.won)} and lost {dollar_text(told.lost)};"
        f" the house is {'ahead' if told.result >= 0 else 'behind'} by"
        f" {dollar_text(abs(told.result))}"
    )
    _print_open(ledger)


def _print_transfer(each: Transfer) -> None:
    console.print(
        f"{time_text(each.at_us)}  {each.number:>6}  round {each.round}"
        f"  {dollar_text(each.amount):>10}"
        f"  {escape(printable(str(each.out_of)))} -> {escape(printable(str(each.into)))}"
        f"  [dim]{escape('; '.join(each.clauses))}[/]",
        soft_wrap=True,
    )


def _print_open(ledger: Ledger) -> None:
    """What is still to be done about the table, or did not come out as it should."""
    table = ledger.table
    if table.money.difference:
        amount = dollar_text(table.money.difference)
        console.print(f"[yellow]the count at closing differs by {amount}[/]")
    clause = owed(table) if table.play is not None else None
    if clause:
        console.print(f"[yellow]the check after gaming is outstanding[/]  [dim]{clause}[/]")
