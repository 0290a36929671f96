"""One table as an aggregate: opened under an edition, played, closed.

`decide` and `evolve` have the same shape as a game's: the one judges and changes nothing, the other
applies and judges nothing. What the table itself does not answer, its game does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from houseway.equipment.chips import BadAmount, ChipSet
from houseway.games import FOLDERS, game
from houseway.games.commands import Command
from houseway.games.events import (
    Event,
    PatronExcluded,
    PatronLeft,
    RoundOpened,
    SeatVacated,
    WagerPlaced,
)
from houseway.games.game import Game, Setup
from houseway.games.house import SetLimits
from houseway.games.limits import Limits
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import life
from houseway.table.vocabulary import (
    CloseTable,
    CommitSeed,
    HoursSet,
    MinimumProtected,
    OpenTable,
    OrderRefused,
    ProtectionEnded,
    PutUpSign,
    RaiseMinimum,
    RevealSeed,
    SeedCommitted,
    SeedRevealed,
    SetHours,
    SignPutUp,
    SignTakenDown,
    TableClosed,
    TableOpened,
    TakeDownSign,
)

_IDLE = ("open", "shuffle", "check", "cut", "cutting card", "burn", "no-bet coup")

# Who may give the orders of the table itself: a casino supervisor (readings A-01 and G11).
OWN_ORDERS: dict[type[Command], frozenset[Role]] = {
    OpenTable: SUPERVISORS,
    CloseTable: SUPERVISORS,
    CommitSeed: SUPERVISORS,
    RevealSeed: SUPERVISORS,
    PutUpSign: SUPERVISORS,
    TakeDownSign: SUPERVISORS,
    SetHours: SUPERVISORS,
    RaiseMinimum: SUPERVISORS,
}


@dataclass(slots=True)
class Table:
    """What is known about one table. `play` is the state of its game once it is open."""

    slug: str = ""
    edition: str = ""
    play: Any = None
    closed: bool = False
    refusals: int = 0
    virtual: bool = False
    commitment: str = ""  # of the secret in use; empty between a reveal and the next commitment
    signs: dict[str, SignPutUp] = field(default_factory=dict)
    hours: tuple[int, int, int, Clause] | None = None  # opens, closes, minutes east, clause
    playing: set[str] = field(default_factory=set)  # who has wagered in this sitting and not left

    @property
    def game(self) -> Game:
        return game(self.slug)


def decide(table: Table, command: Command, by: Role, at_us: int = 0) -> Ruling:
    """The ruling on one order given at a time: the table's own, or its game's."""
    if isinstance(command, OpenTable):
        return _open(table, command, by)
    if table.play is None or table.closed:
        return Refused("table_not_open", None, "the table is not open")
    if type(command) in OWN_ORDERS:
        return _may_not(table, command, by) or _own(table, command, at_us)
    if table.virtual and not table.commitment:
        return Refused("not_committed", None, "a virtual table commits to its secret first")
    return _played(table, command, by, at_us)


def _own(table: Table, command: Command, at_us: int) -> Ruling:
    """The table's own orders."""
    if isinstance(command, CommitSeed):
        return _commit(table, command)
    if isinstance(command, RevealSeed):
        return _reveal(table, command)
    if isinstance(command, PutUpSign):
        return life.put_up_sign(table, command, at_us)
    if isinstance(command, TakeDownSign):
        return life.take_down_sign(table, command)
    if isinstance(command, SetHours):
        return life.set_hours(table, command)
    awaited = table.game.awaits(table.play)
    if awaited.what not in _IDLE:
        between = f"a round begun is finished: {awaited.sentence}"
        return Refused("round_under_way", _clause_of(table, command), between)
    if isinstance(command, RaiseMinimum):
        return life.raise_at_once(table, command)
    return life.close_table(table, at_us)


def _played(table: Table, command: Command, by: Role, at_us: int) -> Ruling:
    """The game's ruling, and what the life of the table adds to it."""
    ruling = table.game.decide(table.play, command, by)
    if isinstance(command, SetLimits):
        return life.limits_changed(table, command, ruling, at_us)
    if isinstance(ruling, Refused):
        return life.below_new_minimum(table, ruling)
    if any(isinstance(event, RoundOpened) for event in ruling.events):
        return life.outside_hours(table, at_us) or ruling
    return life.with_departures(table, ruling)


def _may_not(table: Table, command: Command, by: Role) -> Refused | None:
    if by in OWN_ORDERS[type(command)]:
        return None
    asked = type(command).sentence.partition(" {")[0]
    clause = _clause_of(table, command)
    return Refused("role_may_not", clause, f"a {by} may not {asked}; a supervisor may")


