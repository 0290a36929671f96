"""A disk in memory that fails on demand, and the log on it.

What was committed is on the disk and stays there; everything else goes with the process. The log
decides appends as the real engines do (`store.batch`), so that what it keeps has real chains, keys
and receipts. A write that is torn in the middle needs real bytes: `houseway.soak.disk` has those.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, cast

from houseway.soak.auditor import Wrong
from houseway.store.batch import At, Batch, Command, Slip, Streams, replayed
from houseway.store.chain import ChainCheck, StoreKey
from houseway.store.log import Append, Appended, Entry, Head, Log, LogFailed, Verified, Watch
from houseway.store.rounds import recalled, recalled_last
from houseway.store.sqlite import SqliteLog

BEFORE, AFTER = "killed before the commit", "killed after the commit"
FULL, RESTARTED, SLOW = "disk full", "database restarted", "slow disk"


class Killed(BaseException):
    """The process is gone: nothing after this instruction happened."""


class Disk:
    """What survives a process."""

    faults: tuple[str, ...] = (BEFORE, AFTER, FULL, RESTARTED, SLOW)
    often = 0.003  # the chance that an order meets one of them
    one_process = False  # whether all servers go when one does

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.streams: dict[str, list[Entry]] = {}
        self.commands: dict[tuple[str, str], Command] = {}
        self.snapshots: dict[str, tuple[int, bytes]] = {}
        self.fault = ""  # what happens to the next append
        self.restarts = 0
        self.wait: Callable[[], None] = lambda: None  # how time passes while a slow disk writes

    def open(self) -> Log:
        """The log as a process finds it when it starts."""
        return SimulatedLog(self)

    def keep(self, streams: Streams) -> None:
        self.entries += streams.entries
        for entry in streams.entries:
            self.streams.setdefault(entry.stream, []).append(entry)
        for command in streams.commands:
            self.commands[command.stream, command.key] = command


class SimulatedLog:
    """See `houseway.store.log.Log`. After a fault it takes nothing until it is opened again."""

    shared = False

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self._opened_at = disk.restarts
        self._failed = ""

    def append(self, batch: Sequence[Append]) -> list[Appended]:
        fault, self.disk.fault = self.disk.fault, ""
        if fault == BEFORE:
            raise Killed(fault)
        if fault == SLOW:
            self.disk.wait()
        self._fail_if(fault)
        receipts = self._commit(batch)
        if fault == AFTER:
            raise Killed(fault)
        return receipts

    def _fail_if(self, fault: str) -> None:
        """As the real ones: a log that has failed stays so."""
        if fault == FULL:
            self._failed = fault
        self.disk.restarts += fault == RESTARTED
        if self._opened_at != self.disk.restarts:
            self._failed = RESTARTED
        if self._failed:
            raise LogFailed(f"the log has failed: {self._failed}")

    def _commit(self, batch: Sequence[Append]) -> list[Appended]:
        slip = Slip()
        streams = Streams(self._standing(batch), self._used(batch), count(self._last() + 1))
        answers = streams.answers([Batch(batch, slip)])
        if answers:
            self.disk.keep(streams)
        for answer, receipts in answers:
            answer.set_result(receipts)
        return slip.result()

    def _last(self) -> int:
        return self.disk.entries[-1].seq if self.disk.entries else 0

    def _standing(self, batch: Sequence[Append]) -> dict[str, At]:
        found = {}
        for append in batch:
            entries = self.disk.streams.get(append.stream)
            if entries:
                found[append.stream] = At(entries[-1].version, entries[-1].seq, entries[-1].hash)
        return found

    def _used(self, batch: Sequence[Append]) -> list[Command]:
        keys = [(append.stream, append.key) for append in batch]
        return [self.disk.commands[key] for key in keys if key in self.disk.commands]

    def receipt(self, stream: str, key: str, request: str) -> Appended | None:
        used = self.disk.commands.get((stream, key))
        return replayed(used, request) if used else None

    def take_key(self, key: StoreKey, since: int, *, check: bool = True) -> None:
        """Nobody alters what is only in memory."""

    def read(self, stream: str, *, after: int = 0, limit: int | None = None) -> list[Entry]:
        entries = self.disk.streams.get(stream, [])
        return entries[after : None if limit is None else after + limit]

    def read_all(self, *, after: int = 0, limit: int = 1_000) -> list[Entry]:
        return self.disk.entries[after : after + limit]

    def heads(self) -> dict[str, Head]:
        return {
            name: Head(entries[-1].version, entries[-1].seq, entries[-1].hash.hex())
            for name, entries in self.disk.streams.items()
        }

    def save_snapshot(self, stream: str, version: int, body: bytes) -> None:
        self.disk.snapshots[stream] = version, body

    def known_end(self, stream: str) -> int | None:
        return None

    def load_snapshot(self, stream: str) -> tuple[int, bytes] | None:
        return self.disk.snapshots.get(stream)

    def verify(self, watch: Watch | None = None) -> Verified:
        check = ChainCheck(contiguous=True)
        if watch is not None:
            watch(check)
        check.take(self.disk.entries)
        check.compare_heads(self.heads())
        return Verified(check.events, len(check.heads), tuple(check.problems))

    def recall(self, stream: str, number: int) -> list[Entry]:
        return recalled(self.read(stream), number)

    def recall_last(self, stream: str, rounds: int) -> list[Entry]:
        return recalled_last(self.read(stream), rounds)

    def rebuild(self) -> None:
        """Nothing is derived."""

    def backup(self, path: Path) -> None:
        raise NotImplementedError("a simulated disk is not copied")

    def close(self) -> None:
        """Whatever was committed stays on the disk."""


# A real SQLite log in files, whose process dies and whose last write may be torn.

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
