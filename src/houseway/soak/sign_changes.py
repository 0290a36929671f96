"""Supervisors who change what the sign says, and patrons who wager near its limits."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from houseway.games import commands as c
from houseway.games import house
from houseway.games.commands import Command
from houseway.games.limits import Limits
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.table.signs import personal_sign
from houseway.table.state import Table
from houseway.table.table import MACHINE, decide, roles_of
from houseway.table.vocabulary import PutUpSign, RaiseMinimum

_NOTICE_US = 20 * 60 * 1_000_000
_TRIES = 4
_SUBJECTS = ("limits", "multiple", "differential", "personal limit")


class SignChanges:
    """Changes of limits that the rules mostly allow, and stakes on both sides of each limit."""

    def __init__(self, chance: random.Random, patrons: tuple[str, ...]) -> None:
        self.chance = chance
        self.patrons = patrons

    def opening_limits(self, usual: Limits) -> Limits | None:
        """The sign at the opening: now and then other figures than the game's own."""
        if self.chance.random() < 0.6:
            return None
        scale, multiple = self.chance.choice((1, 2, 4)), self.chance.choice((0, 5_00, 10_00))
        return replace(usual, minimum=usual.minimum * scale, multiple=multiple)

    def change(self, table: Table, now_us: int) -> tuple[Command, Role] | None:
        """A change that would be accepted just now, if one comes to mind."""
        for _ in range(_TRIES):
            command = self._proposed(table, now_us)
            by = self._office(table, command)
            if by and isinstance(decide(table, command, by, now_us, "Gita"), Accepted):
                return command, by
        return None

    def _proposed(self, table: Table, now_us: int) -> Command:
        limits, chance = table.play.limits, self.chance
        patron = chance.choice(self.patrons)
        low, high = limits.minimum, limits.maximum
        return chance.choice((
            RaiseMinimum(low * 2),
            RaiseMinimum(low + 5_00),
            house.SetLimits(chance.choice((5_00, 10_00, 25_00)), chance.choice((high, 500_00))),
            house.SetLimits(low, chance.choice((low, 60_00, 1_000_00))),
            house.SetMultiple(chance.choice((5_00, 10_00, 25_00))),
            house.SetDifferential(chance.choice((20_00, 50_00, 200_00))),
            house.GrantPersonalLimit(patron, chance.choice((40_00, 2_000_00))),
            house.GrantPersonalLimit(patron, 2_000_00, chance.choice((5_00, 25_00, 50_00))),
            house.GiveNotice(chance.choice(_SUBJECTS)),
            PutUpSign(personal_sign(patron), now_us, "limits of their own"),
            PutUpSign("minimum", now_us + _NOTICE_US, "a new minimum", low * 2),
        ))  # fmt: skip

    def _office(self, table: Table, command: Command) -> Role | None:
        known = type(command) in MACHINE.commands or type(command) in table.game.orders
        return self.chance.choice(sorted(roles_of(table, type(command)))) if known else None

    def near_a_limit(self, table: Table, command: Command) -> Command:
        """The same wager with a stake at, just below or just above a limit that may matter."""
        if not isinstance(command, c.PlaceWager) or self.chance.random() < 0.7:
            return command
        return replace(command, amount=self._amount(table.play.limits, command.patron))

    def find(self, table: Table) -> tuple[Command, Role] | None:
        """Staff find that another amount lies there than was recorded."""
        wagers: list[tuple[str, int, str]] = sorted(table.play.layout.wagers)
        may = table.game.orders.get(c.FindWager)
        if not wagers or may is None:
            return None
        patron, box, wager = self.chance.choice(wagers)
        amount = self._amount(table.play.limits, patron)
        return c.FindWager(patron, wager, amount, box), self.chance.choice(sorted(may.roles))

    def _amount(self, limits: Limits, patron: str) -> int:
        known: list[Any] = [
            limits.minimum, limits.maximum, limits.protected.get(patron),
            limits.personal_minimums.get(patron), limits.personal.get(patron),
        ]  # fmt: skip
        at: int = self.chance.choice([each for each in known if each])
        return max(1, at + self.chance.choice((0, 0, -5_00, 5_00, 5_00, 2_50, 100_00)))