def _clause_of(table: Table, command: Command) -> Clause | None:
    """The clause of the table's document that an order of its own rests on, if it has one."""
    if table.play is None:
        return None
    rules = table.game.table
    if isinstance(command, RaiseMinimum):
        return rules.raising.at_once if rules.raising else None
    if isinstance(command, SetHours):
        return rules.hours
    return rules.close if isinstance(command, CloseTable) else None


def commitment_of(seed: str) -> str:
    """What is published of a secret before it is used: its SHA-256."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def _commit(table: Table, command: CommitSeed) -> Ruling:
    if not table.virtual:
        return Refused("not_virtual", None, "the cards of this table are real")
    if table.commitment:
        return Refused("committed", None, "the secret in use is revealed before the next")
    if len(command.commitment) != 64 or not _is_hex(command.commitment):
        return Refused("not_a_hash", None, "a commitment is a SHA-256 in 64 hex digits")
    return Accepted((SeedCommitted(command.commitment),))


def _reveal(table: Table, command: RevealSeed) -> Ruling:
    if not table.commitment:
        return Refused("not_committed", None, "no secret is in use")
    if not _is_hex(command.seed) or commitment_of(command.seed) != table.commitment:
        return Refused("not_the_seed", None, "that is not the secret committed to")
    awaited = table.game.awaits(table.play)
    if awaited.what not in _IDLE:
        return Refused("round_under_way", None, f"a round begun is finished: {awaited.sentence}")
    return Accepted((SeedRevealed(command.seed),))


def _is_hex(text: str) -> bool:
    return len(text) % 2 == 0 and set(text) <= set("0123456789abcdef")


def _open(table: Table, command: OpenTable, by: Role) -> Ruling:
    if table.play is not None:
        return Refused("table_open", None, "the table has been opened already")
    refused = _may_not(table, command, by)
    if refused:
        return refused
    if command.document not in FOLDERS:
        known = ", ".join(FOLDERS)
        return Refused("no_such_game", None, f"{command.document} is none of {known}")
    found = game(command.document)
    limits = command.limits or found.limits
    try:
        setup = setup_of(found, command.options, limits, command.chips)
    except (msgspec.ValidationError, BadAmount) as wrong:
        return Refused("option_unknown", None, str(wrong))
    refused = found.check_setup(setup)
    if refused:
        return refused
    cite = found.cite
    opened = TableOpened(
        found.slug, cite.id, cite.content_hash, command.options, limits, command.chips,
        command.virtual,
    )  # fmt: skip
    return Accepted((opened,))


def setup_of(found: Game, options: dict[str, Any], limits: Limits, chips: tuple[int, ...]) -> Setup:
    return Setup(msgspec.convert(options, found.options), limits, ChipSet(chips))


def evolve(table: Table, event: Event) -> Table:
    """Apply a fact: the table's own, or its game's."""
    apply = EVOLVE.get(type(event))
    if apply is not None:
        apply(table, event)
        return table
    table.game.evolve(table.play, event)
    if isinstance(event, WagerPlaced):
        table.playing.add(event.patron)
    elif isinstance(event, PatronLeft | SeatVacated | PatronExcluded):
        table.playing.discard(event.patron)
    return table


def _opened(table: Table, event: TableOpened) -> None:
    table.slug, table.edition = event.document, event.edition
    table.virtual = event.virtual
    setup = setup_of(table.game, event.options, event.limits, event.chips)
    table.play = table.game.begin(setup)


def _closed(table: Table, event: TableClosed) -> None:
    table.closed = True


def _committed(table: Table, event: SeedCommitted) -> None:
    table.commitment = event.commitment


def _revealed(table: Table, event: SeedRevealed) -> None:
    table.commitment = ""


def _refused(table: Table, event: OrderRefused) -> None:
    table.refusals += 1


def _sign_up(table: Table, event: SignPutUp) -> None:
    table.signs[event.subject] = event


def _sign_down(table: Table, event: SignTakenDown) -> None:
    del table.signs[event.subject]


def _hours(table: Table, event: HoursSet) -> None:
    table.hours = event.opens, event.closes, event.minutes_east, event.clause


def _protected(table: Table, event: MinimumProtected) -> None:
    """The limits already say so; the marker is what people see."""


def _protection_ended(table: Table, event: ProtectionEnded) -> None:
    limits = table.play.limits
    left = {who: least for who, least in limits.protected.items() if who != event.patron}
    table.play.limits = replace(limits, protected=left)


EVOLVE: dict[type[Event], Callable[[Table, Any], None]] = {
    TableOpened: _opened,
    TableClosed: _closed,
    SeedCommitted: _committed,
    SeedRevealed: _revealed,
    OrderRefused: _refused,
    SignPutUp: _sign_up,
    SignTakenDown: _sign_down,
    HoursSet: _hours,
    MinimumProtected: _protected,
    ProtectionEnded: _protection_ended,
}
