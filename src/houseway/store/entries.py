"""Events as they are appended to the log and read back from it."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct


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
