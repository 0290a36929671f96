"""The house at a virtual table: it keeps the secret, brings the facts, and reveals it when spent.

What to bring is chosen and appended in one step under the table's lock. How many numbers of the
secret are used is read from the log each time, never remembered beyond what the log says: the key
of a command says which numbers it took. Secrets come from the chain of the table (`chains`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from houseway import fair
from houseway.chains import Chains, SecretAltered
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.randomness import new_seed
from houseway.rulebook.roles import Role
from houseway.runner import NotTaken, Order, Runner
from houseway.store.log import Entry
from houseway.table.faces import awaits_house
from houseway.table.secrets import (
    CommitSeed,
    RevealSeed,
    SeedRevealed,
    StopDealing,
    awaits_public_value,
    spent,
)
from houseway.table.state import HOUSE, Table

MOST = 10_000  # facts in a row: more than any round awaits
PAGE = 500  # entries read at a time, from the end, to find the last number that was used
MISSING = "the secret of this table is missing"
WRONG = "the secret of this table does not fit its published hash"


class HouseStopped(Exception):
    """The house cannot go on at a table: its secret is lost, or the rules refused a fact of it."""


class _Used(NamedTuple):
    """How many numbers of a secret were used when the log was read up to a version."""

    commitment: str
    version: int
    numbers: int


class House:
    """One house for many virtual tables; `folder` is where the secrets lie."""

    def __init__(self, runner: Runner, folder: Path, seed: Callable[[], str] = new_seed) -> None:
        self.runner = runner
        self.chains = Chains(folder, seed)
        self._seeds: dict[str, tuple[str, str]] = {}  # by stream: commitment and checked secret
        self._used: dict[str, _Used] = {}

    def deal(self, stream: str) -> int:
        """Do everything that the table awaits of the house now; the number of commands given."""
        for given in range(MOST):
            if not self.step(stream):
                return given
        raise HouseStopped(f"{stream} awaits more than {MOST} facts in a row")

    def step(self, stream: str) -> bool:
        """Give one command that the table awaits of the house; false where it awaits none.

        If the house cannot go on, the table is stopped, which the log has once.
        """
        try:
            return self._bring(stream, self._next)
        except NotTaken as wrong:
            return self._stop(stream, f"the rules refused {wrong}")
        except HouseStopped as wrong:
            return self._stop(stream, str(wrong))

    def is_recorded(self, stream: str) -> bool:
        """Whether people bring the facts of this table; how a table was opened never changes."""
        return self.runner.look(
            stream, lambda table, _: table.play is not None and not table.virtual
        )

    def _bring(self, stream: str, make: Callable[[str, Table, int], Order | None]) -> bool:
        try:
            answer = self.runner.bring(stream, partial(make, stream))
        except BaseException:
            self._forget(stream)
            raise
        if answer is not None:
            self._put_away(stream, answer.events)
        return answer is not None

    def _put_away(self, stream: str, events: tuple[Event, ...]) -> None:
        """The file of a chain once its last secret has been published."""
        if any(isinstance(event, SeedRevealed) for event in events):
            self._forget(stream)
            if ended := self.runner.look(stream, _ended):
                self.chains.end(stream, ended)

    def _forget(self, stream: str) -> None:
        """After any failure the log and the file decide."""
        self._used.pop(stream, None)
        self._seeds.pop(stream, None)

    def _stop(self, stream: str, reason: str) -> bool:
        """Put it on record once, and raise it here."""

        def stopping(_stream: str, table: Table, version: int) -> Order | None:
            key = f"{HOUSE} stop at {version}"
            return None if table.stopped else _order(table, StopDealing(reason), key)

        self._bring(stream, stopping)
        raise HouseStopped(f"{stream}: {reason}")

    # What is awaited of the house, chosen under the table's lock

    def _next(self, stream: str, table: Table, version: int) -> Order | None:
        """The secrets of a chain in turn: dealt from, revealed when spent or at the end."""
        if table.play is None or not table.virtual or table.stopped:
            return None
        if not table.commitment:
            return None if table.closed else self._committing(stream, table)
        if table.closed or spent(table):
            return self._revealing(stream, table)
        if awaits_public_value(table):
            self._seed(stream, table)
            return None
        return self._dealing(stream, table, version)

    def _dealing(self, stream: str, table: Table, version: int) -> Order | None:
        """The fact that is awaited, from the first number that the log has not used."""
        awaited = table.game.awaits(table.play)
        if not awaits_house(awaited):
            return None
        seed = self._seed(stream, table)
        used = self._count(stream, table, version, seed)
        numbers = fair.numbers(table, seed, used)
        command, by = fair.house_order(table, awaited, numbers)
        key = fair.key_of(table.commitment, used, numbers.used - used, version)
        return Order(command, by, HOUSE, key)

    def _committing(self, stream: str, table: Table) -> Order:
        """A new chain, durable before its root is published."""
        root = self.chains.begin(stream)
        return _order(table, CommitSeed(root), f"{HOUSE} commit {root[:16]}")

    def _revealing(self, stream: str, table: Table) -> Order:
        command = RevealSeed(self._seed(stream, table))
        return _order(table, command, f"{HOUSE} reveal {table.commitment[:16]}")

    # How many numbers were used, from the log

    def _count(self, stream: str, table: Table, version: int, seed: str) -> int:
        """What the last fact of this secret says, or what was read up to an earlier version.

        Where the keys do not say it, an earlier version of this software wrote them, and the facts
        are dealt again.
        """
        before = self._used.get(stream) or _Used("", 0, 0)
        if before.commitment != table.commitment:
            before = _Used(table.commitment, 0, 0)
        numbers = before.numbers
        for entry in self._backwards(stream, version, before.version):
            used = fair.used_after(entry, table.commitment)
            if used is not None:
                numbers = used
                break
            if fair.is_unnumbered(entry):
                numbers = fair.count_again(self.runner.log.read(stream, limit=version), seed)
                break
        self._used[stream] = _Used(table.commitment, version, numbers)
        return numbers

    def _backwards(self, stream: str, version: int, down_to: int) -> Iterator[Entry]:
        while version > down_to:
            start = max(down_to, version - PAGE)
            yield from reversed(self.runner.log.read(stream, after=start, limit=version - start))
            version = start

    def _seed(self, stream: str, table: Table) -> str:
        """The secret in use: the one that the published hash is of, or none."""
        commitment, seed = self._seeds.get(stream, ("", ""))
        if commitment != table.commitment:
            try:
                seed = self.chains.secret(stream, table.root, table.commitment)
            except SecretAltered:
                raise HouseStopped(WRONG) from None
            if not seed:
                raise HouseStopped(MISSING)
            self._seeds[stream] = (table.commitment, seed)
        return seed


def _ended(table: Table, _version: int) -> str:
    """The root of a chain that gives no more secrets; "" while it does."""
    return "" if table.commitment else table.root


def _order(table: Table, command: Command, key: str) -> Order:
    """In the lowest office that decides at this table, in which the house publishes."""
    directed = table.game.table.directed
    by = Role.TOURNAMENT_DIRECTOR if directed else Role.GAMING_SUPERVISOR
    return Order(command, by, HOUSE, key)
