"""The chain of hashes: any event changed, removed, moved or slipped in is found."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from struct import pack

from msgspec.structs import replace

from houseway.store.log import Append, Entry, Head, NewEvent

GENESIS = bytes(32)  # what stands before the first event of a stream


def digest(entry: Entry) -> bytes:
    """SHA-256 over every field but the hash itself, each with its length before it."""
    fields = (
        entry.prev,
        _number(entry.seq),
        entry.key.encode(),
        entry.stream.encode(),
        _number(entry.version),
        entry.kind.encode(),
        _number(entry.schema),
        entry.body,
        _number(entry.at_us),
        entry.actor.encode(),
        entry.role.encode(),
        entry.edition.encode(),
        entry.engine.encode(),
    )
    return hashlib.sha256(b"".join([pack(">Q", len(each)) + each for each in fields])).digest()


def _number(value: int) -> bytes:
    return pack(">q", value)


def chained(append: Append, *, seqs: Iterable[int], prev: bytes) -> Iterator[Entry]:
    """The entries of an append under these sequence numbers, each pointing at the one before."""
    numbered = zip(append.events, seqs, strict=True)
    for version, (event, seq) in enumerate(numbered, start=append.expected + 1):
        entry = _entry(append, event, seq, version, prev)
        prev = entry.hash
        yield entry


def _entry(append: Append, event: NewEvent, seq: int, version: int, prev: bytes) -> Entry:
    bare = Entry(
        seq, append.key, append.stream, version, event.kind, event.schema, event.body, append.at_us,
        append.actor, append.role, append.edition, append.engine, prev, b"",
    )  # fmt: skip
    return replace(bare, hash=digest(bare))


class ChainCheck:
    """Follows every stream of a log and notes what does not fit."""

    def __init__(self, *, contiguous: bool) -> None:
        self.contiguous = contiguous  # are sequence numbers without gaps?
        self.heads: dict[str, Head] = {}
        self.events = 0
        self.last_seq = 0
        self.problems: list[str] = []

    def take(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self._one(entry)

    def _one(self, entry: Entry) -> None:
        head = self.heads.get(entry.stream)
        version, prev = (head.version, bytes.fromhex(head.hash)) if head else (0, GENESIS)
        where = f"{entry.stream} version {entry.version} (sequence {entry.seq})"
        if entry.seq <= self.last_seq or (self.contiguous and entry.seq != self.last_seq + 1):
            self.problems.append(f"{where}: out of sequence after {self.last_seq}")
        if entry.version != version + 1:
            self.problems.append(f"{where}: follows version {version}")
        if entry.prev != prev:
            self.problems.append(f"{where}: does not point at the event before it")
        if entry.hash != digest(entry):
            self.problems.append(f"{where}: its hash is not that of its content")
        self.heads[entry.stream] = Head(entry.version, entry.seq, entry.hash.hex())
        self.last_seq = entry.seq
        self.events += 1

    def compare_heads(self, told: dict[str, Head]) -> None:
        """The heads that the store keeps beside the events must be those of the events."""
        for stream in told.keys() | self.heads.keys():
            if told.get(stream) != self.heads.get(stream):
                self.problems.append(f"{stream}: its kept head is not that of its events")
