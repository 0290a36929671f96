"""Tables that serve a tournament are bound to it: a runner asks here before anything happens there.

What this process does is known at once. Where others write to the log as well, `every_us` says how
long a table that they have just reserved may go unnoticed; what a bound table does is always judged
by the tournament as the log has it.
"""

from __future__ import annotations

import threading
from typing import Any

from houseway.conducting import tables
from houseway.conducting.binding import judged
from houseway.conducting.tables import TABLES, TOURNAMENTS, At, served_by
from houseway.games import game, playable
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.machine import Given
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.runner import Learned, Order, Runner
from houseway.table.vocabulary import OpenTable
from houseway.tournament import results_vocabulary as r
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.ranking import CONDUCTED
from houseway.tournament.state import BETTING, Session, Tournament
from houseway.tournament.tournament import decide, learn

# What nobody enters by hand for a table in Houseway: the tournament learns it from the table.

_INSTEAD: dict[type, str] = {
    w.OpenRound: "open betting",
    w.CloseBetting: "call no more bets",
    w.PlaceStake: "enter the wager",
    w.FindStake: "enter the wager that was found",
    w.VoidStake: "log the breach and void the wagers",  # once cards are out
    w.DeclareRoundVoid: "void the round",
    f.PlaceAnnounced: "enter the wager that was announced",
    r.RecordAdditionalRound: "play the round",
}


def refusal(tournament: Tournament, order: Order) -> Refused | None:
    """Why a command is for the table itself and not for the tournament."""
    command = order.command
    instead = _INSTEAD.get(type(command))
    session = tournament.session(getattr(command, "session", 0)) if instead else None
    if session is None:
        return None
    table = _table_of(session, command)
    if session.modes.get(table) != CONDUCTED or _still_by_hand(tournament, session, table, order):
        return None
    sentence = f"table {table} is in Houseway: {instead} there"
    return Refused("wrong_source", tournament.rules.ranking.count, sentence)


def _table_of(session: Session, command: object) -> str:
    if isinstance(command, r.RecordAdditionalRound):
        return session.play_off
    seat = session.seats.get(getattr(command, "entry", 0))
    return getattr(command, "table", "") or (seat.table if seat else "")


def _still_by_hand(tournament: Tournament, session: Session, table: str, order: Order) -> bool:
    """A round that would not begin, since nobody can stake; a stake that can still be returned;
    betting in which all wagers are on forms, so that none lies at the table."""
    round = session.conduct.floors[table].round if table in session.conduct.floors else None
    if isinstance(order.command, w.VoidStake):
        return round is not None and round.phase == BETTING
    if isinstance(order.command, w.CloseBetting):
        return round is not None and bool(round.forms) and not round.stakes
    if not isinstance(order.command, w.OpenRound):
        return False
    after_break = session.conduct.break_until_us
    ruling = decide(tournament, order.command, order.by, after_break, order.actor)
    if not isinstance(ruling, Accepted):
        return False
    return not any(isinstance(each, w.RoundBegun) for each in ruling.events)


class Reservations:
    """Which tournament binds which table."""

    def __init__(self, runner: Runner, *, every_us: int = 0) -> None:
        self._runner, self._every_us = runner, every_us
        self._tables: dict[str, set[str]] = {}  # by tournament
        self._binders: dict[str, str] = {}  # table to tournament
        self._stale = self._tournaments()
        self._looked_us = runner.now_us()
        self._lock = threading.Lock()
        runner.listeners.append(self._heard)
        runner.guards += [_by_hand, self._unassigned]
        runner.binding = self

    def _tournaments(self) -> set[str]:
        return {each for each in self._runner.log.heads() if each.startswith(TOURNAMENTS)}

    def _heard(self, stream: str, version: int, events: tuple[Event, ...]) -> None:
        if stream.startswith(TOURNAMENTS):
            self._stale.add(stream)

    def binder(self, stream: str) -> str:
        """The tournament that a table serves now, or ""."""
        if not stream.startswith(TABLES):
            return ""
        with self._lock:
            self._look_again()
            return self._binders.get(stream, "")

    def _unassigned(self, stream: str, state: Any, order: Order) -> Refused | None:
        """7-Up Baccarat 15.5.1: no table is in tournament use that no tournament was assigned."""
        command = order.command
        if not isinstance(command, OpenTable) or not playable(command.document):
            return None
        found = game(command.document)
        clause = found.tournament.sessions.tables if found.tournament else None
        in_use = command.options.get("use") == "tournament"
        if clause is None or not in_use or self.binder(stream):
            return None
        sentence = "no tournament has this table: publish the seats of its session first"
        return Refused("table_not_assigned", clause, sentence)

    def forbids(
        self, binder: Tournament, stream: str, state: Any, order: Order, at_us: int
    ) -> Refused | None:
        served = served_by(binder).get(stream)
        if served is None or state.play is None:
            return None
        return tables.refusal(At(binder, served, stream, state, order, (), at_us))

    def learned(
        self, binder: Tournament, stream: str, state: Any, order: Order,
        events: tuple[Event, ...], at_us: int,
    ) -> Refused | Learned:  # fmt: skip
        served = served_by(binder).get(stream)
        if served is None:
            return Learned()
        commands = judged(At(binder, served, stream, state, order, events, at_us))
        return commands if isinstance(commands, Refused) else Learned(commands, _learn)

    def _look_again(self) -> None:
        now = self._runner.now_us()
        if self._every_us and now - self._looked_us >= self._every_us:
            self._stale |= self._tournaments()
            self._looked_us = now
        if not self._stale:
            return
        while self._stale:
            stream = self._stale.pop()
            self._tables[stream] = self._runner.look(stream, lambda state, _: set(served_by(state)))
        self._binders = {t: s for s in sorted(self._tables) for t in sorted(self._tables[s])}


def _learn(tournament: Any, command: Command, by: Role, at_us: int, actor: str) -> Ruling:
    return learn(tournament, command, Given(by, actor, at_us))


def _by_hand(stream: str, state: Any, order: Order) -> Refused | None:
    return refusal(state, order) if stream.startswith(TOURNAMENTS) else None
