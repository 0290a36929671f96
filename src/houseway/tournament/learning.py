"""What a tournament learns from a table in Houseway: stakes as they lie on its layout.

At such a table a stake is entered once, where it lies. The tournament judges whether it is this
player's turn, box and time; the table judges the amount. What nobody may give by hand is no order
of a tournament: `learn` takes it from the table alone.
"""

from __future__ import annotations

from collections.abc import Callable

from houseway.games.bounds import judged
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.machine import Given
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import wager_vocabulary as v
from houseway.tournament.conduct import BETTING
from houseway.tournament.risk import below
from houseway.tournament.rounds import ordered
from houseway.tournament.standing import Place, in_round
from houseway.tournament.state import Part, Tournament
from houseway.tournament.wagering import fixed, not_from_there, out_of_this_round, round_of, waits

part = Part()


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
