"""The log on SQLite: embedded, one writing thread, many appends in one synced transaction.

One process owns the file. A caller that appends hands the batch to the writing thread and waits;
the thread takes all that has gathered, commits once, syncs the anchor, and answers every caller.
Those who only show the log hear of a commit before the anchor is synced: it is durable by then.
Any storage error stops the log for good: it is opened again, not retried.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from operator import attrgetter
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple

import apsw

from houseway.store.anchor import REMEDY, Anchor, End, LogAltered, Tail, look_at
from houseway.store.batch import (
    Answers,
    Appending,
    At,
    Batch,
    Command,
    Receipts,
    Snapshot,
    Streams,
    replayed,
)
from houseway.store.chain import StoreKey
from houseway.store.log import Appended, Entry, Head, LogError, LogFailed, Tile, Verified, Watch
from houseway.store.rounds import (
    HIGHEST,
    Mark,
    Span,
    Tally,
    read_spans,
    recalled,
    recalled_last,
    right_last,
    right_round,
    spans,
)
from houseway.store.sqlite_schema import (
    FIELDS,
    INSERT_MARK,
    MIGRATIONS,
    ROUNDS,
    SAVE_TILE,
    TAIL,
    TILE,
    TILES,
    index_rounds,
    migrate,
    new_enough,
    own,
    set_up,
    shape_of,
    value,
)
from houseway.store.sqlite_verify import SqliteVerify, reading

TOGETHER = 256  # batches in one transaction at the most
READERS_KB = 500  # of pages that each thread's reading connection keeps: a house has many threads

_INSERT = f"INSERT INTO event ({FIELDS}) VALUES ({', '.join('?' * len(Entry.__struct_fields__))})"
_AT = "SELECT stream, version, seq, hash FROM event WHERE stream = ? ORDER BY version DESC LIMIT 1"
_USED = (
    "SELECT c.stream, c.key, c.request, c.version, c.seq, c.head, c.mac,"
    " e.stream, e.key, e.version, e.hash"
    " FROM command c LEFT JOIN event e ON e.seq = c.seq WHERE c.stream = ? AND c.key = ?"
)
_logger = logging.getLogger("houseway.store")


Committed = Callable[[str, int], None]  # a stream, and the version at which it is durable


class Job(NamedTuple):
    """Something else for the writing thread to do inside its transaction."""

    work: Callable[[], object]
    answer: Future[None]


class SqliteLog(Appending, SqliteVerify):
    """See `houseway.store.log.Log`.

    `accept` takes the log as it stands, whatever its anchor says: a restore or a supervisor does.
    """

    shared = False

    def __init__(self, path: Path, *, anchor: Path | None = None, accept: bool = False) -> None:
        new_enough()
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = own(path.with_name(path.name + ".lock"))
        self.path = path
        self._anchor_path = anchor or path.with_name(path.name + ".anchor")
        self._failed: Exception | None = None
        self._anchor: Anchor | None = None
        self._receipts = Receipts()
        self.committed: list[Committed] = []  # called in the writing thread
        self._ends: dict[str, int] = {}  # of streams appended to: nobody else writes this file
        self._db = apsw.Connection(str(path))
        self._readers = threading.local()
        self._readers.db = self._db  # no other connection while it is looked at: damage is evidence
        try:
            self._open(accept=accept)
        except Exception as failure:
            self._leave_as_found()
            if isinstance(failure, LogError):
                raise
            raise LogFailed(f"{path.name} cannot be opened as a log: {failure}") from failure
        del self._readers.db
        self._jobs: SimpleQueue[Batch | Job | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="log writer", daemon=True)
        self._writer.start()

    def _open(self, *, accept: bool) -> None:
        set_up(self._db)
        self._seq = self._last_seq()
        self._end = End(self._seq, self.head_of(self._seq))
        if not accept:
            self._check_end(shape_of(self._db))
        had = migrate(self._db, self.path)
        self._anchor = Anchor(self._anchor_path)
        if accept or had < TAIL or not self._seq:  # an empty log may have lost its anchor
            with self._db:
                self._db.execute("DELETE FROM tail")
                self._set_tail(Tail(self._anchor.id, *self._stored_end(), *self._stored_end()))
        self._anchor.write(*self._end)

    def _check_end(self, shape: int) -> None:
        """Before anything is written; a new log has no end, one of an older shape has no tail."""
        anchor, end = look_at(self._anchor_path)
        if not self._seq and end is None:
            return
        tails = self._tails() if shape >= TAIL else []
        self.check_anchor(anchor, end, tails[0] if len(tails) == 1 else None, self._seq)
        if shape >= TAIL and len(tails) != 1:
            raise LogAltered(f"{self.path.name} has {len(tails)} tails instead of one. {REMEDY}")

    def _stored_end(self) -> tuple[int, bytes]:
        return self._end.seq, bytes.fromhex(self._end.head)

    def take_key(self, key: StoreKey, since: int, *, check: bool = True) -> None:
        """Use the house's store key; `since` is the event that took it on, 0 if none has yet."""
        problems = [each for tail in self._tails() for each in tail.problems(key)]
        if since and check and problems:
            raise LogAltered(f"{self.path.name}: {problems[0]}. {REMEDY}")
        self._receipts = Receipts(key, since)

    def _leave_as_found(self) -> None:
        """Let go without clearing the write-ahead log: what is damaged is evidence."""
        self._db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        self._db.close()
        if self._anchor is not None:
            self._anchor.close()
        os.close(self._lock)

    # Writing

    def _submit(self, job: Batch | Job) -> None:
        if not self._writer.is_alive():
            raise LogFailed(f"{self.path.name} has been closed")
        self._jobs.put(job)

    def _write(self) -> None:
        while (job := self._jobs.get()) is not None:
            jobs = [job, *self._gathered()]
            self._commit([each for each in jobs if each is not None])
            if None in jobs:
                return

    def _gathered(self) -> list[Batch | Job | None]:
        """What has come meanwhile, as far as one transaction takes it."""
        return [self._jobs.get() for _ in range(min(self._jobs.qsize(), TOGETHER))]

    def _commit(self, jobs: list[Batch | Job]) -> None:
        """One transaction for all; a batch that cannot be appended fails alone."""
        stored = False  # whether a failure may come after the batches were stored
        try:
            if self._failed is not None:
                raise self._failed
            self._db.execute("BEGIN IMMEDIATE")
            streams, answers = self._append([each for each in jobs if isinstance(each, Batch)])
            works = [each for each in jobs if isinstance(each, Job)]
            for each in works:
                each.work()
            stored = True
            self._db.execute("COMMIT")
            self._announce(streams)
            if streams.entries:
                self._anchored(streams.entries[-1])
            self._ends.update((each.stream, each.version) for each in streams.entries)
        except Exception as failure:  # fail-stop: nobody is told that it was stored
            self._fail(failure, jobs, unknown=stored)
            return
        for answer, receipts in answers:
            answer.set_result(receipts)
        for each in works:
            each.answer.set_result(None)

    def _announce(self, streams: Streams) -> None:
        """Call those who show the log. What fails there is no failure of the log."""
        for stream, at in streams.changed().items() if self.committed else ():
            for each in self.committed:
                try:
                    each(stream, at.version)
                except Exception:
                    _logger.exception("%s: a commit could not be announced", stream)

    def _anchored(self, last: Entry) -> None:
        self._end = End(last.seq, last.hash.hex())
        if self._anchor is not None:
            self._anchor.write(*self._end)
        self._seq = last.seq

    def _fail(self, failure: Exception, jobs: list[Batch | Job], *, unknown: bool) -> None:
        self._failed = failure
        for _, answer in jobs:
            if not answer.done():
                answer.set_exception(LogFailed(f"the log has failed: {failure}", unknown=unknown))
        with suppress(apsw.Error):  # where even this fails, opening it again rolls back
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")

    def _append(self, batches: list[Batch]) -> tuple[Streams, Answers]:
        """Rule on every batch and write what they add, inside the open transaction.

        Where a stream ends is read from its events: the table of heads is for listing them.
        """
        asked = [append for batch in batches for append in batch.appends]
        names = {(append.stream,) for append in asked}
        keys = {(append.stream, append.key) for append in asked}
        at = {name: At(*rest) for name, *rest in self._db.executemany(_AT, names)}
        used, doubted = self._judged(list(self._db.executemany(_USED, keys)))
        streams = Streams(at, used, count(self._seq + 1), key=self._receipts.key, doubted=doubted)
        answers = streams.answers(batches)
        self._store(streams)
        return streams, answers

    def _store(self, streams: Streams) -> None:
        self._db.executemany(_INSERT, map(_row, streams.entries))
        self._db.executemany("INSERT INTO command VALUES (?, ?, ?, ?, ?, ?, ?)", streams.commands)
        heads = [(name, *at) for name, at in streams.changed().items()]
        self._db.executemany("INSERT OR REPLACE INTO stream VALUES (?, ?, ?, ?)", heads)
        self._db.executemany(INSERT_MARK, streams.marks)
        if streams.entries and self._anchor is not None:
            last = streams.entries[-1]
            self._set_tail(Tail(self._anchor.id, last.seq, last.hash, *self._stored_end()))

    def _set_tail(self, tail: Tail) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO tail VALUES (?, ?, ?, ?, ?, ?)",
            tail.signed(self._receipts.key),
        )

    def _judged(self, rows: list[tuple[Any, ...]]) -> tuple[list[Command], list[tuple[str, str]]]:
        """The receipts that are believed, and the keys whose receipt was altered.

        A receipt of a key that stored nothing was made by others: it is removed.
        """
        judged = [(row[:2], self._receipts.genuine(row)) for row in rows]
        doubted = [key for key, used in judged if used is None and self._has_events(*key)]
        for key, used in judged:
            if used is None and key not in doubted:
                self._db.execute("DELETE FROM command WHERE stream = ? AND key = ?", key)
        return [used for _, used in judged if used is not None], doubted

    def _has_events(self, stream: str, key: str) -> bool:
        """Whether a key stored something, whatever its receipt says; slow, and rarely asked."""
        found = self._db.execute(
            "SELECT 1 FROM event WHERE stream = ? AND key = ? LIMIT 1", (stream, key)
        )
        return found.fetchone() is not None

    # Reading

    def _reader(self) -> apsw.Connection:
        """A read-only connection for each thread; the writing one is never shared."""
        found: apsw.Connection | None = getattr(self._readers, "db", None)
        if found is None:
            found = apsw.Connection(str(self.path), flags=apsw.SQLITE_OPEN_READONLY)
            found.set_busy_timeout(5_000)
            found.execute(f"PRAGMA cache_size = -{READERS_KB}")
            self._readers.db = found
        return found

    @reading()
    def receipt(self, stream: str, key: str, request: str) -> Appended | None:
        row = self._reader().execute(_USED, (stream, key)).fetchone()
        used = self._receipts.genuine(row) if row else None
        return replayed(used, request) if used else None

    @reading()
    def read(self, stream: str, *, after: int = 0, limit: int | None = None) -> list[Entry]:
        rows = self._reader().execute(
            f"SELECT {FIELDS} FROM event WHERE stream = ? AND version > ? ORDER BY version LIMIT ?",
            (stream, after, -1 if limit is None else limit),
        )
        return [Entry(*row) for row in rows]

    @reading()
    def read_all(self, *, after: int = 0, limit: int = 1_000) -> list[Entry]:
        rows = self._reader().execute(
            f"SELECT {FIELDS} FROM event WHERE seq > ? ORDER BY seq LIMIT ?",
            (after, limit),
        )
        return [Entry(*row) for row in rows]

    @reading()
    def heads(self) -> dict[str, Head]:
        rows = self._reader().execute("SELECT id, version, seq, head FROM stream WHERE version > 0")
        return {name: Head(version, seq, head.hex()) for name, version, seq, head in rows}

    def known_end(self, stream: str) -> int | None:
        return self._ends.get(stream)

    def save_snapshot(self, stream: str, version: int, body: bytes) -> None:
        """Without a store key none is saved, because none would be believed."""
        key = self._receipts.key
        head = self._hash_of(stream, version) if key else None
        if key is None or head is None:
            return
        row = Snapshot(stream, version, head, body).signed(key)
        self._work(lambda: self._keep_snapshot(row))

    def _keep_snapshot(self, row: Snapshot) -> None:
        self._db.execute("INSERT OR REPLACE INTO snapshot VALUES (?, ?, ?, ?, ?)", row)

    @reading()
    def load_snapshot(self, stream: str) -> tuple[int, bytes] | None:
        if self._receipts.key is None:
            return None
        row = (
            self._reader().execute("SELECT * FROM snapshot WHERE stream = ?", (stream,)).fetchone()
        )
        if not row:
            return None
        found = Snapshot(*row)
        if found.problems(self._receipts.key, self._hash_of(stream, found.version)):
            _logger.error("%s: the stored snapshot is not genuine and was not used", stream)
            return None
        return found.version, found.body

    @reading()
    def _hash_of(self, stream: str, version: int) -> bytes | None:
        row = (
            self._reader()
            .execute("SELECT hash FROM event WHERE stream = ? AND version = ?", (stream, version))
            .fetchone()
        )
        return bytes(row[0]) if row else None

    @reading()
    def recall(self, stream: str, number: int) -> list[Entry]:
        if not 0 <= number <= HIGHEST:
            return []
        asked = self._reader().execute(
            "SELECT stream, first, last, number, opens FROM round WHERE stream = ? AND number = ?",
            (stream, number),
        )
        marks = [Mark(*row) for row in asked]
        opening = min((mark.first for mark in marks if mark.opens), default=0)
        after = self._reader().execute(
            "SELECT min(first) FROM round WHERE stream = ? AND opens AND first > ?",
            (stream, opening),
        )
        found = read_spans(self, stream, spans(marks, next(after)[0]))
        return right_round(self, stream, number, found)

    @reading()
    def recall_last(self, stream: str, rounds: int) -> list[Entry]:
        asked = self._reader().execute(
            "SELECT min(first) FROM (SELECT first FROM round WHERE stream = ? AND opens"
            " ORDER BY first DESC LIMIT ?)",
            (stream, rounds),
        )
        first = next(asked)[0]
        found = [] if first is None else read_spans(self, stream, [Span(first, None)])
        return right_last(self, stream, rounds, found)

    # The Merkle tree

    @reading()
    def horizon(self) -> int:
        return int(value(self._reader(), "SELECT coalesce(max(seq), 0) FROM event"))

    @reading()
    def hashes(self, *, after: int, upto: int, limit: int) -> list[tuple[int, bytes]]:
        asked = "SELECT seq, hash FROM event WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
        return list(self._reader().execute(asked, (after, upto, limit)))

    @reading()
    def count_between(self, first: int, last: int) -> int:
        asked = "SELECT count(*) FROM event WHERE seq BETWEEN ? AND ?"
        return int(value(self._reader(), asked, first, last))

    @reading()
    def last_of(self, stream: str, upto: int) -> tuple[int, bytes] | None:
        row = (
            self._reader()
            .execute(
                "SELECT seq, hash FROM event WHERE stream = ? AND seq <= ?"
                " ORDER BY version DESC LIMIT 1",
                (stream, upto),
            )
            .fetchone()
        )
        return (row[0], row[1]) if row else None

    def tile(self, level: int, number: int) -> Tile | None:
        return self._tile(f"{TILE} WHERE level = ? AND {_chosen(number)}", level, number)

    def tile_of(self, seq: int) -> Tile | None:
        return self._tile(f"{TILE} WHERE level = ? AND first <= ? ORDER BY first DESC", 0, seq)

    @reading()
    def _tile(self, question: str, *given: int) -> Tile | None:
        row = self._reader().execute(f"{question} LIMIT 1", given).fetchone()
        return Tile(*row) if row else None

    def save_tiles(self, tiles: Sequence[Tile]) -> None:
        self._work(lambda: self._db.executemany(SAVE_TILE, tiles))

    # Keeping

    def rebuild(self) -> None:
        self._work(lambda: index_rounds(self._db))

    def _work(self, work: Callable[[], object]) -> None:
        """Do something in the writing thread's next transaction, and wait until it is durable."""
        answer: Future[None] = Future()
        self._submit(Job(work, answer))
        answer.result()

    @reading()
    def backup(self, path: Path) -> None:
        """An online copy by SQLite's own backup, written whole before it has its name.

        One step: a copy taken in several starts again whenever someone appends between two.
        """
        part = path.with_name(path.name + ".part")
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with apsw.Connection(str(part)) as copy, copy.backup("main", self._reader(), "main") as run:
            run.step()
        os.replace(part, path)

    def close(self) -> None:
        if self._writer.is_alive():
            self._jobs.put(None)
            self._writer.join()
        own: apsw.Connection | None = getattr(self._readers, "db", None)
        if own is not None:
            own.close()
        self._db.close()
        if self._anchor is not None:
            self._anchor.close()
        os.close(self._lock)

    def _last_seq(self) -> int:
        if shape_of(self._db) == 0:
            return 0
        return int(value(self._db, "SELECT coalesce(max(seq), 0) FROM event"))


