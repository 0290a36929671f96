"""The house at a virtual table: it keeps the secret, brings the facts, and reveals it when spent.

What to bring is chosen and appended in one step under the table's lock. How many numbers of the
secret are used is read from the log each time, never remembered beyond what the log says: the key
of a command says which numbers it took. The secret lies in a file of its own, readable by its owner
alone, and is compared with the published hash whenever it is read.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from houseway import fair
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.randomness import new_seed
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.runner import NotTaken, Order, Runner
from houseway.store.keyfile import sync_folder
from houseway.store.log import Entry
from houseway.table.faces import awaits_house
from houseway.table.secrets import awaits_public_value, commitment_of, is_hash, spent
from houseway.table.secrets_vocabulary import (
    CommitSeed,
    RevealSeed,
    SeedCommitted,
    SeedRevealed,
    StopDealing,
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
        self.folder = folder
        self._new_seed = seed
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

    def reveal(self, stream: str) -> Refused | None:
        """Publish the secret in use, so that the deal can be checked; refused inside a round."""
        try:
            self._bring(stream, self._revealing)
        except NotTaken as wrong:
            return wrong.refused
        return None

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
        """The file of a secret once its hash or itself has been published."""
        for event in events:
            if isinstance(event, SeedCommitted):
                self._move_new(stream, event.commitment)
            elif isinstance(event, SeedRevealed):
                self._path(stream).unlink(missing_ok=True)
                self._forget(stream)

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
        """The secrets in a cycle: committed to, dealt from, revealed when spent or at the end."""
        if table.play is None or not table.virtual or table.stopped:
            return None
        if not table.commitment:
            return None if table.closed else self._committing(stream, table, version)
        if table.closed or spent(table):
            return self._revealing(stream, table, version)
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

    def _committing(self, stream: str, table: Table, version: int) -> Order:
        """A new secret, durable before its hash is published."""
        seed = self._new_seed()
        commitment = commitment_of(seed)
        self._keep(stream, seed)
        return _order(table, CommitSeed(commitment), f"{HOUSE} commit {commitment[:16]}")

    def _revealing(self, stream: str, table: Table, version: int) -> Order | None:
        if not table.commitment:
            return None
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

    # The file of a secret

    def _seed(self, stream: str, table: Table) -> str:
        """The secret in use: the one that the published hash is of, or none."""
        commitment, seed = self._seeds.get(stream, ("", ""))
        if commitment != table.commitment:
            seed = self._read(stream, table.commitment)
            self._seeds[stream] = (table.commitment, seed)
        return seed

    def _read(self, stream: str, commitment: str) -> str:
        """From its file, which has its name once the hash has been published."""
        self._move_new(stream, commitment)
        try:
            seed = self._path(stream).read_text(errors="replace", encoding="utf-8")
        except OSError:
            raise HouseStopped(MISSING) from None
        if not is_hash(seed) or commitment_of(seed) != commitment:
            raise HouseStopped(WRONG)
        return seed

    def _move_new(self, stream: str, commitment: str) -> None:
        new = self._new_path(stream, commitment)
        if new.exists():
            os.replace(new, self._path(stream))
            sync_folder(self.folder)

    def _path(self, stream: str) -> Path:
        return self.folder / f"{stream.replace('/', '-')}.seed"

    def _new_path(self, stream: str, commitment: str) -> Path:
        """Until the hash is in the log: two processes that commit at once do not meet here."""
        return self.folder / f"{stream.replace('/', '-')}.{commitment[:16]}.new"

    def _keep(self, stream: str, seed: str) -> None:
        """Durably, before its hash is published: a secret lost is a shoe nobody can finish."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = self._new_path(stream, commitment_of(seed))
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            os.write(handle, seed.encode())
            os.fsync(handle)
        finally:
            os.close(handle)
        sync_folder(self.folder)


def _order(table: Table, command: Command, key: str) -> Order:
    """In the lowest office that decides at this table, in which the house publishes."""
    directed = table.game.table.directed
    by = Role.TOURNAMENT_DIRECTOR if directed else Role.GAMING_SUPERVISOR
    return Order(command, by, HOUSE, key)
