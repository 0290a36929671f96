"""A virtual table on a real log: the house brings the facts, practice patrons play."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import chain, count
from pathlib import Path

import msgspec

from houseway.driving import PRACTICE, next_command
from houseway.games import commands as c
from houseway.rulebook.roles import Role
from houseway.runner import Answer, Order, Runner
from houseway.store.log import Conflict, Entry
from houseway.store.sqlite import SqliteLog
from houseway.table.people import AskCorrection, ConfirmCorrection
from houseway.table.secrets import ContributeShare
from houseway.table.state import Table, round_under_way
from houseway.table.vocabulary import CloseTable
from houseway.virtual import House
from tests.offices import decider, opening_of

TABLE = "table/7"
NOW_US = 1_785_000_000_000_000  # in 2026: every document is in force
SEED = "5e" * 32
STEPS_A_ROUND = 100  # more than any round takes, also if it is voided and begun again


class Floor:
    """One table; `person` gives whatever is not a fact, `house` everything else."""

    def __init__(self, path: Path, slug: str) -> None:
        self.log = SqliteLog(path / "floor.db")
        self.path, self.slug = path, slug
        clock = count(NOW_US)
        self.runner = Runner(self.log, lambda: next(clock))
        self.chance = random.Random(slug)
        self.numbers = count(1)
        self.seeds: Iterator[str] = chain([SEED], (f"{number:064x}" for number in count(1)))
        self.begin()

    def begin(self) -> None:
        opening = opening_of(self.slug, virtual=True)
        assert self.give(opening, decider(self.slug), "Dora").refused is None
        self.house = self.new_house()

    def new_house(self) -> House:
        return House(self.runner, self.path / "secrets", lambda: next(self.seeds))

    @property
    def table(self) -> Table:
        return self.runner.table(TABLE)

    @property
    def entries(self) -> list[Entry]:
        return self.log.read(TABLE)

    def give(self, command: c.Command, by: Role, actor: str) -> Answer:
        return self.runner.order(TABLE, Order(command, by, actor, f"order {next(self.numbers)}"))

    def share(self, patron: str, share: str, root: str = "") -> str:
        """A patron's share for the root in use; the code of its refusal, or nothing."""
        command = ContributeShare(patron, share, root or self.table.root)
        refused = self.give(command, Role.PATRON, patron).refused
        return refused.code if refused else ""

    def void(self, command: c.Command, by: Role, actor: str, second: str) -> str:
        """What one person asks for and another confirms; the code of its refusal, or nothing."""
        asked = AskCorrection(msgspec.json.encode(command).decode(), "it cannot be dealt on")
        refused = self.give(asked, by, actor).refused
        if refused is None:
            confirmed = ConfirmCorrection(self.table.corrections_asked)
            refused = self.give(confirmed, by, second).refused
        return refused.code if refused else ""

    def play(self, rounds: int) -> None:
        for _ in range(max(3_000, rounds * STEPS_A_ROUND)):
            if self.table.play.round > rounds:
                return
            if not self.deal():
                self.person()
        raise AssertionError(f"{rounds} rounds did not end")

    def deal(self) -> int:
        """What the house does; nothing, if another house was first every time."""
        try:
            return self.house.deal(TABLE)
        except Conflict:
            return 0

    def person(self) -> None:
        """Whatever is not a fact: a wager, a choice, a step that needs none."""
        table = self.table
        command, by = next_command(table.game, table.play, PRACTICE, self.chance.randrange)
        actor = getattr(command, "patron", "") if by == Role.PATRON else "Eli"
        self.give(command, by, actor or "Ana")

    def until(self, what: str) -> None:
        """Play on until this is awaited."""
        for _ in range(3_000):
            if self.table.game.awaits(self.table.play).what == what:
                return
            if not self.house.step(TABLE):
                self.person()
        raise AssertionError(f"{what} was not awaited")

    def finish(self) -> None:
        """Play on until the table can close, and reveal the secret in use."""
        for _ in range(2_000):
            if not round_under_way(self.table):
                break
            if not self.house.deal(TABLE):
                self.person()
        for patron in tuple(self.table.play.layout.idle_rounds):
            self.give(c.LeaveTable(patron), Role.PATRON, patron)
        assert self.give(CloseTable(), decider(self.slug), "Dora").refused is None
        self.house.deal(TABLE)
