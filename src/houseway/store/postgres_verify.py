"""Verifying a log on PostgreSQL, and the anchors of the processes that write it.

Each process has an anchor of its own in the house's folder and a tail in the database. Sequence
numbers may have gaps, so an anchor vouches for the last event that its own process appended.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, LiteralString, cast

import psycopg

from houseway.store.anchor import (
    REMEDY,
    Anchor,
    AnchorWrong,
    End,
    LogAltered,
    Tail,
    check_end,
    look_at,
)
from houseway.store.batch import Receipts, Snapshot
from houseway.store.chain import GENESIS, ChainCheck
from houseway.store.log import Head, LogError, LogUnread, TreeLog, Verified, Watch
from houseway.store.postgres_schema import FIELDS, PAGE
from houseway.store.rounds import Mark, Tally, marks_in
from houseway.store.tree_check import TreeCheck

NAME = "log.anchor"  # of the first process; the next ones are log.anchor.2 and so on
_RECEIPTS: LiteralString = (
    "SELECT c.stream, c.key, c.request, c.version, c.seq, c.head, c.mac,"
    " e.stream, e.key, e.version, e.hash FROM command c LEFT JOIN event e ON e.seq = c.seq"
)
_WITHOUT: LiteralString = (
    "SELECT DISTINCT e.stream, e.key FROM event e"
    " LEFT JOIN command c ON c.stream = e.stream AND c.key = e.key"
    " WHERE c.key IS NULL OR c.seq < e.seq"
)
_SNAPSHOTS: LiteralString = (
    "SELECT s.stream, s.version, s.head, s.body, s.mac, e.hash, e.seq FROM snapshot s"
    " LEFT JOIN event e ON e.stream = s.stream AND e.version = s.version"
)


NOT_LOOKED_AT = "the anchors were not looked at: name the folder of the house with --folder"
Anchors = dict[Path, tuple[str, End | None]]  # by file: the anchor's id and what it says


LOST = (psycopg.OperationalError, psycopg.InterfaceError)


@contextmanager
def answering() -> Iterator[None]:
    """Within it, a database that does not answer is a failure of the log, not of the program."""
    try:
        yield
    except LOST as down:
        raise LogUnread(f"the database does not answer: {down}") from down


class PostgresVerify:
    """What is checked, with the reading connections of the log it is part of."""

    _anchor: Anchor | None
    _folder: Path | None
    _receipts: Receipts

    def _reader(self) -> psycopg.Connection[Any]:
        raise NotImplementedError

    def _ask(self, question: LiteralString, *given: Any) -> list[tuple[Any, ...]]:
        raise NotImplementedError

    def heads(self) -> dict[str, Head]:
        raise NotImplementedError

    def verify(self, watch: Watch | None = None) -> Verified:
        """Of one moment, also while someone writes: the anchors before the events they name."""
        try:
            anchors: Anchors | LogError = self._look_at_anchors()
        except LogError as wrong:
            anchors = wrong
        with answering(), self._reader().transaction():
            self._reader().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            return self._verified(anchors, watch)

    def _verified(self, anchors: Anchors | LogError, watch: Watch | None) -> Verified:
        check = ChainCheck(contiguous=False)
        if watch is not None:
            watch(check)
        tree = TreeCheck(cast("TreeLog", self))
        with self._reader().cursor(name="events") as events:
            events.itersize = PAGE
            rows = events.execute(f"SELECT {FIELDS} FROM event ORDER BY seq")
            marks = Tally(marks_in(tree.follow(check.follow(rows))))
        check.compare_heads(self.heads())
        kept = self._ask("SELECT stream, first, last, number, opens FROM round")
        problems = [*check.problems, *marks.problems(Tally(Mark(*row) for row in kept))]
        problems += tree.problems()
        problems += [*self._receipt_problems(), *self._snapshot_problems()]
        problems += self._end_problems(anchors)
        notes = () if self._folder or self._anchor else (NOT_LOOKED_AT,)
        return Verified(check.events, len(check.heads), tuple(problems), notes)

    def _receipt_problems(self) -> Iterator[str]:
        with self._reader().cursor(name="receipts") as receipts:
            receipts.itersize = PAGE
            wrong = {
                (row[0], row[1])
                for row in receipts.execute(_RECEIPTS)
                if self._receipts.genuine(row) is None
            }
        wrong.update((stream, key) for stream, key in self._ask(_WITHOUT))
        for stream, key in sorted(wrong):
            yield f"{stream}: the receipt of {key} is not of its event"

    def _snapshot_problems(self) -> Iterator[str]:
        """Those of the time before the present store key have no effect and are passed over."""
        for *row, head, seq in self._ask(_SNAPSHOTS):
            if seq is None or seq >= self._receipts.since:
                yield from Snapshot(*row).problems(self._receipts.key, head)

    # Anchors and tails

    def _end_problems(self, anchors: Anchors | LogError) -> list[str]:
        key = self._receipts.key if self._receipts.since else None
        found = [problem for tail in self._tails() for problem in tail.problems(key)]
        found += [
            f"sequence {tail.seq} was answered for and is not there"
            for tail in self._tails()
            if self.head_of(tail.seq) != tail.head.hex()
        ]
        try:
            if isinstance(anchors, LogError):
                raise anchors
            self.check_anchors(self._tails(), anchors, live=True)
        except LogError as wrong:
            found.append(str(wrong))
        return found

    def _look_at_anchors(self) -> Anchors:
        """Every anchor that is there, with its id and what it says."""
        paths = [self._anchor.path] if self._anchor and not self._folder else self._anchor_paths()
        return {path: look_at(path) for path in paths}

    def check_anchors(self, stored: list[Tail], found: Anchors, *, live: bool = False) -> None:
        """Raise unless the log ends, under every anchor that is there, where that one says.

        `live`: other processes may have written since an anchor was looked at.
        """
        tails = {tail.anchor: tail for tail in stored}
        for path, (own, end) in found.items():
            if own not in tails and (end is None or not end.seq):
                continue  # of a process that has written nothing
            busy = live or not _is_free(path, self._anchor)
            check_end(path.name, own, end, tails.get(own) if not busy else None, None, self.head_of)
            if own not in tails:
                raise LogAltered(f"the log has no tail for {path.name}. {REMEDY}")
        lost = tails.keys() - {own for own, _ in found.values()}
        if self._folder and lost:
            raise AnchorWrong(f"the anchor {min(lost)} of this log is missing or empty. {REMEDY}")

    def _anchor_paths(self, *, and_new: bool = False) -> Iterator[Path]:
        """The anchors of the folder; with `and_new` also the names that are still free."""
        number = 1
        while self._folder is not None:
            path = self._folder / (NAME if number == 1 else f"{NAME}.{number}")
            if not (path.exists() or and_new):
                return
            yield path
            number += 1

    def _tails(self) -> list[Tail]:
        return [
            Tail(*row)
            for row in self._ask("SELECT anchor, seq, head, before_seq, before_head, mac FROM tail")
        ]

    def head_of(self, seq: int) -> str:
        """The hash of an event in hexadecimal; of none, what stands before the first."""
        if not seq:
            return GENESIS.hex()
        rows = self._ask("SELECT encode(hash, 'hex') FROM event WHERE seq = %s", seq)
        return str(rows[0][0]) if rows else ""

    def _last(self) -> End:
        rows = self._ask("SELECT seq, encode(hash, 'hex') FROM event ORDER BY seq DESC LIMIT 1")
        return End(*rows[0]) if rows else End()


def _is_free(path: Path, own: Anchor | None) -> bool:
    """Whether no other process writes under an anchor now."""
    if own is not None and own.path == path:
        return True
    other = Anchor(path, write=False)
    try:
        return other.try_lock()
    finally:
        other.close()
