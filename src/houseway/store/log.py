"""The log's interface: what is appended, what is read back, and what can go wrong.

One aggregate is one stream (`table/12`). Events are appended at an expected version, in one durable
transaction, under a key of the command's own; the same key again appends nothing and answers as
before. Every event carries the hash of the one before it in its stream, and its own hash covers
everything a reader may trust.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

from msgspec import Struct

from houseway.store.chain import Append as Append
from houseway.store.chain import Appended as Appended
from houseway.store.chain import ChainCheck, StoreKey
from houseway.store.chain import Entry as Entry
from houseway.store.chain import Head as Head
from houseway.store.chain import NewEvent as NewEvent


class Tile(NamedTuple):
    """Up to 256 neighbouring nodes of the Merkle tree, their hashes put together.

    Level 0 holds leaves, level 1 the roots of full tiles of level 0, and so on. `first` and `last`
    are the sequence numbers of the events below it.
    """

    level: int
    number: int
    first: int
    last: int
    hashes: bytes


class Verified(Struct, frozen=True):
    """What a check of the whole log found; no problems means that nothing was altered.

    `notes` say what was not checked.
    """

    events: int
    streams: int
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()


class LogError(Exception):
    """Something about an append or the log itself."""


class Conflict(LogError):
    """Someone else appended first; `actual` is the version the stream has."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(f"{stream} is at version {actual}, not {expected}")
        self.stream, self.expected, self.actual = stream, expected, actual


class KeyReused(LogError):
    """The same key with another request."""


class LogFailed(LogError):
    """Storage failed: the log takes nothing more until it is opened again.

    `unknown`: the failure came when the append may already have been stored. Sending it again with
    the same key settles it; it is stored at most once.
    """

    def __init__(self, message: str, *, unknown: bool = False) -> None:
        super().__init__(message)
        self.unknown = unknown


class LogUnread(LogFailed):
    """The log cannot be read just now, or is damaged there: what was stored stays stored."""


class BadAppend(LogError):
    """An append that no log takes: it has no events, or a text that a database cannot hold."""


class TailLost(LogError):
    """The anchor has seen events that the log no longer has."""


Watch = Callable[["ChainCheck"], None]


class Log(Protocol):
    """What both engines do. `shared`: others may append to it as well."""

    shared: bool

    def append(self, batch: Sequence[Append]) -> list[Appended]:
        """Append all of a batch or none of it, durably, and return the receipts."""

    def receipt(self, stream: str, key: str, request: str) -> Appended | None:
        """The receipt of a key that was used before, or None; raises `KeyReused` as `append`."""

    def read(self, stream: str, *, after: int = 0, limit: int | None = None) -> list[Entry]:
        """The events of a stream behind a version, in order."""

    def read_all(self, *, after: int = 0, limit: int = 1_000) -> list[Entry]:
        """The events of every stream behind a sequence number, in order."""

    def heads(self) -> dict[str, Head]:
        """Where every stream ends."""

    def known_end(self, stream: str) -> int | None:
        """The version at which a stream ends, without asking the disk.

        None where it is not known: nothing was appended to it here, or others may append too.
        """

    def recall(self, stream: str, number: int) -> list[Entry]:
        """The events of a round and of every later order that names it, without reading the rest.

        Empty if there was no such round.
        """

    def recall_last(self, stream: str, rounds: int) -> list[Entry]:
        """The events from the opening of the last so many rounds on."""

    def rebuild(self) -> None:
        """Work everything that is derived from the events out again."""

    def save_snapshot(self, stream: str, version: int, body: bytes) -> None:
        """Keep a state for a fast start, under the store key; without one nothing is kept."""

    def load_snapshot(self, stream: str) -> tuple[int, bytes] | None:
        """The newest snapshot of a stream that is genuine: made with the store key, at an event
        of the log."""

    def verify(self, watch: Watch | None = None) -> Verified:
        """Check every hash, every chain and everything derived from them.

        `watch` is given the check of the chain as it begins: its counts grow while it goes on.
        """

    def take_key(self, key: StoreKey, since: int, *, check: bool = True) -> None:
        """Use the house's store key for what is stored beside the events.

        `since` is the sequence number of the event that took it on, 0 if none has yet. Raises if
        the end of the log was not written with it, unless `check` says not to look.
        """

    def backup(self, path: Path) -> None:
        """Copy the log while it is in use."""

    def close(self) -> None:
        """Let go of it."""


@runtime_checkable
class TreeLog(Log, Protocol):
    """A log that stores the Merkle tree over its events: both engines do."""

    def append_each(self, batches: Sequence[Sequence[Append]]) -> list[list[Appended] | Exception]:
        """Append several batches, each by itself, and wait once for all of them."""

    def horizon(self) -> int:
        """The last sequence number; no event at or below it can still be added."""

    def hashes(self, *, after: int, upto: int, limit: int) -> list[tuple[int, bytes]]:
        """Sequence number and hash of events in a range, in order."""

    def count_between(self, first: int, last: int) -> int:
        """How many events have sequence numbers from `first` to `last`."""

    def last_of(self, stream: str, upto: int) -> tuple[int, bytes] | None:
        """Sequence number and hash of a stream's last event up to a sequence number."""

    def tile(self, level: int, number: int) -> Tile | None:
        """A stored tile of the Merkle tree; the last one of its level for number -1."""

    def tile_of(self, seq: int) -> Tile | None:
        """The tile of leaves in which an event with this sequence number would be."""

    def save_tiles(self, tiles: Sequence[Tile]) -> None:
        """Store tiles; one that is stored already only ever becomes longer."""


def pages_of(log: Log, stream: str, *, after: int = 0, page: int = 1_000) -> Iterator[list[Entry]]:
    """The events of a stream behind a version, a page at a time: memory does not grow with it."""
    while entries := log.read(stream, after=after, limit=page):
        yield entries
        after = entries[-1].version
        if len(entries) < page:
            return


def every_entry(log: Log, *, page: int = 5_000) -> Iterator[Entry]:
    """The whole log in order of sequence, a page at a time."""
    after = 0
    while entries := log.read_all(after=after, limit=page):
        yield from entries
        after = entries[-1].seq
