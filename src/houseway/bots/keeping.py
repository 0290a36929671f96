"""What bots do, written into a log as if people had done it, many orders in one append."""

from __future__ import annotations

from collections import Counter

from houseway.games import game
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.rulebook.roles import Role
from houseway.runner import Order, request_of
from houseway.store import codec
from houseway.store.log import Append, Log
from houseway.version import __version__

BATCH = 2_000  # orders


class Keeper:
    """A log that nobody else writes to while the bots play."""

    def __init__(self, log: Log, slug: str) -> None:
        self._log, self._edition = log, game(slug).cite.content_hash
        self._versions: Counter[str] = Counter()
        self._waiting: list[Append] = []

    def keep(
        self, stream: str, command: Command, by: Role, actor: str, at_us: int,
        events: tuple[Event, ...],
    ) -> None:  # fmt: skip
        """One order and the facts that it made; durable once its batch is full, or at the end."""
        version = self._versions[stream]
        order = Order(command, by, actor, f"{stream} {version}")
        self._waiting.append(
            Append(
                stream, version, order.key, request_of(order), tuple(map(codec.encode, events)),
                at_us, actor, by, self._edition, __version__,
            )
        )  # fmt: skip
        self._versions[stream] += len(events)
        if len(self._waiting) >= BATCH:
            self.flush()

    def flush(self) -> None:
        if self._waiting:
            self._log.append(self._waiting)
            self._waiting = []
