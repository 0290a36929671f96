"""What a bad disk does to the log on SQLite: cut, flipped, full, failing. Never unnoticed."""

from __future__ import annotations

import errno
import os
import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import pytest

from houseway.store.log import Appended, Entry, KeyReused, LogError, LogFailed, TailLost
from houseway.store.sqlite import SqliteLog, SqliteReader
from tests.scale import scaled
from tests.store.conftest import keyed
from tests.store.test_contract import append

NAME = "floor.db"
APPENDS = 24  # two events each, at three tables
DAMAGES = scaled(60, 5_000)
FLIPS = scaled(300, 20_000)


class Sample(NamedTuple):
    """A log as it lies on the disk, with all that was acknowledged."""

    folder: Path
    entries: list[Entry]
    receipts: list[Appended]

    def copy(self, to: Path) -> Path:
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(self.folder, to)
        return to / NAME


def append_of(number: int) -> Any:
    stream, before = f"table/{number % 3}", number // 3 * 2
    return append(stream, before, f"key {number}", b"one %d" % number, b"two %d" % number)


def written(log: SqliteLog) -> tuple[list[Entry], list[Appended]]:
    receipts = [log.append([append_of(number)])[0] for number in range(APPENDS)]
    return log.read_all(), receipts


@pytest.fixture
def unclosed(tmp_path: Path) -> Sample:
    """Everything is still in the write-ahead log, as after a power cut."""
    log = SqliteLog(tmp_path / "live" / NAME)
    entries, receipts = written(log)
    shutil.copytree(tmp_path / "live", tmp_path / "sample")
    log.close()
    return Sample(tmp_path / "sample", entries, receipts)


@pytest.fixture
def closed(tmp_path: Path) -> Sample:
    log = SqliteLog(tmp_path / "sample" / NAME)
    entries, receipts = written(log)
    log.close()
    return Sample(tmp_path / "sample", entries, receipts)


def wal_of(path: Path) -> Path:
    return path.with_name(NAME + "-wal")


def cut(path: Path, at: int) -> None:
    os.truncate(path, at)


def flip(path: Path, at: int, bit: int = 0) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1 << bit
    path.write_bytes(content)


def whole_prefix(found: list[Entry], of: list[Entry]) -> bool:
    """The beginning of what was written, cut between two appends."""
    return found == of[: len(found)] and len(found) % 2 == 0


def test_a_log_that_was_not_closed_is_all_there(unclosed: Sample, tmp_path: Path) -> None:
    log = SqliteLog(unclosed.copy(tmp_path / "case"))
    assert log.read_all() == unclosed.entries
    assert log.verify().problems == ()
    log.close()


def test_a_damaged_write_ahead_log_is_noticed_and_what_is_left_is_a_whole_prefix(
    unclosed: Sample, tmp_path: Path
) -> None:
    chance = random.Random(3)
    size = wal_of(unclosed.folder / NAME).stat().st_size
    left: set[int] = set()
    for case in range(DAMAGES):
        path = unclosed.copy(tmp_path / "case")
        at = chance.randrange(size)
        if case % 2:
            cut(wal_of(path), at)
        else:
            flip(wal_of(path), at, chance.randrange(8))
        found = _left_after(path, unclosed)
        assert whole_prefix(found, unclosed.entries), f"offset {at}"
        left.add(len(found))
    assert len(left) > 10  # the damage fell in many places


def _left_after(path: Path, sample: Sample) -> list[Entry]:
    """What is still there; unless it is everything, the log does not open and says so."""
    before = wal_of(path).read_bytes()
    try:
        log = SqliteLog(path)
    except TailLost:
        assert wal_of(path).read_bytes() == before, "the evidence was cleared away"
        return _raw(path)
    found = log.read_all()
    log.close()
    assert found == sample.entries
    return found


def _raw(path: Path) -> list[Entry]:
    """The events that SQLite still gives, if it still knows of any."""
    db = apsw.Connection(str(path))
    try:
        rows = list(db.execute("SELECT * FROM event ORDER BY seq"))
    except apsw.SQLError:  # the table itself was in the part that is lost
        rows = []
    db.close()
    return [Entry(*row) for row in rows]


def test_a_flipped_byte_of_the_file_is_noticed_or_changes_nothing(
    closed: Sample, tmp_path: Path
) -> None:
    chance = random.Random(4)
    size = (closed.folder / NAME).stat().st_size
    noticed = 0
    for _ in range(FLIPS):
        path = closed.copy(tmp_path / "case")
        at = chance.randrange(size)
        flip(path, at, chance.randrange(8))
        if _opens_and_verifies(path):
            assert _kept(path) == (closed.entries, closed.receipts), f"offset {at}"
        else:
            noticed += 1
    assert noticed > FLIPS // 5  # the rest fell in unused space


def _opens_and_verifies(path: Path) -> bool:
    try:
        SqliteLog(path).close()
        reader = SqliteReader(path)
    except LogError:
        return False
    sound = not reader.verify().problems
    reader.close()
    return sound


