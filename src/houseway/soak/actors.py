"""People at tables: mostly they do what is awaited, at times something else, at times nonsense."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec

from houseway.driving import SOAK, Deed, next_command
from houseway.games import commands as c
from houseway.games import game, house, slugs
from houseway.games.commands import Command
from houseway.games.game import Game
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.soak.hostile import Hostile
from houseway.soak.inventing import Inventor
from houseway.soak.sign_changes import SignChanges
from houseway.table.opening import simulated
from houseway.table.people_vocabulary import (
    AskCorrection,
    AssignStaff,
    ConfirmCorrection,
    RelieveDealer,
)
from houseway.table.state import Table
from houseway.table.table import MACHINE, decide, roles_of
from houseway.table.vocabulary import CloseTable, OpenTable, RaiseMinimum, SetHours

PATRONS = ("Ana", "Ben", "Chen")
STAFF = {
    Role.DEALER: "Dora",
    Role.GAMING_SUPERVISOR: "Eli",
    Role.ASSISTANT_GAMING_MANAGER: "Finn",
    Role.GAMING_MANAGER: "Gita",
    Role.CASINO_DUTY_MANAGER: "Hana",
    Role.GAMING_SHIFT_MANAGER: "Ines",
    Role.TOURNAMENT_DIRECTOR: "Jan",
    Role.ASSISTANT_TO_DIRECTOR: "Kim",
    Role.SURVEILLANCE: "Lena",
    Role.INSPECTOR: "Max",
    Role.PROMOTIONS: "Nora",
}
TRIES = 6  # orders thought of before one is given that may be refused
_RARELY = (  # they end the evening, or make it another
    OpenTable, CloseTable, AssignStaff, RelieveDealer, SetHours, RaiseMinimum, house.SetLimits,
    house.SetMultiple, c.InvalidateOutcome, c.ReplaceCards,
)  # fmt: skip
_WORDS = (*PATRONS, *STAFF.values(), "player", "banker", "dealer", "minimum", "rules", "1", "2")


class TablePeople:
    """Everybody at the tables of the floor."""

    def __init__(self, chance: random.Random, *, virtual: float = 0.0) -> None:
        self.chance = chance
        self.virtual = virtual  # the share of tables at which the house deals
        self.inventor = Inventor(chance)
        self.signs = SignChanges(chance, PATRONS)
        self.hostile = Hostile(chance, PATRONS)
        self.waiting: dict[str, list[Deed]] = {}  # by stream: what takes a second person

    def opening(self, slug: str) -> Deed:
        """Open a table of a game with options that it allows."""
        found = game(slug)
        in_charge = Role.TOURNAMENT_DIRECTOR if found.table.directed else Role.GAMING_SUPERVISOR
        limits = self.signs.opening_limits(found.limits)
        virtual = self.chance.random() < self.virtual
        command = OpenTable(slug, self._options(found), limits, virtual=virtual)
        return _deed(simulated(command), in_charge)

    def _options(self, found: Game) -> dict[str, Any]:
        chosen = {}
        for each in msgspec.structs.fields(found.options):
            listed = msgspec.json.schema(each.type)
            values = listed.get("enum") or (
                [True, False] if listed.get("type") == "boolean" else []
            )
            if values and self.chance.random() < 0.5:
                chosen[each.encode_name] = self.chance.choice(values)
        return chosen

    def next(self, table: Table, now_us: int) -> Deed:
        """What a person at an open table does next."""
        mood = self.chance.random()
        if mood < 0.76:
            return self.go_on(table)
        if mood < 0.8:
            return self._about_limits(table, now_us)
        if mood < 0.83:
            command, actor = self.hostile.attack(table)
            return Deed(command, Role.PATRON, actor)
        if mood < 0.92:
            return self._likely(table, now_us)
        return self._anything(table)

    def needs_two(self, stream: str, deed: Deed, detail: str, number: int) -> None:
        """A command was refused to one person alone: two go on with it, next time."""
        second = f"{deed.actor} Second"
        if "correction" not in detail:
            self.waiting[stream] = [deed._replace(actor=second)]
            return
        asked = AskCorrection(msgspec.json.encode(deed.command).decode(), "it was wrong")
        confirmed = ConfirmCorrection(number)
        self.waiting[stream] = [
            deed._replace(command=asked), Deed(confirmed, deed.by, second)
        ]  # fmt: skip

    def _about_limits(self, table: Table, now_us: int) -> Deed:
        """The sign changes, or a stake is found that is not what was recorded."""
        found = self.signs.find(table) or self.signs.change(table, now_us)
        return _deed(*found) if found else self.go_on(table)

    def go_on(self, table: Table) -> Deed:
        """What is awaited at an open table, and who gives it."""
        command, by = next_command(table.game, table.play, SOAK, self.chance.randrange)
        return _deed(self.signs.near_a_limit(table, command), by)

    def _likely(self, table: Table, now_us: int) -> Deed:
        """Something that the rules allow just now, if it comes to mind."""
        deed = self._thought_of(table)
        for _ in range(TRIES):
            if isinstance(decide(table, deed.command, deed.by, now_us, deed.actor), Accepted):
                break
            deed = self._thought_of(table)
        return deed

    def _thought_of(self, table: Table) -> Deed:
        kinds = list(table.game.orders) if self.chance.random() < 0.7 else list(MACHINE.commands)
        command = self.inventor.order(kinds, self._words(table))
        if isinstance(command, _RARELY) and self.chance.random() < 0.95:
            return self.go_on(table)
        return _deed(command, self.chance.choice(sorted(roles_of(table, type(command)))))

    def _anything(self, table: Table) -> Deed:
        """Any order of any game by anybody: nonsense, or an attack."""
        slug = table.slug if self.chance.random() < 0.8 else self.chance.choice(list(slugs()))
        kinds: Sequence[type[Command]] = [*game(slug).orders, *MACHINE.commands]
        command = self.inventor.order(kinds, self._words(table))
        if isinstance(command, _RARELY) and self.chance.random() < 0.95:
            command = c.CallNoMoreBets()
        return _deed(command, self.chance.choice(list(Role)))

    def _words(self, table: Table) -> Sequence[str]:
        wagers = [line.wager for line in table.game.wagers(table.play.options)]
        return (*_WORDS, *wagers, table.slug)


def _deed(command: Command, by: Role) -> Deed:
    who = getattr(command, "patron", "") if by == Role.PATRON else STAFF[by]
    return Deed(command, by, who or PATRONS[0])
