"""The log on PostgreSQL: several processes or machines, each with one writing connection.

Appends that gather while a commit is under way go into the next one together. Stream rows are
locked in sorted order, keys are looked up after the lock, and sequence numbers are reserved inside
the transaction so that the hash can cover them; they may have gaps, so contiguity is checked by
stream. A lost connection fails what was under way and is made again for what comes next: a
client that asks again with the same key gets the same answer.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any, LiteralString

import psycopg
from psycopg.pq import TransactionStatus

from houseway.store.anchor import REMEDY, Anchor, End, LogAltered, Tail
from houseway.store.batch import (
    Appending,
    At,
    Batch,
    Receipts,
    Snapshot,
    Streams,
    replayed,
    storable,
)
from houseway.store.chain import GENESIS, StoreKey
from houseway.store.dump import run_tool
from houseway.store.log import Appended, Entry, Head, LogFailed, LogUnread, Tile
from houseway.store.postgres_schema import CHANNEL as CHANNEL
from houseway.store.postgres_schema import (
    FIELDS,
    HOLD,
    MIGRATIONS,
    SAVE_TILE,
    STANDING,
    TAIL,
    TILE,
    USED,
    index_rounds,
    migrate,
    set_tail,
    store,
)
from houseway.store.postgres_verify import LOST, PostgresVerify, answering
from houseway.store.rounds import HIGHEST, Mark, Span, read_spans, right_last, right_round, spans

TOGETHER = 256
# Of the service: who is signed in, access tokens, and failures. After a restore nobody is let in.
_NOT_COPIED = ("session", "access_token", "tries")
# Failures after which the database has undone the transaction, whatever had been sent.
_ROLLED_BACK = (psycopg.DataError, psycopg.IntegrityError, psycopg.ProgrammingError)
_logger = logging.getLogger("houseway.store")


class PostgresLog(Appending, PostgresVerify):
    """See `houseway.store.log.Log`.

    `anchor` is the file of this process; `folder` is the house's, with one anchor for each of its
    processes. `accept` takes the log as it stands, whatever the anchors say.
    """

    shared = True
    _settings: tuple[LiteralString, ...] = (
        "SET synchronous_commit = on",  # a receipt is for what the disk has
    )

    def __init__(
        self,
        url: str,
        *,
        anchor: Path | None = None,
        folder: Path | None = None,
        accept: bool = False,
    ) -> None:
        self.url = url
        self._db: psycopg.Connection[Any] | None = None
        self._readers = threading.local()
        self._open: list[psycopg.Connection[Any]] = []
        self._receipts = Receipts()
        self._with_rows: set[str] = set()  # streams that have a row to be locked
        self._folder = folder
        with self._connected() as db:
            had = _migrated(db)
        self._anchor = Anchor(anchor) if anchor else self._free_anchor() if folder else None
        try:
            self._begin(accept=accept, older=had < TAIL)
        except BaseException:
            self._let_go()
            raise
        self._jobs: SimpleQueue[Batch | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="log writer", daemon=True)
        self._writer.start()

    def _begin(self, *, accept: bool, older: bool) -> None:
        """Check where the log ended under the anchors, and write the own one."""
        self._end = End()
        if accept:
            self._ask("DELETE FROM tail RETURNING anchor")
            self._remove_other_anchors()
        elif not older:
            self.check_anchors(self._tails(), self._look_at_anchors())
        if self._anchor is None:
            return
        own = [tail for tail in self._tails() if tail.anchor == self._anchor.id]
        self._end = own[0].ends[0] if own else self._last() if accept or older else End()
        self._anchor.write(*self._end)
        if not own:
            with self._connected() as db:
                set_tail(db, Tail(self._anchor.id, *_stored(self._end), *_stored(self._end)))

    def _free_anchor(self) -> Anchor:
        """The first anchor of the folder that no other process has, or a new one."""
        for path in self._anchor_paths(and_new=True):
            found = Anchor(path)
            if found.try_lock():
                return found
            found.close()
        raise LogFailed("no anchor is free")  # there is always a new one

    def _remove_other_anchors(self) -> None:
        own = self._anchor.path if self._anchor else None
        for path in list(self._anchor_paths()):
            if path != own:
                path.unlink()

    def take_key(self, key: StoreKey, since: int, *, check: bool = True) -> None:
        """Use the house's store key; `since` is the event that took it on, 0 if none has yet."""
        problems = [each for tail in self._tails() for each in tail.problems(key)]
        if since and check and problems:
            raise LogAltered(f"{problems[0]}. {REMEDY}")
        self._receipts = Receipts(key, since)

    def _connected(self) -> psycopg.Connection[Any]:
        with answering():
            made = psycopg.connect(self.url, autocommit=True)
        try:
            with answering():
                for setting in self._settings:
                    made.execute(setting)
        except LogFailed:
            made.close()
            raise
        encoding = made.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            made.close()
            raise LogFailed(
                f"the database has the encoding {encoding}, and a house needs UTF8:"
                " createdb --encoding=UTF8 --template=template0 NAME"
            )
        return made

    # Writing

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
        stored = False  # whether a failure may come after the batches were stored
        try:
            if self._db is None or self._db.closed:
                self._db = self._connected()
            streams = self._locked(self._db, batches)
            answers = streams.answers(batches)
            stored = True
            with self._db.pipeline():
                self._store(self._db, streams)
                self._db.execute("COMMIT")
            if streams.entries:
                self._anchored(streams.entries[-1])
        except (psycopg.Error, LogFailed, OSError) as failure:
            self._drop()
            unknown = stored and not isinstance(failure, _ROLLED_BACK)
            for _, answer in batches:
                if not answer.done():
                    message = f"the log could not be written: {failure}"
                    answer.set_exception(LogFailed(message, unknown=unknown))
            return
        for answer, receipts in answers:
            answer.set_result(receipts)

    def _anchored(self, last: Entry) -> None:
        self._end = End(last.seq, last.hash.hex())
        if self._anchor is not None:
            self._anchor.write(*self._end)

    def _drop(self) -> None:
        """Let go of a connection that failed, with its transaction; the next append makes one."""
        self._with_rows.clear()
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
        """The rows of an answer; asked again once where the connection was lost meanwhile."""
        if not storable(*(each for each in given if isinstance(each, str))):
            return []  # no row has such a text
        reader = self._reader()
        again = reader.info.transaction_status == TransactionStatus.IDLE
        try:
            return reader.execute(question, given).fetchall()
        except LOST as down:
            reader.close()
            if not again:
                raise LogUnread(f"the database does not answer: {down}") from down
        reader = self._reader()
        try:
            with answering():
                return reader.execute(question, given).fetchall()
        except LogFailed:
            reader.close()
            raise

    def receipt(self, stream: str, key: str, request: str) -> Appended | None:
        rows = self._ask(f"{USED} WHERE c.stream = %s AND c.key = %s", stream, key)
        used = self._receipts.genuine(rows[0]) if rows else None
        return replayed(used, request) if used else None

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
        """Without a store key none is saved, because none would be believed."""
        key = self._receipts.key
        head = self._hash_of(stream, version) if key else None
        if key is None or head is None:
            return
        self._ask(
            "INSERT INTO snapshot VALUES (%s, %s, %s, %s, %s) ON CONFLICT (stream) DO UPDATE"
            " SET version = excluded.version, head = excluded.head, body = excluded.body,"
            " mac = excluded.mac RETURNING version",
            *Snapshot(stream, version, head, body).signed(key),
        )

    def known_end(self, stream: str) -> int | None:
        return None  # others may append

    def load_snapshot(self, stream: str) -> tuple[int, bytes] | None:
        if self._receipts.key is None:
            return None
        rows = self._ask(
            "SELECT stream, version, head, body, mac FROM snapshot WHERE stream = %s", stream
        )
        if not rows:
            return None
        found = Snapshot(*rows[0])
        if found.problems(self._receipts.key, self._hash_of(stream, found.version)):
            _logger.error("%s: the stored snapshot is not genuine and was not used", stream)
            return None
        return found.version, found.body

    def _hash_of(self, stream: str, version: int) -> bytes | None:
        rows = self._ask(
            "SELECT hash FROM event WHERE stream = %s AND version = %s", stream, version
        )
        return bytes(rows[0][0]) if rows else None

    def recall(self, stream: str, number: int) -> list[Entry]:
        if not 0 <= number <= HIGHEST:
            return []
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
        found = read_spans(self, stream, spans(marks, following))
        return right_round(self, stream, number, found)

    def recall_last(self, stream: str, rounds: int) -> list[Entry]:
        ((first,),) = self._ask(
            "SELECT min(first) FROM (SELECT first FROM round WHERE stream = %s AND opens = 1"
            " ORDER BY first DESC LIMIT %s) AS newest",
            stream, rounds,
        )  # fmt: skip
        found = [] if first is None else read_spans(self, stream, [Span(first, None)])
        return right_last(self, stream, rounds, found)

    # The Merkle tree

    def horizon(self) -> int:
        """Wait for all writers: one that has reserved a number holds the table of streams."""
        with answering(), self._connected() as db, db.transaction():
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
        with answering(), self._connected() as db, db.transaction(), db.cursor() as cursor:
            cursor.executemany(SAVE_TILE, tiles)

    # Keeping

    def rebuild(self) -> None:
        with answering(), self._connected() as db, db.transaction():
            index_rounds(db)

    def backup(self, path: Path) -> None:
        """A dump in PostgreSQL's own format, written whole before it has its name."""
        part = path.with_name(path.name + ".part")
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        left_out = (f"--exclude-table-data={table}" for table in _NOT_COPIED)
        run_tool("pg_dump", "--format=custom", f"--file={part}", *left_out, url=self.url)
        part.replace(path)

    def close(self) -> None:
        if self._writer.is_alive():
            self._jobs.put(None)
            self._writer.join()
        self._let_go()

    def _let_go(self) -> None:
        self._drop()
        for reader in self._open:
            reader.close()
        if self._anchor is not None:
            self._anchor.close()

    def _locked(self, db: psycopg.Connection[Any], batches: list[Batch]) -> Streams:
        """The streams of these batches in a new transaction, locked, as they stand.

        Where a stream ends is read from its events: the row of its head is locked, not believed.
        It is read by a statement of its own, which sees what was stored before the lock was free.
        """
        asked = [append for batch in batches for append in batch.appends]
        names = sorted({append.stream for append in asked})
        wanted = (
            sum(len(each.events) for each in asked),
            [each.stream for each in asked],
            [each.key for each in asked],
        )
        with db.pipeline():
            db.execute("BEGIN")
            db.execute(HOLD)
            locked = self._lock(db, names)
            standing = db.execute(STANDING, wanted)
        if locked.rowcount != len(names):
            raise LogFailed("the database has lost the row of a stream: was it restored?")
        self._with_rows.update(names)
        rows = standing.fetchall()
        numbers = rows[0][0]
        at = {name: At(*rest) for _, name, *rest in (row[:5] for row in rows) if rest[0]}
        used = [row[5:] for row in rows if row[5] is not None]
        found = [(row[:2], self._receipts.genuine(row)) for row in used]
        doubted = [key for key, each in found if each is None and _has_events(db, *key)]
        genuine = [each for _, each in found if each is not None]
        return Streams(at, genuine, iter(numbers), key=self._receipts.key, doubted=doubted)

    def _lock(self, db: psycopg.Connection[Any], names: list[str]) -> psycopg.Cursor[Any]:
        """Lock the rows of these streams, in the order of their names; a new one gets its row."""
        if not self._with_rows.issuperset(names):
            db.execute(
                "INSERT INTO stream SELECT name, 0, 0, %s FROM unnest(%s::text[]) AS name"
                " ON CONFLICT DO NOTHING",
                (GENESIS, names),
            )
        return db.execute(
            "SELECT 1 FROM stream WHERE id = ANY(%s) ORDER BY id FOR UPDATE", (names,)
        )

    def _store(self, db: psycopg.Connection[Any], streams: Streams) -> None:
        if not streams.entries:
            return
        tails = []
        if self._anchor is not None:
            last = streams.entries[-1]
            tail = Tail(self._anchor.id, last.seq, last.hash, *_stored(self._end))
            tails.append(tail.signed(self._receipts.key))
        store(db, streams, tails)


