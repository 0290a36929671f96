"""What people call a table: the name of its game, and what its own name adds to that.

The table `mini-1` of Mini Baccarat is shown as "Mini Baccarat 1". Addresses, the log and every file
keep the name under which the table was opened.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from houseway.service.errors import no_such_table
from houseway.service.floor_protocols import SeesTables
from houseway.service.table_views import stream_of
from houseway.table.table import Table


class TableNamed(NamedTuple):
    """A table that has been opened, with the name of its game."""

    table: str
    slug: str
    title: str


def table_label(table: str, document: str) -> str:
    """The part of a table's name that is shown after the name of its game.

    Words of the game's own name are left out: `1` for `mini-1` of Mini Baccarat, but `High 1` for
    `high-1`. `document` is the game's slug, or the identity of an edition.
    """
    words = table.split("-")
    number = words[-1:] if words[-1].isdigit() else []
    if set(words) - set(number) <= set(document.partition("@")[0].split("-")):
        return "".join(number)
    return " ".join(word.capitalize() for word in words)


def listed_by(title: str, table: str, document: str) -> tuple[str, int, str]:
    """A key that sorts tables as people look for them: by game, then 2 before 10."""
    name = table_label(table, document)
    return title, len(name), name


def named_table(floor: SeesTables, table: str) -> TableNamed:
    """A table with its game; an error if there is none. Blocks: call it in a thread."""
    found = named_tables(floor, [table])
    if not found:
        raise no_such_table(table)
    return found[0]


def named_tables(floor: SeesTables, tables: Iterable[str]) -> list[TableNamed]:
    """Those of the tables that have been opened, by game. Blocks: call it in a thread."""

    def title(found: Table, _version: int) -> tuple[str, str] | None:
        return (found.slug, found.game.cite.title) if found.play is not None else None

    looked = ((each, floor.runner.look(stream_of(each), title)) for each in tables)
    named = [TableNamed(name, *about) for name, about in looked if about is not None]
    return sorted(named, key=lambda each: listed_by(each.title, each.table, each.slug))
