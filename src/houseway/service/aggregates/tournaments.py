"""Tournaments as the service knows them: their view, and what the house brings to an order.

The seed of a ballot is the house's: a command to draw comes without one, and gets the next secret
of the chain whose root was published with the tournament. Anyone who could bring a seed could try
many. A refusal stores the command without the seed. The chips at a table that is in Houseway are
read from the table's log in the same way.
"""

from __future__ import annotations

from http import HTTPStatus

from msgspec.structs import replace

from houseway.chains import BALLOTS, HOUSE_DRAWS, Chains, complete_ballot
from houseway.conducting import CannotCount, counts_of, known_us, table_stream
from houseway.games.commands import Command
from houseway.games.machine import Given
from houseway.rulebook.roles import SUPERVISORS, Role
from houseway.runner import Order
from houseway.service.access.accounts import Account
from houseway.service.aggregates.kind import Kind
from houseway.service.errors import Wrong
from houseway.service.floor_protocols import Reads
from houseway.service.live.fragments import not_assigned
from houseway.table.view import Viewer
from houseway.table.vocabulary import OrderRefused
from houseway.tournament.session_vocabulary import CountTable
from houseway.tournament.shown import shown
from houseway.tournament.state import Tournament
from houseway.tournament.tournament import MACHINE, may
from houseway.tournament.wager_vocabulary import FormHandedIn, FormReturned

# That someone has handed in a form is seen once its indicator lies there, and not before; what
# was refused is between the house and anyone who asked.
_HUSHED = frozenset({FormHandedIn.__name__, FormReturned.__name__, OrderRefused.__name__})


def _there(tournament: Tournament) -> bool:
    return bool(tournament.slug)


def _check(account: Account, command: Command) -> None:
    """Staff with tables of their own speak for those alone; nobody brings a seed."""
    table = getattr(command, "table", "")
    if table and not account.assigned_to(table):
        raise not_assigned(account, table)
    seed = getattr(command, "seed" if isinstance(command, BALLOTS) else "commitment", "")
    if seed:
        raise Wrong(HTTPStatus.FORBIDDEN, "house_draws", HOUSE_DRAWS)


def _may(tournament: Tournament, command: Command, by: Role, actor: str) -> bool:
    return may(tournament, type(command), Given(by, actor))


def _complete(floor: Reads, stream: str, order: Order, tournament: Tournament) -> Command:
    """Return the command with a new seed, or with the counts of the table's log."""
    command = order.command
    if isinstance(command, CountTable) and command.source == "table":
        return _counted(floor, stream, command, tournament)
    chains = Chains(floor.settings.path / "secrets")
    return complete_ballot(chains, stream, order, tournament, floor.now_us())


def _counted(floor: Reads, stream: str, command: CountTable, tournament: Tournament) -> Command:
    table, number = command.table, command.session
    since = known_us(floor.log.read(stream), number, table)
    entries = floor.log.read(table_stream(table))
    try:
        found = counts_of(tournament, number, table, entries, since)
        return replace(found, counts=tuple(sorted(found.counts)))
    except CannotCount as wrong:
        raise Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, "cannot_count", str(wrong)) from wrong


def _tells(kind: str, viewer: Viewer) -> bool:
    return kind not in _HUSHED or viewer.role in SUPERVISORS


KIND = Kind(
    "tournament",
    tuple(MACHINE.commands),
    MACHINE.events,
    _there,
    shown,
    _check,
    _may,
    _complete,
    _tells,
    keeps=True,
)
