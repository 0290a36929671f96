"""Counts of a table from its own log: what its wagers have won or lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from houseway.aggregates import TABLE, TOURNAMENT
from houseway.conducting.tables import HALF, UNIT, in_units, seated_at, table_stream
from houseway.games import events as e
from houseway.games import game
from houseway.games.events import Event
from houseway.games.fields import Held, as_halves
from houseway.store.log import Entry
from houseway.table.statements import OUTSIDE, PATRON, WAGER, Ledger, Transfer
from houseway.tournament.session_vocabulary import CountTable, SessionStarted, TableCounted
from houseway.tournament.standing import issued_at, players_at
from houseway.tournament.state import Tournament

# Transfers by which a wager takes and gives chips; issuing and exchanging them changes no count.
_KINDS: tuple[type[Event], ...] = (
    *e.RESULT_OF, e.WagerPlaced, e.WagerChanged, e.SettlementReversed, e.SettlementUndone,
    e.SettlementCorrected,
)  # fmt: skip
_WAGERING = {each.__name__ for each in _KINDS}


class CannotCount(ValueError):
    """The table's log does not say what everybody holds."""


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
    people = {tournament.entries[each].person: each for each in seated_at(session, table)}
    changes = _changes(
        transfers, people, f"session {number}", HALF if game(document).halves else UNIT
    )
    counts = {
        each: as_halves(session.chips[each] + changes.get(each, 0))
        for each in players_at(session, table)
    }
    missing = session.conduct.floors[table].missing
    won = as_halves(issued_at(tournament, session, table) - sum(counts.values()) - missing)
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


def _changes(
    transfers: Iterable[Transfer], people: dict[str, int], where: str, least: int
) -> dict[int, Held]:
    """What each of them has won or lost, in units; in cents it is a multiple of `least`."""
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
    parts = [name for name, change in cents.items() if change % least]
    if parts:
        raise CannotCount(f"{parts[0]} has won or lost parts of a unit")
    return {people[name]: in_units(change) for name, change in cents.items()}


def _emptied_in_order(
    transfers: Iterable[Transfer], people: dict[str, int], counts: dict[int, Held]
) -> tuple[int, ...]:
    """Those who are left with nothing, in the order in which their chips were collected."""
    last: dict[int, int] = {}
    for place, each in enumerate(transfers):
        if each.out_of.kind == WAGER and each.out_of.patron in people:
            last[people[each.out_of.patron]] = place
    nothing = [each for each, held in counts.items() if not held and each in last]
    return tuple(sorted(nothing, key=lambda each: last[each]))
