"""The log as Parquet, for an analyst: a column for each field, typed, in row groups of their own.

The package that writes it is imported here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO

from houseway.extras import needs
from houseway.store.log import Entry, LogFailed

if TYPE_CHECKING:
    from arro3.core import RecordBatch, Schema

TOGETHER = 20_000  # events in a row group: what is in memory at once
NUMBERS = ("seq", "version", "schema")
# fmt: off
COLUMNS = (
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
        [Field(name, kinds.get(name, DataType.utf8()), nullable=False) for name in COLUMNS]
    )


def _batches(entries: Iterator[Entry], schema: Schema) -> Iterator[RecordBatch]:
    from arro3.core import Array, DataType, RecordBatch

    while chosen := list(islice(entries, TOGETHER)):
        columns = dict(zip(COLUMNS, zip(*map(_row, chosen), strict=True), strict=True))
        arrays = [
            Array(list(columns[name]), type=DataType.int64()).cast(schema.field(name).type)
            if name in (*NUMBERS, "time_utc")
            else Array(list(columns[name]), type=DataType.utf8())
            for name in COLUMNS
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
