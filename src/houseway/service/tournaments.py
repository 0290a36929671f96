"""Tournaments as the service knows them: their view, and what the house brings to an order.

The seed of a ballot is the house's: an order to draw comes without one, and is given one from the
system's secure randomness before it is judged. Whoever could bring a seed could try many. What
people hold at a table that is in Houseway is the house's as well: it is read from the table's log.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from houseway.aggregates import TOURNAMENT
from houseway.conducting import CannotCount, counts_of, known_us, table_stream
from houseway.games.commands import Command
from houseway.randomness import new_seed
from houseway.rulebook.roles import SUPERVISORS, Role
from houseway.service.access.accounts import Account
from houseway.service.decoding import read_of
from houseway.service.errors import Wrong
from houseway.service.fragments import not_assigned
from houseway.service.kinds import Kind
from houseway.table.view import Viewer
from houseway.table.vocabulary import OrderRefused
from houseway.tournament.form_vocabulary import FormHandedIn, FormReturned
from houseway.tournament.results_vocabulary import AdditionalRoundsOrdered, OrderAdditionalRounds
from houseway.tournament.session_vocabulary import (
    CountTable,
    DraftBallot,
    RedrawTable,
    SeatsDrafted,
    TableCounted,
    TableRedrawn,
)
from houseway.tournament.shown import shown
from houseway.tournament.state import Given, Tournament
from houseway.tournament.tournament import EVOLVE, ORDERS, may

if TYPE_CHECKING:
    from houseway.service.floor import Floor

_DRAWS = (DraftBallot, RedrawTable, OrderAdditionalRounds)
# That somebody has handed in a form is seen once its indicator lies there, and not before; what
# was refused is between the house and whoever asked.
_HUSHED = frozenset({FormHandedIn.__name__, FormReturned.__name__, OrderRefused.__name__})


def _there(tournament: Tournament) -> bool:
    return bool(tournament.slug)


def _check(account: Account, command: Command) -> None:
    """Staff with tables of their own speak for those alone; nobody brings a seed."""
    table = getattr(command, "table", "")
    if table and not account.assigned_to(table):
        raise not_assigned(account, table)
    if isinstance(command, _DRAWS) and command.seed:
        sentence = "the house draws: leave the seed empty, and it is drawn and recorded"
        raise Wrong(HTTPStatus.FORBIDDEN, "house_draws", sentence)


def _may(tournament: Tournament, command: Command, by: Role, actor: str) -> bool:
    return may(tournament, type(command), Given(by, actor))


def _ready(floor: Floor, stream: str, key: str, command: Command) -> Command:
    """An order with what the house brings; the very same where this order was given before."""
    counted = isinstance(command, CountTable) and command.source == "table"
    if not counted and not (isinstance(command, _DRAWS) and _by_lot(command)):
        return command
    before = _as_given(floor, stream, key, command)
    if before is not None:
        return before
    if isinstance(command, CountTable):
        return _counted(floor, stream, command)
    return replace(command, seed=new_seed())


def _by_lot(command: Command) -> bool:
    """Those who are level and play on are drawn for seats only where a table is named."""
    return not isinstance(command, OrderAdditionalRounds) or bool(command.table)


def _as_given(floor: Floor, stream: str, key: str, command: Command) -> Command | None:
    """What the house brought to this order when it was first given, by the fact it made."""
    for entry in floor.log.read(stream):
        if entry.key != key:
            continue
        fact = TOURNAMENT.decode("", entry)
        if isinstance(fact, OrderRefused):
            return read_of(tuple(ORDERS), msgspec.Raw(fact.order.encode()))
        if isinstance(fact, TableCounted) and isinstance(command, CountTable):
            brought = {each: getattr(fact, each) for each in ("counts", "won", "collected")}
            return replace(command, **brought)
        if isinstance(fact, SeatsDrafted | TableRedrawn | AdditionalRoundsOrdered):
            return replace(command, seed=fact.seed)
    return None


def _counted(floor: Floor, stream: str, command: CountTable) -> Command:
    table, number = command.table, command.session
    since = known_us(floor.log.read(stream), number, table)

    def see(tournament: Tournament, _version: int) -> CountTable:
        entries = floor.log.read(table_stream(table))
        found = counts_of(tournament, number, table, entries, since)
        return replace(found, counts=tuple(sorted(found.counts)))

    try:
        return floor.runner.look(stream, see)
    except CannotCount as wrong:
        raise Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, "cannot_count", str(wrong)) from wrong


def _tells(kind: str, viewer: Viewer) -> bool:
    return kind not in _HUSHED or viewer.role in SUPERVISORS


KIND = Kind(
    "tournament", tuple(ORDERS), EVOLVE, _there, shown, _check, _may, _ready, _tells, keeps=True
)
