"""One table of a tournament's session, moved on by simulated people: one round after the other.

`next_in_round` says what comes next from the state alone. The demonstration and the bots of a trial
differ in who acts and in what they stake (`SessionPeople`), not in the order of a round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from houseway.driving import Deed
from houseway.games.commands import Command
from houseway.games.fields import Held, as_halves
from houseway.rulebook.roles import Role
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.rounds import ordered, to_play
from houseway.tournament.standing import issued_at, players_at
from houseway.tournament.state import ANNOUNCING, BETTING, RUNNING, Round, Session, Tournament


class SessionPeople(NamedTuple):
    """The people at one table of a session.

    `wager` gives what an entrant does whose turn it is, or None while a person is waited for.
    `counts` gives the count after the round; without it the caller counts.
    """

    dealer: str
    supervisor: str
    wager: Callable[[Round, int], Deed | None]
    counts: Callable[[Round], Command] | None = None

    def dealt(self, command: Command) -> Deed:
        return Deed(command, Role.DEALER, self.dealer)

    def supervised(self, command: Command) -> Deed:
        return Deed(command, Role.GAMING_SUPERVISOR, self.supervisor)


def next_at_table(
    t: Tournament, session: Session, table: str, people: SessionPeople, at_us: int
) -> Deed | None:
    """What comes next at a table, from one round to the next and to its end."""
    at = session.conduct.floors.get(table)
    if session.phase != RUNNING or at is None or at.ended or at.dispute:
        return None
    if at.round is not None:
        return next_in_round(t, session, at.round, table, people)
    over = not to_play(t, session, table, at_us) or len(players_at(session, table)) < 2
    kind = s.EndTable if over and not at.among else w.OpenRound
    return people.dealt(kind(session.number, table))


def next_in_round(
    t: Tournament, session: Session, round: Round, table: str, people: SessionPeople
) -> Deed | None:
    """What comes next in a round; None while a person or another's count is waited for."""
    number = session.number
    if round.phase == ANNOUNCING:
        return _announcing(number, round, people)
    if round.phase != BETTING:
        return people.dealt(people.counts(round)) if people.counts else None
    unread = next((entry for entry, form in round.forms.items() if not form.passed), 0)
    if unread:
        return people.supervised(f.PassForm(number, unread))
    if entry := _to_wager(t, round):
        return people.wager(round, entry)
    if round.turn and ordered(t):
        return people.dealt(w.CallPatron(number, round.turn))
    return people.dealt(w.CloseBetting(number, table))


def _to_wager(t: Tournament, round: Round) -> int:
    """Who is to wager now: the entrant called, or the first without a wager if none is called."""
    waiting = (round.called,) if ordered(t) else round.order
    return next((each for each in waiting if each and not round.settled(each)), 0)


def _announcing(number: int, round: Round, people: SessionPeople) -> Deed | None:
    """Every form is announced and placed before the first card."""
    for entry, form in round.forms.items():
        if not form.announced:
            return people.supervised(f.AnnounceForm(number, entry))
        if not form.placed:
            return people.dealt(f.PlaceAnnounced(number, entry))
    return None


def count_of(
    t: Tournament, session: Session, table: str, counts: Mapping[int, Held]
) -> s.CountTable:
    """The count of a table: the table won what was issued there and nobody holds any more."""
    at = session.conduct.floors[table]
    issued = at.brought if at.among else issued_at(t, session, table)
    won = as_halves(issued - at.missing - sum(counts.values()))
    emptied = tuple(entry for entry, chips in counts.items() if not chips)
    return s.CountTable(session.number, table, tuple(counts.items()), won, collected=emptied)
