"""Tournaments whose tables are in Houseway: counts from a table's own log, tables kept for them.

A person is at the table under the identity of the entry. One unit of tournament chips is a dollar
on the layout, so that a table pays in whole units if its smallest chip is a dollar.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from houseway.aggregates import TABLE, TOURNAMENT
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.events import Event
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.runner import Order, Runner
from houseway.store.log import Entry
from houseway.table.ledger import OUTSIDE, PATRON, WAGER, Ledger, Transfer
from houseway.tournament.ranking import CONDUCTED
from houseway.tournament.seating import reserved_tables
from houseway.tournament.session_vocabulary import CountTable, SessionStarted, TableCounted
from houseway.tournament.standing import issued_at, players_at
from houseway.tournament.state import Session, Tournament

_TABLE, _TOURNAMENT = "table/", "tournament/"
UNIT = 100  # cents on the layout for one unit of tournament chips
# Transfers by which a wager takes and gives chips; issuing and exchanging them changes no count.
_KINDS: tuple[type[Event], ...] = (
    *e.RESULT_OF, e.WagerPlaced, e.WagerChanged, e.SettlementReversed, e.SettlementUndone,
    e.SettlementCorrected,
)  # fmt: skip
_WAGERING = {each.__name__ for each in _KINDS}


class CannotCount(ValueError):
    """The table's log does not say what everybody holds."""


def table_stream(table: str) -> str:
    """The stream of a table by the name that a session has for it."""
    return table if table.startswith(_TABLE) else _TABLE + table


def counts_of(
    tournament: Tournament, number: int, table: str, entries: Iterable[Entry], since_us: int
) -> CountTable:
    """The order that counts a table from the table's own log.

    Everybody holds what the tournament knows from `since_us`, and what wagers have won or lost
    after it.
    """
    session = tournament.session(number)
    if session is None or table not in session.conduct.floors:
        raise CannotCount(f"table {table} is not one of session {number}")
    document = tournament.stage_of(session).game or tournament.slug
    transfers = _wagered(entries, since_us, table=table, document=document)
    people = {tournament.entries[each].person: each for each in _seated_at(session, table)}
    changes = _changes(transfers, people, f"session {number}")
    counts = {each: session.chips[each] + changes[each] for each in players_at(session, table)}
    missing = session.conduct.floors[table].missing
    won = issued_at(tournament, session, table) - sum(counts.values()) - missing
    collected = _emptied_in_order(transfers, people, counts)
    return CountTable(number, table, tuple(counts.items()), won, "table", collected)


def known_us(entries: Iterable[Entry], number: int, table: str) -> int:
    """When the tournament last knew what people at a table hold: at its last count, or when the
    session began."""
    found = 0
    for entry in entries:
        if entry.kind in _KNOWN:
            event = TOURNAMENT.decode("", entry)
            if getattr(event, "session", 0) == number and getattr(event, "table", table) == table:
                found = entry.at_us
    return found


_KNOWN = (SessionStarted.__name__, TableCounted.__name__)


def _seated_at(session: Session, table: str) -> list[int]:
    return [entry for entry, seat in session.seats.items() if seat.table == table]


def _wagered(
    entries: Iterable[Entry], since_us: int, *, table: str, document: str
) -> list[Transfer]:
    ledger, stream = Ledger(), table_stream(table)
    for entry in entries:
        event = TABLE.decode(ledger.table.edition, entry)
        ledger.take(event, entry.at_us)
    slug = ledger.table.slug
    if not slug:
        raise CannotCount(f"there is no {stream} in this log")
    if slug != document:
        raise CannotCount(f"{stream} is a table of {slug}; the session is played in {document}")
    if ledger.table.play.layout.wagers:
        raise CannotCount(f"wagers lie on the layout of {stream}")
    return [each for each in ledger.transfers if each.at_us > since_us and each.event in _WAGERING]


