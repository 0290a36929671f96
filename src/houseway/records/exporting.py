"""A log for someone else: as a file that can be checked, as rows, or a statement as CSV.

Only a `.hwlog` can be checked with `houseway verify`; the others are for reading on.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, NamedTuple, TextIO

from houseway.equipment.chips import money
from houseway.extras import needs
from houseway.records.hwlog import line_of, of_this_moment, write_hwlog
from houseway.records.replaying import NoSuchStream
from houseway.records.telling import time_text
from houseway.store.log import Entry, Head, Log, LogFailed
from houseway.table.statements import Statement, Transfer

if TYPE_CHECKING:
    from arro3.core import RecordBatch, Schema


# The log as Parquet, for an analyst: a column for each field, typed, in row groups of their own.

TOGETHER = 20_000  # events in a row group: what is in memory at once
NUMBERS = ("seq", "version", "schema")
# fmt: off
TYPED_COLUMNS = (
    "time_utc", "seq", "stream", "version", "kind", "schema", "actor", "role", "key", "edition",
    "engine", "body", "prev", "hash",
)
# fmt: on


def write_parquet(entries: Iterable[Entry], file: BinaryIO) -> None:
    """Write events, a row each; `body` is the event's own content as JSON, amounts whole cents."""
    try:
        from arro3 import io
        from arro3.core import RecordBatchReader
    except ImportError as missing:
        raise LogFailed(needs("arro3", "an export as Parquet")) from missing
    schema = _schema()
    reader = RecordBatchReader.from_batches(schema, _batches(iter(entries), schema))
    io.write_parquet(reader, file, compression="zstd(3)", max_row_group_size=TOGETHER)


def _schema() -> Schema:
    from arro3.core import DataType, Field, Schema

    kinds = {name: DataType.int64() for name in NUMBERS}
    kinds["time_utc"] = DataType.timestamp("us", tz="UTC")
    return Schema(
        [Field(name, kinds.get(name, DataType.utf8()), nullable=False) for name in TYPED_COLUMNS]
    )


def _batches(entries: Iterator[Entry], schema: Schema) -> Iterator[RecordBatch]:
    from arro3.core import Array, DataType, RecordBatch

    while chosen := list(islice(entries, TOGETHER)):
        columns = dict(zip(TYPED_COLUMNS, zip(*map(_row, chosen), strict=True), strict=True))
        arrays = [
            Array(list(columns[name]), type=DataType.int64()).cast(schema.field(name).type)
            if name in (*NUMBERS, "time_utc")
            else Array(list(columns[name]), type=DataType.utf8())
            for name in TYPED_COLUMNS
        ]
        yield RecordBatch.from_arrays(arrays, schema=schema)


def _row(entry: Entry) -> tuple[str | int, ...]:
    return (
        entry.at_us, entry.seq, entry.stream, entry.version, entry.kind, entry.schema,
        entry.actor, entry.role, entry.key, entry.edition, entry.engine, body_text(entry.body),
        entry.prev.hex(), entry.hash.hex(),
    )  # fmt: skip


def body_text(body: bytes) -> str:
    """The content of an event as text; where it is none, as hex."""
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return f"hex {body.hex()}"


Format = Literal["hwlog", "csv", "jsonl", "parquet"]
# fmt: off
COLUMNS = (
    "time_utc", "seq", "stream", "version", "kind", "schema", "at_us", "actor", "role", "key",
    "edition", "engine", "body", "prev", "hash",
)
# fmt: on
STATEMENT_COLUMNS = (
    "number",
    "time_utc",
    "round",
    "event",
    "out_of",
    "into",
    "amount",
    "clauses",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would work it out


class Chosen(NamedTuple):
    """What is exported; `whole` when it is all that the log has."""

    heads: Mapping[str, Head]
    entries: Iterable[Entry]
    whole: bool


def chosen(log: Log, stream: str = "", ends: Mapping[str, int] | None = None) -> Chosen:
    """A log, or one stream of it, as it stands at this moment; `ends`: only up to a version."""
    try:
        return Chosen(*of_this_moment(log, stream, ends), whole=not stream)
    except KeyError:
        raise NoSuchStream(stream, sorted(log.heads())) from None


def export(chosen: Chosen, form: Format, file: BinaryIO, *, exported_us: int) -> None:
    """Write what was chosen in one of the forms."""
    if form == "hwlog":
        heads = dict(chosen.heads)
        write_hwlog(chosen.entries, heads, file, exported_us=exported_us, whole=chosen.whole)
    else:
        _ROWS[form](chosen.entries, file)


def _jsonl(entries: Iterable[Entry], file: BinaryIO) -> None:
    for entry in entries:
        file.write(line_of(entry) + b"\n")


def _csv(entries: Iterable[Entry], file: BinaryIO) -> None:
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    rows = csv.writer(text)
    rows.writerow(COLUMNS)
    for entry in entries:
        rows.writerow(map(cell, _exporting_row(entry)))
    text.detach()


def _exporting_row(entry: Entry) -> tuple[str | int, ...]:
    """The columns of an event: content as text where it is text, hashes as hex."""
    return (
        time_text(entry.at_us), entry.seq, entry.stream, entry.version, entry.kind, entry.schema,
        entry.at_us, entry.actor, entry.role, entry.key, entry.edition, entry.engine,
        body_text(entry.body), entry.prev.hex(), entry.hash.hex(),
    )  # fmt: skip


def cell(value: str | int) -> str | int:
    """Nothing that a spreadsheet would work out instead of showing it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


_ROWS: Mapping[str, Callable[[Iterable[Entry], BinaryIO], None]] = {
    "csv": _csv,
    "jsonl": _jsonl,
    "parquet": write_parquet,
}


# Statements


def statement_row(each: Transfer) -> tuple[Any, ...]:
    return (
        each.number, time_text(each.at_us), each.round, each.event, str(each.out_of),
        str(each.into), money(each.amount), "; ".join(each.clauses),
    )  # fmt: skip


def write_statement(told: Statement, file: TextIO) -> None:
    """The transfers of a statement as CSV."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(STATEMENT_COLUMNS)
    for each in told.transfers:
        writer.writerow(map(cell, statement_row(each)))
