"""Virtual tables whose deal anybody can check afterwards.

Before the first wager the house publishes the hash of a secret. Every card, spin, roll or tile is
then a number of that secret and of the mix of what others added to it: the patrons' shares, and a
public value where one was named. When the shoe, the loading of the device or the spin is spent, the
secret is revealed, and `check` deals the same again from the log. The house cannot choose a secret
that suits it, because it does not know the mix when it commits; nobody can know a card before it
comes without the secret, and nobody can change one afterwards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from houseway.equipment.faces import faces_of
from houseway.equipment.seeds import Numbers, SeedStream, SharedStream
from houseway.games.commands import Command
from houseway.games.events import Event, RoundOpened
from houseway.games.game import Awaits
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.store import codec
from houseway.store.log import Entry
from houseway.table.secrets import commitment_of, spent
from houseway.table.secrets_vocabulary import (
    SHARED,
    DealingStopped,
    SecretAbandoned,
    SeedCommitted,
    SeedRevealed,
)
from houseway.table.state import HOUSE
from houseway.table.table import Table, decide, evolve
from houseway.table.vocabulary import OrderRefused, TableOpened

_NOT_DEALT = (SeedCommitted, SeedRevealed, OrderRefused, DealingStopped)
_UNNUMBERED = re.compile(rf"{HOUSE} \d+")  # the keys of the first version of this software
_NUMBERED = re.compile(rf"{HOUSE} ([0-9a-f]{{16}}) (\d+)\+(\d+) at \d+")
_CANNOT_BE_APPLIED = (LookupError, ValueError, TypeError, AttributeError, AssertionError)


def numbers(table: Table, seed: str, used: int) -> Numbers:
    """The numbers of the secret in use at a table, from the first that was not used."""
    if table.scheme == SHARED:
        return SharedStream(seed, table.mix, used=used)
    return SeedStream(seed, used=used)


def house_order(table: Table, awaited: Awaits, stream: Numbers) -> tuple[Command, Role]:
    """The command by which the house brings the facts that a virtual table awaits."""
    if awaited.command is not None:  # what lies there is known, and is only laid open
        return awaited.command, Role(awaited.who)
    return table.game.supply(table.play, awaited, stream.pick)


# Which numbers a command of the house took: its key says so, and the chain holds the key


class Taken(NamedTuple):
    """Numbers of a secret: the index of the first, and how many."""

    commitment: str  # its first 16 digits
    first: int
    numbers: int


def key_of(commitment: str, first: int, count: int, version: int) -> str:
    return f"{HOUSE} {commitment[:16]} {first}+{count} at {version}"


def taken(entry: Entry) -> Taken | None:
    """The numbers that an entry says it took; None if it says nothing of that."""
    match = _NUMBERED.fullmatch(entry.key) if entry.actor == HOUSE else None
    return Taken(match[1], int(match[2]), int(match[3])) if match else None


def used_after(entry: Entry, commitment: str) -> int | None:
    """How many numbers of a secret are used after an entry; None if it does not say."""
    if entry.kind == SeedCommitted.__name__:
        return 0
    found = taken(entry)
    return (
        found.first + found.numbers if found and commitment.startswith(found.commitment) else None
    )


def is_unnumbered(entry: Entry) -> bool:
    return entry.actor == HOUSE and _UNNUMBERED.fullmatch(entry.key) is not None


def count_again(entries: Iterable[Entry], seed: str) -> int:
    """The numbers used of a secret in use, by dealing again what its keys do not say."""
    checker = _Checker({commitment_of(seed): seed})
    for group in _by_command(entries):
        checker.take(group)
    return checker.used


# The secrets of a table, for people to look at


class Secret(NamedTuple):
    """A secret as the log has it: committed to, and once it was spent revealed."""

    commitment: str
    committed_us: int
    seed: str = ""
    revealed_us: int = 0
    first_round: int = 0
    last_round: int = 0
    abandoned: str = ""  # why it will never be revealed

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
        elif isinstance(event, SecretAbandoned):
            self._change(abandoned=event.reason)
        elif isinstance(event, RoundOpened) and self.all:
            first = self.all[-1].first_round or event.round
            self._change(first_round=first, last_round=event.round)

    def _change(self, **changes: Any) -> None:
        self.all[-1] = self.all[-1]._replace(**changes)


# Dealing it all again


class Checked(NamedTuple):
    """What a check of one table found: how many commands of the house were dealt again."""

    secrets: int
    dealt: int
    unrevealed: int
    problems: tuple[str, ...]


class _Group(NamedTuple):
    """The events of one command, its first version, when, by whom, and the numbers it took."""

    version: int
    at_us: int
    actor: str
    taken: Taken | None
    events: tuple[Event, ...]


class _Checker:
    """Deals a table again from its log, secret by secret."""

    def __init__(self, seeds: dict[str, str]) -> None:
        self.seeds = seeds  # revealed, by their commitment
        self.table = Table()
        self.seed = ""  # of the secret in use, if it was revealed
        self.used = 0
        self.facts = 0  # of the secret in use
        self.shared = False  # whether a secret of the shared scheme has been seen
        self.secrets = self.dealt = self.unrevealed = 0
        self.problems: list[str] = []
        self.named: dict[int | None, Counter[str]] = {}  # by the house in this round, by box

    def take(self, group: _Group) -> None:
        """One command's events: dealt again first if they are the house's, then applied."""
        if self.table.virtual:
            if group.actor == HOUSE and not isinstance(group.events[0], _NOT_DEALT):
                self._deal_again(group)
            elif group.actor != HOUSE:
                self._look_for_a_strangers_face(group)
        for event in group.events:
            self._note(group.version, event)
            evolve(self.table, event)

    def _wrong(self, version: int, what: str) -> None:
        self.problems.append(f"version {version}: {what}")

    def _note(self, version: int, event: Event) -> None:
        """What an event says about the secrets, before it is applied."""
        if isinstance(event, SeedCommitted):
            self._begin(version, event)
        elif isinstance(event, SeedRevealed) and commitment_of(event.seed) != self.table.commitment:
            self._wrong(version, "what was revealed is not the secret committed to")
        elif isinstance(event, SecretAbandoned) and self.facts:
            lost = f"{self.facts} facts of {event.commitment} cannot be checked: {event.reason}"
            self._wrong(version, f"the secret was abandoned; {lost}")
        elif isinstance(event, RoundOpened):
            if self.table.virtual and self.table.scheme == SHARED and spent(self.table):
                self._wrong(version, "a round opened, but the secret was spent and not revealed")
            self.named = {}

    def _begin(self, version: int, event: SeedCommitted) -> None:
        if self.table.commitment:
            self._wrong(version, f"{self.table.commitment} was overdue for its reveal")
        if event.scheme not in (1, SHARED) or (self.shared and event.scheme != SHARED):
            self._wrong(version, f"scheme {event.scheme} leaves out the shares")
        self.shared = self.shared or event.scheme == SHARED
        self.secrets += 1
        self.seed = self.seeds.get(event.commitment, "")
        self.unrevealed += not self.seed
        self.used = self.facts = 0

    def _deal_again(self, group: _Group) -> None:
        self.facts += 1
        self._count(group)
        if self.seed:
            self._compare(group)
        elif group.taken:
            self.used = group.taken.first + group.taken.numbers
        for event in group.events:
            for place in {None, getattr(event, "box", None)}:
                self.named.setdefault(place, Counter()).update(faces_of(event))

    def _count(self, group: _Group) -> None:
        """That the numbers follow on each other, none left out and none used twice."""
        found = group.taken
        if found is None:
            if self.table.scheme == SHARED:
                self._wrong(group.version, "the key does not say which numbers were used")
            return
        if not self.table.commitment.startswith(found.commitment):
            self._wrong(group.version, "the numbers are of a secret that is not in use")
        if found.first > self.used:
            self._wrong(group.version, f"numbers {self.used} to {found.first - 1} are left out")
        elif found.first < self.used:
            self._wrong(group.version, f"number {found.first} is used twice")

    def _compare(self, group: _Group) -> None:
        stream = numbers(self.table, self.seed, group.taken.first if group.taken else self.used)
        before = stream.used
        awaited = self.table.game.awaits(self.table.play)
        command, by = house_order(self.table, awaited, stream)
        ruling = decide(self.table, command, by, group.at_us, HOUSE)
        self.dealt += 1
        self.used = stream.used
        if not isinstance(ruling, Accepted) or ruling.events != group.events:
            dealt = ruling.events if isinstance(ruling, Accepted) else ruling
            self._wrong(group.version, f"the secret deals {dealt}, not {group.events}")
        elif group.taken and group.taken.numbers != stream.used - before:
            self._wrong(group.version, "the key says another count of numbers")

    def _look_for_a_strangers_face(self, group: _Group) -> None:
        """A card, spin or tile that the house did not name first, in this round, at this place."""
        for event in group.events:
            place = getattr(event, "box", None)
            if Counter(faces_of(event)) - self.named.get(place, Counter()):
                brought = type(event).__name__
                self._wrong(group.version, f"{group.actor} brought {brought}, not the house")

    def finish(self) -> None:
        """What must hold at the end of the log."""
        if self.table.closed and self.table.commitment:
            overdue = f"the table is closed, and {self.table.commitment} was not revealed"
            self.problems.append(overdue)
        if self.table.stopped:
            self.problems.append(f"dealing has stopped: {self.table.stopped}")


def check(entries: Iterable[Entry]) -> Checked:
    """Deal every card of a virtual table again from its revealed secrets."""
    groups = _by_command(entries)
    seeds = {
        commitment_of(event.seed): event.seed
        for group in groups
        for event in group.events
        if isinstance(event, SeedRevealed)
    }
    checker = _Checker(seeds)
    for group in groups:
        try:
            checker.take(group)
        except _CANNOT_BE_APPLIED as wrong:
            checker.problems.append(f"version {group.version}: cannot be applied: {wrong!r}")
            break
    checker.finish()
    return Checked(checker.secrets, checker.dealt, checker.unrevealed, tuple(checker.problems))


def _by_command(entries: Iterable[Entry]) -> list[_Group]:
    """The events of a table, those of one command together."""
    edition, groups, key = "", list[_Group](), ""
    for entry in entries:
        event = codec.decode(edition, entry)
        if isinstance(event, TableOpened):
            edition = edition or event.edition
        if groups and entry.key == key:
            groups[-1] = groups[-1]._replace(events=(*groups[-1].events, event))
        else:
            groups.append(_Group(entry.version, entry.at_us, entry.actor, taken(entry), (event,)))
        key = entry.key
    return groups
