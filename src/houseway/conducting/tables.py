"""Which tables serve a session: by which clause, and who is seated there.

A person is at the table under the identity of the entry. One unit of tournament chips is a dollar
on the layout, so that a table whose smallest chip is a dollar pays in units and halves of them.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.events import Event
from houseway.games.fields import Held, as_halves
from houseway.games.layout import Layout
from houseway.games.table_rules import TournamentRules
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.runner import Order
from houseway.table.money import ReturnChips
from houseway.table.table import Table
from houseway.tournament.ranking import CONDUCTED
from houseway.tournament.seating import reserved_tables
from houseway.tournament.standing import disputed, players_at
from houseway.tournament.state import RUNNING, Floor, Round, Session, Tournament
from houseway.tournament.state import UNIT as UNIT

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


# One ruling at a table that serves a session: what is about to happen, and where.


@dataclass
class At:
    """A table's command with the events that it would make; `table` is still as it was before."""

    tournament: Tournament
    served: Served
    stream: str
    table: Table
    order: Order
    events: tuple[Event, ...]
    at_us: int

    @property
    def session(self) -> Session:
        return self.tournament.sessions[self.served.session - 1]

    @property
    def name(self) -> str:
        return self.served.table

    @property
    def floor(self) -> Floor:
        return self.session.conduct.floors[self.name]

    @property
    def round(self) -> Round | None:
        return self.floor.round

    @property
    def rules(self) -> TournamentRules:
        return self.tournament.rules

    @property
    def players(self) -> list[int]:
        """Those who are still in and play here, by box."""
        return players_at(self.session, self.name)

    def person(self, entry: int) -> str:
        return self.tournament.entries[entry].person

    def happens(self, *kinds: type[Event]) -> bool:
        return any(isinstance(each, kinds) for each in self.events)

    def issued(self, entry: int) -> int:
        """What the tournament knows that someone holds, in cents on the layout."""
        return int(self.session.chips.get(entry, 0) * UNIT)

    @cached_property
    def after(self) -> Any:
        """The game as the events leave it; earlier rounds are left out."""
        play = deepcopy(self.table.play, {id(self.table.play.layout.past): {}})
        for event in self.events:
            if type(event) in self.table.game.events:
                self.table.game.evolve(play, event)
        return play


def held(layout: Layout, person: str) -> int:
    """Chips that were issued to a person here, and what lies on the layout of them."""
    chips = layout.chips.get(person, 0) if person in layout.counted else 0
    return chips + sum(layout.of(person).values())


# Who plays at a table that serves a session, and when the game there waits.

# What does not let anybody play: those without a seat leave, or are made to.
_MAY_GO = (
    c.LeaveTable, c.WithdrawWager, c.RaiseDispute, c.VacateSeat, c.VoidWagers, c.ExcludePatron,
    c.ExcludeFromCasino, c.ReadmitPatron, c.LogBreach, c.LogDeviceBreach,
    c.RecordDetention, c.RecordHandover, ReturnChips,
)  # fmt: skip
# What goes on while the game waits: people leave, conduct is dealt with, disputes are decided.
_WHILE_WAITING = (*_MAY_GO, c.DecideDispute, c.AskReview, c.RecordReview)
_TAKES_PART = (e.PatronJoined, e.ChipsBrought, e.WagerPlaced, e.WagerChanged, e.WagerMoved)


def refusal(at: At) -> Refused | None:
    refusals = (_may_not_play(at, each) for each in _players(at))
    return _waits(at) or _directed_otherwise(at) or next(filter(None, refusals), None)


def _players(at: At) -> dict[str, None]:
    """Those who would play by this command: whom it names, and whom its events name."""
    named = [_named(at.order)]
    named += [each.patron for each in at.events if isinstance(each, _TAKES_PART)]
    return dict.fromkeys(filter(None, named))


def _named(order: Order) -> str:
    if isinstance(order.command, _MAY_GO):
        return ""
    named = str(getattr(order.command, "patron", ""))
    return named or (order.actor if order.by == Role.PATRON else "")


def _may_not_play(at: At, person: str) -> Refused | None:
    entry = at.served.persons.get(person)
    if entry is None:
        sentence = f"{at.stream} serves session {at.session.number} of {at.tournament.title} alone"
        detail = f"{sentence}; {person} has no seat there"
        return Refused("table_reserved", at.served.clause, detail)
    if at.session.phase != RUNNING or entry in at.players or _ends_what_was_begun(at, person):
        return None
    out = at.tournament.entries[entry]
    clause = out.out_by or at.rules.wagering.elimination
    detail = f"{at.tournament.who(entry)} plays no more in session {at.session.number}"
    status = "" if out.out_by is None else f": {out.status}"
    return Refused("out_of_session", clause, detail + status)


def _ends_what_was_begun(at: At, person: str) -> bool:
    """Whether a round that somebody left in the middle goes on: staff act for them, or they decide
    what is awaited of them, and stake nothing more."""
    if any(each.patron == person for each in at.events if isinstance(each, _TAKES_PART)):
        return False
    return at.order.by != Role.PATRON or at.table.game.awaits(at.table.play).who == person


def _directed_otherwise(at: At) -> Refused | None:
    """Reading TP15: a hand is played as the Director has directed it, and in no other way."""
    round, rules, kind = at.round, at.rules.sessions, type(at.order.command)
    if round is None or not round.directed or kind.__name__ == rules.out_of_time_by:
        return None
    awaited = at.table.game.awaits(at.table.play)
    entry = at.served.persons.get(awaited.who, 0)
    own = at.order.by == Role.PATRON and kind in awaited.commands
    if entry not in round.directed or not (own or kind in map(type, awaited.choices)):
        return None
    sentence = f"the hand of {at.tournament.who(entry)} is {round.directed[entry]}, as directed"
    return Refused("hand_directed", rules.out_of_time, sentence)


def _waits(at: At) -> Refused | None:
    """A break, or a dispute that is not decided: the game at the table goes no further."""
    kind = type(at.order.command)
    if kind not in at.table.game.orders or issubclass(kind, _WHILE_WAITING):
        return None
    until = at.session.conduct.break_until_us
    if at.at_us < until:
        left = (until - at.at_us) // 1_000_000
        breaks = at.rules.sessions.breaks
        return Refused("break", breaks, f"the break lasts {left} seconds more")
    return disputed(at.tournament, at.floor, at.name)
