"""The secret of a virtual table: its hash is published before use, itself when it is spent."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.rulebook.roles import SUPERVISORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.state import CLOSED, OPEN, Given, Own, Table, round_under_way
from houseway.table.vocabulary import CommitSeed, RevealSeed, SeedCommitted, SeedRevealed


def commitment_of(seed: str) -> str:
    """What is published of a secret before it is used: its SHA-256."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def _commit(table: Table, command: CommitSeed, given: Given) -> Ruling:
    if not table.virtual:
        return Refused("not_virtual", None, "the cards of this table are real")
    if table.commitment:
        return Refused("committed", None, "the secret in use is revealed before the next")
    if len(command.commitment) != 64 or not _is_hex(command.commitment):
        return Refused("not_a_hash", None, "a commitment is a SHA-256 in 64 hex digits")
    return Accepted((SeedCommitted(command.commitment),))


def _reveal(table: Table, command: RevealSeed, given: Given) -> Ruling:
    if not table.commitment:
        return Refused("not_committed", None, "no secret is in use")
    if not _is_hex(command.seed) or commitment_of(command.seed) != table.commitment:
        return Refused("not_the_seed", None, "that is not the secret committed to")
    return round_under_way(table) or Accepted((SeedRevealed(command.seed),))


def _is_hex(text: str) -> bool:
    return len(text) % 2 == 0 and set(text) <= set("0123456789abcdef")


def not_committed(table: Table) -> Refused | None:
    """Nothing is played at a virtual table whose secret nobody is bound to."""
    if table.virtual and not table.commitment:
        return Refused("not_committed", None, "a virtual table commits to its secret first")
    return None


ORDERS: dict[type[Command], Own] = {
    CommitSeed: Own(SUPERVISORS, _commit),
    RevealSeed: Own(SUPERVISORS, _reveal, stages=(OPEN, CLOSED)),
}


def _committed(table: Table, event: SeedCommitted) -> None:
    table.commitment = event.commitment


def _revealed(table: Table, event: SeedRevealed) -> None:
    table.commitment = ""


EVOLVE: dict[type[Event], Callable[[Table, Any], None]] = {
    SeedCommitted: _committed,
    SeedRevealed: _revealed,
}
