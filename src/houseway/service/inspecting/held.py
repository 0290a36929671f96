"""What is not told yet: the facts of a round that is under way.

Nobody's office opens a card. The log names cards that lie face down until the rules turn them, so
of a round under way a page tells that something happened, by whom and by which clause, and the
facts once the round is over; a file to take away ends before it.
"""

from __future__ import annotations

from collections.abc import Iterable

from houseway.service.floor import Floor, stream_of
from houseway.store.log import Log
from houseway.table.state import Table, round_under_way


def round_held(table: Table) -> int:
    """The number of the round under way; 0 where none is."""
    if table.play is None or table.closed or round_under_way(table) is None:
        return 0
    return int(table.play.round)


def last_told(floor: Floor, table: str) -> int | None:
    """The last version whose facts may be told; None: all of them. Blocks."""
    held = floor.runner.look(stream_of(table), lambda found, _version: round_held(found))
    return _before(floor.log, stream_of(table), held) if held else None


def ends(floor: Floor, tables: Iterable[str]) -> dict[str, int]:
    """The streams whose facts are told only up to a version, with that version. Blocks."""
    found = ((stream_of(table), last_told(floor, table)) for table in tables)
    return {stream: end for stream, end in found if end is not None}


def _before(log: Log, stream: str, number: int) -> int | None:
    entries = log.recall(stream, number)
    return entries[0].version - 1 if entries else None
