"""The chain of hashes: any event changed, removed, moved or slipped in is found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from operator import attrgetter
from struct import Struct

from houseway.store.log import Append, Entry, Head

GENESIS = bytes(32)  # what stands before the first event of a stream


def digest(entry: Entry) -> bytes:
    """SHA-256 over every field but the hash itself, each with its length before it."""
    return _digest(*_content(entry))


def _digest(
    seq: int, key: str, stream: str, version: int, kind: str, schema: int, body: bytes, at_us: int,
    actor: str, role: str, edition: str, engine: str, prev: bytes,
) -> bytes:  # fmt: skip
    own = key.encode()
    fields = (
        _size(len(prev)), prev, _number(8, seq), _size(len(own)), own, _text(stream),
        _number(8, version), _text(kind), _number(8, schema), _size(len(body)), body,
        _number(8, at_us), _text(actor), _text(role), _text(edition), _text(engine),
    )  # fmt: skip
    return sha256(b"".join(fields)).digest()


_content = attrgetter(*(each for each in Entry.__struct_fields__ if each != "hash"))
_size = Struct(">Q").pack
_number = Struct(">Qq").pack


@lru_cache(maxsize=4_096)
def _text(text: str) -> bytes:
    """Names of streams, kinds, persons and editions come again and again."""
    encoded = text.encode()
    return _size(len(encoded)) + encoded


def chained(append: Append, *, seqs: Iterable[int], prev: bytes) -> Iterator[Entry]:
    """The entries of an append under these sequence numbers, each pointing at the one before."""
    numbered = zip(append.events, seqs, strict=False)  # no number is taken without an event
    for version, (event, seq) in enumerate(numbered, start=append.expected + 1):
        content = (
            seq, append.key, append.stream, version, event.kind, event.schema, event.body,
            append.at_us, append.actor, append.role, append.edition, append.engine, prev,
        )  # fmt: skip
        prev = _digest(*content)
        yield Entry(*content, prev)


class ChainCheck:
    """Follows every stream of a log and notes what does not fit."""

    def __init__(self, *, contiguous: bool) -> None:
        self.contiguous = contiguous  # are sequence numbers without gaps?
        self._last: dict[str, Entry] = {}
        self.events = 0
        self.last_seq = 0
        self.problems: list[str] = []

    def take(self, entries: Iterable[Entry]) -> None:
        for entry in entries:
            self._one(entry)

    def _one(self, entry: Entry) -> None:
        last = self._last.get(entry.stream)
        version, prev = (last.version, last.hash) if last else (0, GENESIS)
        if entry.seq <= self.last_seq or (self.contiguous and entry.seq != self.last_seq + 1):
            self._problem(entry, f"out of sequence after {self.last_seq}")
        if entry.version != version + 1:
            self._problem(entry, f"follows version {version}")
        if entry.prev != prev:
            self._problem(entry, "does not point at the event before it")
        if entry.hash != digest(entry):
            self._problem(entry, "its hash is not that of its content")
        self._last[entry.stream] = entry
        self.last_seq = entry.seq
        self.events += 1

    def _problem(self, entry: Entry, what: str) -> None:
        where = f"{entry.stream} version {entry.version} (sequence {entry.seq})"
        self.problems.append(f"{where}: {what}")

    @property
    def heads(self) -> dict[str, Head]:
        """Where every stream ends."""
        return {
            stream: Head(last.version, last.seq, last.hash.hex())
            for stream, last in self._last.items()
        }

    def compare_heads(self, told: dict[str, Head]) -> None:
        """The heads that the store keeps beside the events must be those of the events."""
        heads = self.heads
        for stream in told.keys() | heads.keys():
            if told.get(stream) != heads.get(stream):
                self.problems.append(f"{stream}: its kept head is not that of its events")
