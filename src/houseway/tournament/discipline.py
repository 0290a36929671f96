"""Absence, infringements, disqualification with what is kept or lost, and disputes."""

from __future__ import annotations

from typing import NamedTuple

from houseway.games.machine import Given
from houseway.games.table_rules import TournamentRules
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS, PATRONS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import wager_vocabulary as v
from houseway.tournament.playing_off import without
from houseway.tournament.seating import HELPERS
from houseway.tournament.standing import at_table, in_round, is_out, not_here, seated, somebody_else
from houseway.tournament.state import (
    BETTING,
    COUNTED,
    DISQUALIFIED,
    ENDED,
    EXCLUDED,
    RUNNING,
    Part,
    Tournament,
)

part = Part()


def _disputes(rules: TournamentRules) -> Clause | None:
    return rules.wagering.dispute


@part.decides(v.DeductMinimum, by=DIRECTORS, slot=lambda rules: rules.sessions.late_deduction)
def _deduct(tournament: Tournament, command: v.DeductMinimum, given: Given) -> Ruling:
    """7-Up Baccarat 15.5.6.1: the minimum for each coup missed, and three at most."""
    rules = tournament.rules.sessions
    clause = rules.late_deduction
    if clause is None:
        return not_here(tournament, "deduction for an absence")
    place = in_round(tournament, command.session, command.entry, BETTING)
    if isinstance(place, Refused):
        return place
    if place.round.settled(command.entry):
        return Refused("not_waited_for", clause, f"{place.who} is not waited for")
    before = place.session.conduct.deductions.get(command.entry, 0)
    if before >= rules.deductions:
        sentence = f"{before} times the minimum was deducted from {place.who}"
        return Refused("deducted_enough", clause, f"{sentence}, and {rules.deductions} is the most")
    amount = min(place.round.minimum, place.chips)
    deducted = v.MinimumDeducted(
        command.session, place.table, command.entry, amount, before + 1, given.signature, clause
    )
    return Accepted((deducted,))


class Ground(NamedTuple):
    """A ground to put someone out; `keeps`: the value of the chips stays on record (7U-22)."""

    clause: Clause | None
    keeps: bool = False


def grounds(rules: TournamentRules) -> dict[str, Ground]:
    """Reading 7U-22; and TP21, where the one sanction is exclusion."""
    wagering = rules.wagering
    if wagering.exclusion:
        return {"contravention": Ground(wagering.exclusion)}
    return {
        "absence": Ground(rules.sessions.late_cancelled, keeps=True),
        "contravention": Ground(wagering.contravention),
        "no wager": Ground(wagering.minimum),
        "enlarging": Ground(wagering.enlarging, keeps=True),
        "hiding": Ground(wagering.hiding),
        "any breach": Ground(wagering.any_breach),
    }


@part.decides(
    v.Disqualify, by=DIRECTORS, slot=lambda rules: rules.wagering.exclusion or rules.sessions.late
)
def _disqualify(tournament: Tournament, command: v.Disqualify, given: Given) -> Ruling:
    """What was found, while someone plays or before the places of the session are final."""
    found = seated(tournament, command.session, command.entry, RUNNING, ENDED, COUNTED)
    if isinstance(found, Refused):
        return found
    session = found[0]
    ground = grounds(tournament.rules).get(command.cause)
    if ground is None or ground.clause is None:
        return not_here(tournament, f"disqualification for {command.cause}")
    if not command.facts.strip():
        return Refused("no_facts", ground.clause, "say what was found")
    if command.cause == "no wager" and session.conduct.due.get(command.entry) != ground.clause:
        sentence = f"{tournament.who(command.entry)} has not been found without a wager"
        return Refused("has_wagered", ground.clause, sentence)
    how = EXCLUDED if tournament.rules.wagering.exclusion else DISQUALIFIED
    kept = session.chips[command.entry] if ground.keeps else 0
    out = is_out(session, command.entry, how, ground.clause, facts=command.facts, kept=kept)
    if command.entry in session.playing_on:
        return Accepted((out, without(tournament, session, command.entry)))
    return Accepted((out,))


