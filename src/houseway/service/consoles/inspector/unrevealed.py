"""What is not told yet: the facts of a round that is under way.

Nobody's office opens a card. The log names cards that lie face down until the rules turn them, so
of a round under way a page tells that something happened, by whom and by which clause, and the
facts once the round is over; a file to take away ends before it. A tournament with undisclosed
wagers is held back in the same way while a round of it is under way.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import Struct

from houseway.service.aggregates.tournaments import KIND as TOURNAMENT
from houseway.service.floor import Floor, stream_of
from houseway.store.log import Log
from houseway.table.state import Table, round_under_way
from houseway.tournament.state import Tournament
from houseway.tournament.wager_vocabulary import RoundBegun


class _Begun(Struct, frozen=True):
    """Where a round of a tournament began."""

    session: int
    table: str
    round: int


_begun = msgspec.json.Decoder(_Begun)


def round_held(table: Table) -> int:
    """The number of the round under way; 0 where none is, or where it is settled or void and only
    its cards are left to collect."""
    if table.play is None or table.closed or round_under_way(table) is None or _decided(table):
        return 0
    return int(table.play.round)


def _decided(table: Table) -> bool:
    awaited = table.game.awaits(table.play)
    return awaited.what == "collect" and not awaited.to  # "to": tiles of empty boxes, before play


def last_told(floor: Floor, table: str) -> int | None:
    """The last version whose facts may be told; None: all of them. Blocks."""
    held = floor.runner.look(stream_of(table), lambda found, _version: round_held(found))
    return _before(floor.log, stream_of(table), held) if held else None


def last_told_of(floor: Floor, tournament: str) -> int | None:
    """The same for a tournament: before the first round under way that may hide a wager."""
    stream = TOURNAMENT.stream(tournament)
    under_way = floor.runner.look(stream, lambda found, _version: rounds_held(found))
    if not under_way:
        return None
    began: dict[_Begun, int] = {}
    for entry in floor.log.read(stream):
        if entry.kind == RoundBegun.__name__:
            began[_begun.decode(entry.body)] = entry.version
    return min(began[each] for each in under_way) - 1


def rounds_held(tournament: Tournament) -> list[_Begun]:
    """The rounds under way in which a wager may be undisclosed."""
    if not tournament.conditions.undisclosed:
        return []
    return [
        _Begun(session.number, table, each.round.number)
        for session in tournament.sessions
        for table, each in session.conduct.floors.items()
        if each.round is not None
    ]


def ends(floor: Floor, tables: Iterable[str]) -> dict[str, int]:
    """The streams whose facts are told only up to a version, with that version. Blocks."""
    found = [(stream_of(table), last_told(floor, table)) for table in tables]
    found += [
        (TOURNAMENT.stream(each), last_told_of(floor, each)) for each in TOURNAMENT.names(floor)
    ]
    return {stream: end for stream, end in found if end is not None}


def _before(log: Log, stream: str, number: int) -> int | None:
    entries = log.recall(stream, number)
    return entries[0].version - 1 if entries else None
