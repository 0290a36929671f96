"""The house at a virtual table: it keeps the secret, brings the facts, and reveals it when spent.

The secret lies in a file of its own, outside the log, readable by its owner alone, until it is
revealed; a restarted house goes on exactly where the log stands.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from houseway import fair
from houseway.equipment.seeds import SeedStream
from houseway.games.commands import Command
from houseway.randomness import new_seed
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.runner import Answer, Order, Runner
from houseway.table.faces import awaits_house
from houseway.table.secrets import commitment_of
from houseway.table.state import HOUSE
from houseway.table.vocabulary import CommitSeed, RevealSeed

MOST = 10_000  # facts in a row: more than any round awaits


class HouseStopped(Exception):
    """The rules refused what the house brought: our own mistake, or a log that was altered."""


class House:
    """One house for many virtual tables; `folder` is where the secrets lie."""

    def __init__(self, runner: Runner, folder: Path, seed: Callable[[], str] = new_seed) -> None:
        self.runner = runner
        self.folder = folder
        self._new_seed = seed
        self._streams: dict[str, SeedStream] = {}

    def commit(self, stream: str) -> str:
        """Take a new secret, keep it, and publish its hash; returned for the patrons."""
        if self.runner.look(stream, lambda table, _: table.commitment):
            raise HouseStopped(f"{stream} has a secret in use: it is not written over")
        seed = self._new_seed()
        self._keep(stream, seed)
        answer = self._order(stream, CommitSeed(commitment_of(seed)), self._office(stream))
        if answer.refused:
            raise HouseStopped(str(answer.refused))
        self._streams[stream] = SeedStream(seed)
        return commitment_of(seed)

    def deal(self, stream: str) -> int:
        """Bring every fact that the table awaits now; the number of orders given."""
        for given in range(MOST):
            if not self.deal_one(stream):
                return given
        raise HouseStopped(f"{stream} awaits more than {MOST} facts in a row")

    def deal_one(self, stream: str) -> bool:
        """Bring one fact; false where none is awaited of the house."""
        table = self.runner.table(stream)
        awaited = table.game.awaits(table.play)
        if not awaits_house(awaited):
            return False
        command, by = fair.house_order(table, awaited, self._stream(stream))
        answer = self._order(stream, command, by)
        if answer.refused:
            raise HouseStopped(f"{command}: {answer.refused}")
        return True

    def is_spent(self, stream: str) -> bool:
        """Whether the secret in use has done its work and can be revealed."""
        used = self._stream(stream).used
        return self.runner.look(stream, lambda table, _: fair.spent(table, used))

    def reveal(self, stream: str) -> Refused | None:
        """Publish the secret, so that the deal can be checked; refused while a round is on."""
        answer = self._order(stream, RevealSeed(self._kept(stream)), self._office(stream))
        if answer.refused is None:
            self._streams.pop(stream, None)
            self._path(stream).unlink()
        return answer.refused

    def _office(self, stream: str) -> Role:
        """The lowest office that decides at this table, in which the house publishes."""
        directed = self.runner.table(stream).game.table.directed
        return Role.TOURNAMENT_DIRECTOR if directed else Role.GAMING_SUPERVISOR

    def _order(self, stream: str, command: Command, by: Role) -> Answer:
        key = f"{HOUSE} {self.runner.version(stream)}"
        return self.runner.order(stream, Order(command, by, HOUSE, key))

    def _stream(self, stream: str) -> SeedStream:
        """The numbers of the secret in use; after a restart, counted again from the log."""
        if stream not in self._streams:
            entries = self.runner.log.read(stream)
            self._streams[stream] = fair.resumed(entries, self._kept(stream))
        return self._streams[stream]

    def _path(self, stream: str) -> Path:
        return self.folder / f"{stream.replace('/', '-')}.seed"

    def _keep(self, stream: str, seed: str) -> None:
        """Durably, before its hash is published: a secret lost is a shoe nobody can finish."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self._path(stream)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        try:
            os.write(handle, seed.encode())
            os.fsync(handle)
        finally:
            os.close(handle)

    def _kept(self, stream: str) -> str:
        try:
            return self._path(stream).read_text()
        except FileNotFoundError as lost:
            raise HouseStopped(
                f"the secret of {stream} is not in {self.folder}: the table cannot go on"
            ) from lost
