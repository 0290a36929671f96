"""What appends make of the streams they touch, worked out in memory before anything is written.

Both engines look up where the streams stand and which keys were used, let this decide, and write
what it leaves: the entries, the keys with their receipts, and the new heads.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextvars import ContextVar
from itertools import chain
from typing import Any, NamedTuple

from houseway.store.chain import GENESIS, StoreKey, chained, same
from houseway.store.chain import Command as Command
from houseway.store.log import Append, Appended, BadAppend, Conflict, Entry, KeyReused, LogError
from houseway.store.rounds import Mark, marks_of

_LARGEST = 1 << 62  # of a version or a time: every database holds it


def storable(*texts: str) -> bool:
    """Whether every database can hold these texts: no NUL, no half of a surrogate pair."""
    text = "".join(texts)
    return "\0" not in text and (text.isascii() or _encodable(text))


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_storable(appends: Iterable[Append]) -> None:
    """Refuse an append that a database would refuse, before it shares a transaction."""
    for each in appends:
        if not each.events:
            raise BadAppend(f"the append to {each.stream!r} has no events")
        kinds = (event.kind for event in each.events)
        if not storable(
            each.stream, each.key, each.request, each.actor, each.role, each.edition, each.engine,
            *kinds,
        ):  # fmt: skip
            raise BadAppend(f"the append to {each.stream!r} has a text that cannot be stored")
        if not (0 <= each.expected < _LARGEST and abs(each.at_us) < _LARGEST):
            raise BadAppend(f"the append to {each.stream!r} has a number that cannot be stored")


class Slip:
    """The answer that one thread waits for: a future with nothing but that, at a tenth of the cost.

    It is answered once.
    """

    __slots__ = ("_answered", "_failure", "_receipts")

    def __init__(self) -> None:
        self._answered = threading.Lock()
        self._answered.acquire()
        self._receipts: list[Appended] = []
        self._failure: Exception | None = None

    def set_result(self, receipts: list[Appended]) -> None:
        self._receipts = receipts
        self._answered.release()

    def set_exception(self, failure: Exception) -> None:
        self._failure = failure
        self._answered.release()

    def done(self) -> bool:
        return not self._answered.locked()

    def outcome(self) -> list[Appended] | Exception:
        """The receipts, or why there are none. Blocks."""
        with self._answered:
            return self._failure or self._receipts

    def result(self) -> list[Appended]:
        found = self.outcome()
        if isinstance(found, Exception):
            raise found
        return found


Answer = Future[list[Appended]] | Slip


class Batch(NamedTuple):
    """Appends that are stored all or not at all, and the answer someone waits for."""

    appends: Sequence[Append]
    answer: Answer


Answers = list[tuple[Answer, list[Appended]]]  # to be given once all is durable


class At(NamedTuple):
    """Where a stream stands."""

    version: int = 0
    seq: int = 0
    head: bytes = GENESIS


class Streams:
    """The streams of one transaction as they stand, and as its appends leave them.

    `doubted` are keys whose events are there, and whose receipt is not what was stored.
    """

    def __init__(
        self,
        at: dict[str, At],
        used: Iterable[Command],
        numbers: Iterator[int],
        *,
        key: StoreKey | None = None,
        doubted: Iterable[tuple[str, str]] = (),
    ) -> None:
        self.at = at
        self._key, self._doubted = key, frozenset(doubted)
        self.used = {(each.stream, each.key): each for each in used}
        self.numbers = numbers  # the sequence numbers to be given out
        self.entries: list[Entry] = []
        self.commands: list[Command] = []
        self.marks: list[Mark] = []

    def answers(self, batches: Iterable[Batch]) -> Answers:
        """The receipts of all batches; anyone who cannot append is told at once."""
        found: Answers = []
        for batch in batches:
            try:
                found.append((batch.answer, self._append(batch.appends)))
            except LogError as refused:
                batch.answer.set_exception(refused)
        return found

    def changed(self) -> dict[str, At]:
        """The streams that had an append, in the order of their names."""
        return {name: self.at[name] for name in sorted({each.stream for each in self.commands})}

    def _append(self, batch: Sequence[Append]) -> list[Appended]:
        if len(batch) == 1:  # judged before it changes anything
            return [self._append_one(batch[0])]
        at, used = dict(self.at), dict(self.used)
        entries, commands, marks = len(self.entries), len(self.commands), len(self.marks)
        try:
            return [self._append_one(each) for each in batch]
        except LogError:
            self.at, self.used = at, used
            given = [each.seq for each in self.entries[entries:]]
            self.numbers = chain(given, self.numbers)
            del self.entries[entries:], self.commands[commands:], self.marks[marks:]
            raise

    def _append_one(self, append: Append) -> Appended:
        stream, key = append.stream, append.key
        if (stream, key) in self._doubted:
            raise LogError(f"the receipt of {key} of {stream} was altered: see houseway verify")
        told = self.used.get((stream, key))
        if told is not None:
            if told.request != append.request:
                raise KeyReused(f"key {key} of {stream} was used for another request")
            return Appended(stream, told.version, told.seq, told.head.hex(), replayed=True)
        at = self.at.get(stream, At())
        if at.version != append.expected:
            raise Conflict(stream, append.expected, at.version)
        for entry in chained(append, seqs=self.numbers, prev=at.head):
            self.entries.append(entry)
            at = At(entry.version, entry.seq, entry.hash)
        self.at[stream] = at
        command = Command(stream, key, append.request, *at)
        if self._key is not None:
            command = command._replace(mac=self._key.of_receipt(command))
        self.used[stream, key] = command
        self.commands.append(command)
        self.marks += marks_of(append)
        return Appended(stream, at.version, at.seq, at.head.hex())


# Appends handed to the thread that writes a log: both engines have one.

# What the task or thread at work has stored: who fails later says that it is not known whether
# everything was.
STORED: ContextVar[list[Appended]] = ContextVar("stored")


class Appending:
    """The callers' side of the thread that writes."""

    def _submit(self, job: Batch) -> None:
        raise NotImplementedError

    def append(self, batch: Sequence[Append]) -> list[Appended]:
        answer = Slip()
        check_storable(batch)
        self._submit(Batch(batch, answer))
        receipts = answer.result()
        STORED.get([]).extend(receipts)
        return receipts

    def append_each(self, batches: Sequence[Sequence[Append]]) -> list[list[Appended] | Exception]:
        """Append several batches, each by itself, and wait once for all of them."""
        answers = [Slip() for _ in batches]
        for batch, answer in zip(batches, answers, strict=True):
            try:
                check_storable(batch)
                self._submit(Batch(batch, answer))
            except LogError as refused:
                answer.set_exception(refused)
        return [each.outcome() for each in answers]

    def submit(self, batch: Sequence[Append]) -> Future[list[Appended]]:
        """Append without waiting; the future answers once the batch is durable."""
        answer: Future[list[Appended]] = Future()
        check_storable(batch)
        self._submit(Batch(batch, answer))
        return answer


