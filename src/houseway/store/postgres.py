"""The log on PostgreSQL: several processes or machines, each with one writing connection.

Appends that gather while a commit is under way go into the next one together. Stream rows are
locked in sorted order, keys are looked up after the lock, and sequence numbers are reserved inside
the transaction so that the hash can cover them; they may have gaps, so contiguity is checked by
stream. A lost connection fails what was under way and is made anew for what comes next: whoever
asks again with the same key gets the same answer.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from operator import attrgetter
from pathlib import Path
from queue import SimpleQueue
from typing import Any, LiteralString

import psycopg

from houseway.store.anchor import Anchor
from houseway.store.batch import At, Batch, Command, Slip, Streams
from houseway.store.chain import GENESIS, ChainCheck
from houseway.store.dump import run_tool
from houseway.store.log import (
    Append,
    Appended,
    Entry,
    Head,
    LogFailed,
    TailLost,
    Tile,
    Verified,
    Watch,
)
from houseway.store.postgres_schema import (
    FIELDS,
    PAGE,
    SAVE_TILE,
    TILE,
    index_rounds,
    insert_marks,
    migrate,
)
from houseway.store.rounds import Mark, Span, Tally, marks_in, read_spans, spans
from houseway.store.tree_check import TreeCheck

TOGETHER = 256
# Of the service: who is signed in, and failures to. After a restore nobody is.
_NOT_COPIED = ("session", "tries")
CHANNEL = "houseway"  # every append is told here as `stream version`, never with its content

_row = attrgetter(*Entry.__struct_fields__)


class PostgresLog:
    """See `houseway.store.log.Log`."""

    def __init__(self, url: str, *, anchor: Path | None = None) -> None:
        self.url = url
        self._db: psycopg.Connection[Any] | None = None
        self._readers = threading.local()
        self._open: list[psycopg.Connection[Any]] = []
        self._anchor = Anchor(anchor) if anchor else None
        with self._connected() as db:
            migrate(db)
        self._check_anchor()
        self._jobs: SimpleQueue[Batch | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="log writer", daemon=True)
        self._writer.start()

    def _connected(self) -> psycopg.Connection[Any]:
        try:
            made = psycopg.connect(self.url, autocommit=True)
            made.execute("SET synchronous_commit = on")  # a receipt is for what the disk has
            return made
        except psycopg.OperationalError as down:
            raise LogFailed(f"the database does not answer: {down}") from down

    # Writing

    def append(self, batch: Sequence[Append]) -> list[Appended]:
        answer = Slip()
        self._submit(Batch(batch, answer))
        return answer.result()

    def submit(self, batch: Sequence[Append]) -> Future[list[Appended]]:
        """Append without waiting; the future answers once the batch is durable."""
        answer: Future[list[Appended]] = Future()
        self._submit(Batch(batch, answer))
        return answer

    def _submit(self, job: Batch) -> None:
        if not self._writer.is_alive():
            raise LogFailed("the log has been closed")
        self._jobs.put(job)

    def _write(self) -> None:
        while (job := self._jobs.get()) is not None:
            jobs = [job, *(self._jobs.get() for _ in range(min(self._jobs.qsize(), TOGETHER)))]
            self._commit([each for each in jobs if each is not None])
            if None in jobs:
                return

    def _commit(self, batches: list[Batch]) -> None:
        """One transaction for all; a batch that cannot be appended fails alone."""
        try:
            if self._db is None or self._db.closed:
                self._db = self._connected()
            with self._db.pipeline(), self._db.transaction():
                streams = _locked(self._db, batches)
                answers = streams.answers(batches)
                _store(self._db, streams)
            if self._anchor and streams.entries:
                last = streams.entries[-1]
                self._anchor.write(last.seq, last.hash.hex())
        except (psycopg.Error, LogFailed, OSError) as failure:
            self._drop()
            for _, answer in batches:
                if not answer.done():
                    answer.set_exception(LogFailed(f"the log could not be written: {failure}"))
            return
        for answer, receipts in answers:
            answer.set_result(receipts)

    def _drop(self) -> None:
        """Let go of a connection that failed; the next append makes another."""
        if self._db is not None:
            self._db.close()
            self._db = None

    # Reading

    def _reader(self) -> psycopg.Connection[Any]:
        found: psycopg.Connection[Any] | None = getattr(self._readers, "db", None)
        if found is None or found.closed:
            found = self._connected()
            self._readers.db = found
            self._open.append(found)
        return found

    def _ask(self, question: LiteralString, *given: Any) -> list[tuple[Any, ...]]:
        try:
            return self._reader().execute(question, given).fetchall()
        except psycopg.OperationalError as down:
            self._reader().close()
            raise LogFailed(f"the database does not answer: {down}") from down

    def read(self, stream: str, *, after: int = 0, limit: int | None = None) -> list[Entry]:
        rows = self._ask(
            f"SELECT {FIELDS} FROM event WHERE stream = %s AND version > %s"
            " ORDER BY version LIMIT %s",
            stream, after, limit,
        )  # fmt: skip
        return [Entry(*row) for row in rows]

    def read_all(self, *, after: int = 0, limit: int = 1_000) -> list[Entry]:
        rows = self._ask(
            f"SELECT {FIELDS} FROM event WHERE seq > %s ORDER BY seq LIMIT %s", after, limit
        )
        return [Entry(*row) for row in rows]

    def heads(self) -> dict[str, Head]:
        rows = self._ask("SELECT id, version, seq, head FROM stream WHERE version > 0")
        return {name: Head(version, seq, head.hex()) for name, version, seq, head in rows}

    def save_snapshot(self, stream: str, version: int, body: bytes) -> None:
        self._ask(
            "INSERT INTO snapshot VALUES (%s, %s, %s) ON CONFLICT (stream) DO UPDATE"
            " SET version = excluded.version, body = excluded.body RETURNING version",
            stream, version, body,
        )  # fmt: skip

    def load_snapshot(self, stream: str) -> tuple[int, bytes] | None:
        rows = self._ask("SELECT version, body FROM snapshot WHERE stream = %s", stream)
        return (rows[0][0], rows[0][1]) if rows else None

    def recall(self, stream: str, number: int) -> list[Entry]:
        asked = self._ask(
            "SELECT stream, first, last, number, opens FROM round"
            " WHERE stream = %s AND number = %s",
            stream, number,
        )  # fmt: skip
        marks = [Mark(*row) for row in asked]
        opening = min((mark.first for mark in marks if mark.opens), default=0)
        ((following,),) = self._ask(
            "SELECT min(first) FROM round WHERE stream = %s AND opens = 1 AND first > %s",
            stream, opening,
        )  # fmt: skip
        return read_spans(self, stream, spans(marks, following))

    def recall_last(self, stream: str, rounds: int) -> list[Entry]:
        ((first,),) = self._ask(
            "SELECT min(first) FROM (SELECT first FROM round WHERE stream = %s AND opens = 1"
            " ORDER BY first DESC LIMIT %s) AS newest",
            stream, rounds,
        )  # fmt: skip
        return [] if first is None else read_spans(self, stream, [Span(first, None)])

    # The Merkle tree

    def horizon(self) -> int:
        """Whoever has reserved a sequence number holds the table of streams: wait for them all."""
        with self._connected() as db, db.transaction():
            db.execute("LOCK TABLE stream IN SHARE MODE")
            row = db.execute("SELECT coalesce(max(seq), 0) FROM event").fetchone()
            return int(row[0]) if row else 0

    def hashes(self, *, after: int, upto: int, limit: int) -> list[tuple[int, bytes]]:
        rows = self._ask(
            "SELECT seq, hash FROM event WHERE seq > %s AND seq <= %s ORDER BY seq LIMIT %s",
            after, upto, limit,
        )  # fmt: skip
        return [(seq, own) for seq, own in rows]

    def count_between(self, first: int, last: int) -> int:
        asked: LiteralString = "SELECT count(*) FROM event WHERE seq BETWEEN %s AND %s"
        return int(self._ask(asked, first, last)[0][0])

    def last_of(self, stream: str, upto: int) -> tuple[int, bytes] | None:
        rows = self._ask(
            "SELECT seq, hash FROM event WHERE stream = %s AND seq <= %s"
            " ORDER BY version DESC LIMIT 1",
            stream, upto,
        )  # fmt: skip
        return (rows[0][0], rows[0][1]) if rows else None

    def tile(self, level: int, number: int) -> Tile | None:
        if number < 0:
            rows = self._ask(f"{TILE} WHERE level = %s ORDER BY number DESC LIMIT 1", level)
        else:
            rows = self._ask(f"{TILE} WHERE level = %s AND number = %s", level, number)
        return Tile(*rows[0]) if rows else None

    def tile_of(self, seq: int) -> Tile | None:
        where: LiteralString = "WHERE level = 0 AND first <= %s ORDER BY first DESC LIMIT 1"
        rows = self._ask(f"{TILE} {where}", seq)
        return Tile(*rows[0]) if rows else None

    def save_tiles(self, tiles: Sequence[Tile]) -> None:
        with self._connected() as db, db.transaction(), db.cursor() as cursor:
            cursor.executemany(SAVE_TILE, tiles)

    # Keeping

    def rebuild(self) -> None:
        with self._connected() as db, db.transaction():
            index_rounds(db)

    def verify(self, watch: Watch | None = None) -> Verified:
        """Of one moment, also while somebody writes."""
        try:
            with self._reader().transaction():
                self._reader().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
                return self._verified(watch)
        except psycopg.OperationalError as down:
            raise LogFailed(f"the database does not answer: {down}") from down

    def _verified(self, watch: Watch | None) -> Verified:
        check = ChainCheck(contiguous=False)
        if watch is not None:
            watch(check)
        tree = TreeCheck(self)
        with self._reader().cursor(name="events") as events:
            events.itersize = PAGE
            rows = events.execute(f"SELECT {FIELDS} FROM event ORDER BY seq")
            marks = Tally(marks_in(tree.follow(check.follow(rows))))
        check.compare_heads(self.heads())
        astray = self._ask(
            "SELECT c.stream, c.key FROM command c LEFT JOIN event e ON e.seq = c.seq"
            " WHERE (e.hash IS DISTINCT FROM c.head OR e.version IS DISTINCT FROM c.version)"
            " AND NOT (c.seq = 0 AND c.version = 0 AND c.head = %s)"
            " UNION SELECT e.stream, e.key FROM event e"
            " LEFT JOIN command c ON c.stream = e.stream AND c.key = e.key WHERE c.key IS NULL",
            GENESIS,
        )
        kept = self._ask("SELECT stream, first, last, number, opens FROM round")
        problems = [*check.problems, *marks.problems(Tally(Mark(*row) for row in kept))]
        problems += tree.problems()
        problems += [f"{name}: the receipt of {key} is not of its event" for name, key in astray]
        return Verified(check.events, len(check.heads), tuple(problems))

    def backup(self, path: Path) -> None:
        """A dump in PostgreSQL's own format, written whole before it has its name."""
        part = path.with_name(path.name + ".part")
        left_out = (f"--exclude-table-data={table}" for table in _NOT_COPIED)
        run_tool("pg_dump", "--format=custom", f"--file={part}", *left_out, url=self.url)
        part.replace(path)

    def close(self) -> None:
        if self._writer.is_alive():
            self._jobs.put(None)
            self._writer.join()
        self._drop()
        for reader in self._open:
            reader.close()
        if self._anchor:
            self._anchor.close()

    def _check_anchor(self) -> None:
        anchored = self._anchor.read() if self._anchor else None
        if anchored is None:
            return
        rows = self._ask("SELECT encode(hash, 'hex') FROM event WHERE seq = %s", anchored[0])
        if not rows or rows[0][0] != anchored[1]:
            raise TailLost(f"sequence {anchored[0]} was answered for and is not there")


