"""The chain of hashes: any event changed, removed, moved or slipped in is found."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from operator import attrgetter
from struct import Struct as Packing
from typing import Any, NamedTuple

from msgspec import Struct

# Events as they are appended to the log and read back from it.


class NewEvent(Struct, frozen=True):
    """A fact to be stored: its kind, the version of that kind's shape, and its bytes."""

    kind: str
    schema: int
    body: bytes


class Append(Struct, frozen=True):
    """What one command adds to one stream.

    `key` is the command's own, made by its sender; `request` is the hash of what was asked, so
    that one key cannot serve two commands. `edition` is the content hash of the document in force,
    `engine` the version of the software that ruled.
    """

    stream: str
    expected: int
    key: str
    request: str
    events: tuple[NewEvent, ...]
    at_us: int
    actor: str
    role: str
    edition: str
    engine: str


class Entry(Struct, frozen=True):
    """One event as the log keeps it."""

    seq: int
    key: str
    stream: str
    version: int
    kind: str
    schema: int
    body: bytes
    at_us: int
    actor: str
    role: str
    edition: str
    engine: str
    prev: bytes
    hash: bytes


class Appended(Struct, frozen=True):
    """The receipt: the stream's new version and the hash of its head.

    `replayed` says that the key had been used for the same request before: nothing was added.
    """

    stream: str
    version: int
    seq: int
    head: str
    replayed: bool = False


class Head(Struct, frozen=True):
    """Where a stream ends."""

    version: int
    seq: int
    hash: str


class Command(NamedTuple):
    """A key that was used, for which request, and the receipt it was answered with.

    `mac` is the keyed hash of the rest under the store key; empty where there was none.
    """

    stream: str
    key: str
    request: str
    version: int
    seq: int
    head: bytes
    mac: bytes = b""


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
        _size(len(prev)), prev, _number_and_size(8, seq, len(own)), own, _texts(stream),
        _number(8, version), _shape(kind, schema), _size(len(body)), body,
        _number(8, at_us), _texts(actor, role, edition, engine),
    )  # fmt: skip
    return sha256(b"".join(fields)).digest()


_row = attrgetter(*Entry.__struct_fields__)
_content = attrgetter(*(each for each in Entry.__struct_fields__ if each != "hash"))
_size = Packing(">Q").pack
_number = Packing(">Qq").pack
_number_and_size = Packing(">QqQ").pack


@lru_cache(maxsize=4_096)
def _texts(*texts: str) -> bytes:
    """Names of streams, persons and editions come again and again, and together."""
    encoded = (text.encode() for text in texts)
    return b"".join(_size(len(each)) + each for each in encoded)


@lru_cache(maxsize=4_096)
def _shape(kind: str, schema: int) -> bytes:
    return _texts(kind) + _number(8, schema)


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
        self._last: dict[str, tuple[int, int, bytes]] = {}  # version, sequence, hash
        self.events = 0
        self.last_seq = 0
        self.problems: list[str] = []

    def take(self, entries: Iterable[Entry]) -> None:
        for _ in self.follow(map(_row, entries)):
            pass

    def follow(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
        """Entries as the engines have them (their fields, in order), handed on once looked at."""
        last, contiguous = self._last, self.contiguous
        for row in rows:
            seq, stream, version, own = row[0], row[2], row[3], row[13]
            before, _, head = last.get(stream, _START)
            step = seq - self.last_seq
            in_sequence = step == 1 or (step > 1 and not contiguous)
            sound = own == _digest(*row[:13])
            if not (in_sequence and sound and version == before + 1 and row[12] == head):
                self._problem(row, sound=sound)
            last[stream] = version, seq, own
            self.last_seq = seq
            self.events += 1
            yield row

    def _problem(self, row: tuple[Any, ...], *, sound: bool) -> None:
        """Everything that is wrong with one event."""
        seq, stream, version, prev = row[0], row[2], row[3], row[12]
        before, _, head = self._last.get(stream, _START)
        where = f"{stream} version {version} (sequence {seq})"
        if seq <= self.last_seq or (self.contiguous and seq != self.last_seq + 1):
            self.problems.append(f"{where}: out of sequence after {self.last_seq}")
        if version != before + 1:
            self.problems.append(f"{where}: follows version {before}")
        if prev != head:
            self.problems.append(f"{where}: does not point at the event before it")
        if not sound:
            self.problems.append(f"{where}: its hash is not that of its content")

    @property
    def heads(self) -> dict[str, Head]:
        """Where every stream ends."""
        return {name: Head(at[0], at[1], at[2].hex()) for name, at in self._last.items()}

    def compare_heads(self, told: dict[str, Head]) -> None:
        """The heads that the store keeps beside the events must be those of the events."""
        heads = self.heads
        for stream in told.keys() | heads.keys():
            if told.get(stream) != heads.get(stream):
                self.problems.append(f"{stream}: its kept head is not that of its events")


def slice_problems(entries: Iterable[Entry], *, after: int | None = None) -> list[str]:
    """What does not fit in part of a stream: each event by itself, and to its neighbour.

    `after` is the version that the first event must follow, where the part has no gaps.
    """
    problems = []
    before: Entry | None = None
    for expected, entry in enumerate(entries, start=(after or 0) + 1):
        if after is not None and entry.version != expected:
            return [f"{entry.stream}: version {expected} is missing"]
        where = f"{entry.stream} version {entry.version} (sequence {entry.seq})"
        follows = before is not None and entry.version == before.version + 1
        if before is not None and follows and entry.prev != before.hash:
            problems.append(f"{where}: does not point at the event before it")
        if entry.hash != digest(entry):
            problems.append(f"{where}: its hash is not that of its content")
        before = entry
    return problems


_START = (0, 0, GENESIS)


# The store key: keyed hashes of what is stored beside the chain, which no hash of an event
# covers.

Field = str | int | bytes
_mac_size = Packing(">cQ").pack


class StoreKey:
    """HMAC-SHA-256 over fields, each with its type and length before it."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @property
    def fingerprint(self) -> str:
        """Which key it is; the key cannot be computed from it."""
        return sha256(b"houseway store key\n" + self._secret).hexdigest()[:16]

    def mac(self, purpose: str, *fields: Field) -> bytes:
        content = b"".join(_encoded(each) for each in (purpose, *fields))
        return hmac.digest(self._secret, content, "sha256")

    def reference(self, purpose: str, *fields: Field) -> str:
        """A short keyed hash that stands for something in the log without telling it."""
        return self.mac(purpose, *fields).hex()[:32]

    def of_receipt(self, used: Command) -> bytes:
        return self.mac("receipt", used.stream, used.key, used.request, used.version, used.seq,
                        used.head)  # fmt: skip

    def of_snapshot(self, stream: str, version: int, head: bytes, body: bytes) -> bytes:
        return self.mac("snapshot", stream, version, head, body)


def same(one: bytes, other: bytes) -> bool:
    """Compare two keyed hashes in a time that tells nothing."""
    return hmac.compare_digest(one, other)


def _encoded(field: Field) -> bytes:
    if isinstance(field, bytes):
        return _mac_size(b"b", len(field)) + field
    kind, text = (b"i", str(field)) if isinstance(field, int) else (b"s", field)
    encoded = text.encode(errors="surrogatepass")
    return _mac_size(kind, len(encoded)) + encoded
