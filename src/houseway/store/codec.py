"""Events as bytes and back: each by the name of its kind, in the shape it was written in."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from houseway.games import NoGame, game
from houseway.games.events import Event
from houseway.store.log import Entry, NewEvent
from houseway.table.state import order_decoder
from houseway.table.table import MACHINE, Table
from houseway.table.vocabulary import TableOpened

# The shape of events that is written now. An older shape is brought up to date when it is read and
# never rewritten: `UPCAST[kind, schema]` turns its plain content into that of the next shape. A
# kind without one did not change.
SCHEMA = 1
UPCAST: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}

# The shape of a snapshot. Raised when what is in a state changes; a snapshot of another shape is
# not read, and the table is folded from its log.
SNAPSHOT = 5

_learning = threading.Lock()
_encode = msgspec.json.Encoder().encode


class UnknownEvent(ValueError):
    """A kind of event that this software does not know."""


@cache
def kinds_of(edition: str) -> Mapping[str, type[Event]]:
    """Every kind of event of a table under this edition; without one, before it was opened."""
    played = game(edition).events if edition else ()
    return {kind.__name__: kind for kind in (*MACHINE.events, *played)}


@cache
def prepare(edition: str) -> Mapping[str, msgspec.json.Decoder[Event]]:
    """Learn all types of an edition, one thread at a time, and return the decoders of its events.

    Two threads that are the first to read one type at the same moment bring msgspec 0.22 down, and
    the process with it.
    """
    with _learning:
        if edition:
            for kind in (Table, game(edition).play, game(edition).options):
                msgspec.json.Decoder(kind)
            order_decoder(edition)
    return learn(kinds_of(edition).values())


def learn(kinds: Iterable[type[Event]]) -> Mapping[str, msgspec.json.Decoder[Event]]:
    """The decoders of these kinds of event, by their names; one thread at a time learns."""
    with _learning:
        return {kind.__name__: msgspec.json.Decoder(kind) for kind in kinds}


def encode(event: Event) -> NewEvent:
    return NewEvent(type(event).__name__, SCHEMA, _encode(event))


def decode(edition: str, entry: Entry) -> Event:
    """The event of an entry; `edition` is the table's, empty before it was opened."""
    event = read(prepare(edition), entry)
    if isinstance(event, TableOpened):
        prepare(event.edition)
    return event


def read(decoders: Mapping[str, msgspec.json.Decoder[Event]], entry: Entry) -> Event:
    """The event of an entry, by the decoders of the kinds that its stream can have."""
    decoder = decoders.get(entry.kind)
    if decoder is None:
        raise UnknownEvent(f"{entry.stream} version {entry.version}: {entry.kind} is not known")
    return decoder.decode(entry.body if entry.schema == SCHEMA else _up_to_date(entry))


def _up_to_date(entry: Entry) -> bytes:
    if entry.schema > SCHEMA:
        where = f"{entry.stream} version {entry.version}"
        raise UnknownEvent(f"{where}: shape {entry.schema} is newer than this software's {SCHEMA}")
    content = msgspec.json.decode(entry.body)
    for schema in range(entry.schema, SCHEMA):
        upcast = UPCAST.get((entry.kind, schema))
        content = upcast(content) if upcast else content
    return _encode(content)


def encode_state(table: Table) -> bytes:
    """A snapshot: never trusted over the log, so it may be thrown away at any time."""
    return msgspec.msgpack.encode((SNAPSHOT, table.edition, table), enc_hook=_left_out)


def _left_out(value: Any) -> None:
    """How a state recalls earlier rounds is no part of it."""
    if not callable(value):
        raise TypeError(f"{type(value).__name__} cannot be stored")


def decode_state(body: bytes) -> Table | None:
    """The table of a snapshot, or None if it has another shape."""
    try:
        shape, edition, plain = msgspec.msgpack.decode(body, type=tuple[int, str, dict[str, Any]])
        if shape != SNAPSHOT:
            return None
        prepare(edition)
        play = msgspec.convert(plain.pop("play"), game(edition).play)
        table = msgspec.convert(plain, Table)
        table.play = play
        return table
    except (msgspec.MsgspecError, TypeError, KeyError, NoGame):
        return None
