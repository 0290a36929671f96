"""Counts at the end of a session, who is level, places, and who goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from houseway.games.fields import Held
from houseway.games.machine import Given
from houseway.games.table_rules import ADDITIONAL_ROUNDS, LEFTOVERS
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS, STAFF, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import results_vocabulary as v
from houseway.tournament.merit import (
    Group,
    cut,
    going_on,
    groups,
    out_together,
    plays_on,
    points_count,
    prize_hangs,
    scopes,
    standings,
)
from houseway.tournament.standing import not_whole
from houseway.tournament.state import (
    CONFIRMED,
    COUNTED,
    ELIMINATED,
    ENDED,
    ENTERED,
    Part,
    Session,
    Tournament,
    unknown_session,
)

part = Part()

COUNTERS = STAFF | DIRECTORS | {Role.ASSISTANT_TO_DIRECTOR}
CONDUCTED = "conducted"  # every wager of the table is in its log, so the count is known


def remaining(session: Session) -> list[int]:
    """Who is still in when the session ends."""
    out = {each.entry for each in session.outs}
    return [each for each in session.players if each not in out]


def in_phase(
    tournament: Tournament, number: int, phases: tuple[str, ...], clause: Clause
) -> Session | Refused:
    refused = unknown_session(tournament, number)
    session = tournament.session(number)
    if session is None:
        return refused or Refused("no_such_session")
    if session.phase not in phases:
        sentence = f"session {number} is {session.phase}, not {' or '.join(phases)}"
        return Refused("not_at_this_stage", clause, sentence)
    return session


# Counts


@part.decides(v.RecordCounts, by=COUNTERS, slot=lambda rules: rules.ranking.count, undo=True)
def _record(tournament: Tournament, command: v.RecordCounts, given: Given) -> Ruling:
    clause = tournament.rules.ranking.count
    session = in_phase(tournament, command.session, (ENDED, COUNTED), clause)
    if isinstance(session, Refused):
        return session
    refused = (
        counted_wrongly(tournament, command.counts, remaining(session), clause)
        or not_whole(tournament, session, command.counts, clause)
        or _not_as_played(tournament, session, command, clause)
        or _not_emptied(tournament, command)
    )
    recorded = v.CountsRecorded(
        command.session, command.counts, command.emptied, command.source, given.signature, clause
    )
    return refused or Accepted((recorded,))


def counted_wrongly(
    tournament: Tournament, counts: Mapping[int, Held], expected: list[int], clause: Clause
) -> Refused | None:
    """Everybody who is left is counted once, and nobody else."""
    missing = sorted(set(expected) - set(counts))
    foreign = sorted(set(counts) - set(expected))
    if missing:
        names = ", ".join(tournament.who(each) for each in missing)
        return Refused("not_all_counted", clause, f"not counted: {names}")
    if foreign:
        numbers = ", ".join(map(str, foreign))
        return Refused("not_in_this_session", clause, f"counted, but not left: entry {numbers}")
    below = [each for each, count in counts.items() if count < 0]
    if below:
        return Refused("not_a_count", clause, f"{tournament.who(below[0])} has no chips below 0")
    return None


def _not_as_played(
    tournament: Tournament, session: Session, command: v.RecordCounts, clause: Clause
) -> Refused | None:
    """At a table whose every wager is on record, the count is what the record says."""
    for number, count in command.counts.items():
        seat, held = session.seats.get(number), session.chips.get(number, 0)
        if seat and session.modes.get(seat.table) == CONDUCTED and count != held:
            sentence = f"{tournament.who(number)} holds {held} by the record, not {count}"
            return Refused("count_does_not_add_up", clause, sentence)
    return None


def _not_emptied(tournament: Tournament, command: v.RecordCounts) -> Refused | None:
    """Where those with nothing are placed by their last wagers, these are on record."""
    if tournament.rules.ranking.together_by != LEFTOVERS:
        return None
    nothing = {each for each, count in command.counts.items() if not count}
    if len(nothing) < 2 or {each.entry for each in command.emptied} == nothing:
        return None
    names = ", ".join(tournament.who(each) for each in sorted(nothing))
    sentence = f"the last wagers, in the order of collection, are wanted of {names}"
    return Refused("last_wagers_wanted", tournament.rules.ranking.together, sentence)


@part.decides(v.ConfirmCounts, by=DIRECTORS, slot=lambda rules: rules.ranking.count, undo=True)
def _confirm_counts(tournament: Tournament, command: v.ConfirmCounts, given: Given) -> Ruling:
    clause = tournament.rules.ranking.count
    session = in_phase(tournament, command.session, (ENDED,), clause)
    if isinstance(session, Refused):
        return session
    if session.counted_by is None:
        return Refused("not_counted", clause, f"session {command.session} has not been counted")
    returned = tournament.rules.sessions.chips_returned
    confirmed = v.CountsConfirmed(command.session, given.signature, clause, returned)
    return Accepted((confirmed,))


# Who is level


def level(tournament: Tournament, session: Session) -> Iterator[Group]:
    """The groups of a session that must play on for their order."""
    for scope in scopes(tournament, session):
        ranked = groups(tournament, session, scope)
        last = cut(tournament, session, ranked)
        yield from (e for e in ranked if plays_on(tournament, session, e, last))


def level_on_points(tournament: Tournament) -> Iterator[Group]:
    """Where the conditions have equal points played off: those whose prizes hang on it."""
    if points_count(tournament) and tournament.conditions.ties.points == "rounds":
        for each in standings(tournament):
            if len(each.entries) > 1 and prize_hangs(tournament, each):
                yield each


# Places


@part.decides(v.ConfirmSession, by=DIRECTORS, slot=lambda rules: rules.ranking.places, undo=True)
def _confirm(tournament: Tournament, command: v.ConfirmSession, given: Given) -> Ruling:
    """The program finds the places, the one in charge makes them final."""
    ranking = tournament.rules.ranking
    session = in_phase(tournament, command.session, (COUNTED,), ranking.places)
    if isinstance(session, Refused):
        return session
    playing = next(level(tournament, session), None)
    clause = level_clause(tournament, session)
    if playing is not None:
        must = "they play on until their order is settled"
        return _level_refused(tournament, playing, clause, must)
    idle = next(nothing_hangs(tournament, session), None)
    if idle is not None and not command.share:
        may = "they play on, or share because nothing depends on it"
        return _level_refused(tournament, idle, clause, may)
    placings = tuple(_placings(tournament, session))
    confirmed = v.SessionConfirmed(
        command.session, placings, tuple(_going_on(tournament, session)),
        idle is not None, given.signature, ranking.places,
    )  # fmt: skip
    return Accepted((confirmed,))


def nothing_hangs(tournament: Tournament, session: Session) -> Iterator[Group]:
    """Reading TP17: where the document has all who are level play on, not to is a decision."""
    if tournament.rules.ranking.level_by != ADDITIONAL_ROUNDS:
        return
    for scope in scopes(tournament, session):
        ranked = groups(tournament, session, scope)
        last = cut(tournament, session, ranked)
        for each in ranked:
            several = each.alive and len(each.entries) > 1
            must = plays_on(tournament, session, each, last)
            if several and not must and not out_together(tournament, session, each, last):
                yield each


def level_clause(tournament: Tournament, session: Session) -> Clause:
    """What speaks about equal chips in this session: another clause where it is for points."""
    ranking = tournament.rules.ranking
    for_points = ranking.points_shared if tournament.stage_of(session).points else None
    return for_points or ranking.level


def _level_refused(tournament: Tournament, group: Group, clause: Clause, what: str) -> Refused:
    names = " and ".join(tournament.who(each) for each in group.entries)
    chips = f"{group.merit[1]} chips" if group.alive else f"round {group.merit[1]}"
    sentence = f"{names} are level ({chips}) on places {group.first} to {group.last}: {what}"
    return Refused("level_on_chips", clause, sentence)


def _placings(tournament: Tournament, session: Session) -> Iterator[v.Placing]:
    points, ranking = tournament.stage_of(session).points, tournament.rules.ranking
    for scope in scopes(tournament, session):
        for group in groups(tournament, session, scope):
            share = shared_points(points, group.first, group.last)
            clause = group.clause
            if points and len(group.entries) > 1:
                clause = ranking.points_shared or clause
            for each in group.entries:
                yield v.Placing(each, group.first, group.last, clause, share)


def shared_points(points: tuple[int, ...], first: int, last: int) -> tuple[int, int]:
    """The points of the places, added up and divided equally: a fraction, exactly."""
    total = sum(points[first - 1 : last])
    share = Fraction(total, last - first + 1)
    return share.numerator, share.denominator


def _going_on(tournament: Tournament, session: Session) -> Iterator[int]:
    for scope in scopes(tournament, session):
        ranked = groups(tournament, session, scope)
        for group in going_on(tournament, session, ranked):
            yield from group.entries


@part.folds(v.CountsRecorded)
def _recorded(tournament: Tournament, event: v.CountsRecorded) -> None:
    session = tournament.sessions[event.session - 1]
    session.counts = dict(event.counts)
    session.emptied = [(each.entry, each.stake) for each in event.emptied]
    session.counted_by = event.by
    session.phase = ENDED


@part.folds(v.CountsConfirmed)
def _counts_confirmed(tournament: Tournament, event: v.CountsConfirmed) -> None:
    session = tournament.sessions[event.session - 1]
    session.chips = dict(session.counts)
    session.phase = COUNTED


@part.folds(v.SessionConfirmed)
def _confirmed(tournament: Tournament, event: v.SessionConfirmed) -> None:
    session = tournament.sessions[event.session - 1]
    session.phase = CONFIRMED
    session.advancing = list(event.advancing)
    for each in event.placings:
        session.ranking[each.entry] = (each.first, each.last)
        if each.points[0]:
            session.points[each.entry] = each.points
    if not tournament.stage_of(session).advance:
        return
    for number in session.players:
        entry = tournament.entries[number]
        if number in event.advancing:  # out of a repechage, for one
            entry.status, entry.out_by = ENTERED, None
        elif entry.status == ENTERED:
            entry.status, entry.out_by = ELIMINATED, event.clause
