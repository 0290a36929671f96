"""A record of a whole table: a clock, people by name, and the table's own steps."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from houseway.equipment.chips import dollars
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.game import Awaits, Game, Setup
from houseway.records import sentences
from houseway.records.clock import Clock, Moment
from houseway.records.session import Session
from houseway.rulebook.document import Clause
from houseway.rulebook.persons import Signature
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling
from houseway.table import table as tables
from houseway.table.approvals import stamp
from houseway.table.people import ASSIGNED
from houseway.table.people_vocabulary import AskCorrection, DealerRelieved, StaffAssigned
from houseway.table.state import OPEN, roles_at
from houseway.table.table import MACHINE, Table
from houseway.table.vocabulary import PutUpSign, SetHours, TableOpened

_SIGN = re.compile(
    r"put up a sign about (?:the )?(?P<subject>.+?)(?: stating \$?(?P<minimum>[\d.,]+))?"
    r"(?: saying (?P<text>.+?))? from (?P<hour>\d\d?):(?P<minute>\d\d)"
)
_HOURS = re.compile(r"set the hours of gaming from (\d\d?):(\d\d) until (\d\d?):(\d\d)")
_CORRECTION = re.compile(r"ask for a correction because (.+), by: (.+)")
_WRITTEN = {
    PutUpSign: (
        "put up a sign about {subject}[ stating {minimum:money}][ saying {text:words}]"
        " from {hour}:{minute}"
    ),
    SetHours: "set the hours of gaming from {hour}:{minute} until {hour}:{minute}",
    AskCorrection: "ask for a correction because {reason:words}, by: {step}",
}


class TableStep(NamedTuple):
    """A step of the table itself, as a record writes it, with who may take it and by which
    clause."""

    text: str
    roles: frozenset[Role]
    clause: Clause | None


def table_steps(game: Game, setup: Setup) -> list[TableStep]:
    """Return the steps of a table itself, whatever is played at it."""
    table = open_table(game, setup)
    return [
        TableStep(_WRITTEN.get(kind, kind.sentence), roles_at(own, game), own.slot(table))
        for kind, own in MACHINE.commands.items()
        if OPEN in own.stages
    ]


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
        self.table = open_table(game, setup)
        for event in _on_duty(staff, game.table.dealer, begins_us):
            self.apply(event)
        self.play = self.remembering(self.table.play)
        self.kinds = (*MACHINE.commands, *game.orders)

    def write(self, text: str, *, line: int = 0) -> Refused | None:
        """A step, or the time of day at which the next one happened."""
        return None if self.clock.read(text) else super().write(text, line=line)

    def speaker(self, text: str) -> tuple[Role | None, str, str]:
        """Return who speaks by name, or the person of the record who has the role."""
        by, name, rest = super().speaker(text)
        return by, name or self._holder(by), rest

    @property
    def people(self) -> Mapping[str, Role]:
        return {**super().people, **self.staff}

    @property
    def awaited(self) -> Awaits:
        return _CLOSED if self.table.closed else super().awaited

    @property
    def next(self) -> str:
        return _CLOSED.sentence if self.table.closed else super().next

    def _holder(self, role: Role | None) -> str:
        """Return the dealer who is in, or the first person listed in the role."""
        if role == Role.DEALER and self.table.dealer:
            return self.table.dealer
        return next((name for name, held in self.staff.items() if held == role), "")

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
        own = MACHINE.commands.get(kind)
        return roles_at(own, self.game) if own else super().roles_of(kind)


_CLOSED = Awaits("closed", "", Clause(""), "the table is closed: nothing comes next")


def _on_duty(staff: Mapping[str, Role], clause: Clause | None, at_us: int) -> Iterator[Event]:
    """Yield the events that put the people of the record on the table's list; the first dealer
    listed deals."""
    by = Signature("", Role.GAMING_SUPERVISOR, at_us)
    for name, role in staff.items():
        if role in ASSIGNED:
            yield StaffAssigned(name, role, by)
    dealer = next((name for name, role in staff.items() if role == Role.DEALER), "")
    if dealer:
        yield DealerRelieved("", dealer, by, clause)


def open_table(game: Game, setup: Setup) -> Table:
    """Return a table of this game, opened under its edition with no staff and no patrons."""
    options = msgspec.to_builtins(setup.options)
    opened = TableOpened(
        game.slug, game.cite.id, game.cite.content_hash, options, setup.limits,
        setup.chips.denominations, virtual=False, stamp=stamp(game, None),
    )  # fmt: skip
    return tables.evolve(Table(), opened)
