"""A disk in memory that fails on demand, and the log on it.

What was committed is on the disk and stays there; everything else goes with the process. The log
decides appends as the real engines do (`store.batch`), so that what it keeps has real chains, keys
and receipts. A write that is torn in the middle needs real bytes: `houseway.soak.files` has those.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

from houseway.store.batch import At, Batch, Command, Slip, Streams
from houseway.store.chain import ChainCheck
from houseway.store.log import Append, Appended, Entry, Head, Log, LogFailed, Verified, Watch
from houseway.store.mac import StoreKey
from houseway.store.receipts import replayed
from houseway.store.rounds import recalled, recalled_last

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