def _has_events(db: psycopg.Connection[Any], stream: str, key: str) -> bool:
    """Whether a key stored something, whatever its receipt says; slow, and rarely asked."""
    found = db.execute("SELECT 1 FROM event WHERE stream = %s AND key = %s LIMIT 1", (stream, key))
    return found.fetchone() is not None


def _stored(end: End) -> tuple[int, bytes]:
    return end.seq, bytes.fromhex(end.head)


def _migrated(db: psycopg.Connection[Any]) -> int:
    """The shape that the log had; a database that is not a log of ours is told in a sentence."""
    try:
        return migrate(db)
    except psycopg.Error as wrong:
        raise LogFailed(f"the database cannot be opened as a log: {wrong}") from wrong


# The log on PostgreSQL for anyone who only reads: the database itself refuses every change.


class PostgresReader(PostgresLog):
    """See `houseway.store.log.Log`; whatever would write is refused."""

    _settings = ("SET default_transaction_read_only = on",)

    def __init__(self, url: str, *, folder: Path | None = None) -> None:
        self.url = url
        self._anchor, self._folder = None, folder
        self._receipts = Receipts()
        self._readers = threading.local()
        self._open: list[psycopg.Connection[Any]] = []
        try:
            self._check_shape()
        except LogFailed:
            self.close()
            raise

    def _check_shape(self) -> None:
        try:
            shape = self._ask("SELECT max(number) FROM migration")[0][0]
        except psycopg.errors.UndefinedTable as missing:
            raise LogFailed("the database holds no log") from missing
        if shape != len(MIGRATIONS):
            raise LogFailed(f"the log has shape {shape}; this software reads {len(MIGRATIONS)}")

    def _submit(self, job: Batch) -> None:
        raise LogFailed("the log was opened for reading only")

    def save_snapshot(self, stream: str, version: int, body: bytes) -> None:
        raise LogFailed("the log was opened for reading only")

    def save_tiles(self, tiles: Sequence[Tile]) -> None:
        raise LogFailed("the log was opened for reading only")

    def horizon(self) -> int:
        """What is visible now; a reader may lock nothing."""
        return int(self._ask("SELECT coalesce(max(seq), 0) FROM event")[0][0])

    def rebuild(self) -> None:
        raise LogFailed("the log was opened for reading only")

    def close(self) -> None:
        for reader in self._open:
            reader.close()
