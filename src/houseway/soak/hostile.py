"""Patrons who want more than is due: they name faces, use no name, and ask for huge amounts."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from msgspec.structs import replace

from houseway.equipment.cards import DECK
from houseway.equipment.tiles import PACK
from houseway.games import commands as c
from houseway.games.commands import Command, forms_of
from houseway.rulebook.roles import Role
from houseway.soak.inventing import Inventor
from houseway.table.state import Table

NAMES = ("", " ", "\u200b", "Ana\u200b", "\u0410na", "device", "house", "Ana\x00", "x" * 5_000)
NUMBERS = (-1, 0, 10**12 + 1, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64, 2**200)
_FACES: dict[str, tuple[Any, ...]] = {
    "card": (DECK, 1), "cards": (DECK, 5), "tiles": (PACK, 4)
}  # fmt: skip


class Hostile:
    """One attack at a time, by a patron of the table, in commands that patrons may give."""

    def __init__(self, chance: random.Random, patrons: tuple[str, ...]) -> None:
        self.chance = chance
        self.patrons = patrons
        self.inventor = Inventor(chance)
        self.tried: Counter[str] = Counter()

    def attack(self, table: Table) -> tuple[Command, str]:
        """A command and the patron who gives it."""
        actor = self.chance.choice(self.patrons)
        attack = self.chance.choice((self._face, self._no_name, self._huge))
        command = attack(table, actor)
        self.tried[attack.__name__.strip("_").replace("_", " ")] += 1
        return command, actor

    def _given(self, table: Table, actor: str) -> Command:
        """Any command of a patron, in the patron's own name."""
        orders = table.game.orders
        kinds = [kind for kind, may in orders.items() if Role.PATRON in may.roles]
        command = self.inventor.order(kinds, (actor,))
        own = {each: actor for each in ("patron", "person") if hasattr(command, each)}
        return replace(command, **own)

    def _face(self, table: Table, actor: str) -> Command:
        """Name cards or tiles, in a command that has a place for them if the game has one."""
        orders = table.game.orders
        named = [kind for kind in orders if set(forms_of(kind).values()) & set(_FACES)]
        if not named:
            return self._given(table, actor)
        command = self.inventor.order(named, (actor, "box 1", "box 2", "player", "banker"))
        forms = forms_of(type(command))
        faces = {name: self._some(form) for name, form in forms.items() if form in _FACES}
        own = {"patron": actor} if hasattr(command, "patron") else {}
        return replace(command, **faces, **own)

    def _some(self, form: str) -> Any:
        faces, many = _FACES[form]
        chosen = tuple(self.chance.choice(faces) for _ in range(many))
        return chosen[0] if form == "card" else chosen

    def _no_name(self, table: Table, actor: str) -> Command:
        """Wager, join or bring chips under a name that is none, or looks like another's."""
        name = self.chance.choice(NAMES)
        return self.chance.choice((
            c.JoinTable(name), c.BringChips(name, 100_00),
            c.PlaceWager(name, self._wager(table), 10_00, 1), c.LeaveTable(name),
        ))  # fmt: skip

    def _huge(self, table: Table, actor: str) -> Command:
        number = self.chance.choice(NUMBERS)
        return self.chance.choice((
            c.BringChips(actor, number), c.PlaceWager(actor, self._wager(table), number, 1),
            c.PlaceWager(actor, self._wager(table), 10_00, number),
            c.ChangeWager(actor, self._wager(table), number, 1),
        ))  # fmt: skip

    def _wager(self, table: Table) -> str:
        lines = table.game.wagers(table.play.options)
        return self.chance.choice([line.wager for line in lines])
