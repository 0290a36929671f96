"""Tournaments as the service knows them: their view, and what the house brings to a ballot.

The seed of a ballot is the house's: an order to draw comes without one, and is given one from the
system's secure randomness before it is judged. Whoever could bring a seed could try many.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from houseway.games.commands import Command
from houseway.randomness import new_seed
from houseway.rulebook.roles import SUPERVISORS
from houseway.service.access.accounts import Account
from houseway.service.errors import Wrong
from houseway.service.fragments import not_assigned
from houseway.service.kinds import Kind
from houseway.table.view import Viewer
from houseway.table.vocabulary import OrderRefused
from houseway.tournament.form_vocabulary import FormHandedIn, FormReturned
from houseway.tournament.results_vocabulary import AdditionalRoundsOrdered, OrderAdditionalRounds
from houseway.tournament.session_vocabulary import (
    DraftBallot,
    RedrawTable,
    SeatsDrafted,
    TableRedrawn,
)
from houseway.tournament.shown import shown
from houseway.tournament.state import Tournament
from houseway.tournament.tournament import EVOLVE, ORDERS

if TYPE_CHECKING:
    from houseway.service.floor import Floor

_DRAWS = (DraftBallot, RedrawTable, OrderAdditionalRounds)
_DRAWN = frozenset(
    each.__name__ for each in (SeatsDrafted, TableRedrawn, AdditionalRoundsOrdered, OrderRefused)
)
# That somebody has handed in a form is seen once its indicator lies there, and not before; what
# was refused is between the house and whoever asked.
_HUSHED = frozenset({FormHandedIn.__name__, FormReturned.__name__, OrderRefused.__name__})


class _Seeded(msgspec.Struct):
    seed: str = ""
    order: str = ""


_seeded = msgspec.json.Decoder(_Seeded)


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


def _ready(floor: Floor, stream: str, key: str, command: Command) -> Command:
    """An order to draw, with its seed: a new one, or the one this very order was given before."""
    if not isinstance(command, _DRAWS) or not _by_lot(command):
        return command
    return replace(command, seed=_seed_before(floor, stream, key) or new_seed())


def _by_lot(command: Command) -> bool:
    """Those who are level and play on are drawn for seats only where a table is named."""
    return not isinstance(command, OrderAdditionalRounds) or bool(command.table)


def _seed_before(floor: Floor, stream: str, key: str) -> str:
    for entry in floor.log.read(stream):
        if entry.key == key and entry.kind in _DRAWN:
            found = _seeded.decode(entry.body)
            return found.seed or _seeded.decode(found.order).seed
    return ""


def _tells(kind: str, viewer: Viewer) -> bool:
    return kind not in _HUSHED or viewer.role in SUPERVISORS


KIND = Kind(
    "tournament", tuple(ORDERS), EVOLVE, _there, shown, check=_check, ready=_ready, tells=_tells
)
