"""One of several writers who send the same orders to the same streams, each in an order of its own.

    python -m tests.store.contended ADDRESS WRITER KEYS

Every key is sent by every writer, at whatever version the writer last saw; at a conflict it goes on
from where the stream is. At times the key of an order that was answered is used for another one.
"""

from __future__ import annotations

import random
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec import Struct

from houseway.store.log import Append, Conflict, KeyReused, Log, NewEvent

STREAMS = 3
ABUSED = 10  # every so many keys are tried for another order
TRIES = 10_000


class Reply(Struct, frozen=True):
    """What one writer was answered for one key."""

    key: str
    version: int
    seq: int
    head: str
    replayed: bool


class Sent(Struct, frozen=True):
    """What one writer met: its replies, its conflicts, and keys refused for another order."""

    replies: tuple[Reply, ...]
    conflicts: int
    refused: int


def stream_of(number: int) -> str:
    return f"table/{number % STREAMS + 1}"


def own_key(writer: int) -> str:
    """Of the order that each gives first, for itself: all but one of them are too late for it."""
    return f"own {writer}"


def send_all(log: Log, writer: int, keys: int) -> Sent:
    order, at = list(range(keys)), dict[str, int]()
    random.Random(writer).shuffle(order)
    replies, conflicts, refused = list[Reply](), 0, 0
    asked = [(stream_of(each), f"key {each}") for each in order]
    for stream, key in [(stream_of(0), own_key(writer)), *asked]:
        for _ in range(TRIES):
            try:
                (told,) = log.append([_append(stream, at.get(stream, 0), key, "asked")])
                break
            except Conflict as conflict:
                conflicts += 1
                at[stream] = conflict.actual
        else:
            raise RuntimeError(f"{key} met {TRIES} conflicts")
        at[stream] = max(at.get(stream, 0), told.version)
        replies.append(Reply(key, told.version, told.seq, told.head, told.replayed))
        if len(replies) % ABUSED == 0:
            refused += _refused(log, stream, at[stream], key)
    return Sent(tuple(replies), conflicts, refused)


def _refused(log: Log, stream: str, version: int, key: str) -> int:
    try:
        log.append([_append(stream, version, key, "something else")])
    except KeyReused:
        return 1
    return 0


def _append(stream: str, expected: int, key: str, request: str) -> Append:
    event = NewEvent("CardDealt", 1, key.encode())
    return Append(
        stream, expected, key, request, (event,), 1_700_000_000_000_000, "Eli", "dealer",
        "e" * 64, "0.1.0",
    )  # fmt: skip


def main() -> None:
    from houseway.store.postgres import PostgresLog

    address, writer, keys = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(PostgresLog(address, anchor=Path(folder) / "anchor")) as log,
    ):
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.readline()  # all begin together
        sent = send_all(log, writer, keys)
    sys.stdout.buffer.write(msgspec.json.encode(sent))


if __name__ == "__main__":
    main()