def _kept(path: Path) -> tuple[list[Entry], list[Appended]]:
    """Everything that is read once the same keys were sent again, and the receipts they met.

    What a key was asked for is the one thing kept beside the events that no hash covers: where it
    is damaged the key is refused, and still nothing is stored twice.
    """
    log = SqliteLog(path)
    receipts = [_as_before(log, number) for number in range(APPENDS)]
    entries = log.read_all()
    log.close()
    return entries, receipts


def _as_before(log: SqliteLog, number: int) -> Appended:
    try:
        (again,) = log.append([append_of(number)])
    except (KeyReused, LogFailed):
        stream, version, seq, head = _row_of(log.path, f"key {number}")
        return Appended(stream, version, seq, head.hex())
    assert again.replayed
    return Appended(again.stream, again.version, again.seq, again.head)


def _row_of(path: Path, key: str) -> Any:
    with apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY) as db:
        found = "SELECT stream, version, seq, head FROM command WHERE key = ?"
        return db.execute(found, (key,)).fetchone()


class Failing:
    """A connection on which one statement fails, before or after it was carried out."""

    def __init__(self, db: apsw.Connection, statement: str, *, done: bool) -> None:
        self._db, self._statement, self._done = db, statement, done

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)

    def execute(self, statement: str, *given: Any) -> Any:
        return self._tried(self._db.execute, statement, *given)

    def executemany(self, statement: str, *given: Any) -> Any:
        return self._tried(self._db.executemany, statement, *given)

    def _tried(self, carry_out: Any, statement: str, *given: Any) -> Any:
        if not statement.startswith(self._statement):
            return carry_out(statement, *given)
        if self._done:
            carry_out(statement, *given)
        raise apsw.IOError("disk I/O error")


FAULTS = ["BEGIN", "SELECT", "INSERT INTO event", "INSERT INTO command", "COMMIT", "COMMIT done",
          "anchor write", "anchor sync"]  # fmt: skip


@contextmanager
def failing(log: SqliteLog, fault: str) -> Iterator[None]:
    """The storage of an open log fails meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        if fault.startswith("anchor"):
            patch.setattr(os, {"write": "pwrite", "sync": "fdatasync"}[fault[7:]], _no_disk)
        else:
            done = fault.endswith("done")
            patch.setattr(log, "_db", Failing(log._db, fault.removesuffix(" done"), done=done))
        yield


def _no_disk(*_: Any) -> int:
    raise OSError(errno.EIO, "Input/output error")


@pytest.fixture
def log(tmp_path: Path) -> SqliteLog:
    """A log with one append acknowledged."""
    opened = keyed(SqliteLog(tmp_path / NAME))
    opened.append([append_of(0)])
    return opened


@pytest.mark.parametrize("fault", FAULTS)
def test_when_storage_fails_nobody_is_told_that_it_was_stored(log: SqliteLog, fault: str) -> None:
    with failing(log, fault):
        waiting = [log.submit([append_of(number)]) for number in (1, 2, 3)]
        for answer in waiting:
            with pytest.raises(LogFailed, match="the log has failed"):
                answer.result()
    log.close()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_failure_says_whether_anything_may_have_been_stored(log: SqliteLog, fault: str) -> None:
    """Once the commit was sent nobody knows; before that nothing was stored."""
    with failing(log, fault), pytest.raises(LogFailed) as failed:
        log.append([append_of(1)])
    with pytest.raises(LogFailed) as later:
        log.append([append_of(2)])
    log.close()
    stored = fault in ("COMMIT", "COMMIT done", "anchor write", "anchor sync")
    assert failed.value.unknown == stored
    assert not later.value.unknown


@pytest.mark.parametrize("fault", FAULTS)
def test_storage_that_works_again_does_not_bring_a_failed_log_back(
    log: SqliteLog, fault: str
) -> None:
    """A sync that failed once may have lost what it was to keep: it is never tried again."""
    with failing(log, fault), pytest.raises(LogFailed):
        log.append([append_of(1)])
    with pytest.raises(LogFailed, match="the log has failed"):
        log.append([append_of(1)])
    with pytest.raises(LogFailed, match="the log has failed"):
        log.save_snapshot("table/0", 2, b"state")
    log.close()


@pytest.mark.parametrize("fault", FAULTS)
def test_a_failed_log_opens_soundly_and_the_same_key_is_stored_once(
    log: SqliteLog, fault: str
) -> None:
    """Whether the append got through is not known to whoever asked; asking again settles it."""
    with failing(log, fault), pytest.raises(LogFailed):
        log.append([append_of(1)])
    log.close()
    again = keyed(SqliteLog(log.path))
    assert again.verify().problems == ()
    (receipt,) = again.append([append_of(1)])
    assert receipt.replayed == (fault in ("COMMIT done", "anchor write", "anchor sync"))
    assert [each.key for each in again.read_all()] == ["key 0", "key 0", "key 1", "key 1"]
    assert again.verify().problems == ()
    again.close()


def test_a_closed_log_takes_nothing(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / NAME)
    log.close()
    with pytest.raises(LogFailed, match="has been closed"):
        log.append([append_of(0)])