@part.decides(v.LogInfringement, by=HELPERS, slot=lambda rules: rules.wagering.in_sight)
def _log(tournament: Tournament, command: v.LogInfringement, given: Given) -> Ruling:
    """7-Up Baccarat 15.6.7: hiding chips leaves no choice; the rest is on record."""
    found = seated(tournament, command.session, command.entry)
    if isinstance(found, Refused):
        return found
    rules = tournament.rules.wagering
    clause = {
        "chips out of sight": rules.in_sight,
        "hiding chips": rules.hiding or rules.in_sight,
        "exchange of chips": rules.no_exchange,
        "advice": rules.no_advice,
        "other": rules.contravention or rules.minimum,
    }[command.breach]
    if not command.facts.strip():
        return Refused("no_facts", clause, "say what was found")
    logged = v.InfringementLogged(
        command.session, command.entry, command.breach, command.facts, given.signature, clause
    )
    return Accepted((logged,))


@part.decides(v.DisputeRound, by=PATRONS | HELPERS, slot=_disputes)
def _dispute(tournament: Tournament, command: v.DisputeRound, given: Given) -> Ruling:
    """7-Up Baccarat 15.11.2: the game waits at that table until the decision."""
    clause = tournament.rules.wagering.dispute or tournament.rules.wagering.minimum
    found = seated(tournament, command.session, command.entry)
    if isinstance(found, Refused):
        return found
    _, table, floor = found
    refused = somebody_else(tournament, command.entry, given)
    if refused:
        return refused
    if floor.dispute or not command.claim.strip():
        sentence = f"one dispute after the other at table {table}, each with its claim"
        return Refused("dispute_open", clause, sentence)
    disputed = v.RoundDisputed(
        command.session, table, command.entry, command.claim, given.signature, clause
    )
    return Accepted((disputed,))


@part.decides(v.DecideRoundDispute, by=DIRECTORS, slot=_disputes)
def _decide(tournament: Tournament, command: v.DecideRoundDispute, given: Given) -> Ruling:
    """Reading 7U-28: final inside the tournament."""
    clause = tournament.rules.wagering.dispute or tournament.rules.wagering.minimum
    found = at_table(tournament, command.session, command.table)
    if isinstance(found, Refused):
        return found
    if not found[1].dispute or not command.decision.strip():
        sentence = f"table {command.table} has no dispute, or the decision is not said"
        return Refused("no_dispute", clause, sentence)
    decided = v.RoundDisputeDecided(
        command.session, command.table, command.decision, given.signature, clause
    )
    return Accepted((decided,))


@part.folds(v.MinimumDeducted)
def _deducted(tournament: Tournament, event: v.MinimumDeducted) -> None:
    session = tournament.sessions[event.session - 1]
    floor = session.conduct.floors[event.table]
    session.chips[event.entry] -= event.amount
    floor.won += event.amount
    session.conduct.deductions[event.entry] = event.times
    if floor.round:
        floor.round.absent.add(event.entry)


@part.folds(v.InfringementLogged)
def _logged(tournament: Tournament, event: v.InfringementLogged) -> None:
    if event.clause == tournament.rules.wagering.hiding:
        conduct = tournament.sessions[event.session - 1].conduct
        conduct.due[event.entry] = event.clause


@part.folds(v.RoundDisputed)
def _disputed(tournament: Tournament, event: v.RoundDisputed) -> None:
    floors = tournament.sessions[event.session - 1].conduct.floors
    floors[event.table].dispute, floors[event.table].disputed_by = event.claim, event.entry


@part.folds(v.RoundDisputeDecided)
def _decided(tournament: Tournament, event: v.RoundDisputeDecided) -> None:
    tournament.sessions[event.session - 1].conduct.floors[event.table].dispute = ""
