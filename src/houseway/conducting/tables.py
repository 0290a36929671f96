"""Which tables serve a session: by which clause, and who is seated there.

A person is at the table under the identity of the entry. One unit of tournament chips is a dollar
on the layout, so that a table whose smallest chip is a dollar pays in units and halves of them.
"""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from houseway.games.fields import Held, as_halves
from houseway.rulebook.document import Clause
from houseway.tournament.conduct import UNIT as UNIT
from houseway.tournament.ranking import CONDUCTED
from houseway.tournament.seating import reserved_tables
from houseway.tournament.state import Session, Tournament

TABLES, TOURNAMENTS = "table/", "tournament/"
HALF = UNIT // 2


class Served(NamedTuple):
    """A table that serves one session: its name there, who is seated, by which clause."""

    session: int
    table: str
    persons: dict[str, int]  # to the entry
    clause: Clause


def in_units(cents: int) -> Held:
    """Tournament chips for an amount on the layout."""
    return as_halves(Decimal(cents) / UNIT)


def table_stream(table: str) -> str:
    """The stream of a table by the name that a session has for it."""
    return table if table.startswith(TABLES) else TABLES + table


def seated_at(session: Session, table: str) -> list[int]:
    return [entry for entry, seat in session.seats.items() if seat.table == table]


def served_by(tournament: Tournament) -> dict[str, Served]:
    """The tables in Houseway that serve the tournament alone now, by stream."""
    rules = tournament.rules.sessions if tournament.slug else None
    if rules is None:
        return {}
    clause = rules.exclusive_tables or rules.tables or rules.ballot
    found = dict[str, Served]()
    for table, number in reserved_tables(tournament).items():
        session = tournament.sessions[number - 1]
        if session.modes[table] == CONDUCTED:
            people = {tournament.entries[e].person: e for e in seated_at(session, table)}
            found[table_stream(table)] = Served(number, table, people, clause)
    return found
