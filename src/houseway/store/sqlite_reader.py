"""The log on SQLite for anyone who only reads: no lock is taken, nothing is written.

The house may go on writing meanwhile. Whatever keeps the file from being read is said in a
sentence; nothing is repaired.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path

import apsw

from houseway.store.anchor import Tail
from houseway.store.batch import Batch
from houseway.store.log import Entry, LogFailed, Tile, Verified, Watch
from houseway.store.receipts import Receipts
from houseway.store.rounds import Tally, recalled, recalled_last
from houseway.store.sqlite import Job, SqliteLog
from houseway.store.sqlite_schema import MIGRATIONS, ROUNDS, TAIL, TILES
from houseway.store.sqlite_verify import reading


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
