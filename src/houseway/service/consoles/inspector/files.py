"""Files to take away: the log in several forms and statements, made whole before they are sent."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from tempfile import SpooledTemporaryFile
from typing import IO, BinaryIO, cast

from litestar.response import Stream

from houseway.extras import installed
from houseway.records.exporting import Format, chosen, export, write_statement
from houseway.service.consoles.inspector.replay import ends
from houseway.service.floor import Floor, stream_of
from houseway.table.statements import Ledger, Statement, statement

TYPES = {
    "hwlog": "application/x-ndjson",
    "csv": "text/csv",
    "jsonl": "application/x-ndjson",
    "parquet": "application/vnd.apache.parquet",
}
_IN_MEMORY = 8 * 1024 * 1024  # bytes; a longer file lies on disk until it is sent
_AT_ONCE = 256 * 1024


def forms() -> tuple[Format, ...]:
    """The forms that this installation can write."""
    every: tuple[Format, ...] = ("hwlog", "csv", "jsonl", "parquet")
    return every if installed("arro3") else every[:-1]


async def log_file(floor: Floor, form: Format, table: str = "") -> Stream:
    """The log or one table of it, without the rounds that are under way."""

    def write(file: BinaryIO) -> None:
        tables = [table] if table else floor.tables()
        stream = stream_of(table) if table else ""
        found = chosen(floor.log, stream, ends(floor, tables))
        export(found, form, file, exported_us=floor.now_us())

    name = f"{'table-' + table if table else 'houseway'}-{_stamp(floor.now_us())}.{form}"
    return await _sent(floor, write, name, TYPES[form])


async def statement_file(
    floor: Floor, table: str, patron: str, from_us: int | None, to_us: int | None
) -> Stream:
    """What moved at a table, of everybody or of one patron, as CSV."""

    def told(ledger: Ledger) -> Statement:
        return statement(ledger, patron=patron, from_us=from_us, to_us=to_us)

    def write(file: BinaryIO) -> None:
        edition = floor.look(table, lambda found, _version: found.edition)
        found = floor.ledgers.read(stream_of(table), edition, told)
        text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
        write_statement(found, text)
        text.detach()

    whose = f"-{patron}" if patron.isalnum() else ""
    name = f"statement-table-{table}{whose}-{_stamp(floor.now_us())}.csv"
    return await _sent(floor, write, name, TYPES["csv"])


def _stamp(at_us: int) -> str:
    return f"{datetime.fromtimestamp(at_us / 1_000_000, UTC):%Y%m%d-%H%M%S}"


async def _sent(floor: Floor, write: Callable[[BinaryIO], None], name: str, kind: str) -> Stream:
    file: IO[bytes] = SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115 - closed once it is sent
    try:
        await floor.blocking(write, cast(BinaryIO, file))
    except BaseException:
        file.close()
        raise
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Stream(_pieces(floor, file), media_type=kind, headers=headers)


async def _pieces(floor: Floor, file: IO[bytes]) -> AsyncIterator[bytes]:
    with file:
        file.seek(0)
        while piece := await floor.blocking(file.read, _AT_ONCE):
            yield piece
