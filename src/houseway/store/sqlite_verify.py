"""Verifying a log on SQLite: every hash, every chain, and everything stored beside the events."""

from __future__ import annotations

import struct
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import apsw

from houseway.store.anchor import End, Tail, check_end, look_at
from houseway.store.batch import Receipts, Snapshot
from houseway.store.chain import GENESIS, ChainCheck, StoreKey
from houseway.store.log import Head, LogError, LogUnread, TreeLog, Verified, Watch
from houseway.store.rounds import Mark, Tally, marks_in
from houseway.store.sqlite_schema import FIELDS, value
from houseway.store.tree_check import TreeCheck

ALL_TAILS = "SELECT anchor, seq, head, before_seq, before_head, mac FROM tail"
_RECEIPTS = (
    "SELECT c.stream, c.key, c.request, c.version, c.seq, c.head, c.mac,"
    " e.stream, e.key, e.version, e.hash FROM command c LEFT JOIN event e ON e.seq = c.seq"
)
_OLD_RECEIPTS = _RECEIPTS.replace("c.mac", "x''") + " WHERE c.seq > 0"  # before shape 4
_WITHOUT = (
    "SELECT e.stream, e.key FROM event e"
    " LEFT JOIN command c ON c.stream = e.stream AND c.key = e.key"
    " WHERE c.key IS NULL OR c.seq < e.seq"
)
_SNAPSHOTS = (
    "SELECT s.stream, s.version, s.head, s.body, s.mac, e.hash, e.seq FROM snapshot s"
    " LEFT JOIN event e ON e.stream = s.stream AND e.version = s.version"
)


# What a bad disk or a bad page does: a page that is no longer what it was has other types.
_DAMAGE = (apsw.Error, ValueError, TypeError, AttributeError, struct.error)


@contextmanager
def reading() -> Iterator[None]:
    """Within it, a file that cannot be read is a failure of the log, not of the program."""
    try:
        yield
    except _DAMAGE as damaged:
        raise LogUnread(f"the database file cannot be read: {damaged}") from damaged


class SqliteVerify:
    """What is checked, with the reading connections of the log it is part of."""

    path: Path
    needs_anchor = True
    _anchor_path: Path
    _receipts: Receipts
    _readers: threading.local

    def _reader(self) -> apsw.Connection:
        raise NotImplementedError

    def heads(self) -> dict[str, Head]:
        raise NotImplementedError

    @reading()
    def verify(self, watch: Watch | None = None) -> Verified:
        """Of one moment, also while someone writes: the anchor before the events it points at."""
        before = self._look_at_anchor()
        reader = self._reader()
        reader.execute("BEGIN")
        try:
            return self._verified(before, watch)
        finally:
            if reader.in_transaction:
                reader.execute("ROLLBACK")

    def _look_at_anchor(self) -> tuple[str, End | None] | LogError:
        try:
            return look_at(self._anchor_path)
        except LogError as wrong:
            return wrong

    def _verified(self, before: tuple[str, End | None] | LogError, watch: Watch | None) -> Verified:
        check = ChainCheck(contiguous=True)
        if watch is not None:
            watch(check)
        tree = TreeCheck(cast("TreeLog", self))
        with ThreadPoolExecutor(1) as beside:  # the database's own work needs no Python
            of_file = beside.submit(self._file_problems)
            rows = self._reader().execute(f"SELECT {FIELDS} FROM event ORDER BY seq")
            marks = Tally(marks_in(tree.follow(check.follow(rows))))
        check.compare_heads(self.heads())
        problems = [*check.problems, *of_file.result(), *self._index_problems(marks)]
        problems += tree.problems()
        problems += self._end_problems(before, check.last_seq)
        return Verified(check.events, len(check.heads), tuple(problems))

    def _index_problems(self, marks: Tally) -> list[str]:
        rows = self._reader().execute("SELECT stream, first, last, number, opens FROM round")
        return marks.problems(Tally(Mark(*row) for row in rows))

    # The end of the log

    def _end_problems(self, before: tuple[str, End | None] | LogError, last: int) -> list[str]:
        """What anchor and tail say of the end, in the same moment as the events."""
        if isinstance(before, LogError):
            return [str(before)]
        tails = self._tails()
        found = [problem for tail in tails for problem in tail.problems(self._tail_key())]
        if len(tails) > 1 or (last and not tails and self._has_tails()):
            found.append(f"the log has {len(tails)} tails instead of one")
        if not self.needs_anchor or (not last and before[1] is None):
            return found
        try:
            self.check_anchor(*before, tails[0] if tails else None, last)
        except LogError as wrong:
            if self._look_at_anchor() == before:  # otherwise the house has gone on meanwhile
                found.append(str(wrong))
        return found

    def check_anchor(self, id_: str, end: End | None, tail: Tail | None, last: int) -> None:
        """Raise unless anchor, tail and last event are of one log, and none was set back."""
        name = self._anchor_path.name
        check_end(name, id_, end, tail, End(last, self.head_of(last)), self.head_of)

    @reading()
    def head_of(self, seq: int) -> str:
        """The hash of an event in hexadecimal; of none, what stands before the first."""
        return hash_at(self._reader(), seq)

    @reading()
    def _tails(self) -> list[Tail]:
        return [Tail(*row) for row in self._reader().execute(ALL_TAILS)]

    def _has_tails(self) -> bool:
        """Whether the shape of the log has tails, keyed receipts and keyed snapshots."""
        return True

    def _tail_key(self) -> StoreKey | None:
        return self._receipts.key if self._receipts.since else None

    # Everything beside the events

    def _file_problems(self) -> list[str]:
        """In a thread of its own, whose connection goes with it."""
        try:
            return [*self._integrity(), *self._receipt_problems(), *self._snapshot_problems()]
        finally:
            self._reader().close()
            del self._readers.db

    def _integrity(self) -> list[str]:
        told = [row[0] for row in self._reader().execute("PRAGMA integrity_check")]
        return [] if told == ["ok"] else [f"the database file is damaged: {told[0]}"]

    def _receipt_problems(self) -> list[str]:
        """Every remembered receipt is of an event that is there; every event has its receipt."""
        every = _RECEIPTS if self._has_tails() else _OLD_RECEIPTS
        wrong = {
            (row[0], row[1])
            for row in self._reader().execute(every)
            if self._receipts.genuine(row) is None
        }
        wrong.update(self._reader().execute(_WITHOUT))
        return [
            f"{stream}: the receipt of {key} is not that of its event"
            for stream, key in sorted(wrong)
        ]

    def _snapshot_problems(self) -> Iterator[str]:
        """Those of the time before the present store key have no effect and are passed over."""
        if not self._has_tails():
            return
        for *row, head, seq in self._reader().execute(_SNAPSHOTS):
            if seq is None or seq >= self._receipts.since:
                yield from Snapshot(*row).problems(self._receipts.key, head)


def hash_at(db: apsw.Connection, seq: int) -> str:
    if not seq:
        return GENESIS.hex()
    return str(value(db, "SELECT lower(hex(hash)) FROM event WHERE seq = ?", seq))
