"""Virtual tables whose deal anybody can check afterwards.

Before the first wager the house publishes the hash of a secret. Every card, spin, roll or tile is
then taken from a stream of numbers that the secret alone decides: HMAC-SHA-256 of the secret over a
running count, cut to the range that is asked for without bias. When the shoe, the loading of the
device or the spin is spent, the secret is revealed, and `check` deals the same again from the log.
Nobody can know a card before it comes without the secret, and nobody can change one afterwards.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from houseway.equipment.seeds import SeedStream
from houseway.games.commands import Command
from houseway.games.events import Event, RoundOpened
from houseway.games.game import Awaits
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.store import codec
from houseway.store.log import Entry
from houseway.table.faces import awaits_house
from houseway.table.secrets import commitment_of
from houseway.table.state import HOUSE
from houseway.table.table import Table, decide, evolve
from houseway.table.vocabulary import OrderRefused, SeedCommitted, SeedRevealed

_NOT_DEALT = (SeedCommitted, SeedRevealed, OrderRefused)
_SPUN = frozenset({"tournament-roulette"})  # nothing is shuffled: a secret serves one spin
MOST_NUMBERS = 500  # of one secret: more than a shoe has cards; a device never runs empty


def house_order(table: Table, awaited: Awaits, stream: SeedStream) -> tuple[Command, Role]:
    """The order by which the house brings the facts that a virtual table awaits."""
    if awaited.command is not None:  # what lies there is known, and is only laid open
        return awaited.command, Role(awaited.who)
    return table.game.supply(table.play, awaited, stream.pick)


def spent(table: Table, used: int) -> bool:
    """Whether a secret that has given so many numbers has done its work, with nothing at stake.

    It serves until the cards or tiles are shuffled, until the spin is settled, or until it has
    given more numbers than a shoe has cards. No wager lies on the layout when it is revealed, so
    the next one is committed to before the next wager.
    """
    if not used or table.play.layout.wagers:
        return False
    awaited = table.game.awaits(table.play).what
    if awaited == "open":
        return table.slug in _SPUN or used >= MOST_NUMBERS
    return awaited == "shuffle"


class Secret(NamedTuple):
    """A secret as the log has it: committed to, and once it was spent revealed."""

    commitment: str
    committed_us: int
    seed: str = ""
    revealed_us: int = 0
    first_round: int = 0
    last_round: int = 0

    @property
    def matches(self) -> bool:
        """Whether what was revealed is what was committed to."""
        return bool(self.seed) and commitment_of(self.seed) == self.commitment


class Secrets:
    """The secrets of one table, oldest first; take every event of it in order."""

    def __init__(self) -> None:
        self.all: list[Secret] = []

    def take(self, event: Event, at_us: int) -> None:
        if isinstance(event, SeedCommitted):
            self.all.append(Secret(event.commitment, at_us))
        elif isinstance(event, SeedRevealed):
            self._change(seed=event.seed, revealed_us=at_us)
        elif isinstance(event, RoundOpened) and self.all:
            first = self.all[-1].first_round or event.round
            self._change(first_round=first, last_round=event.round)

    def _change(self, **changes: Any) -> None:
        self.all[-1] = self.all[-1]._replace(**changes)


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
        elif actor != HOUSE:
            self._look_for_a_strangers_fact(version, actor, events)
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

    def _look_for_a_strangers_fact(
        self, version: int, actor: str, events: tuple[Event, ...]
    ) -> None:
        """A card, spin or tile that was awaited of the house, and that somebody else brought."""
        if self.stream is None or isinstance(events[0], _NOT_DEALT):
            return
        awaited = self.table.game.awaits(self.table.play)
        if not awaits_house(awaited):
            return
        due = SeedStream(self.stream.seed, used=self.stream.used)
        command, by = house_order(self.table, awaited, due)
        ruling = decide(self.table, command, by, actor=HOUSE)
        if isinstance(ruling, Accepted) and type(ruling.events[0]) is type(events[0]):
            brought = type(events[0]).__name__
            self.problems.append(f"version {version}: {actor} brought {brought}, not the house")


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
