"""Plays tables on a log until it is killed: the process that the crash tests kill.

One thread plays each table. What is asked next follows from the table's state and version alone, so
that play which was interrupted can be compared with play which was not. An order is written down
before it is sent and its receipt after it was answered; a later process first sends again, with the
same key, what the one before it sent and had no answer to.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import houseway.runner
from houseway.driving import PRACTICE, next_command
from houseway.games import game, slugs
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.runner import Order, Runner
from houseway.store import codec
from houseway.store.log import Conflict, Log, LogFailed
from houseway.store.postgres import PostgresLog
from houseway.store.sqlite import SqliteLog
from houseway.table.table import Table, decide
from houseway.table.vocabulary import OpenTable, OrderRefused
from tests.offices import decider, opening_of

STREAMS = {f"table/{number}": slug for number, slug in enumerate(slugs(), start=1)}
SNAPSHOT_EVERY = 60  # events: often, so that many are under way when the end comes
ORDERS = 5_000  # for each table at the most: a process that nobody kills ends by itself


class Sent(msgspec.Struct, frozen=True, tag="sent"):
    """An order as it was written down before it was sent."""

    key: str
    kind: str
    command: dict[str, Any]
    by: Role
    actor: str


class Told(msgspec.Struct, frozen=True, tag="told"):
    """A receipt as it was written down after the answer."""

    key: str
    version: int
    head: str
    replayed: bool


_line = msgspec.json.Decoder(Sent | Told).decode


class Notes(NamedTuple):
    """One line for each order sent and each answer had, for one table and one process at a time."""

    path: Path

    def write(self, line: Sent | Told) -> None:
        handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.write(handle, msgspec.json.encode(line) + b"\n")
        os.close(handle)

    def read(self) -> Iterator[Sent | Told]:
        """Every whole line; the kill may have come in the middle of the last."""
        content = self.path.read_bytes() if self.path.exists() else b""
        for line in content.splitlines(keepends=True):
            if line.endswith(b"\n"):
                yield _line(line)

    def mend(self) -> None:
        """Take half a line away, so that the next one begins on its own."""
        if self.path.exists():
            content = self.path.read_bytes()
            os.truncate(self.path, content.rfind(b"\n") + 1)

    def unanswered(self) -> Sent | None:
        last = None
        for line in self.read():
            last = line if isinstance(line, Sent) else None
        return last


def notes_of(folder: Path, worker: str, stream: str) -> Notes:
    return Notes(folder / f"{worker}-{stream.replace('/', '-')}.notes")


def opened_log(where: str, folder: Path, worker: str) -> Log:
    if where.startswith("postgresql://"):
        return PostgresLog(where, anchor=folder / f"{worker}.anchor")
    return SqliteLog(Path(where))


def next_order(table: Table, stream: str, version: int) -> Order:
    """What is asked at this version: the same whoever asks, and how often."""
    key = f"{stream} at {version}"
    if table.play is None:
        return Order(opening_of(STREAMS[stream]), decider(STREAMS[stream]), "Dora", key)
    command, by = next_command(table.game, table.play, PRACTICE, random.Random(key).randrange)
    return Order(command, by, "Ana" if by == Role.PATRON else "Eli", key)


def events_of(table: Table, order: Order, at_us: int) -> tuple[Event, ...]:
    """The facts that an order makes at a table, a refusal among them."""
    ruling = decide(table, order.command, order.by, at_us, order.actor)
    if isinstance(ruling, Accepted):
        return ruling.events
    asked = msgspec.json.encode(order.command).decode()
    return (OrderRefused(asked, ruling.code, ruling.clause, ruling.detail),)


def play(runner: Runner, stream: str, notes: Notes) -> None:
    """The order that had no answer first, then on from wherever the table is."""
    notes.mend()
    left = notes.unanswered()
    if left is not None:
        _answered(runner, stream, _again(stream, left), notes)
    for _ in range(ORDERS):
        table, version = _asked(runner, stream)
        order = next_order(table, stream, version)
        notes.write(_sent(order))
        _answered(runner, stream, order, notes)


def _sent(order: Order) -> Sent:
    content = msgspec.to_builtins(order.command)
    return Sent(order.key, type(order.command).__name__, content, order.by, order.actor)


def _again(stream: str, sent: Sent) -> Order:
    kinds: list[type[Command]] = [OpenTable, *game(STREAMS[stream]).orders]
    (kind,) = (each for each in kinds if each.__name__ == sent.kind)
    command = msgspec.convert(sent.command, kind)
    return Order(command, sent.by, sent.actor, sent.key)


def _answered(runner: Runner, stream: str, order: Order, notes: Notes) -> None:
    """Ask until there is an answer: a server may be away, another worker may have been first."""
    for _ in range(600):
        try:
            receipt = runner.order(stream, order).receipt
        except (LogFailed, Conflict):
            time.sleep(0.02)
            continue
        notes.write(Told(order.key, receipt.version, receipt.head, receipt.replayed))
        return
    raise SystemExit(f"{order.key}: no answer")


def _asked(runner: Runner, stream: str) -> tuple[Table, int]:
    for _ in range(600):
        try:
            return runner.look(stream, lambda table, version: (table, version))
        except LogFailed:
            time.sleep(0.02)
    raise SystemExit(f"{stream}: the log does not answer")


def _give_up(what: threading.ExceptHookArgs) -> None:
    """A mistake of one thread ends the process, so that whoever wanted to kill it notices."""
    sys.__excepthook__(what.exc_type, what.exc_value or what.exc_type(), what.exc_traceback)
    os._exit(70)


def main() -> None:
    where, folder, worker = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    houseway.runner.SNAPSHOT_EVERY = SNAPSHOT_EVERY
    threading.excepthook = _give_up
    for slug in slugs():  # now, so that play begins at once
        codec.prepare(slug)
        for kind in game(slug).orders:
            msgspec.json.Decoder(kind)
    runner = Runner(opened_log(where, folder, worker), lambda: time.time_ns() // 1_000)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    for stream in STREAMS:
        notes = notes_of(folder, worker, stream)
        threading.Thread(target=play, args=(runner, stream, notes)).start()


if __name__ == "__main__":
    main()