def _locked(db: psycopg.Connection[Any], batches: list[Batch]) -> Streams:
    """The streams of these batches, locked, as they stand: all asked before any answer is read."""
    asked = [append for batch in batches for append in batch.appends]
    names = sorted({append.stream for append in asked})
    db.execute(
        "INSERT INTO stream SELECT name, 0, 0, %s FROM unnest(%s::text[]) AS name"
        " ON CONFLICT DO NOTHING",
        (GENESIS, names),
    )
    rows = db.execute(
        "SELECT id, version, seq, head FROM stream WHERE id = ANY(%s) ORDER BY id FOR UPDATE",
        (names,),
    )
    used = db.execute(
        "SELECT c.stream, c.key, c.request, c.version, c.seq, c.head FROM command c"
        " JOIN unnest(%s::text[], %s::text[]) AS asked (stream, key) USING (stream, key)",
        ([each.stream for each in asked], [each.key for each in asked]),
    )
    numbers = db.execute(
        "SELECT nextval('event_seq') FROM generate_series(1, %s)",
        (sum(len(each.events) for each in asked),),
    )
    at = {name: At(*rest) for name, *rest in rows.fetchall()}
    commands = [Command(*row) for row in used.fetchall()]
    return Streams(at, commands, (number for (number,) in numbers.fetchall()))


