"""What happened at a table, as a promotion counts it: who, what, on which wager, for how much."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from houseway.games.events import Event
from houseway.promotion.draw_vocabulary import Played
from houseway.store import codec
from houseway.store.log import Entry
from houseway.table.vocabulary import TableOpened


class Counted(NamedTuple):
    """The plays of a table, the document it is played under, and how far its log was read."""

    document: str
    up_to: int
    plays: tuple[Played, ...]


def plays_of(entries: Iterable[Entry], reference: Callable[[str], str]) -> Counted:
    """Every fact of a table with a patron in it; `reference` gives the register's for a name."""
    found: list[Played] = []
    slug, up_to = "", 0
    for entry, event in _facts(entries):
        up_to = entry.version
        slug = event.document if isinstance(event, TableOpened) else slug
        patron = getattr(event, "patron", "")
        if patron:
            wager, stake = getattr(event, "wager", ""), getattr(event, "stake", 0)
            kind = type(event).__name__
            found.append(Played(up_to, entry.at_us, kind, reference(patron), wager, stake))
    return Counted(slug, up_to, tuple(found))


def _facts(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Event]]:
    edition = ""
    for entry in entries:
        event = codec.decode(edition, entry)
        edition = event.edition if isinstance(event, TableOpened) else edition
        yield entry, event
