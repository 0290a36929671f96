"""A real SQLite log in files, whose process dies and whose last write may be torn.

What a power cut leaves: the bytes as they were before an append, and of what it wrote to the
write-ahead log any first part. The log must then hold the whole append or nothing of it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

from houseway.soak.auditor import Wrong
from houseway.soak.disk import AFTER, BEFORE, Disk, Killed
from houseway.store.log import Append, Appended, Entry, Log
from houseway.store.sqlite import SqliteLog

TORN = "torn write"
_ALL = 1_000_000_000
_SECTOR = 512


class _Bytes(NamedTuple):
    """All that lies on the disk of a log."""

    main: bytes
    ahead: bytes  # the write-ahead log
    anchor: bytes


class FileDisk(Disk):
    """A log in a folder; after every crash it goes on in a new file with what was left."""

    faults = (BEFORE, AFTER, TORN)
    often = 0.05
    one_process = True

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__()
        self.chance = random.Random(f"files {seed}")  # noqa: S311  # it must come out the same again
        self.folder, self.crashes = folder, 0
        self.kept_whole = 0  # crashes after which the last append was there
        self.log = SqliteLog(self._path())

    def _path(self) -> Path:
        return self.folder / f"floor-{self.crashes}.db"

    def open(self) -> Log:
        return cast(Log, _FileLog(self))

    def found(self) -> None:
        """Read what the log has now; what was there before is there still."""
        self._take(self.since())

    def since(self) -> list[Entry]:
        """What the log has beyond what is known of it."""
        return self.log.read_all(after=len(self.entries), limit=_ALL)

    def _take(self, entries: Sequence[Entry]) -> None:
        self.entries += entries
        for entry in entries:
            self.streams.setdefault(entry.stream, []).append(entry)

    def bytes(self) -> _Bytes:
        path = self._path()
        parts = (path, path.with_name(path.name + "-wal"), path.with_name(path.name + ".anchor"))
        return _Bytes(*(part.read_bytes() if part.exists() else b"" for part in parts))

    def crash(self, left: _Bytes, whole: Sequence[Entry]) -> None:
        """Go on from these bytes, which hold what was answered for, and `whole` or nothing more."""
        self.log.close()
        for each in self.folder.glob(f"floor-{self.crashes}.db*"):
            each.unlink()
        self.crashes += 1
        path = self._path()
        path.write_bytes(left.main)
        path.with_name(path.name + "-wal").write_bytes(left.ahead)
        path.with_name(path.name + ".anchor").write_bytes(left.anchor)
        self.log = SqliteLog(path)
        self._hold_against(whole)

    def _hold_against(self, whole: Sequence[Entry]) -> None:
        there = self.log.read_all(limit=_ALL)
        self.kept_whole += there != self.entries
        if there not in (self.entries, [*self.entries, *whole]):
            raise Wrong(f"{len(there)} events are left of {len(self.entries)} and {len(whole)}")
        self._take(there[len(self.entries) :])

    def torn(self, before: _Bytes, after: _Bytes) -> _Bytes:
        """Of the write-ahead log a first part is new and the rest as it was."""
        first, last = _written(before.ahead, after.ahead)
        cut = self.chance.randint(first, last)
        return before._replace(ahead=after.ahead[:cut] + before.ahead[cut:])


def _written(before: bytes, after: bytes) -> tuple[int, int]:
    """From where to where a file is not as it was."""
    starts = range(0, len(after), _SECTOR)
    new = [at for at in starts if before[at : at + _SECTOR] != after[at : at + _SECTOR]]
    return (new[0], min(new[-1] + _SECTOR, len(after))) if new else (len(after), len(after))


class _FileLog:
    """The log of one process: everything is the real log's, but for the faults of an append."""

    def __init__(self, disk: FileDisk) -> None:
        self._disk, self._log = disk, disk.log
        self._died_of = ""

    def __getattr__(self, name: str) -> Any:
        self._live()
        return getattr(self._log, name)

    def _live(self) -> None:
        """Whatever a process would still do after its end does not happen."""
        if self._disk.log is not self._log:
            raise Killed(self._died_of)

    def append(self, batch: Sequence[Append]) -> list[Appended]:
        self._live()
        disk = self._disk
        fault, disk.fault = disk.fault, ""
        self._died_of = fault
        before = disk.bytes() if fault else None
        if before and fault == BEFORE:
            disk.crash(before, ())
            raise Killed(fault)
        receipts = self._log.append(batch)
        if before is None:
            disk.found()
            return receipts
        after = disk.bytes()
        left = disk.torn(before, after) if fault == TORN else after
        disk.crash(left, disk.since())
        raise Killed(fault)
