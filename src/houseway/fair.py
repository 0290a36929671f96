"""Virtual tables whose deal anybody can check afterwards.

Before the first wager the house publishes the hash of a secret. Every card, spin, roll or tile is
then taken from a stream of numbers that the secret alone decides: HMAC-SHA-256 of the secret over a
running count, cut to the range that is asked for without bias. When the shoe, the loading of the
device or the spin is spent, the secret is revealed, and `check` deals the same again from the log.
Nobody can know a card before it comes without the secret, and nobody can change one afterwards.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable
from typing import NamedTuple

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.game import Awaits
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.store import codec
from houseway.store.log import Entry
from houseway.table.secrets import commitment_of
from houseway.table.state import HOUSE
from houseway.table.table import Table, decide, evolve
from houseway.table.vocabulary import OrderRefused, SeedCommitted, SeedRevealed

_BLOCK = 2**256
_NOT_DEALT = (SeedCommitted, SeedRevealed, OrderRefused)

# What is awaited of the house itself at a virtual table; the rest is for people to decide.
FACTS = (
    "draw", "burn", "expose", "look", "spin", "roll", "check", "cut", "cutting card", "deliver",
    "set",
)  # fmt: skip


class SeedStream:
    """The numbers that a secret decides, one after the other."""

    def __init__(self, seed: str, *, used: int = 0) -> None:
        self._key = bytes.fromhex(seed)
        self.used = used

    def pick(self, below: int) -> int:
        """A whole number below the one given, each equally likely."""
        limit = _BLOCK - _BLOCK % below
        while True:
            block = hmac.digest(self._key, self.used.to_bytes(8, "big"), "sha256")
            self.used += 1
            number = int.from_bytes(block, "big")
            if number < limit:
                return number % below


def house_order(table: Table, awaited: Awaits, stream: SeedStream) -> tuple[Command, Role]:
    """The order by which the house brings the facts that a virtual table awaits."""
    return table.game.supply(table.play, awaited, stream.pick)


def awaits_house(awaited: Awaits) -> bool:
    return awaited.command is None and not awaited.choices and awaited.what in FACTS


class Checked(NamedTuple):
    """What a check of one table found: how many orders of the house were dealt again."""

    secrets: int
    dealt: int
    unrevealed: int
    problems: tuple[str, ...]


class _Checker:
    """Deals a table again from its log, secret by secret."""

    def __init__(self, seeds: dict[str, str]) -> None:
        self.seeds = seeds  # revealed, by their commitment
        self.table = Table()
        self.stream: SeedStream | None = None
        self.secrets = self.dealt = self.unrevealed = 0
        self.problems: list[str] = []

    def take(self, version: int, actor: str, events: tuple[Event, ...]) -> None:
        """One order's events: dealt again first if they are the house's, then applied."""
        if actor == HOUSE and not isinstance(events[0], _NOT_DEALT):
            self._deal_again(version, events)
        for event in events:
            if isinstance(event, SeedCommitted):
                self._begin(event)
            evolve(self.table, event)

    def _begin(self, event: SeedCommitted) -> None:
        self.secrets += 1
        seed = self.seeds.get(event.commitment)
        self.stream = SeedStream(seed) if seed else None
        self.unrevealed += seed is None

    def _deal_again(self, version: int, events: tuple[Event, ...]) -> None:
        if self.stream is None:
            return
        awaited = self.table.game.awaits(self.table.play)
        command, by = house_order(self.table, awaited, self.stream)
        ruling = decide(self.table, command, by, actor=HOUSE)
        self.dealt += 1
        if not isinstance(ruling, Accepted) or ruling.events != events:
            dealt = ruling.events if isinstance(ruling, Accepted) else ruling
            self.problems.append(f"version {version}: the secret deals {dealt}, not {events}")


def resumed(entries: Iterable[Entry], seed: str) -> SeedStream:
    """The stream of a secret in use, where the log says it is: after a restart, say."""
    checker = _Checker({commitment_of(seed): seed})
    for version, actor, events in _by_order(entries):
        checker.take(version, actor, events)
    return checker.stream or SeedStream(seed)


def check(entries: Iterable[Entry]) -> Checked:
    """Deal every card of a virtual table again from its revealed secrets."""
    groups = _by_order(entries)
    seeds = {
        commitment_of(event.seed): event.seed
        for _, _, events in groups
        for event in events
        if isinstance(event, SeedRevealed)
    }
    checker = _Checker(seeds)
    for version, actor, events in groups:
        checker.take(version, actor, events)
    return Checked(checker.secrets, checker.dealt, checker.unrevealed, tuple(checker.problems))


def _by_order(entries: Iterable[Entry]) -> list[tuple[int, str, tuple[Event, ...]]]:
    """The events of a table, those of one order together, with its first version and its actor."""
    slug, groups, key = "", list[tuple[int, str, tuple[Event, ...]]](), ""
    for entry in entries:
        event = codec.decode(slug, entry)
        slug = slug or getattr(event, "document", "")
        if groups and entry.key == key:
            version, actor, events = groups[-1]
            groups[-1] = (version, actor, (*events, event))
        else:
            groups.append((entry.version, entry.actor, (event,)))
        key = entry.key
    return groups
