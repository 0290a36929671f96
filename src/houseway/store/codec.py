"""Events as bytes and back: each by the name of its kind, in the shape it was written in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from houseway.games import FOLDERS
from houseway.games.events import Event
from houseway.store.log import Entry, NewEvent
from houseway.table.table import EVOLVE, Table

# The shape of events that is written now. An older shape is brought up to date when it is read:
# `UPCAST[kind, schema]` turns its plain content into that of the next.
SCHEMA = 1
UPCAST: dict[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}

_encode = msgspec.json.Encoder().encode


class UnknownEvent(ValueError):
    """A kind of event that this software does not know."""


@cache
def kinds_of(slug: str) -> Mapping[str, type[Event]]:
    """Every kind of event that a table of this game can have; of no game, before it was opened."""
    if not slug:
        return {kind.__name__: kind for kind in EVOLVE}
    state = import_module(f"houseway.games.{FOLDERS[slug]}.state")
    return {kind.__name__: kind for kind in (*EVOLVE, *state.EVOLVE)}


def encode(event: Event) -> NewEvent:
    return NewEvent(type(event).__name__, SCHEMA, _encode(event))


def decode(slug: str, entry: Entry) -> Event:
    """The event of an entry; `slug` is the table's game, empty before it was opened."""
    kind = kinds_of(slug).get(entry.kind)
    if kind is None:
        raise UnknownEvent(f"{entry.stream} version {entry.version}: {entry.kind} is not known")
    if entry.schema == SCHEMA:
        return msgspec.json.decode(entry.body, type=kind)
    content = msgspec.json.decode(entry.body)
    for schema in range(entry.schema, SCHEMA):
        content = UPCAST[entry.kind, schema](content)
    return msgspec.convert(content, kind)


def encode_state(table: Table) -> bytes:
    """A snapshot: never trusted over the log, so it may be thrown away at any time."""
    return msgspec.msgpack.encode((SCHEMA, table.slug, table))


def decode_state(body: bytes) -> Table | None:
    """The table of a snapshot, or None if it has another shape."""
    try:
        schema, slug, plain = msgspec.msgpack.decode(body, type=tuple[int, str, dict[str, Any]])
        if schema != SCHEMA:
            return None
        state = import_module(f"houseway.games.{FOLDERS[slug]}.state")
        play = msgspec.convert(plain.pop("play"), state.Play)
        table = msgspec.convert(plain, Table)
        table.play = play
        return table
    except (msgspec.MsgspecError, TypeError, KeyError):
        return None
