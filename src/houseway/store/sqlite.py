"""The log on SQLite: embedded, one writing thread, many appends in one synced transaction.

One process owns the file. Whoever appends hands the batch to the writing thread and waits; the
thread takes all that has gathered, commits once, syncs the anchor, and answers everybody. Any
storage error stops the log for good: it is opened again, not retried.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from operator import attrgetter
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import apsw

from houseway.store.anchor import Anchor
from houseway.store.batch import Answers, At, Batch, Command, Slip, Streams
from houseway.store.chain import ChainCheck
from houseway.store.log import (
    Append,
    Appended,
    Entry,
    Head,
    LogError,
    LogFailed,
    TailLost,
    Tile,
    Verified,
    Watch,
)
from houseway.store.rounds import Mark, Span, Tally, marks_in, read_spans, spans
from houseway.store.sqlite_schema import (
    FIELDS,
    INSERT_MARK,
    SAVE_TILE,
    TILE,
    index_rounds,
    migrate,
    new_enough,
    own,
    set_up,
    shape_of,
    value,
)
from houseway.store.tree_check import TreeCheck

TOGETHER = 256  # batches in one transaction at the most
READERS_KB = 500  # of pages that each thread's reading connection keeps: a house has many threads

_INSERT = f"INSERT INTO event ({FIELDS}) VALUES ({', '.join('?' * len(Entry.__struct_fields__))})"
_AT = "SELECT id, version, seq, head FROM stream WHERE id = ?"
_USED = "SELECT stream, key, request, version, seq, head FROM command WHERE stream = ? AND key = ?"


class Job(NamedTuple):
    """Something else for the writing thread to do inside its transaction."""

    work: Callable[[], object]
    answer: Future[None]


class SqliteLog:
    """See `houseway.store.log.Log`."""

    def __init__(self, path: Path, *, anchor: Path | None = None) -> None:
        new_enough()
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = own(path.with_name(path.name + ".lock"))
        self.path = path
        self._failed: Exception | None = None
        self._anchor = Anchor(anchor or path.with_name(path.name + ".anchor"))
        self._db = apsw.Connection(str(path))
        try:
            self._open()
        except Exception as failure:
            self._leave_as_found()
            if isinstance(failure, LogError):
                raise
            raise LogFailed(f"{path.name} cannot be opened as a log: {failure}") from failure
        self._readers = threading.local()
        self._jobs: SimpleQueue[Batch | Job | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="log writer", daemon=True)
        self._writer.start()

    def _open(self) -> None:
        set_up(self._db)
        self._check_anchor()
        migrate(self._db, self.path)
        self._seq = self._last_seq()

    def _leave_as_found(self) -> None:
        """Let go without clearing the write-ahead log: what is damaged is evidence."""
        self._db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        self._db.close()
        self._anchor.close()
        os.close(self._lock)

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
        try:
            if self._failed is not None:
                raise self._failed
            self._db.execute("BEGIN IMMEDIATE")
            streams, answers = self._append([each for each in jobs if isinstance(each, Batch)])
            works = [each for each in jobs if isinstance(each, Job)]
            for each in works:
                each.work()
            self._db.execute("COMMIT")
            if streams.entries:
                last = streams.entries[-1]
                self._anchor.write(last.seq, last.hash.hex())
                self._seq = last.seq
        except Exception as failure:  # fail-stop: nobody is told that it was stored
            self._fail(failure, jobs)
            return
        for answer, receipts in answers:
            answer.set_result(receipts)
        for each in works:
            each.answer.set_result(None)

    def _fail(self, failure: Exception, jobs: list[Batch | Job]) -> None:
        self._failed = failure
        for _, answer in jobs:
            if not answer.done():
                answer.set_exception(LogFailed(f"the log has failed: {failure}"))
        with suppress(apsw.Error):  # where even this fails, opening it again rolls back
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")

    def _append(self, batches: list[Batch]) -> tuple[Streams, Answers]:
        """Rule on every batch and write what they add, inside the open transaction."""
        asked = [append for batch in batches for append in batch.appends]
        names = {(append.stream,) for append in asked}
        keys = {(append.stream, append.key) for append in asked}
        at = {name: At(*rest) for name, *rest in self._db.executemany(_AT, names)}
        used = [Command(*row) for row in self._db.executemany(_USED, keys)]
        streams = Streams(at, used, count(self._seq + 1))
        answers = streams.answers(batches)
        self._db.executemany(_INSERT, map(_row, streams.entries))
        self._db.executemany("INSERT INTO command VALUES (?, ?, ?, ?, ?, ?)", streams.commands)
        heads = [(name, *at) for name, at in streams.changed().items()]
        self._db.executemany("INSERT OR REPLACE INTO stream VALUES (?, ?, ?, ?)", heads)
        self._db.executemany(INSERT_MARK, streams.marks)
        return streams, answers

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

    def read(self, stream: str, *, after: int = 0, limit: int | None = None) -> list[Entry]:
        rows = self._reader().execute(
            f"SELECT {FIELDS} FROM event WHERE stream = ? AND version > ? ORDER BY version LIMIT ?",
            (stream, after, -1 if limit is None else limit),
        )
        return [Entry(*row) for row in rows]

    def read_all(self, *, after: int = 0, limit: int = 1_000) -> list[Entry]:
        rows = self._reader().execute(
            f"SELECT {FIELDS} FROM event WHERE seq > ? ORDER BY seq LIMIT ?",
            (after, limit),
        )
        return [Entry(*row) for row in rows]

    def heads(self) -> dict[str, Head]:
        rows = self._reader().execute("SELECT id, version, seq, head FROM stream WHERE version > 0")
        return {name: Head(version, seq, head.hex()) for name, version, seq, head in rows}

    def save_snapshot(self, stream: str, version: int, body: bytes) -> None:
        self._work(lambda: self._keep_snapshot(stream, version, body))

    def _keep_snapshot(self, stream: str, version: int, body: bytes) -> None:
        self._db.execute(
            "INSERT INTO snapshot VALUES (?, ?, ?) ON CONFLICT (stream) DO UPDATE"
            " SET version = excluded.version, body = excluded.body",
            (stream, version, body),
        )

    def load_snapshot(self, stream: str) -> tuple[int, bytes] | None:
        row = (
            self._reader()
            .execute("SELECT version, body FROM snapshot WHERE stream = ?", (stream,))
            .fetchone()
        )
        return (row[0], row[1]) if row else None

    def recall(self, stream: str, number: int) -> list[Entry]:
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
        return read_spans(self, stream, spans(marks, next(after)[0]))

    def recall_last(self, stream: str, rounds: int) -> list[Entry]:
        asked = self._reader().execute(
            "SELECT min(first) FROM (SELECT first FROM round WHERE stream = ? AND opens"
            " ORDER BY first DESC LIMIT ?)",
            (stream, rounds),
        )
        first = next(asked)[0]
        return [] if first is None else read_spans(self, stream, [Span(first, None)])

    # The Merkle tree

    def horizon(self) -> int:
        return int(value(self._reader(), "SELECT coalesce(max(seq), 0) FROM event"))

    def hashes(self, *, after: int, upto: int, limit: int) -> list[tuple[int, bytes]]:
        asked = "SELECT seq, hash FROM event WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?"
        return list(self._reader().execute(asked, (after, upto, limit)))

    def count_between(self, first: int, last: int) -> int:
        asked = "SELECT count(*) FROM event WHERE seq BETWEEN ? AND ?"
        return int(value(self._reader(), asked, first, last))

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

    def verify(self, watch: Watch | None = None) -> Verified:
        """Of one moment, also while somebody writes: the anchor before the events it points at."""
        anchored = self._anchored()
        reader = self._reader()
        reader.execute("BEGIN")
        try:
            return self._verified(anchored, watch)
        finally:
            if reader.in_transaction:
                reader.execute("ROLLBACK")

    def _anchored(self) -> tuple[int, str] | None:
        return self._anchor.read()

    def _verified(self, anchored: tuple[int, str] | None, watch: Watch | None) -> Verified:
        check = ChainCheck(contiguous=True)
        if watch is not None:
            watch(check)
        tree = TreeCheck(self)
        with ThreadPoolExecutor(1) as beside:  # the database's own work needs no Python
            of_file = beside.submit(self._file_problems)
            rows = self._reader().execute(f"SELECT {FIELDS} FROM event ORDER BY seq")
            marks = Tally(marks_in(tree.follow(check.follow(rows))))
        check.compare_heads(self.heads())
        problems = [*check.problems, *of_file.result(), *self._index_problems(marks)]
        problems += tree.problems()
        if anchored and anchored[0] > check.last_seq:
            told = f"the log ends at {check.last_seq}"
            problems.append(f"the anchor has seen sequence {anchored[0]}, {told}")
        elif anchored and _hash_at(self._reader(), anchored[0]) != anchored[1]:
            problems.append(f"sequence {anchored[0]} is not the event that was answered for")
        return Verified(check.events, len(check.heads), tuple(problems))

    def _index_problems(self, marks: Tally) -> list[str]:
        rows = self._reader().execute("SELECT stream, first, last, number, opens FROM round")
        return marks.problems(Tally(Mark(*row) for row in rows))

    def _file_problems(self) -> list[str]:
        """In a thread of its own, whose connection goes with it."""
        try:
            return [*self._integrity(), *self._commands_astray()]
        finally:
            self._reader().close()
            del self._readers.db

    def _integrity(self) -> list[str]:
        told = [row[0] for row in self._reader().execute("PRAGMA integrity_check")]
        return [] if told == ["ok"] else [f"the database file is damaged: {told[0]}"]

    def _commands_astray(self) -> list[str]:
        """Every remembered receipt is of an event that is there; every event has its receipt."""
        rows = self._reader().execute(
            "SELECT c.stream, c.key FROM command c LEFT JOIN event e ON e.seq = c.seq"
            " WHERE (e.hash IS NOT c.head OR e.version IS NOT c.version)"
            " AND NOT (c.seq = 0 AND c.version = 0 AND c.head = zeroblob(32))"
            " UNION SELECT e.stream, e.key FROM event e"
            " LEFT JOIN command c ON c.stream = e.stream AND c.key = e.key WHERE c.key IS NULL"
        )
        return [f"{stream}: the receipt of {key} is not that of its event" for stream, key in rows]

    def backup(self, path: Path) -> None:
        """An online copy by SQLite's own backup, written whole before it has its name.

        One step: a copy taken in several starts again whenever somebody appends between two.
        """
        part = path.with_name(path.name + ".part")
        part.unlink(missing_ok=True)
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
        self._anchor.close()
        os.close(self._lock)

    def _last_seq(self) -> int:
        if shape_of(self._db) == 0:
            return 0
        return int(value(self._db, "SELECT coalesce(max(seq), 0) FROM event"))

    def _head_of(self, seq: int) -> str:
        return _hash_at(self._db, seq)

    def _check_anchor(self) -> None:
        anchored = self._anchor.read()
        if anchored is None:
            return
        seq, head = anchored
        last = self._last_seq()
        if seq > last:
            raise TailLost(f"sequence {seq} was answered for; the log ends at {last}")
        if self._head_of(seq) != head:
            raise TailLost(f"sequence {seq} is not the event that was answered for")


_row = attrgetter(*Entry.__struct_fields__)


def _chosen(number: int) -> str:
    return "number = ?" if number >= 0 else "number > ? ORDER BY number DESC"


def _hash_at(db: apsw.Connection, seq: int) -> str:
    return str(value(db, "SELECT lower(hex(hash)) FROM event WHERE seq = ?", seq))