def _changes(transfers: Iterable[Transfer], people: dict[str, int], where: str) -> Counter[int]:
    """What each of them has won or lost, in whole units."""
    cents: Counter[str] = Counter()
    for each in transfers:
        if OUTSIDE in (each.out_of, each.into):
            continue
        for account, sign in ((each.out_of, -1), (each.into, 1)):
            if account.kind == PATRON:
                cents[account.patron] += sign * each.amount
    strangers = sorted(set(cents) - set(people))
    if strangers:
        raise CannotCount(f"{strangers[0]} has wagered, and has no seat there in {where}")
    parts = [name for name, change in cents.items() if change % UNIT]
    if parts:
        raise CannotCount(f"{parts[0]} has won or lost parts of a unit")
    return Counter({people[name]: change // UNIT for name, change in cents.items()})


def _emptied_in_order(
    transfers: Iterable[Transfer], people: dict[str, int], counts: dict[int, int]
) -> tuple[int, ...]:
    """Those who are left with nothing, in the order in which their chips were collected."""
    last: dict[int, int] = {}
    for place, each in enumerate(transfers):
        if each.out_of.kind == WAGER and each.out_of.patron in people:
            last[people[each.out_of.patron]] = place
    nothing = [each for each, held in counts.items() if not held and each in last]
    return tuple(sorted(nothing, key=lambda each: last[each]))


# Tables that serve a tournament alone


class Reserved(NamedTuple):
    """A table that serves one session: who is seated there, and by which clause it is kept."""

    title: str
    session: int
    persons: frozenset[str]
    clause: Clause


_MAY_GO = (c.LeaveTable, c.WithdrawWager, c.RaiseDispute)


class Reservations:
    """Which tables serve a tournament alone; a runner asks before it lets somebody play there.

    What this process does is known at once. Where others write to the log as well, `every_us` says
    how long what they did may go unnoticed.
    """

    def __init__(self, runner: Runner, *, every_us: int = 0) -> None:
        self._runner, self._every_us = runner, every_us
        self._tables: dict[str, dict[str, Reserved]] = {}  # by tournament, then by table
        self._stale = self._tournaments()
        self._looked_us = runner.now_us()
        self._lock = threading.Lock()
        runner.listeners.append(self._told)
        runner.guards.append(self.refuses)

    def _tournaments(self) -> set[str]:
        return {each for each in self._runner.log.heads() if each.startswith(_TOURNAMENT)}

    def _told(self, stream: str, version: int, events: tuple[Event, ...]) -> None:
        if stream.startswith(_TOURNAMENT):
            self._stale.add(stream)

    def refuses(self, stream: str, order: Order) -> Refused | None:
        """Why an order is not for this table now: it serves a session, and others than those
        seated there do not play at it."""
        who = _player(order)
        if not who or not stream.startswith(_TABLE):
            return None
        with self._lock:
            self._look_again()
            kept = [tables[stream] for tables in self._tables.values() if stream in tables]
        for found in kept:
            if who not in found.persons:
                sentence = f"{stream} serves session {found.session} of {found.title} alone"
                return Refused(
                    "table_reserved", found.clause, f"{sentence}; {who} has no seat there"
                )
        return None

    def _look_again(self) -> None:
        now = self._runner.now_us()
        if self._every_us and now - self._looked_us >= self._every_us:
            self._stale |= self._tournaments()
            self._looked_us = now
        while self._stale:
            stream = self._stale.pop()
            self._tables[stream] = self._runner.look(stream, lambda state, _: kept_by(state))


def _player(order: Order) -> str:
    """Who would play by this order: whom it names, or the patron who gives it."""
    if isinstance(order.command, _MAY_GO):
        return ""
    named = str(getattr(order.command, "patron", ""))
    return named or (order.actor if order.by == Role.PATRON else "")


def kept_by(tournament: Tournament) -> dict[str, Reserved]:
    """The conducted tables that the tournament has for itself now, by stream."""
    found: dict[str, Reserved] = {}
    for table, number in reserved_tables(tournament).items():
        session = tournament.sessions[number - 1]
        if session.modes[table] == CONDUCTED:
            rules = tournament.rules.sessions
            seated = _seated_at(session, table)
            persons = frozenset(tournament.entries[each].person for each in seated)
            clause = rules.exclusive_tables or rules.tables or rules.ballot
            found[table_stream(table)] = Reserved(tournament.title, number, persons, clause)
    return found
