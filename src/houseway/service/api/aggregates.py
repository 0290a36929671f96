"""Orders and live changes of what is beside tables, for every kind alike.

A kind's own API is a few routes with its own types around `give` and `since`: see `tournaments.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.rulebook.roles import Role
from houseway.runner import Answer, Order
from houseway.service.access.accounts import Account
from houseway.service.aggregates.kind import Kind
from houseway.service.commands import decode
from houseway.service.commands.submit import check_own
from houseway.service.errors import RuledOut, Wrong
from houseway.service.floor import Floor
from houseway.service.live.sse import MISSED_AT_MOST, Happened, happened
from houseway.service.texts.text import Text
from houseway.table.view import Viewer


class Given(NamedTuple):
    """What an order met: the fields of an answer after the name of what it was given to."""

    version: int
    head: str
    replayed: bool
    events: tuple[Happened, ...]
    view: Any
    promise: str


async def give(floor: Floor, account: Account, kind: Kind, name: str, body: bytes) -> Given:
    """Rule on what someone asks, as it was sent; a refusal is raised with its clause."""
    async with floor.taking(account, f"{kind.name}/{name}", len(body)):
        role = _role(account, kind)  # before anything is read: whose orders are none learn nothing
        asked = decode.read_asked(body)
        command = decode.read_of(kind.orders, asked.command)
        order = _own(account, role, command, asked.key, asked.expected_version)
        return await _ruled(floor, account, kind, name, order)


async def give_command(
    floor: Floor,
    account: Account,
    kind: Kind,
    name: str,
    command: Any,
    key: str,
    expected: int | None = None,
) -> Given:
    """The same for a page that has made the order itself."""
    async with floor.taking(account, f"{kind.name}/{name}"):
        order = _own(account, _role(account, kind), command, key, expected)
        return await _ruled(floor, account, kind, name, order)


async def give_each(
    floor: Floor, account: Account, kind: Kind, name: str, given: Iterable[tuple[Any, str]]
) -> None:
    """Many orders with their keys that one press of a page has made: no flood, however many."""
    async with floor.taking(account, f"{kind.name}/{name}"):
        for command, key in given:
            order = _own(account, _role(account, kind), command, key, None)
            await _ruled(floor, account, kind, name, order)


def _own(account: Account, role: Role, command: Any, key: str, expected: int | None) -> Order:
    """An order under a key of its giver's own: nobody else's can be met by guessing it."""
    return Order(command, role, account.name, f"{account.signs_as} {key}", expected)


async def _ruled(floor: Floor, account: Account, kind: Kind, name: str, order: Order) -> Given:
    check_own(account, order.command)
    kind.check(account, order.command)
    stream = kind.stream(name)
    answer = await floor.order_stream(stream, kind.completed(floor, stream, order))
    if answer.refused:
        promise = floor.sealing.promise(stream, answer.receipt)
        raise RuledOut(answer.refused, answer.receipt.version, promise)
    return await floor.blocking(_given, floor, kind, name, answer, account.viewer)


def _role(account: Account, kind: Kind) -> Role:
    if account.role is None:
        sentence = Text("an administrator takes no actions at a {name}", name=kind.name)
        raise Wrong(HTTPStatus.FORBIDDEN, "office_may_not", sentence)
    return account.role


def _given(floor: Floor, kind: Kind, name: str, answer: Answer, viewer: Viewer) -> Given:
    receipt, many = answer.receipt, len(answer.events)
    entries = floor.log.read(kind.stream(name), after=receipt.version - many, limit=many)
    seen = kind.seen(floor, name, viewer)
    events = tuple(map(happened, entries))
    promise = floor.sealing.promise(kind.stream(name), receipt)
    return Given(receipt.version, receipt.head, receipt.replayed, events, seen, promise)


class Moved(Struct, frozen=True):
    """One of a kind as its viewer sees it now, and what happened since the message before.

    `since` is null where there was no message before, or too much has happened since.
    """

    kind: str
    name: str
    version: int
    since: tuple[Happened, ...] | None
    view: Any


def moved(floor: Floor, kind: Kind, name: str, viewer: Viewer, after: int | None) -> Moved:
    """One of a kind now, and what happened after a version. Blocks: call it in a thread."""

    def see(state: Any, version: int) -> Moved:
        since = None
        if after is not None and version - MISSED_AT_MOST <= after <= version:
            entries = floor.log.read(kind.stream(name), after=after, limit=version - after)
            told = (each for each in entries if kind.tells(each.kind, viewer))
            since = tuple(map(happened, told))
        seen = kind.seen_at(floor, name, viewer, state, version)
        return Moved(kind.name, name, version, since, seen)

    return kind.look(floor, name, see)