# Receipts of keys that were used: believed only where the events and the store key bear them out.

WIDTH = len(Command._fields)


class Receipts:
    """How the receipts of one log are judged. `since`: the sequence number from which on they
    carry a keyed hash."""

    def __init__(self, key: StoreKey | None = None, since: int = 0) -> None:
        self.key, self.since = key, since

    def genuine(self, row: tuple[Any, ...]) -> Command | None:
        """The receipt of a row, or None if it is not believed.

        A row has the receipt's fields and then stream, key, version and hash of the event that has
        its sequence number, if there is one.
        """
        used, event = Command(*row[:WIDTH]), row[WIDTH:]
        named = tuple(event) == (used.stream, used.key, used.version, used.head)
        return used if named and self.keyed(used) else None

    def keyed(self, used: Command) -> bool:
        """Whether the keyed hash is right, where there must be one."""
        if self.key is None or used.seq < self.since:
            return True
        return same(used.mac, self.key.of_receipt(used))


def replayed(used: Command, request: str) -> Appended:
    """The answer that a used key has met before."""
    if used.request != request:
        raise KeyReused(f"key {used.key} of {used.stream} was used for another request")
    return Appended(used.stream, used.version, used.seq, used.head.hex(), replayed=True)


# Snapshots: states stored for a fast start, believed only under the store key and the chain.


class Snapshot(NamedTuple):
    """A state of a stream at a version, the hash of the event there, and the keyed hash of all."""

    stream: str
    version: int
    head: bytes
    body: bytes
    mac: bytes = b""

    def signed(self, key: StoreKey) -> Snapshot:
        return self._replace(mac=key.of_snapshot(*self[:4]))

    def problems(self, key: StoreKey | None, head: bytes | None) -> list[str]:
        """What is wrong with it; `head` is the hash that the log has at its version."""
        if head != self.head:
            return [f"{self.stream}: its snapshot is not of an event of the log"]
        if key is not None and not same(self.mac, key.of_snapshot(*self[:4])):
            return [f"{self.stream}: its snapshot was not made with the house's store key"]
        return []
