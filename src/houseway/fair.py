"""Virtual tables whose deal anybody can check afterwards.

Before anybody adds anything, the house publishes the root of a chain of secrets. Every card, spin,
roll or tile is then a number of the secret in use and of the mix of what others added to it: the
patrons' shares, and a public value where one was named. When the shoe, the loading of the device or
the spin is spent, the secret is revealed, the next of the chain follows, and `check` deals the same
again from the log. What no arithmetic can show, it reports: who voided a round or gave a secret up,
who added to the mix when results were known already, and the rounds to which nobody outside added.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from houseway.aggregates import TOURNAMENT
from houseway.equipment.seeds import Numbers, SeedStream, SharedStream, commitment_of
from houseway.equipment.tiles import faces_of
from houseway.games.commands import Command
from houseway.games.events import Event, ResultAnnounced, RoundOpened, ShuffleOrdered
from houseway.games.game import Awaits
from houseway.rulebook.roles import Role, another_person
from houseway.rulebook.ruling import Accepted
from houseway.store import codec
from houseway.store.log import Entry
from houseway.table.people import CorrectionConfirmed
from houseway.table.secrets import (
    CHAINED,
    SHARED,
    DealingStopped,
    PublicValueNamed,
    PublicValueRead,
    PublicValueRecorded,
    SecretAbandoned,
    SeedCommitted,
    SeedRevealed,
    ShareContributed,
    spent,
)
from houseway.table.state import HOUSE, correction
from houseway.table.table import Table, decide, evolve
from houseway.table.vocabulary import OrderRefused, TableClosed, TableOpened
from houseway.tournament import tournament as tournaments
from houseway.tournament.seating import draw, kept_apart
from houseway.tournament.session_vocabulary import SeatsDrafted
from houseway.tournament.tournament import Tournament

LIMITS = {
    1: "scheme 1: the secrets were chosen by the house alone",
    SHARED: "scheme 2: the house chose each secret when it knew the shares that were given by then",
}
_NOT_DEALT = (SeedCommitted, SeedRevealed, OrderRefused, DealingStopped)
_UNNUMBERED = re.compile(rf"{HOUSE} \d+")  # the keys of the first version of this software
_NUMBERED = re.compile(rf"{HOUSE} ([0-9a-f]{{16}}) (\d+)\+(\d+) at \d+")
_CANNOT_BE_APPLIED = (LookupError, ValueError, TypeError, AttributeError, AssertionError)


def numbers(table: Table, seed: str, used: int) -> Numbers:
    """The numbers of the secret in use at a table, from the first that was not used."""
    if table.scheme >= SHARED:
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
    if entry.kind in (SeedCommitted.__name__, SeedRevealed.__name__):
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
    """A secret as the log has it: committed to by a root or the one before, revealed once spent."""

    commitment: str
    committed_us: int
    seed: str = ""
    revealed_us: int = 0
    first_round: int = 0
    last_round: int = 0
    abandoned: str = ""  # why it will never be revealed
    versions: tuple[int, int] = (0, 0)  # of the commitment to it and of its reveal
    shares: tuple[tuple[int, str, str], ...] = ()  # given by then: version, patron, share

    @property
    def matches(self) -> bool:
        """Whether what was revealed is what was committed to."""
        return bool(self.seed) and commitment_of(self.seed) == self.commitment


class Secrets:
    """The secrets of one table, oldest first; take every event of it in order."""

    def __init__(self) -> None:
        self.all: list[Secret] = []
        self._left = self._version = 0  # secrets of the chain; events taken
        self._shares: tuple[tuple[int, str, str], ...] = ()  # of the root
        self._closed = False

    def take(self, event: Event, at_us: int) -> None:
        self._version += 1
        if isinstance(event, SeedCommitted):
            self._begin(event.commitment, at_us)
            self._left, self._shares = event.length, ()
        elif isinstance(event, SeedRevealed):
            versions = (self.all[-1].versions[0], self._version)
            self._change(seed=event.seed, revealed_us=at_us, versions=versions, shares=self._shares)
            self._left -= 1
            if self._left and not self._closed:
                self._begin(event.seed, at_us)
        elif isinstance(event, ShareContributed):
            self._shares += ((self._version, event.patron, event.share),)
        elif isinstance(event, TableClosed):
            self._closed = True
        elif isinstance(event, SecretAbandoned):
            self._change(abandoned=event.reason)
        elif isinstance(event, RoundOpened) and self.all:
            first = self.all[-1].first_round or event.round
            self._change(first_round=first, last_round=event.round)

    def _begin(self, commitment: str, at_us: int) -> None:
        self.all.append(Secret(commitment, at_us, versions=(self._version, 0)))

    def _change(self, **changes: Any) -> None:
        self.all[-1] = self.all[-1]._replace(**changes)


# Dealing it all again


class Checked(NamedTuple):
    """What a check of one table found: how many commands of the house were dealt again.

    `remarks`: what the arithmetic does not decide, and a reader should know. `open_rounds`: those
    whose numbers the house could work out, and so choose, when it committed to their secret.
    """

    secrets: int
    dealt: int
    unrevealed: int
    problems: tuple[str, ...]
    rounds: int = 0
    open_rounds: int = 0
    remarks: tuple[str, ...] = ()


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
        self.scheme = 1  # the latest that has been seen
        self.known: dict[str, str] = {}  # shares that the house knew when it chose the secret
        self.secrets = self.dealt = self.unrevealed = 0
        self.rounds = self.open_rounds = self.results = 0  # results: rounds of the root in use
        self.problems: list[str] = []
        self.remarks: list[str] = []
        self.named: dict[int | None, Counter[str]] = {}  # by the house in this round, by box

    def take(self, group: _Group) -> None:
        """One command's events: dealt again first if they are the house's, then applied."""
        if self.table.virtual:
            if group.actor == HOUSE and not isinstance(group.events[0], _NOT_DEALT):
                self._deal_again(group)
            elif group.actor != HOUSE:
                self._look_for_a_strangers_face(group)
        for event in group.events:
            if self.table.virtual:
                self._note(group, event)
            evolve(self.table, event)
            if self.table.virtual:
                self._follow(event)

    def _wrong(self, version: int, what: str) -> None:
        self.problems.append(f"version {version}: {what}")

    def _remark(self, group: _Group, what: str) -> None:
        known = (
            f"{self.results} results of this root known, {self.facts} facts of the secret in use"
        )
        self.remarks.append(f"version {group.version}, round {self.rounds}: {what}; {known}")

    def _note(self, group: _Group, event: Event) -> None:
        """What an event says about chance, before it is applied."""
        version, table = group.version, self.table
        if isinstance(event, SeedCommitted):
            self._begin(group, event)
        elif isinstance(event, SeedRevealed):
            if commitment_of(event.seed) != table.commitment:
                self._wrong(version, "what was revealed is not the secret committed to")
            if table.scheme >= CHAINED and not (table.closed or spent(table)):
                self._wrong(version, "a secret was revealed, and so left, before it was spent")
        elif isinstance(event, SecretAbandoned):
            lost = f"{self.facts} facts of {event.commitment} cannot be checked: {event.reason}"
            if self.facts:
                self._wrong(version, f"the secret was abandoned; {lost}")
            self._remark(group, f"{event.by} gave up the secret in use and its chain")
        elif isinstance(event, ShareContributed):
            self._share(group, event)
        elif isinstance(event, PublicValueNamed | PublicValueRead | PublicValueRecorded):
            self._public(group, event)
        elif isinstance(event, RoundOpened):
            if table.scheme >= SHARED and spent(table):
                self._wrong(version, "a round opened, but the secret was spent and not revealed")
            self.named = {}
        elif event.aborts or isinstance(event, ShuffleOrdered):
            self._remark(group, f"{type(event).__name__}, decided by {self._deciders(group)}")

    def _follow(self, event: Event) -> None:
        """What is to be counted once an event has been applied."""
        table = self.table
        if isinstance(event, RoundOpened):
            self.rounds += 1
            outside = table.shares_in_effect != self.known or bool(table.public_value)
            self.open_rounds += table.scheme < SHARED or not outside
        elif isinstance(event, ResultAnnounced):
            self.results += 1
        elif isinstance(event, SeedCommitted | SeedRevealed) and table.commitment:
            if isinstance(event, SeedCommitted) or table.scheme < CHAINED:
                self.known = dict(table.shares_in_effect)
            self.secrets += 1
            self.seed = self.seeds.get(table.commitment, "")
            self.unrevealed += not self.seed
            self.used = self.facts = 0

    def _begin(self, group: _Group, event: SeedCommitted) -> None:
        if self.table.commitment:
            self._wrong(group.version, f"{self.table.commitment} was overdue for its reveal")
        if event.scheme > CHAINED or event.scheme < self.scheme:
            self._wrong(group.version, f"scheme {event.scheme} proves less than the one before")
        if event.scheme in LIMITS and event.scheme != self.scheme * bool(self.secrets):
            self._remark(group, LIMITS[event.scheme])
        if event.scheme == CHAINED and self.secrets:
            self._remark(group, f"a new root, {event.commitment}: shares were given again after it")
        self.scheme, self.results = event.scheme, 0

    def _share(self, group: _Group, event: ShareContributed) -> None:
        """Under the rules a patron gives one share for a root, and nobody else gives it."""
        table, whose = self.table, f"the share of {event.patron}"
        if table.scheme >= CHAINED:
            if group.actor != event.patron:
                self._wrong(group.version, f"{whose} was given by {group.actor or 'nobody'}")
            if event.root != table.root:
                self._wrong(group.version, f"{whose} is for another root")
            if event.patron in table.shares:
                self._wrong(group.version, f"{whose} was given before, and is exchanged")
        elif event.patron in table.shares:
            self._remark(group, f"{whose} was changed by {group.actor}")
        if self.results:
            told = "a person who knows the secrets could have chosen it"
            self._remark(group, f"{whose} came in late: {told}")

    def _public(self, group: _Group, event: Event) -> None:
        if isinstance(event, PublicValueNamed):
            self._remark(group, f"{group.actor} named the public value {event.source or 'no more'}")
        elif isinstance(event, PublicValueRead):
            before = self.table.public_read
            if before and before[0] != event.value:
                self._remark(group, f"{event.by} read {event.value}, {before[1]} {before[0]}")
        elif isinstance(event, PublicValueRecorded):
            persons = [each.person for each in event.by]
            if len(persons) == 2 and another_person(*persons):
                told = f"trusted because {persons[0]} and {persons[1]} read the same"
            elif self.table.scheme >= CHAINED:
                self._wrong(group.version, "a public value was not read by two persons")
                return
            else:
                told = f"trusted because {group.actor} typed it"
            self._remark(group, f"public value {event.value} ({event.source}): {told}")

    def _deciders(self, group: _Group) -> str:
        """Who asked and who confirmed, or the one person who decided."""
        for event in group.events:
            if isinstance(event, CorrectionConfirmed):
                asked = correction(self.table, event.correction)
                return f"{asked.asked if asked else 'nobody'} and {event.by}"
        return group.actor or "an unnamed person"

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
            if self.table.scheme >= SHARED:
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

    @property
    def checked(self) -> Checked:
        return Checked(
            self.secrets, self.dealt, self.unrevealed, tuple(self.problems), self.rounds,
            self.open_rounds, tuple(self.remarks),
        )  # fmt: skip

    def finish(self) -> None:
        """What must hold at the end of the log."""
        if self.table.closed and self.table.commitment:
            overdue = f"the table is closed, and {self.table.commitment} was not revealed"
            self.problems.append(overdue)
        if self.table.closed and self.table.source and not self.table.public_value:
            self.remarks.append(f"the public value of {self.table.source} is missing")
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
    return checker.checked


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


# Ballots of a tournament


def follows(tournament: Tournament, draft: SeatsDrafted) -> bool:
    """Whether the seats of a draft are those that its seed decides."""
    if not draft.seed:
        return False
    people = [entry for entry, _ in draft.seats]
    fixed = {each.entry: each.seat for each in draft.fixed}
    again = draw(draft.seed, people, draft.tables, fixed, kept_apart(tournament))
    return again is not None and tuple(sorted(again.seats.items())) == draft.seats


def check_ballots(entries: Iterable[Entry]) -> Checked:
    """Hold every ballot of a tournament against the root that was published before the entries."""
    tournament, problems, remarks = Tournament(), list[str](), list[str]()
    drawn = outside = 0
    for entry in entries:
        event = TOURNAMENT.decode("", entry)
        seed = getattr(event, "seed", "")
        if seed:
            drawn += 1
            if not tournament.commitment:
                outside += 1
            elif commitment_of(seed) != tournament.commitment:
                problems.append(f"version {entry.version}: a seed of another chain was drawn with")
        if isinstance(event, SeatsDrafted):
            session = tournament.sessions[event.session - 1]
            told = f"version {entry.version}: session {event.session}"
            if seed and not follows(tournament, event):
                problems.append(f"{told}: the seats do not follow from the seed")
            if not seed:
                remarks.append(f"{told}: seated {event.method} by {event.by}")
            elif session.conduct.drafts:
                again = f"drawn again by {event.by}, {session.conduct.drafts} results known"
                remarks.append(f"{told}: {again}: {event.reason}")
        tournaments.evolve(tournament, event)
    if outside:
        remarks.append(f"{outside} of {drawn} ballots were drawn without a root published before")
    return Checked(int(bool(tournament.root)), drawn, 0, tuple(problems), remarks=tuple(remarks))