def _store(db: psycopg.Connection[Any], streams: Streams) -> None:
    if streams.entries:
        columns = [list(each) for each in zip(*map(_row, streams.entries), strict=True)]
        db.execute(
            f"INSERT INTO event ({FIELDS}) SELECT * FROM unnest(%s::bigint[], %s::text[],"
            " %s::text[], %s::bigint[], %s::text[], %s::int[], %s::bytea[], %s::bigint[],"
            " %s::text[], %s::text[], %s::text[], %s::text[], %s::bytea[], %s::bytea[])",
            columns,
        )
    if streams.commands:
        commands = [list(each) for each in zip(*streams.commands, strict=True)]
        db.execute(
            "INSERT INTO command SELECT * FROM unnest(%s::text[], %s::text[], %s::text[],"
            " %s::bigint[], %s::bigint[], %s::bytea[])",
            commands,
        )
        if streams.marks:
            insert_marks(db, streams.marks)
        changed = streams.changed()
        db.execute(
            "UPDATE stream SET version = new.version, seq = new.seq, head = new.head"
            " FROM unnest(%s::text[], %s::bigint[], %s::bigint[], %s::bytea[])"
            " AS new (id, version, seq, head) WHERE stream.id = new.id",
            (list(changed), *map(list, zip(*changed.values(), strict=True))),
        )
        told = [f"{name} {at.version}" for name, at in changed.items()]
        db.execute("SELECT pg_notify(%s, told) FROM unnest(%s::text[]) AS told", (CHANNEL, told))
