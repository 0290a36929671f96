"""One table as an aggregate: opened under an edition, played, closed.

`decide` and `evolve` have the same shape as a game's: the one judges and changes nothing, the other
applies and judges nothing. What the table itself does not answer, its game does.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import msgspec

from houseway.equipment.chips import BadAmount, ChipSet
from houseway.games import FOLDERS, game
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.game import Game, Setup
from houseway.games.limits import Limits
from houseway.rulebook.roles import SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.vocabulary import (
    CloseTable,
    CommitSeed,
    OpenTable,
    OrderRefused,
    RevealSeed,
    SeedCommitted,
    SeedRevealed,
    TableClosed,
    TableOpened,
)

_IDLE = ("open", "shuffle", "check", "cut", "cutting card", "burn", "no-bet coup")

# Who may give the orders of the table itself: a casino supervisor (readings A-01 and G11).
OWN_ORDERS: dict[type[Command], frozenset[Role]] = {
    OpenTable: SUPERVISORS,
    CloseTable: SUPERVISORS,
    CommitSeed: SUPERVISORS,
    RevealSeed: SUPERVISORS,
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

    @property
    def game(self) -> Game:
        return game(self.slug)


def decide(table: Table, command: Command, by: Role) -> Ruling:
    """The ruling on one order: the table's own, or its game's."""
    if isinstance(command, OpenTable):
        return _open(table, command, by)
    if table.play is None or table.closed:
        return Refused("table_not_open", None, "the table is not open")
    if isinstance(command, CloseTable):
        return _may_not(command, by) or _close(table)
    if isinstance(command, CommitSeed):
        return _may_not(command, by) or _commit(table, command)
    if isinstance(command, RevealSeed):
        return _may_not(command, by) or _reveal(table, command)
    if table.virtual and not table.commitment:
        return Refused("not_committed", None, "a virtual table commits to its secret first")
    return table.game.decide(table.play, command, by)


def _may_not(command: Command, by: Role) -> Refused | None:
    if by in OWN_ORDERS[type(command)]:
        return None
    asked = type(command).sentence.partition(" {")[0]
    return Refused("role_may_not", None, f"a {by} may not {asked}; a supervisor may")


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
    refused = _may_not(command, by)
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


def _close(table: Table) -> Ruling:
    awaited = table.game.awaits(table.play)
    if awaited.what not in _IDLE:
        return Refused("round_under_way", None, f"a round begun is finished: {awaited.sentence}")
    return Accepted((TableClosed(),))


def setup_of(found: Game, options: dict[str, Any], limits: Limits, chips: tuple[int, ...]) -> Setup:
    return Setup(msgspec.convert(options, found.options), limits, ChipSet(chips))


def evolve(table: Table, event: Event) -> Table:
    """Apply a fact: the table's own, or its game's."""
    if isinstance(event, TableOpened):
        table.slug, table.edition = event.document, event.edition
        table.virtual = event.virtual
        setup = setup_of(table.game, event.options, event.limits, event.chips)
        table.play = table.game.begin(setup)
    elif isinstance(event, TableClosed):
        table.closed = True
    elif isinstance(event, SeedCommitted):
        table.commitment = event.commitment
    elif isinstance(event, SeedRevealed):
        table.commitment = ""
    elif isinstance(event, OrderRefused):
        table.refusals += 1
    else:
        table.game.evolve(table.play, event)
    return table
