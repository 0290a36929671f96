"""A record of a whole table: a clock, people by name, and the table's own steps beside the game's.

Times are the house's own, as its clock shows them; a time of day earlier than the last one is of
the next day.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

import msgspec

from houseway.equipment.chips import dollars
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.game import Game, Setup
from houseway.records import sentences
from houseway.records.session import Session, split_office
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling
from houseway.table import table as tables
from houseway.table.approvals import stamp
from houseway.table.days import DAY_US, MINUTE_US
from houseway.table.people_vocabulary import AskCorrection
from houseway.table.table import OWN_ORDERS, Table
from houseway.table.vocabulary import PutUpSign, SetHours, TableOpened

_CLOCK = re.compile(r"(?:at )?(\d\d?):(\d\d)")
_LATER = re.compile(r"after (\d+) (minute|hour)s?")
_SIGN = re.compile(
    r"put up a sign about (?P<subject>.+?)(?: stating \$?(?P<minimum>[\d.,]+))?"
    r"(?: saying (?P<text>.+?))? from (?P<hour>\d\d?):(?P<minute>\d\d)"
)
_HOURS = re.compile(r"set the hours of gaming from (\d\d?):(\d\d) until (\d\d?):(\d\d)")
_CORRECTION = re.compile(r"ask for a correction because (.+), by: (.+)")
_UNITS = {"minute": MINUTE_US, "hour": 60 * MINUTE_US}

Moment = Callable[[int, int], int]  # the next time at which a clock shows this hour and minute


def read_table_step(
    text: str, kinds: Iterable[type[Command]], moment: Moment, minutes_east: int
) -> Command | None:
    """A step that says a time of day or another step, or None if it is a plain sentence."""
    if found := _SIGN.fullmatch(text):
        at_us = moment(int(found["hour"]), int(found["minute"]))
        minimum = dollars(found["minimum"]) if found["minimum"] else 0
        return PutUpSign(found["subject"], at_us, found["text"] or "", minimum)
    if found := _HOURS.fullmatch(text):
        opens, closes = (int(found[at]) * 60 + int(found[at + 1]) for at in (1, 3))
        return SetHours(opens, closes, minutes_east)
    if found := _CORRECTION.fullmatch(text):
        corrected = msgspec.json.encode(sentences.read(found[2], kinds)).decode()
        return AskCorrection(corrected, found[1])
    return None


class Clock:
    """A clock that a text sets: it only goes forward, past midnight if need be."""

    def __init__(self, begins_us: int) -> None:
        self.now_us = begins_us

    def set(self, hour: int, minute: int) -> None:
        self.now_us = self.moment(hour, minute)

    def moment(self, hour: int, minute: int) -> int:
        """The next time at which it shows this."""
        at_us = self.now_us - self.now_us % DAY_US + (hour * 60 + minute) * MINUTE_US
        return at_us if at_us >= self.now_us else at_us + DAY_US

    def read(self, text: str) -> bool:
        """Whether a line says the time, and if so the clock set to it."""
        if found := _CLOCK.fullmatch(text):
            self.set(int(found[1]), int(found[2]))
        elif found := _LATER.fullmatch(text):
            self.now_us += int(found[1]) * _UNITS[found[2]]
        return found is not None


class TableSession(Session):
    """A table opened under its edition, with the people of the record."""

    usual = (Role.DEALER, Role.GAMING_SUPERVISOR, Role.TOURNAMENT_DIRECTOR)

    def __init__(
        self,
        game: Game,
        setup: Setup,
        begins_us: int,
        staff: Mapping[str, Role],
        patrons: Iterable[str] | None = None,
    ) -> None:
        super().__init__(game, setup, one_round=True, patrons=patrons)
        self.clock = Clock(begins_us)
        self.staff = staff
        self.table = Table()
        self.apply(_opened(game, setup))
        self.play = self.table.play
        self.kinds = (*OWN_ORDERS, *game.orders)

    def write(self, text: str, *, line: int = 0) -> Refused | None:
        """A step, or the time of day at which the next one happened."""
        return None if self.clock.read(text) else super().write(text, line=line)

    def speaker(self, text: str) -> tuple[Role | None, str, str]:
        """Who speaks by name, or in an office that one person of the record holds."""
        name, colon, rest = text.partition(":")
        if colon and name.strip() in self.staff:
            return self.staff[name.strip()], name.strip(), rest.strip()
        by, said = split_office(text)
        return by, self._holder(by), said

    def _holder(self, role: Role | None) -> str:
        if role == Role.DEALER and self.table.dealer:
            return self.table.dealer
        holders = [name for name, held in self.staff.items() if held == role]
        return holders[0] if len(holders) == 1 else ""

    def read_sentence(self, text: str) -> Command:
        found = read_table_step(text, self.kinds, self.clock.moment, 0)
        return found or super().read_sentence(text)

    def rule(self, command: Command, by: Role) -> Ruling:
        actor = self.actor or self._actor(command, by)
        return tables.decide(self.table, command, by, self.clock.now_us, actor)

    def _actor(self, command: Command, by: Role) -> str:
        return getattr(command, "patron", "") if by == Role.PATRON else self._holder(by)

    def apply(self, event: Event) -> None:
        tables.evolve(self.table, event)

    def roles_of(self, kind: type[Command]) -> frozenset[Role]:
        own = OWN_ORDERS.get(kind)
        return own.offices(self.game) if own else super().roles_of(kind)


def _opened(game: Game, setup: Setup) -> TableOpened:
    options = msgspec.to_builtins(setup.options)
    return TableOpened(
        game.slug, game.cite.id, game.cite.content_hash, options, setup.limits,
        setup.chips.denominations, virtual=False, stamp=stamp(Table(), game),
    )  # fmt: skip
