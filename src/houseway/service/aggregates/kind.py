"""What the log keeps beside tables, a tournament or a promotion, as the service knows each kind.

A kind is one value: `tournaments.KIND`. Orders, queries, live changes and live fragments of every
kind go through the functions here and in `api/aggregates.py`, so that all behave as tables do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple, TypeVar

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import Account
from houseway.service.commands import decode
from houseway.service.errors import Wrong
from houseway.service.floor_protocols import Reads
from houseway.service.texts.text import Text
from houseway.store import codec
from houseway.table.view import Viewer

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
T = TypeVar("T")


def _as_sent(_floor: Reads, _stream: str, order: Order, _state: Any) -> Command:
    return order.command


def _anybody(_account: Account, _command: Command) -> None:
    """Whom the aggregate itself refuses is refused there."""


def _any_office(_state: Any, _command: Command, _by: Role, _actor: str) -> bool:
    return True


def _all_told(_kind: str, _viewer: Viewer) -> bool:
    return True


class Kind(NamedTuple):
    """One kind of stream beside tables; `name` begins the streams: `tournament/spring`.

    `there`: whether a state has been opened. `view`: what a viewer may see of it at a version, as
    a struct that has `version`. `check` raises where an account may not ask this at all; `may` says
    whether an order is an office's and a person's to give. For those `complete` adds what only the
    house knows, with the state, under the stream's lock; a refusal never stores it. `tells`:
    whether a viewer is told that a fact of this kind happened. `keeps`: a view
    follows from the state alone, and may be kept.
    """

    name: str
    orders: tuple[type[Command], ...]
    facts: Iterable[type[Event]]
    there: Callable[[Any], bool]
    view: Callable[[Any, str, int, Viewer], Any]
    check: Callable[[Account, Command], None] = _anybody
    may: Callable[[Any, Command, Role, str], bool] = _any_office
    complete: Callable[[Reads, str, Order, Any], Command] = _as_sent
    tells: Callable[[str, Viewer], bool] = _all_told
    keeps: bool = False

    def no_such(self, name: str) -> Wrong:
        sentence = Text("there is no {kind} {name}", kind=self.name, name=name)
        return Wrong(HTTPStatus.NOT_FOUND, f"no_such_{self.name}", sentence)

    def stream(self, name: str) -> str:
        """The stream of a name; what cannot be a name is none of its kind."""
        if not _NAME.fullmatch(name):
            raise self.no_such(name)
        return f"{self.name}/{name}"

    def prepare(self) -> None:
        """Learn every type before threads meet it."""
        codec.learn(self.facts)
        decode.prepare_kinds(self.orders)

    def completed(self, floor: Reads, stream: str, order: Order) -> Order:
        """The order with a function that adds what only the house knows, when it is judged.

        For an account that may not give the order nothing is read, made or drawn.
        """

        def complete(state: Any, _version: int) -> Command:
            if not self.may(state, order.command, order.by, order.actor):
                return order.command
            try:
                return self.complete(floor, stream, order, state)
            except Wrong:  # a retry of an answered order gets its first answer, whatever changed
                if any(each.key == order.key for each in floor.log.read(stream)):
                    return order.command
                raise

        return order._replace(complete=complete)

    def names(self, floor: Reads) -> list[str]:
        """All of this kind that the log knows, opened or not. Blocks."""
        found = (each for each in floor.log.heads() if each.startswith(f"{self.name}/"))
        return sorted(each.partition("/")[2] for each in found)

    def look(self, floor: Reads, name: str, see: Callable[[Any, int], T]) -> T:
        """What a function sees of one that has been opened. Blocks: call it in a thread."""

        def opened(state: Any, version: int) -> T:
            if not self.there(state):
                raise self.no_such(name)
            return see(state, version)

        return floor.runner.look(self.stream(name), opened)

    def seen(self, floor: Reads, name: str, viewer: Viewer) -> Any:
        """One of them as the viewer may see it. Blocks: call it in a thread."""
        return self.look(floor, name, partial(self.seen_at, floor, name, viewer))

    def every(self, floor: Reads, viewer: Viewer) -> list[Any]:
        """Each that has been opened, as the viewer may see it. Blocks."""
        found = (
            floor.runner.look(self.stream(name), partial(self.seen_at, floor, name, viewer))
            for name in self.names(floor)
        )
        return [each for each in found if each is not None]

    def seen_at(self, floor: Reads, name: str, viewer: Viewer, state: Any, version: int) -> Any:
        """The view of a state that is being looked at; None where it has not been opened."""
        if not self.there(state):
            return None
        if not self.keeps:
            return self.view(state, name, version, viewer)
        make = partial(self.view, state, name, version, viewer)
        return floor.kept_views.get((self.stream(name), version, viewer), make)
