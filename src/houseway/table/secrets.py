"""The secrets of a virtual table: links of a chain whose root is published before any share exists.

The house cannot exchange a secret, nor leave one out: each is revealed when it is spent, and only
then, and proves itself against the one before. A chain that is used up or given up is followed by
another, whose root comes first and which takes shares of its own.
"""

from __future__ import annotations

from houseway.equipment.seeds import CHAIN, commitment_of, is_digest
from houseway.games import commands as c
from houseway.games.commands import Command
from houseway.games.machine import Given
from houseway.rulebook.roles import SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import secrets_vocabulary as v
from houseway.table.state import CLOSED, HOUSE, OPEN, Part, Table

part = Part()

MOST_DRAWN = 500  # faces of one secret: more than a shoe has cards; a device never runs empty
_WHILE_STOPPED = (c.LeaveTable, c.RaiseDispute, c.AskReview)  # what a patron may do meanwhile


# The house's own commands


def _by_house(given: Given) -> Refused | None:
    if given.actor == HOUSE:
        return None
    alone = "the house itself commits to its secrets and reveals them"
    return Refused("house_alone", None, alone)


@part.decides(v.CommitSeed, by=SUPERVISORS)
def _commit(table: Table, command: v.CommitSeed, given: Given) -> Ruling:
    if not table.virtual:
        return Refused("not_virtual", None, "the cards of this table are real")
    refused = _by_house(given)
    if refused:
        return refused
    if table.commitment:
        return Refused("committed", None, "the secret in use is revealed before the next")
    if not is_digest(command.commitment):
        return Refused("not_a_hash", None, "a commitment is a SHA-256 in 64 hex digits")
    root = v.SeedCommitted(command.commitment, v.CHAINED, table.next_source, CHAIN)
    return Accepted((root,))


@part.decides(v.RevealSeed, by=SUPERVISORS, stages=(OPEN, CLOSED))
def _reveal(table: Table, command: v.RevealSeed, given: Given) -> Ruling:
    refused = _by_house(given)
    if refused:
        return refused
    if not table.commitment:
        return Refused("not_committed", None, "no secret is in use")
    if not is_digest(command.seed) or commitment_of(command.seed) != table.commitment:
        return Refused("not_the_seed", None, "that is not the secret committed to")
    if not (table.closed or spent(table)):
        return Refused("not_spent", None, "a secret is revealed when it is spent, not before")
    return Accepted((v.SeedRevealed(command.seed),))


@part.decides(v.StopDealing, by=SUPERVISORS, stages=(OPEN, CLOSED))
def _stop(table: Table, command: v.StopDealing, given: Given) -> Ruling:
    if not table.virtual:
        return Refused("not_virtual", None, "the cards of this table are real")
    refused = _by_house(given)
    if refused:
        return refused
    if table.stopped:
        return Refused("dealing_stopped", None, f"dealing has stopped: {table.stopped}")
    return Accepted((v.DealingStopped(command.reason, given.at_us),))


@part.decides(v.AbandonSecret, by=SUPERVISORS, stages=(OPEN, CLOSED))
def _abandon(table: Table, command: v.AbandonSecret, given: Given) -> Ruling:
    """With nothing at stake: the round that the secret was dealing is voided first."""
    if not table.stopped:
        return Refused("not_stopped", None, "the house deals from the secret in use")
    if not command.reason.strip():
        return Refused("no_reason", None, "say what happened to the secret")
    if table.play.layout.wagers:
        return Refused("wagers_at_stake", None, "void the round or withdraw the wagers first")
    return Accepted((v.SecretAbandoned(table.commitment, command.reason, given.signature),))


# What a game's commands wait for


def spent(table: Table) -> bool:
    """Whether the secret in use has done its work, with nothing at stake.

    It serves until the cards or tiles are shuffled, until the spin is settled, or until it has
    given more faces than a shoe has cards. No wager lies on the layout when it is revealed, so
    the next one is committed to before the next wager.
    """
    if not table.drawn or table.play.layout.wagers:
        return False
    awaited = table.game.awaits(table.play).what
    if awaited == "open":
        return table.game.secret_per_round or table.drawn >= MOST_DRAWN
    return awaited == "shuffle"


def awaits_public_value(table: Table) -> bool:
    """Whether the numbers of the secret in use are not decided yet."""
    return bool(table.source) and not table.public_value


def not_ready(table: Table, command: Command, given: Given) -> Refused | None:
    """Why nothing is played at a virtual table now, or None; once it is closed nothing is."""
    if not table.virtual or table.closed:
        return None
    if table.stopped:
        return _while_stopped(table, command, given)
    if not table.commitment:
        return Refused("not_committed", None, "a virtual table commits to its secret first")
    if awaits_public_value(table):
        waits = f"the public value is recorded first: {table.source}"
        return Refused("public_value_awaited", None, waits)
    if spent(table) and type(command) in table.game.awaits(table.play).commands:
        waits = "the house first reveals the secret, which is spent, and commits to the next"
        return Refused("secret_spent", None, waits)
    return None


def _while_stopped(table: Table, command: Command, given: Given) -> Refused | None:
    """Those in charge may void the round and rule on it; nobody plays on."""
    awaited = table.game.awaits(table.play)
    moves_on = type(command) in awaited.commands and awaited.what != "decide"
    in_charge = given.by in SUPERVISORS or given.by == Role.TOURNAMENT_DIRECTOR
    if given.actor != HOUSE and in_charge and not moves_on:
        return None
    if given.by == Role.PATRON and isinstance(command, _WHILE_STOPPED):
        return None
    if given.actor != HOUSE and isinstance(command, c.WithdrawWager):
        return None  # before the first card there is no round that could be voided
    stopped = f"dealing has stopped: {table.stopped}; a supervisor voids the round and rules on it"
    return Refused("dealing_stopped", None, stopped)


@part.folds(v.SeedCommitted)
def _committed(table: Table, event: v.SeedCommitted) -> None:
    """A share belongs to one root: a new chain begins without any."""
    table.root, table.scheme, table.links = event.commitment, event.scheme, event.length
    if event.scheme >= v.CHAINED:
        table.shares = {}
    _next(table, event.commitment, event.source)


def _next(table: Table, commitment: str, source: str) -> None:
    table.commitment, table.source, table.public_value = commitment, source, ""
    table.public_read, table.drawn = None, 0
    table.shares_in_effect = dict(table.shares)


@part.folds(v.SeedRevealed)
def _revealed(table: Table, event: v.SeedRevealed) -> None:
    """What was revealed is the hash of the next secret, and so commits the house to it."""
    table.links -= 1
    if table.links and not table.closed:
        _next(table, event.seed, table.next_source)
    else:
        table.commitment = ""


@part.folds(v.DealingStopped)
def _stopped(table: Table, event: v.DealingStopped) -> None:
    table.stopped = event.reason


@part.folds(v.SecretAbandoned)
def _abandoned(table: Table, event: v.SecretAbandoned) -> None:
    table.commitment = table.stopped = ""
