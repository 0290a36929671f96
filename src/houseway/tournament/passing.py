"""Time that runs out, and pass cards played in place of a wager."""

from __future__ import annotations

from houseway.games.machine import Given
from houseway.rulebook.roles import PATRONS, STAFF
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import wager_vocabulary as v
from houseway.tournament.conduct import BETTING, PLAYING
from houseway.tournament.deciding import overdue
from houseway.tournament.rounds import wager_until_us
from houseway.tournament.standing import Place, in_round, not_here, somebody_else
from houseway.tournament.state import Part, Tournament
from houseway.tournament.wagering import round_of, waits

part = Part()


@part.decides(v.ReportTimeUp, by=STAFF, slot=lambda rules: rules.wagering.late_minimum)
def _time_up(tournament: Tournament, command: v.ReportTimeUp, given: Given) -> Ruling:
    """7-Up Baccarat 15.6.12: only the minimum from now on; elsewhere reading TP15."""
    rules = tournament.rules
    clause = rules.wagering.late_minimum or rules.sessions.pace or rules.wagering.minimum
    deciding = in_round(tournament, command.session, command.entry, PLAYING)
    if isinstance(deciding, Place) and rules.sessions.out_of_time:
        return overdue(tournament, deciding, command.entry, given)
    place = in_round(tournament, command.session, command.entry, BETTING)
    if isinstance(place, Refused):
        return place
    if not place.round.seconds:
        return Refused("no_time_limit", clause, "no time limit was announced for this round")
    if place.round.settled(command.entry) or waits(tournament, place, command.entry):
        return Refused("not_waited_for", clause, f"{place.who} is not waited for")
    left = wager_until_us(tournament, place.round) - given.at_us
    if left > 0:
        sentence = f"{place.who} has {-(-left // 1_000_000)} seconds of {place.round.seconds} left"
        return Refused("time_left", clause, sentence)
    restricted = rules.wagering.late_minimum is not None
    ran_out = v.TimeRanOut(command.session, place.table, command.entry, restricted, clause)
    return Accepted((ran_out,))


@part.decides(v.PlayPassCard, by=PATRONS | STAFF, slot=lambda rules: rules.wagering.pass_cards)
def _pass(tournament: Tournament, command: v.PlayPassCard, given: Given) -> Ruling:
    """7-Up Baccarat 15.7.1: in place of a wager, as many as everybody was given."""
    rules = tournament.rules.wagering
    if rules.pass_cards is None:
        return not_here(tournament, "pass cards")
    place = in_round(tournament, command.session, command.entry, BETTING)
    if isinstance(place, Refused):
        return place
    left = place.session.conduct.pass_cards.get(command.entry, 0)
    refused = somebody_else(tournament, command.entry, given)
    if refused:
        return refused
    if place.round.settled(command.entry):
        sentence = f"{place.who} has staked; a pass card is played instead"
        return Refused("has_staked", rules.pass_instead or rules.pass_cards, sentence)
    if not left:
        given_out = tournament.conditions.pass_cards
        sentence = f"{place.who} has no pass card left of {given_out}"
        return Refused("no_pass_card", rules.pass_cards, sentence)
    if waits(tournament, place, command.entry):
        return Refused(
            "out_of_turn", rules.out_of_turn, f"{place.who} must wait for their own turn"
        )
    played = v.PassCardPlayed(
        command.session, place.table, command.entry, left - 1, rules.pass_cards
    )
    return Accepted((played,))


@part.folds(v.TimeRanOut)
def _ran_out(tournament: Tournament, event: v.TimeRanOut) -> None:
    if event.restricted:
        round_of(tournament, event).restricted.add(event.entry)


@part.folds(v.PassCardPlayed)
def _passed(tournament: Tournament, event: v.PassCardPlayed) -> None:
    round_of(tournament, event).passed.add(event.entry)
    tournament.sessions[event.session - 1].conduct.pass_cards[event.entry] = event.left
