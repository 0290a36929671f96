"""Turns and stakes: who wagers when, how much, and what becomes of a stake that is not in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.machine import Given, judged
from houseway.games.table_rules import WageringRules
from houseway.rulebook.roles import DIRECTORS, PATRONS, STAFF
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import wager_vocabulary as v
from houseway.tournament.rounds import ordered, wager_until_us
from houseway.tournament.standing import (
    Place,
    advice,
    below,
    in_round,
    is_out,
    not_here,
    risk_of,
    seated,
    somebody_else,
    too_little,
)
from houseway.tournament.state import BETTING, ELIMINATED, PLAYING, Part, Round, Tournament

part = Part()

# Turns


@part.decides(v.CallPatron, by=STAFF, slot=lambda rules: rules.wagering.turn)
def _call(tournament: Tournament, command: v.CallPatron, given: Given) -> Ruling:
    """Reading TP14: a turn opens with the call, and the one before it ends."""
    rules = tournament.rules.wagering
    place = in_round(tournament, command.session, command.entry, BETTING)
    if isinstance(place, Refused):
        return place
    if not ordered(tournament) or rules.turn is None:
        clause = rules.only_if_conditions_say or rules.minimum
        return Refused("no_order", clause, "people wager here in any order")
    called, turn = place.round.called, place.round.turn
    if called and called in place.round.order and not place.round.settled(called):
        sentence = f"{tournament.who(called)} has staked nothing; that is confirmed first"
        return Refused("turn_open", rules.turn, sentence)
    if turn != command.entry:
        sentence = f"next is {tournament.who(turn)}" if turn else "everybody has been called"
        return Refused("not_their_turn", rules.marker, sentence)
    before = (called,) if called else ()
    refused = too_little(tournament, place.session, place.round, called)
    opened = v.TurnOpened(command.session, place.table, command.entry, given.at_us, rules.turn)
    return refused or Accepted((*advice(tournament, place.session, place.table, before), opened))


def waits(tournament: Tournament, place: Place, entry: int) -> bool:
    """Whether someone else is to wager first."""
    return ordered(tournament) and place.round.called != entry


@part.decides(v.ConfirmNoStake, by=STAFF, slot=lambda rules: rules.wagering.minimum)
def _nothing(tournament: Tournament, command: v.ConfirmNoStake, given: Given) -> Ruling:
    """Readings TP14, 7U-20: no stake is made up for anybody; one document disqualifies for it."""
    rules = tournament.rules.wagering
    place = in_round(tournament, command.session, command.entry, BETTING)
    if isinstance(place, Refused):
        return place
    if place.round.settled(command.entry):
        return Refused("has_staked", rules.minimum, f"{place.who} is not waited for")
    if waits(tournament, place, command.entry):
        return Refused("not_their_turn", rules.turn, f"{place.who} has not been called")
    measures = tournament.rules.sessions.late_deduction
    away = measures is not None and command.entry not in place.session.conduct.present
    due = measures is not None and not away
    clause = tournament.rules.sessions.late if away else rules.minimum
    confirmed = v.NoStakeConfirmed(command.session, place.table, command.entry, due, clause)
    return Accepted((confirmed,))


# Stakes


@part.decides(v.PlaceStake, by=PATRONS | STAFF, slot=lambda rules: rules.wagering.minimum)
def _place(tournament: Tournament, command: v.PlaceStake, given: Given) -> Ruling:
    """All that someone stakes: from the own box, out of what is there, in turn, in the limits."""
    forms = tournament.rules.wagering.undisclosed
    place = in_round(tournament, command.session, command.entry, BETTING)
    if isinstance(place, Refused):
        if forms and place.code == "round_not_betting":
            return Refused(place.code, forms.closed, place.detail)
        return place
    refused = (
        somebody_else(tournament, command.entry, given)
        or not_from_there(tournament, place, command.entry, command.box)
        or _may_not_stake(tournament, place, command)
    )
    if refused:
        return refused
    out_of_turn = waits(tournament, place, command.entry)
    rules = tournament.rules.wagering
    if out_of_turn and not rules.out_of_turn_stands:
        first = tournament.who(place.round.called or place.round.turn)
        sentence = f"{place.who} takes the stake back and waits; it is the turn of {first}"
        return Refused("out_of_turn", rules.out_of_turn, sentence)
    if rules.multiples:
        return _in_units(tournament, place, command)
    return _at_risk(tournament, place, command, out_of_turn=out_of_turn)


def not_from_there(tournament: Tournament, place: Place, entry: int, box: int) -> Refused | None:
    """A player wagers from the allotted box alone; 0 where a wager lies in none."""
    rules = tournament.rules
    own = place.session.seats[entry].box
    if box in (0, own):
        return None
    sentence = f"{place.who} plays box {own}, not box {box}"
    return Refused("not_your_box", rules.wagering.own_box or rules.sessions.ballot, sentence)


def _may_not_stake(tournament: Tournament, place: Place, command: v.PlaceStake) -> Refused | None:
    rules, entry = tournament.rules.wagering, command.entry
    if command.amount < 1:
        return Refused("amount_not_positive", rules.minimum, "a stake is whole chips")
    if command.amount > place.chips:
        sentence = f"{place.who} holds {place.chips}, not {command.amount}"
        return Refused("more_than_held", rules.no_exchange, sentence)
    return out_of_this_round(tournament, place, entry) or fixed(tournament, place, entry)


def out_of_this_round(tournament: Tournament, place: Place, entry: int) -> Refused | None:
    round, rules = place.round, tournament.rules.wagering
    if entry in round.passed:
        instead = f"{place.who} has played a pass card in place of a wager"
        return Refused("out_of_this_round", rules.pass_instead or rules.pass_cards, instead)
    if entry in round.nothing or entry in round.absent:
        return Refused("out_of_this_round", rules.minimum, f"{place.who} is out of this round")
    return None


def fixed(tournament: Tournament, place: Place, entry: int) -> Refused | None:
    if entry not in place.round.locked and entry not in place.round.ended:
        return None
    sentence = f"the stake of {place.who} stays as it is"
    return Refused("stake_locked", tournament.rules.wagering.locked, sentence)


def _in_units(tournament: Tournament, place: Place, command: v.PlaceStake) -> Ruling:
    """7-Up Baccarat 15.6.12 and 15.6.14, reading 7U-21."""
    rules, entry, minimum = tournament.rules.wagering, command.entry, place.round.minimum
    clause = rules.multiples or rules.minimum
    if entry in place.round.restricted and command.amount != minimum:
        sentence = f"the time is up: {place.who} stakes {minimum}, not {command.amount}"
        return Refused("minimum_only", rules.late_minimum, sentence)
    if command.amount < minimum:
        sentence = f"{command.amount} is made up to the minimum of {minimum}"
        return Refused("below_minimum", clause, sentence)
    amount = in_units(command.amount, place.round)
    placed = v.StakePlaced(
        command.session, place.table, entry, amount, command.amount, command.on,
        ordered(tournament), clause,
    )  # fmt: skip
    return Accepted((placed,))


def in_units(amount: int, round: Round) -> int:
    """At most the maximum, and whole multiples of the minimum."""
    most = min(amount, round.maximum)
    return most - most % round.minimum


def _at_risk(
    tournament: Tournament, place: Place, command: v.PlaceStake, *, out_of_turn: bool
) -> Ruling:
    """Reading TP10; above the maximum only the maximum is paid or collected, of each wager."""
    rules, round, entry = tournament.rules.wagering, place.round, command.entry
    offered = dict(command.wagers) or {command.on: command.amount}
    if sum(offered.values()) != command.amount or len(offered) < len(command.wagers):
        sentence = f"the wagers of {place.who} are named once each and add up to {command.amount}"
        return Refused("wagers_do_not_add_up", rules.minimum, sentence)
    counting = {wager: min(stake, round.maximum) for wager, stake in offered.items()}
    risk = risk_of(tournament, place, counting)
    if isinstance(risk, Refused):
        return risk
    short = risk < round.minimum
    if short and entry in place.session.conduct.advised:
        return below(tournament, round, entry, risk)
    amount = sum(counting.values())
    clause = rules.minimum if amount == command.amount else rules.maximum
    facts: list[Event] = [
        v.StakePlaced(
            command.session, place.table, entry, amount, command.amount, command.on, out_of_turn,
            clause,
        )
    ]  # fmt: skip
    if short:
        facts.append(
            v.RiskAdvised(command.session, place.table, entry, risk, round.minimum, rules.minimum)
        )
    if out_of_turn and rules.out_of_turn:
        times = place.session.conduct.out_of_turn.get(entry, 0) + 1
        facts.append(v.OutOfTurn(command.session, place.table, entry, times, rules.out_of_turn))
    return Accepted(tuple(facts))


@part.decides(v.FindStake, by=STAFF, slot=lambda rules: rules.wagering.multiples)
def _find(tournament: Tournament, command: v.FindStake, given: Given) -> Ruling:
    """7-Up Baccarat 15.6.14: over, under, or not in units, once betting is closed."""
    rules = tournament.rules.wagering
    if rules.multiples is None:
        return not_here(tournament, "stakes in units of the minimum")
    place = in_round(tournament, command.session, command.entry, PLAYING)
    if isinstance(place, Refused):
        return place
    if command.entry not in place.round.stakes.keys() | place.round.nothing:
        return Refused("no_stake", rules.multiples, f"{place.who} has no stake")
    if not 0 < command.amount <= place.chips:
        sentence = f"{place.who} holds {place.chips}, not {command.amount}"
        return Refused("more_than_held", rules.no_exchange, sentence)
    if command.amount < place.round.minimum:
        return _made_up(tournament, place, command, given)
    amount = in_units(command.amount, place.round)
    return _corrected(place, command, amount, _why(command.amount, place.round), rules)


def _why(found: int, round: Round) -> str:
    if found > round.maximum:
        return "to the maximum"
    return "to the last whole unit" if found % round.minimum else "as found"


def _corrected(
    place: Place, command: v.FindStake, amount: int, why: str, rules: WageringRules
) -> Accepted:
    clause = rules.multiples or rules.minimum
    corrected = v.StakeCorrected(command.session, place.table, command.entry, amount, why, clause)
    return Accepted((corrected,))


def _made_up(tournament: Tournament, place: Place, command: v.FindStake, given: Given) -> Ruling:
    """To the minimum; anyone who cannot is out, and shared hands go on (reading 7U-21)."""
    rules = tournament.rules.wagering
    clause = rules.multiples or rules.minimum
    if place.chips >= place.round.minimum:
        return _corrected(place, command, place.round.minimum, "made up to the minimum", rules)
    void = v.StakeVoided(command.session, place.table, command.entry, command.amount, clause)
    out = is_out(place.session, command.entry, ELIMINATED, clause)
    nobody = (
        (v.RoundDeclaredVoid(
            command.session, place.table, "nobody is left in it", given.signature, clause
        ),)
        if len(place.round.order) == 1
        else ()
    )  # fmt: skip
    return Accepted((void, out, *nobody))


@part.decides(v.VoidStake, by=DIRECTORS, slot=lambda rules: rules.wagering.out_of_turn)
def _void(tournament: Tournament, command: v.VoidStake, given: Given) -> Ruling:
    """Reading TP13: out of turn again, so it may be void; it goes back and is not replaced."""
    rules = tournament.rules.wagering
    found = seated(tournament, command.session, command.entry)
    if isinstance(found, Refused):
        return found
    _, table, floor = found
    if floor.round is None or command.entry not in floor.round.doubtful or not rules.out_of_turn:
        sentence = f"{tournament.who(command.entry)} has no stake that may be declared void"
        return Refused("stake_stands", rules.out_of_turn or rules.minimum, sentence)
    amount = floor.round.stakes[command.entry]
    void = v.StakeVoided(command.session, table, command.entry, amount, rules.out_of_turn)
    return Accepted((void,))


# What each fact changes


def round_of(tournament: Tournament, event: Any) -> Round:
    found: Round | None = tournament.sessions[event.session - 1].conduct.floors[event.table].round
    if found is None:
        raise ValueError(f"{type(event).__name__} without a round at table {event.table}")
    return found


@part.folds(v.TurnOpened)
def _opened(tournament: Tournament, event: v.TurnOpened) -> None:
    round = round_of(tournament, event)
    if round.called:
        round.ended.add(round.called)
    round.called, round.called_us = event.entry, event.at_us


@part.folds(v.NoStakeConfirmed)
def _confirmed(tournament: Tournament, event: v.NoStakeConfirmed) -> None:
    round_of(tournament, event).nothing.add(event.entry)
    if event.due:
        conduct = tournament.sessions[event.session - 1].conduct
        conduct.due[event.entry] = event.clause


@part.folds(v.StakePlaced)
def _placed(tournament: Tournament, event: v.StakePlaced) -> None:
    """A form handed in before is examined again, now that there is another stake beside it."""
    round = round_of(tournament, event)
    round.stakes[event.entry] = event.amount
    if event.locked:
        round.locked.add(event.entry)
    form = round.forms.get(event.entry)
    if form:
        round.forms[event.entry] = form.examined_again()


@part.folds(v.OutOfTurn)
def _out_of_turn(tournament: Tournament, event: v.OutOfTurn) -> None:
    conduct = tournament.sessions[event.session - 1].conduct
    conduct.out_of_turn[event.entry] = event.times
    if event.times > 1:
        round_of(tournament, event).doubtful.add(event.entry)


@part.folds(v.RiskAdvised)
def _advised(tournament: Tournament, event: v.RiskAdvised) -> None:
    tournament.sessions[event.session - 1].conduct.advised.add(event.entry)
    round_of(tournament, event).let_through.add(event.entry)


@part.folds(v.StakeCorrected)
def _stake_corrected(tournament: Tournament, event: v.StakeCorrected) -> None:
    """A stake that nobody had seen is a stake: its owner has wagered after all."""
    round = round_of(tournament, event)
    round.stakes[event.entry] = event.amount
    round.nothing.discard(event.entry)
    tournament.sessions[event.session - 1].conduct.due.pop(event.entry, None)


@part.folds(v.StakeVoided)
def _stake_voided(tournament: Tournament, event: v.StakeVoided) -> None:
    round = round_of(tournament, event)
    round.stakes.pop(event.entry, None)
    round.doubtful.discard(event.entry)
    round.nothing.add(event.entry)


# Time to decide: to hit or stand, to bet or fold, to set tiles (reading TP15).


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


# Time that runs out, and pass cards played in place of a wager.


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


# What a tournament learns from a table in Houseway: stakes as they lie on its layout.


def learn_stake(tournament: Tournament, command: v.LearnStake, given: Given) -> Ruling:
    """Judge what a player has on the layout now, as a stake by hand is judged."""
    forms = tournament.rules.wagering.undisclosed
    place = in_round(tournament, command.session, command.entry, BETTING)
    if isinstance(place, Refused):
        closed = forms is not None and place.code == "round_not_betting"
        return Refused(place.code, forms.closed, place.detail) if closed and forms else place
    rules, entry = tournament.rules.wagering, command.entry
    if command.by_house:
        return _laid(tournament, place, command, out_of_turn=False)
    refused = (
        not_from_there(tournament, place, entry, command.box)
        or out_of_this_round(tournament, place, entry)
        or fixed(tournament, place, entry)
        or _altered(tournament, place, command)
        or _late(tournament, place, command)
    )
    if refused:
        return refused
    out_of_turn = waits(tournament, place, entry)
    if out_of_turn and not rules.out_of_turn_stands:
        first = tournament.who(place.round.called or place.round.turn)
        sentence = f"{place.who} takes the stake back and waits; it is the turn of {first}"
        return Refused("out_of_turn", rules.out_of_turn, sentence)
    return _laid(tournament, place, command, out_of_turn=out_of_turn)


def _altered(tournament: Tournament, place: Place, command: v.LearnStake) -> Refused | None:
    """7-Up Baccarat 15.9.5: made in turn, a wager is neither removed nor altered."""
    rules = tournament.rules.wagering
    before, now = place.round.laid.get(command.entry, {}), dict(command.wagers)
    if not rules.multiples or not ordered(tournament) or before.items() <= now.items():
        return None
    return Refused("stake_locked", rules.locked, f"the stake of {place.who} stays as it is")


def _late(tournament: Tournament, place: Place, command: v.LearnStake) -> Refused | None:
    """7-Up Baccarat 15.6.12: once the time is up, the minimum and nothing else."""
    minimum = place.round.minimum
    if command.entry not in place.round.restricted or command.offered == minimum:
        return None
    sentence = f"the time is up: {place.who} stakes {minimum}, not {command.offered}"
    return Refused("minimum_only", tournament.rules.wagering.late_minimum, sentence)


def _laid(
    tournament: Tournament, place: Place, command: v.LearnStake, *, out_of_turn: bool
) -> Ruling:
    """Reading TP13: out of turn it is locked at once, so that what it risks is judged at once."""
    rules, entry, session = tournament.rules.wagering, command.entry, place.session
    risk, locked = command.risk, out_of_turn and bool(command.wagers)
    short = risk < place.round.minimum and not rules.multiples
    if locked and short and entry in session.conduct.advised:
        return below(tournament, place.round, entry, risk)
    capped = sum(stake for _, stake in command.wagers) < command.offered
    clause = rules.maximum if capped else rules.multiples or rules.minimum
    facts: list[Event] = [
        v.StakeLaid(
            command.session, place.table, entry, command.wagers, command.offered, risk, locked,
            clause,
        )
    ]  # fmt: skip
    if locked and rules.out_of_turn:
        times = session.conduct.out_of_turn.get(entry, 0) + 1
        facts.append(v.OutOfTurn(command.session, place.table, entry, times, rules.out_of_turn))
    return Accepted(tuple(facts))


def learn_reopening(tournament: Tournament, command: v.LearnReopening, given: Given) -> Ruling:
    """Reading RO6: after a void spin people wager again in the same round."""
    clause = tournament.rules.wagering.minimum
    return Accepted((v.BettingReopened(command.session, command.table, clause),))


_LEARNED: dict[type[Command], Callable[..., Ruling]] = {
    v.LearnStake: learn_stake,
    v.LearnReopening: learn_reopening,
}


def learn(
    tournament: Tournament, command: Command, given: Given, decide: Callable[..., Ruling] | None
) -> Ruling:
    """Rule on what a table reports; the table has judged who may."""
    judge = _LEARNED.get(type(command)) or decide
    if judge is None:
        raise ValueError(f"a tournament learns nothing by {type(command).__name__}")
    return judged(command, lambda: judge(tournament, command, given))


@part.folds(v.StakeLaid)
def _stake_laid(tournament: Tournament, event: v.StakeLaid) -> None:
    round, entry = round_of(tournament, event), event.entry
    if not event.wagers:
        for kept in (round.stakes, round.laid, round.risks):
            kept.pop(entry, None)
        if entry in round.ended:
            round.nothing.add(entry)
        return
    round.laid[entry] = dict(event.wagers)
    round.stakes[entry] = sum(round.laid[entry].values())
    if not tournament.rules.wagering.multiples:
        round.risks[entry] = event.risk
    if event.locked:
        round.locked.add(entry)
    form = round.forms.get(entry)
    if form:
        round.forms[entry] = form.examined_again()


@part.folds(v.BettingReopened)
def _reopened(tournament: Tournament, event: v.BettingReopened) -> None:
    round_of(tournament, event).phase = BETTING