_row = attrgetter(*Entry.__struct_fields__)


def _chosen(number: int) -> str:
    return "number = ?" if number >= 0 else "number > ? ORDER BY number DESC"


# The log on SQLite for anyone who only reads: no lock is taken, nothing is written.


class SqliteReader(SqliteLog):
    """See `houseway.store.log.Log`; whatever would write is refused."""

    shared = True

    def __init__(self, path: Path, *, anchor: Path | None = None) -> None:
        if not path.is_file():
            raise LogFailed(f"there is no log at {path}")
        self.path = path
        self._readers = threading.local()
        self._receipts = Receipts()
        self._anchor_path = anchor or path.with_name(path.name + ".anchor")
        self._check_shape()

    @reading()
    def _check_shape(self) -> None:
        shape = int(self._reader().pragma("user_version"))
        if not 1 <= shape <= len(MIGRATIONS):
            raise LogFailed(f"{self.path} has shape {shape}; a log has 1 to {len(MIGRATIONS)}")
        self._indexed, self._tailed = shape >= ROUNDS, shape >= TAIL
        self._tiled = shape >= TILES

    def _reader(self) -> apsw.Connection:
        """As the writer's; where nothing can be written, the file is taken as it stands."""
        found: apsw.Connection | None = getattr(self._readers, "db", None)
        waiting = self.path.with_name(self.path.name + "-wal").exists()
        if found is None and not waiting and not os.access(self.path.parent, os.W_OK):
            address = f"{self.path.absolute().as_uri()}?immutable=1"
            flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
            self._readers.db = apsw.Connection(address, flags=flags)
        return super()._reader()

    def _has_tails(self) -> bool:
        return self._tailed

    def _tails(self) -> list[Tail]:
        return super()._tails() if self._tailed else []

    def _submit(self, job: Batch | Job) -> None:
        raise LogFailed(f"{self.path} was opened for reading only")

    def save_snapshot(self, stream: str, version: int, body: bytes) -> None:
        raise LogFailed(f"{self.path} was opened for reading only")

    def recall(self, stream: str, number: int) -> list[Entry]:
        """Also of a log whose shape is older than the index of rounds."""
        if not self._indexed:
            return recalled(self.read(stream), number)
        return super().recall(stream, number)

    def recall_last(self, stream: str, rounds: int) -> list[Entry]:
        if not self._indexed:
            return recalled_last(self.read(stream), rounds)
        return super().recall_last(stream, rounds)

    def _index_problems(self, marks: Tally) -> list[str]:
        return super()._index_problems(marks) if self._indexed else []

    def _tile(self, question: str, *given: int) -> Tile | None:
        """A log whose shape is older has no tree."""
        return super()._tile(question, *given) if self._tiled else None

    def known_end(self, stream: str) -> int | None:
        return None

    def verify(self, watch: Watch | None = None) -> Verified:
        """Also where the file cannot be read through: that is what was found."""
        try:
            return super().verify(watch)
        except LogFailed as damaged:
            return Verified(0, 0, (str(damaged),))

    def close(self) -> None:
        db = getattr(self._readers, "db", None)
        if db is not None:
            db.close()
