"""Promotions among the kinds of streams: who may ask what, and what the house brings to an order.

The house counts the play of its own tables, and makes and keeps the seed of a draw until it is
drawn with: nobody who could add entries knows it. A promotion that was begun at the command line
with a seed of its own is drawn with that.
"""

from __future__ import annotations

import os
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from houseway.games.commands import Command
from houseway.promotion import claims_vocabulary as cv
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as v
from houseway.promotion.lottery import commitment_of
from houseway.promotion.promotion import EVOLVE, ORDERS, Promotion
from houseway.randomness import new_seed
from houseway.records.plays import plays_of
from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.errors import Wrong
from houseway.service.kinds import Kind
from houseway.service.promotions.view import DESK, view
from houseway.store.register import REFERENCE
from houseway.table.view import Viewer
from houseway.table.vocabulary import OrderRefused

if TYPE_CHECKING:
    from houseway.service.floor import Floor


def _there(promotion: Promotion) -> bool:
    return bool(promotion.documents)


# What may not be asked


def _check(account: Account, command: Command) -> None:
    if isinstance(command, dv.CommitSeed) and command.commitment:
        sentence = "the house makes the seed and keeps it: leave the commitment empty"
        raise Wrong(HTTPStatus.FORBIDDEN, "house_commits", sentence)
    _references_alone(command)


def _references_alone(command: Command) -> None:
    """Whoever an order names is named by reference: a name would stay in the log for ever."""
    for person in _people_in(command):
        if not REFERENCE.fullmatch(person):
            sentence = "an order names people by their reference in the register, never by name"
            raise Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, "not_a_reference", sentence)


def _people_in(command: Command) -> tuple[str, ...]:
    if isinstance(command, dv.EnterList):
        return tuple(each.person for each in command.entrants)
    if isinstance(command, v.SetConditions | v.AmendConditions):
        return command.conditions.barred
    if isinstance(command, cv.ClaimPrize):
        return (command.person, *(each.payee for each in command.payments if each.payee))
    if isinstance(command, dv.EnterPatron | cv.DisputeTerms):
        return (command.person,)
    return ()


def _may(_promotion: Promotion, command: Command, by: Role, _actor: str) -> bool:
    return by in ORDERS[type(command)].roles


# What the house brings


def _made_ready(floor: Floor, stream: str, key: str, command: Command) -> Command:
    if isinstance(command, dv.CountPlay):
        return counted(floor, command.table, _counted_up_to(floor, stream, key))
    if isinstance(command, dv.CommitSeed):
        return dv.CommitSeed(commitment_of(_new_seed(floor, stream)))
    if isinstance(command, dv.DrawWinners) and not command.seed:
        return msgspec.structs.replace(command, seed=_kept_seed(floor, stream))
    return command


def _counted_up_to(floor: Floor, stream: str, key: str) -> int | None:
    """How far this very order counted when it was first given, if it was: play has gone on."""
    for entry in floor.log.read(stream):
        if entry.key == key:
            fact = msgspec.json.decode(entry.body)
            asked = msgspec.json.decode(fact["order"]) if "order" in fact else fact
            return int(asked["up_to"]) if "up_to" in asked else None
    return None


def counted(floor: Floor, table: str, up_to: int | None = None) -> dv.CountPlay:
    """What was played at a table of this house, whoever asks for it to be counted. Blocks."""
    name = table.removeprefix("table/")
    if name not in floor.tables():
        raise Wrong(HTTPStatus.NOT_FOUND, "no_such_table", f"there is no table {name}")
    stream = f"table/{name}"
    found = plays_of(floor.log.read(stream, limit=up_to), floor.register.reference)
    return dv.CountPlay(stream, found.document, found.up_to, found.plays)


def holds_seed(floor: Floor, stream: str) -> bool:
    """Whether the house has a seed for this promotion's draw."""
    return _seed_path(floor, stream).exists()


def _seed_path(floor: Floor, stream: str) -> Path:
    return floor.settings.path / "secrets" / f"{stream.replace('/', '-')}.seed"


def _new_seed(floor: Floor, stream: str) -> str:
    """Kept before its hash is published; asked for again, it is the same."""
    path = _seed_path(floor, stream)
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii")
    seed = new_seed()
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(seed)
        file.flush()
        os.fsync(file.fileno())
    return seed


def _kept_seed(floor: Floor, stream: str) -> str:
    try:
        return _seed_path(floor, stream).read_text(encoding="ascii")
    except FileNotFoundError as lost:
        sentence = "the house does not have the seed of this draw: whoever has it brings it"
        raise Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, "seed_not_here", sentence) from lost


def _tells(kind: str, viewer: Viewer) -> bool:
    """What was refused is between the house and whoever asked."""
    return kind != OrderRefused.__name__ or viewer.role in DESK


KIND = Kind("promotion", tuple(ORDERS), EVOLVE, _there, view, _check, _may, _made_ready, _tells)
