"""Whom a stage is for: everybody at first, then those who have gone on, or those who have not."""

from __future__ import annotations

from houseway.tournament.state import CONFIRMED, ELIMINATED, ENTERED, Session, Tournament
from houseway.tournament.terms import Stage

SECOND_CHANCE = ("repechage", "catch-up")


def eligible(tournament: Tournament, stage: int) -> set[int]:
    """Who may be in the next session of that stage (from 0): each once."""
    kind = tournament.conditions.stages[stage].kind
    if kind in SECOND_CHANCE:
        may = _second_chance(tournament, stage)
    elif stage == 0:
        may = _entered(tournament)
    else:
        may = _gone_on(tournament, stage)
    here = [each for each in tournament.sessions if each.stage == stage]
    playing = {entry for each in here for entry in each.players}
    return may - playing | _bought_back(tournament)


def waiting(tournament: Tournament) -> tuple[int, ...]:
    """In a sit-and-go, who has entered and has no session yet, in the order of entry."""
    if not any(each.sit_and_go for each in tournament.conditions.stages[:1]):
        return ()
    playing = {entry for each in tournament.sessions for entry in each.players}
    return tuple(sorted(_entered(tournament) - playing))


def stage_due(tournament: Tournament) -> int | None:
    """The stage, from 0, whose session is planned next; None after the last of them, and while
    a sit-and-go waits for people."""
    stages, waits = tournament.conditions.stages, len(waiting(tournament))
    full = stages[0].sit_and_go if stages else 0
    if full and not tournament.entries_closed:
        return 0 if waits >= full else None
    played = {each.stage for each in tournament.sessions} - ({0} if waits else set())
    return next((at for at, _ in enumerate(stages) if at not in played), None)


def _entered(tournament: Tournament) -> set[int]:
    return {each.number for each in tournament.entries.values() if each.status == ENTERED}


def _second_chance(tournament: Tournament, stage: int) -> set[int]:
    """Who has played before, and has not gone on."""
    before = [each for each in tournament.sessions if each.stage < stage]
    played = {entry for each in before for entry in each.players}
    on = {entry for each in before for entry in each.advancing}
    still = (ENTERED, ELIMINATED)
    return {e for e in played - on if tournament.entries[e].status in still}


def _gone_on(tournament: Tournament, stage: int) -> set[int]:
    """Out of the main stage before and second chances since; all, where nobody drops out."""
    stages, may = tournament.conditions.stages, set[int]()
    for before in range(stage - 1, -1, -1):
        may |= _from(tournament, stages[before], before)
        if stages[before].kind not in SECOND_CHANCE:
            break
    return may & _entered(tournament)


def _from(tournament: Tournament, stage: Stage, number: int) -> set[int]:
    if not stage.advance and stage.kind not in SECOND_CHANCE:
        return _entered(tournament)
    done = [each for each in tournament.sessions if each.stage == number]
    return {entry for each in done if each.phase == CONFIRMED for entry in each.advancing}


def _bought_back(tournament: Tournament) -> set[int]:
    """Who is in, although the last session was lost: the fee was paid once more."""
    if tournament.conditions.buy_back is None:
        return set()
    return {entry for entry in _entered(tournament) if _lost_last(tournament, entry)}


def _lost_last(tournament: Tournament, entry: int) -> bool:
    played = [each for each in tournament.sessions if entry in each.players]
    return bool(played) and _lost(tournament, played[-1], entry)


def _lost(tournament: Tournament, session: Session, entry: int) -> bool:
    if entry not in session.players or not tournament.stage_of(session).advance:
        return False
    out = any(each.entry == entry for each in session.outs)
    return out or (session.phase == CONFIRMED and entry not in session.advancing)
