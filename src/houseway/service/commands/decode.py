"""Orders from outside: the tagged union of an edition's commands and the table's own."""

from __future__ import annotations

import re
import threading
from functools import cache
from http import HTTPStatus
from typing import Annotated, Any, TypeVar, Union

import msgspec
from msgspec import Meta, Struct

from houseway.games import game
from houseway.games.commands import Command
from houseway.games.fields import KEY
from houseway.games.machine import fault_of
from houseway.service.errors import Wrong
from houseway.service.texts.text import Text
from houseway.table.table import MACHINE

LONGEST_KEY = 80
MOST_SHOWN = 8  # fragments with one answer
_NOT_IN_A_KEY = re.compile(KEY.bars)
T = TypeVar("T")
_learning = threading.Lock()


class CommandRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of a table.

    `key` is made by the client and kept until answered: the same key again is answered as before
    and done once. `expected_version` is the version that the asker has seen; null: whatever it is.
    `show` names fragments of a page that come with the answer of a table, refused or not.
    """

    key: str
    command: msgspec.Raw
    expected_version: int | None = None
    show: Annotated[tuple[str, ...], Meta(max_length=MOST_SHOWN)] = ()


_asked = msgspec.json.Decoder(CommandRequest)


def kinds(edition: str) -> tuple[type[Command], ...]:
    """Every order of a table under this edition; without one, before it was opened."""
    return (*MACHINE.commands, *(game(edition).orders if edition else ()))


def kind_named(edition: str, name: str) -> type[Command]:
    """The class of a command by its name; raises LookupError for a name that is none of them."""
    found = kinds_by_name(edition).get(name)
    if found is None:
        raise LookupError(f"{name} is not a command of {edition}")
    return found


@cache
def kinds_by_name(edition: str) -> dict[str, type[Command]]:
    """The same by the name under which an offer, a form or an address has them."""
    return {each.__name__: each for each in kinds(edition)}


@cache
def prepare(edition: str) -> msgspec.json.Decoder[Command]:
    """The decoder of an edition's orders, learnt by one thread at a time."""
    with _learning:
        union: Any = Union[kinds(edition)]  # noqa: UP007 - made of a list
        return msgspec.json.Decoder(union)


@cache
def prepare_kinds(orders: tuple[type[Command], ...]) -> msgspec.json.Decoder[Command]:
    """The decoder of orders that are the same under every document."""
    with _learning:
        union: Any = Union[orders]  # noqa: UP007 - made of a list
        return msgspec.json.Decoder(union)


def read_asked(body: bytes) -> CommandRequest:
    asked: CommandRequest = _read(_asked, body)
    if not 1 <= len(asked.key) <= LONGEST_KEY or _NOT_IN_A_KEY.search(asked.key):
        sentence = Text(
            "a key has 1 to {longest_key} characters, none of them a control character",
            longest_key=LONGEST_KEY,
        )
        raise Wrong(HTTPStatus.BAD_REQUEST, "not_a_key", sentence)
    return asked


def read_command(edition: str, raw: msgspec.Raw) -> Command:
    return _within_limits(_read(prepare(edition), raw))


def read_of(orders: tuple[type[Command], ...], raw: msgspec.Raw) -> Command:
    """One of these orders."""
    return _within_limits(_read(prepare_kinds(orders), raw))


def _read(decoder: msgspec.json.Decoder[T], body: bytes | msgspec.Raw) -> T:
    try:
        return decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
        raise not_understood(wrong) from wrong


def _within_limits(command: Command) -> Command:
    """What no rule should see is not an order at all; what is merely too small the rules refuse."""
    fault = fault_of(command)
    if fault is not None and fault.gross:
        raise Wrong(HTTPStatus.BAD_REQUEST, "not_understood", fault.text)
    return command


def not_understood(wrong: Exception) -> Wrong:
    return Wrong(HTTPStatus.BAD_REQUEST, "not_understood", str(wrong))
