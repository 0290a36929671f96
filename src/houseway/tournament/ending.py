"""The end of a session: its rounds, shoes or time are over at a table, or it is concluded early."""

from __future__ import annotations

from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS, STAFF
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import session_vocabulary as v
from houseway.tournament.conduct import Conduct, Floor
from houseway.tournament.seating import HELPERS
from houseway.tournament.standing import (
    MINUTE_US,
    at_table,
    disputed,
    not_here,
    played_on,
    players_at,
    to_be_disqualified,
    under_way,
)
from houseway.tournament.state import ENDED, Part, Session, Tournament
from houseway.tournament.terms import Stage

part = Part()


@part.decides(v.ReportShoe, by=STAFF, slot=lambda rules: rules.ranking.advancing)
def _shoe(tournament: Tournament, command: v.ReportShoe, given: Given) -> Ruling:
    found = at_table(tournament, command.session, command.table)
    if isinstance(found, Refused):
        return found
    clause = tournament.rules.ranking.advancing
    finished = v.ShoeFinished(command.session, command.table, clause)
    return under_way(tournament, found[1], command.table) or Accepted((finished,))


@part.decides(v.EndTable, by=HELPERS, slot=lambda rules: rules.ranking.advancing)
def _end(tournament: Tournament, command: v.EndTable, given: Given) -> Ruling:
    """Readings TP22, TP23: rounds that count, shoes, or the clock with the round it found open."""
    found = at_table(tournament, command.session, command.table)
    if isinstance(found, Refused):
        return found
    session, floor = found
    clause = tournament.rules.ranking.advancing
    refused = _not_to_be_ended(tournament, session, floor, command.table)
    if refused:
        return refused
    left = to_play(tournament, session, command.table, given.at_us)
    if left and len(players_at(session, command.table)) > 1 and floor.kept_rounds:
        return Refused("not_finished", clause, f"{left} are left at table {command.table}")
    ended = v.TableEnded(session.number, command.table, False, given.signature, clause)
    return Accepted((ended, *last_one(session, command.table, clause)))


def _not_to_be_ended(
    tournament: Tournament, session: Session, floor: Floor, table: str
) -> Refused | None:
    return (
        played_on(tournament, session)
        or disputed(tournament, floor, table)
        or under_way(tournament, floor, table)
        or to_be_disqualified(tournament, session, table)
    )


def last_one(session: Session, table: str, clause: Clause) -> tuple[v.SessionEnded, ...]:
    floors = session.conduct.floors.items()
    others = [floor for name, floor in floors if name != table and not floor.ended]
    return () if others else (v.SessionEnded(session.number, clause),)


def to_play(tournament: Tournament, session: Session, table: str, at_us: int) -> str:
    """What is left of the session at that table, in words; "" when it is finished."""
    stage, conduct = tournament.stage_of(session), session.conduct
    return _rounds_left(stage, session, table) or _time_left(stage, conduct, at_us)


def _rounds_left(stage: Stage, session: Session, table: str) -> str:
    left = stage.rounds - session.round.get(table, 0)
    if stage.rounds:
        return f"{left} rounds" if left > 0 else ""
    shoes = stage.shoes - session.conduct.floors[table].shoes
    return f"{shoes} shoes" if stage.shoes and shoes > 0 else ""


def _time_left(stage: Stage, conduct: Conduct, at_us: int) -> str:
    if stage.rounds or stage.shoes or not stage.minutes:
        return ""
    over = conduct.started_us + conduct.paused_us + stage.minutes * MINUTE_US
    return f"{(over - at_us) // 1_000_000} seconds" if at_us < over else ""


@part.decides(v.ConcludeEarly, by=DIRECTORS, slot=lambda rules: rules.sessions.early_end)
def _early(tournament: Tournament, command: v.ConcludeEarly, given: Given) -> Ruling:
    """Reading 7U-24: those who go on are certain, and everybody agrees where chips are cash."""
    rules = tournament.rules.sessions
    if rules.early_end is None or rules.early_end_settled is None:
        return not_here(tournament, "early conclusion of a session")
    found = at_table(tournament, command.session, command.table)
    if isinstance(found, Refused):
        return found
    session, floor = found
    refused = (
        _not_to_be_ended(tournament, session, floor, command.table)
        or _not_certain(tournament, session, command, rules.early_end_settled)
        or _not_agreed(tournament, session, command)
    )
    if refused:
        return refused
    clause = rules.early_end
    ended = v.TableEnded(session.number, command.table, True, given.signature, clause)
    return Accepted((ended, *last_one(session, command.table, clause)))


def _not_certain(
    tournament: Tournament, session: Session, command: v.ConcludeEarly, clause: Clause
) -> Refused | None:
    """The standings as confirmed: the highest, as many as go on, nobody else level with them.

    Nobody goes on from a final, and who goes on from all tables together no one table decides.
    """
    here = sorted(players_at(session, command.table), key=lambda e: -session.chips[e])
    stage = tournament.stage_of(session)
    go_on = stage.advance
    first, rest = here[:go_on], here[go_on:]
    level = first and rest and session.chips[first[-1]] == session.chips[rest[0]]
    decided_here = go_on and not (stage.overall and len(session.conduct.floors) > 1)
    named = set(first) == set(command.advancing) and len(command.advancing) == len(first)
    if decided_here and named and not level:
        return None
    standings = ", ".join(f"{tournament.who(e)} {session.chips[e]}" for e in here)
    sentence = f"{go_on} advance from table {command.table}: {standings}"
    return Refused("not_determined", clause, sentence)


def _not_agreed(
    tournament: Tournament, session: Session, command: v.ConcludeEarly
) -> Refused | None:
    if not tournament.conditions.chips_in_cash:
        return None
    here = players_at(session, command.table)
    against = [entry for entry in here if entry not in command.agreed]
    if not against:
        return None
    sentence = f"{tournament.who(against[0])} has not agreed"
    return Refused("not_agreed", tournament.rules.sessions.early_end_agreed, sentence)


# What each fact changes


@part.folds(v.ShoeFinished)
def _shoe_finished(tournament: Tournament, event: v.ShoeFinished) -> None:
    tournament.sessions[event.session - 1].conduct.floors[event.table].shoes += 1


@part.folds(v.TableEnded)
def _table_ended(tournament: Tournament, event: v.TableEnded) -> None:
    tournament.sessions[event.session - 1].conduct.floors[event.table].ended = True


@part.folds(v.SessionEnded)
def _ended(tournament: Tournament, event: v.SessionEnded) -> None:
    tournament.sessions[event.session - 1].phase = ENDED
