"""Orders from outside: the tagged union of a game's commands and the table's own, per game."""

from __future__ import annotations

import threading
from functools import cache
from http import HTTPStatus
from typing import Any, Union

import msgspec
from msgspec import Struct

from houseway.games import game
from houseway.games.commands import Command
from houseway.service.errors import Wrong
from houseway.table.table import OWN_ORDERS

LONGEST_KEY = 80
_learning = threading.Lock()


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of a table.

    `key` is made by whoever asks and kept until answered: the same key again is answered as before
    and done once. `expected_version` is the version that the asker has seen; null: whatever it is.
    """

    key: str
    command: msgspec.Raw
    expected_version: int | None = None


_asked = msgspec.json.Decoder(Asked)


def kinds(slug: str) -> tuple[type[Command], ...]:
    """Every order that a table of this game takes; of no game, before it was opened."""
    return (*OWN_ORDERS, *(game(slug).orders if slug else ()))


@cache
def prepare(slug: str) -> msgspec.json.Decoder[Command]:
    """The decoder of a game's orders, learnt by one thread at a time."""
    with _learning:
        union: Any = Union[kinds(slug)]  # noqa: UP007 - made of a list
        return msgspec.json.Decoder(union)


@cache
def prepare_kinds(orders: tuple[type[Command], ...]) -> msgspec.json.Decoder[Command]:
    """The decoder of orders that are the same under every document."""
    with _learning:
        union: Any = Union[orders]  # noqa: UP007 - made of a list
        return msgspec.json.Decoder(union)


def read_asked(body: bytes) -> Asked:
    try:
        asked = _asked.decode(body)
    except msgspec.MsgspecError as wrong:
        raise not_understood(wrong) from wrong
    if not 1 <= len(asked.key) <= LONGEST_KEY:
        sentence = f"a key has 1 to {LONGEST_KEY} characters"
        raise Wrong(HTTPStatus.BAD_REQUEST, "not_a_key", sentence)
    return asked


def read_command(slug: str, raw: msgspec.Raw) -> Command:
    try:
        return prepare(slug).decode(raw)
    except msgspec.MsgspecError as wrong:
        raise not_understood(wrong) from wrong


def read_of(orders: tuple[type[Command], ...], raw: msgspec.Raw) -> Command:
    """One of these orders."""
    try:
        return prepare_kinds(orders).decode(raw)
    except msgspec.MsgspecError as wrong:
        raise not_understood(wrong) from wrong


def not_understood(wrong: Exception) -> Wrong:
    return Wrong(HTTPStatus.BAD_REQUEST, "not_understood", str(wrong))
