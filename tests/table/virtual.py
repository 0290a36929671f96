"""A virtual table without a log: the house brings its facts from a seed, practice patrons play."""

from __future__ import annotations

import random

from houseway.driving import PRACTICE, next_command
from houseway.equipment.seeds import root_of, secret_behind
from houseway.fair import house_order, numbers
from houseway.games.commands import Command
from houseway.games.felt import FACE_DOWN
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.table.faces import awaits_house
from houseway.table.secrets import CommitSeed, SeedRevealed, spent
from houseway.table.state import HOUSE, Table
from houseway.table.table import decide, evolve
from tests.offices import decider, opening_of

NOW_US = 1_785_000_000_000_000  # in 2026: every document is in force
SEED = "5e" * 32


def opened(slug: str, *, virtual: bool) -> Table:
    table = Table()
    given(table, opening_of(slug, virtual=virtual), decider(slug), "Dora")
    return table


def given(table: Table, command: Command, by: Role, actor: str) -> bool:
    ruling = decide(table, command, by, NOW_US, actor)
    for event in ruling.events if isinstance(ruling, Accepted) else ():
        evolve(table, event)
    return isinstance(ruling, Accepted)


class VirtualTable:
    """Facts by the house, everything else by people, one step at a time."""

    def __init__(self, slug: str) -> None:
        self.table = opened(slug, virtual=True)
        self.chance = random.Random(slug)
        self.commit()

    def commit(self) -> None:
        self.used = 0
        command = CommitSeed(root_of(SEED))
        assert given(self.table, command, decider(self.table.slug), HOUSE)

    @property
    def secret(self) -> str:
        return secret_behind(SEED, self.table.commitment)

    def step(self) -> None:
        awaited = self.table.game.awaits(self.table.play)
        if spent(self.table):
            evolve(self.table, SeedRevealed(self.secret))
            self.used = 0
        elif awaits_house(awaited):
            stream = numbers(self.table, self.secret, self.used)
            command, by = house_order(self.table, awaited, stream)
            self.used = stream.used
            assert given(self.table, command, by, HOUSE), command
        else:
            command, by = next_command(
                self.table.game, self.table.play, PRACTICE, self.chance.randrange
            )
            given(self.table, command, by, self.actor(command, by))

    def actor(self, command: Command, by: Role) -> str:
        return (getattr(command, "patron", "") if by == Role.PATRON else "Eli") or "Ana"

    def until(self, what: str, *, offered: bool = False) -> VirtualTable:
        for _ in range(3_000):
            awaited = self.table.game.awaits(self.table.play)
            if awaited.what == what and (awaited.choices or not offered):
                return self
            self.step()
        raise AssertionError(f"{what} was not awaited")

    def after(self, *, rounds: int) -> Table:
        for _ in range(5_000):
            if self.table.play.round > rounds:
                return self.table
            self.step()
        raise AssertionError(f"{rounds} rounds did not end")

    def own_faces(self, command: Command, by: Role) -> set[str]:
        """The faces that the patron of a command holds and has been shown."""
        whose = getattr(command, "patron", "")
        if by != Role.PATRON:
            return set()
        hands = self.table.game.felt(self.table.play, whose).hands
        return {
            card
            for hand in hands
            if hand.patron == whose
            for card in hand.cards
            if card != FACE_DOWN
        }
