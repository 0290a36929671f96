"""Load, decide, append, publish: one life of one order, for service and command line alike."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import msgspec

from houseway import __version__
from houseway.games import FOLDERS, game
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.store import codec
from houseway.store.log import Append, Appended, Conflict, Log
from houseway.table.table import Table, decide, evolve
from houseway.table.vocabulary import OpenTable, OrderRefused

TRIES = 3  # how often an order is decided anew when somebody else was first
SNAPSHOT_EVERY = 5_000  # events
Seen = TypeVar("Seen")


class Answer(NamedTuple):
    """What an order met: facts or a refusal, and the log's receipt for it."""

    events: tuple[Event, ...]
    refused: Refused | None
    receipt: Appended


class Order(NamedTuple):
    """An order with everything the shell adds: who, in which office, and the command's own key.

    `expected`: the version of the table that its giver had seen; at any other it is a conflict.
    """

    command: Command
    by: Role
    actor: str
    key: str
    expected: int | None = None


class _Warm:
    """A table in memory, the version it is at, and the lock that keeps orders in turn."""

    def __init__(self) -> None:
        self.table = Table()
        self.version = 0
        self.lock = threading.Lock()


Listener = Callable[[str, int, tuple[Event, ...]], None]


class Runner:
    """Tables by their streams; warm ones in memory, cold ones read from the log when asked for."""

    def __init__(self, log: Log, now_us: Callable[[], int]) -> None:
        self.log = log
        self.now_us = now_us
        self.listeners: list[Listener] = []
        self._warm: dict[str, _Warm] = {}
        self._guard = threading.Lock()

    def table(self, stream: str) -> Table:
        """The table as the log has it now."""
        warm = self._table(stream)
        with warm.lock:
            self._catch_up(stream, warm)
            return warm.table

    def look(self, stream: str, see: Callable[[Table, int], Seen]) -> Seen:
        """What a function sees of the table and its version while nobody changes it."""
        warm = self._table(stream)
        with warm.lock:
            self._catch_up(stream, warm)
            return see(warm.table, warm.version)

    def version(self, stream: str) -> int:
        return self._table(stream).version

    def order(self, stream: str, order: Order) -> Answer:
        """Rule on an order, make the answer durable, apply it, and tell whoever listens."""
        warm = self._table(stream)
        with warm.lock:
            for _ in range(TRIES):
                self._catch_up(stream, warm)
                try:
                    return self._decided(stream, warm, order)
                except Conflict as conflict:
                    if order.expected is not None:
                        raise
                    last = conflict
            raise last

    def _decided(self, stream: str, warm: _Warm, order: Order) -> Answer:
        at_us = self.now_us()
        if isinstance(order.command, OpenTable) and order.command.document in FOLDERS:
            codec.prepare(order.command.document)
        ruling = decide(warm.table, order.command, order.by, at_us, order.actor)
        refused = ruling if isinstance(ruling, Refused) else None
        events = (_refusal(order, refused),) if refused else ruling.events  # type: ignore[union-attr]
        (receipt,) = self.log.append([self._append(stream, warm, order, events, at_us)])
        if receipt.replayed:  # this very order was answered before: the log knows what it met
            self._catch_up(stream, warm)
            return self._as_before(stream, receipt, order.key)
        for event in events:
            evolve(warm.table, event)
        warm.version = receipt.version
        self._tell(stream, warm, events)
        return Answer(() if refused else events, refused, receipt)

    def _append(
        self, stream: str, warm: _Warm, order: Order, events: tuple[Event, ...], at_us: int
    ) -> Append:
        slug = warm.table.slug or getattr(order.command, "document", "")
        edition = game(slug).cite.content_hash if slug in FOLDERS else ""
        expected = warm.version if order.expected is None else order.expected
        return Append(
            stream, expected, order.key, request_of(order), tuple(map(codec.encode, events)),
            at_us, order.actor, order.by, edition, __version__,
        )  # fmt: skip

    def _as_before(self, stream: str, receipt: Appended, key: str) -> Answer:
        entries = [each for each in self.log.read(stream) if each.key == key]
        slug = self._table(stream).table.slug
        events = tuple(codec.decode(slug, each) for each in entries)
        first = events[0] if events else None
        if isinstance(first, OrderRefused):
            return Answer((), Refused(first.code, first.clause, first.detail), receipt)
        return Answer(events, None, receipt)

    def _tell(self, stream: str, warm: _Warm, events: tuple[Event, ...]) -> None:
        if warm.version // SNAPSHOT_EVERY > (warm.version - len(events)) // SNAPSHOT_EVERY:
            self.log.save_snapshot(stream, warm.version, codec.encode_state(warm.table))
        for listener in self.listeners:
            listener(stream, warm.version, events)

    def _table(self, stream: str) -> _Warm:
        with self._guard:
            found = self._warm.get(stream)
            if found is None:
                found = self._warm[stream] = _Warm()
                self._from_snapshot(stream, found)
            return found

    def _from_snapshot(self, stream: str, warm: _Warm) -> None:
        """Start from the newest snapshot if it can be read; the log decides from there on."""
        kept = self.log.load_snapshot(stream)
        if kept is None:
            return
        table = codec.decode_state(kept[1])
        if table is not None:
            warm.table, warm.version = table, kept[0]

    def _catch_up(self, stream: str, warm: _Warm) -> None:
        """Apply what the log has beyond what is in memory: a cold table, or another's orders."""
        for entry in self.log.read(stream, after=warm.version):
            evolve(warm.table, codec.decode(warm.table.slug, entry))
            warm.version = entry.version


def request_of(order: Order) -> str:
    """What was asked, so that one key cannot serve two orders."""
    asked = msgspec.json.encode((type(order.command).__name__, order.command, order.by))
    return hashlib.sha256(asked).hexdigest()


def _refusal(order: Order, refused: Refused) -> OrderRefused:
    asked = msgspec.json.encode(order.command).decode()
    return OrderRefused(asked, refused.code, refused.clause, refused.detail)
