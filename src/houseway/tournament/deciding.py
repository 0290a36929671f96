"""Time to decide: to hit or stand, to bet or fold, to set tiles (reading TP15).

When it runs out, dealer and Director are told. Nothing happens to the hand before the Director
directs what the document has for it.
"""

from __future__ import annotations

from houseway.games.machine import Given
from houseway.rulebook.roles import DIRECTORS, STAFF
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import wager_vocabulary as v
from houseway.tournament.conduct import PLAYING
from houseway.tournament.standing import Place, in_round, not_here
from houseway.tournament.state import Part, Tournament
from houseway.tournament.wagering import round_of

part = Part()


@part.decides(v.AwaitDecision, by=STAFF, slot=lambda rules: rules.sessions.out_of_time)
def _await(tournament: Tournament, command: v.AwaitDecision, given: Given) -> Ruling:
    rules = tournament.rules.sessions
    clause = rules.pace or rules.out_of_time
    if rules.out_of_time is None or clause is None:
        return not_here(tournament, "decision that a player makes in a round")
    place = in_round(tournament, command.session, command.entry, PLAYING)
    if isinstance(place, Refused):
        return place
    awaited = v.DecisionAwaited(command.session, place.table, command.entry, given.at_us, clause)
    return Accepted((awaited,))


def overdue(tournament: Tournament, place: Place, entry: int, given: Given) -> Ruling:
    """What a report that the time is up finds, once betting is closed."""
    rules, round = tournament.rules.sessions, place.round
    clause = rules.pace or tournament.rules.wagering.minimum
    if not round.decision_seconds:
        return Refused("no_time_limit", clause, "no time limit for decisions was announced")
    if entry not in round.deciding or entry in round.overdue:
        return Refused("not_waited_for", clause, f"{place.who} is not waited for")
    left = round.deciding[entry] + round.decision_seconds * 1_000_000 - given.at_us
    if left > 0:
        seconds = -(-left // 1_000_000)
        sentence = f"{place.who} has {seconds} seconds of {round.decision_seconds} left"
        return Refused("time_left", clause, sentence)
    late = v.DecisionOverdue(
        place.session.number, place.table, entry, round.decision_seconds, clause
    )
    return Accepted((late,))


@part.decides(v.DirectHand, by=DIRECTORS, slot=lambda rules: rules.sessions.out_of_time)
def _direct(tournament: Tournament, command: v.DirectHand, given: Given) -> Ruling:
    rules = tournament.rules.sessions
    if rules.out_of_time is None:
        return not_here(tournament, "decision that a player makes in a round")
    place = in_round(tournament, command.session, command.entry, PLAYING)
    if isinstance(place, Refused):
        return place
    if command.entry not in place.round.overdue:
        sentence = f"the time of {place.who} to decide has not been reported as up"
        return Refused("time_left", rules.pace, sentence)
    directed = v.HandDirected(
        command.session, place.table, command.entry, rules.out_of_time_says, given.signature,
        rules.out_of_time,
    )  # fmt: skip
    return Accepted((directed,))


@part.folds(v.DecisionAwaited)
def _awaited(tournament: Tournament, event: v.DecisionAwaited) -> None:
    """One player at a time is waited for, and the clock begins with each decision."""
    round = round_of(tournament, event)
    round.deciding = {event.entry: event.at_us}
    round.overdue.discard(event.entry)


@part.folds(v.DecisionOverdue)
def _overdue(tournament: Tournament, event: v.DecisionOverdue) -> None:
    round_of(tournament, event).overdue.add(event.entry)


@part.folds(v.HandDirected)
def _directed(tournament: Tournament, event: v.HandDirected) -> None:
    round = round_of(tournament, event)
    round.overdue.discard(event.entry)
    round.directed[event.entry] = event.how
