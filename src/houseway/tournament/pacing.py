"""Around the rounds: breaks, limits announced, time for a wager, directions about the pace."""

from __future__ import annotations

from houseway.games.machine import Given
from houseway.rulebook.roles import DIRECTORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import session_vocabulary as v
from houseway.tournament.standing import MINUTE_US, in_session, limits_clause, not_here, under_way
from houseway.tournament.state import DRAFTED, PLANNED, PUBLISHED, RUNNING, Part, Tournament

part = Part()


@part.decides(v.CallBreak, by=DIRECTORS, slot=lambda rules: rules.sessions.breaks)
def _break(tournament: Tournament, command: v.CallBreak, given: Given) -> Ruling:
    """Reading TP16: a break has a stated length and falls between rounds."""
    clause = tournament.rules.sessions.breaks
    if clause is None:
        return not_here(tournament, "breaks")
    session = in_session(tournament, command.session, RUNNING)
    if isinstance(session, Refused):
        return session
    if command.minutes < 1:
        return Refused("no_length", clause, "a break has its length, in minutes")
    if given.at_us < session.conduct.break_until_us:
        return Refused("break_called", clause, "there is a break already")
    for table, floor in session.conduct.floors.items():
        refused = under_way(tournament, floor, table)
        if refused:
            return Refused("round_under_way", clause, refused.detail)
    until = given.at_us + command.minutes * MINUTE_US
    return Accepted((v.BreakCalled(session.number, until, given.signature, clause),))


@part.decides(v.ResumePlay, by=DIRECTORS, slot=lambda rules: rules.sessions.breaks)
def _resume(tournament: Tournament, command: v.ResumePlay, given: Given) -> Ruling:
    clause = tournament.rules.sessions.breaks
    session = in_session(tournament, command.session, RUNNING)
    if isinstance(session, Refused):
        return session
    if clause is None or given.at_us >= session.conduct.break_until_us:
        return Refused("no_break", clause, "there is no break to end")
    return Accepted((v.PlayResumed(session.number, given.signature, clause),))


@part.decides(v.AnnounceLimits, by=DIRECTORS, slot=lambda rules: rules.wagering.limit_changes)
def _limits(tournament: Tournament, command: v.AnnounceLimits, given: Given) -> Ruling:
    """7-Up Baccarat 15.6.15: only as the conditions said before the tournament began."""
    clause = tournament.rules.wagering.limit_changes or limits_clause(tournament)
    session = in_session(tournament, command.session, PLANNED, DRAFTED, PUBLISHED, RUNNING)
    if isinstance(session, Refused):
        return session
    asked = (command.round, command.minimum, command.maximum)
    said = [(e.round, e.minimum, e.maximum) for e in tournament.stage_of(session).limit_changes]
    if asked not in said:
        sentence = f"the conditions have no {command.minimum} to {command.maximum} from round"
        return Refused("not_in_the_conditions", clause, f"{sentence} {command.round}")
    if max(session.round.values(), default=0) >= command.round:
        sentence = f"round {command.round} has begun; limits are announced beforehand"
        return Refused("announced_too_late", clause, sentence)
    announced = v.LimitsAnnounced(session.number, *asked, given.signature, clause)
    return Accepted((announced,))


@part.decides(v.SetTimeLimit, by=DIRECTORS, slot=lambda rules: rules.sessions.pace)
def _time_limit(tournament: Tournament, command: v.SetTimeLimit, given: Given) -> Ruling:
    """Reading TP15, 7-Up Baccarat 15.6.11: announced first, so from the next round on."""
    rules = tournament.rules
    clause = rules.wagering.time_limit or rules.sessions.pace or rules.sessions.ballot
    session = in_session(tournament, command.session, PLANNED, DRAFTED, PUBLISHED, RUNNING)
    if isinstance(session, Refused):
        return session
    if command.seconds < 0 or command.decision < 0:
        return Refused("not_a_time", clause, "a time limit is in seconds, or 0 for none")
    if command.decision and rules.sessions.out_of_time is None:
        return not_here(tournament, "decision that a player makes in a round")
    limit = v.TimeLimitSet(
        session.number, command.seconds, given.signature, clause, command.decision
    )
    return Accepted((limit,))


@part.decides(v.GiveDirection, by=DIRECTORS, slot=lambda rules: rules.sessions.pace)
def _direct(tournament: Tournament, command: v.GiveDirection, given: Given) -> Ruling:
    clause = tournament.rules.sessions.pace
    if clause is None:
        return not_here(tournament, "directions about the pace")
    session = in_session(tournament, command.session, RUNNING)
    if isinstance(session, Refused):
        return session
    if not command.direction.strip():
        return Refused("no_direction", clause, "say what is directed")
    direction = v.DirectionGiven(session.number, command.direction, given.signature, clause)
    return Accepted((direction,))


# What each fact changes


@part.folds(v.BreakCalled)
def _break_called(tournament: Tournament, event: v.BreakCalled) -> None:
    conduct = tournament.sessions[event.session - 1].conduct
    conduct.break_until_us = event.until_us
    conduct.paused_us += event.until_us - event.by.at_us


@part.folds(v.PlayResumed)
def _resumed(tournament: Tournament, event: v.PlayResumed) -> None:
    conduct = tournament.sessions[event.session - 1].conduct
    conduct.paused_us -= conduct.break_until_us - event.by.at_us
    conduct.break_until_us = 0


@part.folds(v.LimitsAnnounced)
def _announced(tournament: Tournament, event: v.LimitsAnnounced) -> None:
    tournament.sessions[event.session - 1].conduct.announced.add(event.round)


@part.folds(v.TimeLimitSet)
def _time_limit_set(tournament: Tournament, event: v.TimeLimitSet) -> None:
    conduct = tournament.sessions[event.session - 1].conduct
    conduct.seconds, conduct.decision_seconds = event.seconds, event.decision


@part.folds(v.DirectionGiven)
def _directed(tournament: Tournament, event: v.DirectionGiven) -> None:
    tournament.sessions[event.session - 1].conduct.direction = event.direction
