"""Taking back one's own last action, as a new fact with a reason, while nothing rests on it.

Each kind of fact that can be taken back says here what would rest on it, and what is undone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from houseway.games.events import Event
from houseway.games.machine import Given
from houseway.rulebook.roles import DIRECTORS, SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament import vocabulary as v
from houseway.tournament.money import entrant, move
from houseway.tournament.state import (
    COMMISSION,
    COUNTED,
    ENDED,
    ENTERED,
    OPERATOR,
    POOL,
    RESERVE,
    Action,
    Part,
    Tournament,
)

part = Part()

WHO = SUPERVISORS | DIRECTORS | {Role.DEALER, Role.ASSISTANT_TO_DIRECTOR}


class Undo(NamedTuple):
    """`rests`: what rests on the fact now, in words, or "" where nothing does."""

    rests: Callable[[Tournament, Any], str]
    apply: Callable[[Tournament, Any], None]


@part.decides(v.UndoLast, by=WHO)
def _undo(tournament: Tournament, command: v.UndoLast, given: Given) -> Ruling:
    action = tournament.actions.get(given.actor)
    if action is None:
        sentence = f"{given.actor or 'an unnamed person'} has done nothing that can be taken back"
        return Refused("nothing_to_undo", None, sentence)
    if not command.reason.strip():
        return Refused("no_reason", None, "say why it is taken back")
    for fact in action.facts:
        rests = UNDO[type(fact)].rests(tournament, fact)
        if rests:
            return Refused("something_rests_on_it", None, f"{action.order}: {rests}")
    return Accepted((v.ActionUndone(action.order, command.reason, given.signature),))


@part.folds(v.ActionBegun)
def _begun(tournament: Tournament, event: v.ActionBegun) -> None:
    person = event.by.person
    tournament.actions[person] = Action(event.order, event.by, event.facts)
    tournament.acting = person


def remember(tournament: Tournament, event: Event) -> None:
    """Keep a fact with the action that made it, until the action is whole."""
    action = tournament.actions.get(tournament.acting)
    if action is None or isinstance(event, v.ActionBegun):
        return
    action.facts.append(event)
    if len(action.facts) == action.length:
        tournament.acting = ""


@part.folds(v.ActionUndone)
def _undone(tournament: Tournament, event: v.ActionUndone) -> None:
    action = tournament.actions.pop(event.by.person)
    for fact in reversed(action.facts):
        UNDO[type(fact)].apply(tournament, fact)


# The conditions


def _draft_rests(tournament: Tournament, fact: v.ConditionsDrafted) -> str:
    cleared = tournament.clearance
    if tournament.version != fact.version:
        return f"version {tournament.version} of the conditions followed"
    if cleared.approval or cleared.published or cleared.notified:
        return f"version {fact.version} of the conditions was approved, published or notified"
    if tournament.opened_under == fact.version:
        return f"the entries were opened under version {fact.version} of the conditions"
    entered = [each for each in tournament.entries.values() if each.version == fact.version]
    return f"{tournament.who(entered[0].number)} has entered under them" if entered else ""


def _draft_back(tournament: Tournament, fact: v.ConditionsDrafted) -> None:
    """The version before stands again, with what it had been cleared for."""
    if tournament.before is not None:
        tournament.conditions, tournament.clearance = tournament.before
        tournament.version, tournament.before = fact.version - 1, None


# Entrants


def _entry_rests(tournament: Tournament, fact: e.EntryAccepted | e.ReserveListed) -> str:
    entry = tournament.entries[fact.entry]
    if entry.status not in (ENTERED, RESERVE) or entry.formerly:
        return f"{tournament.who(fact.entry)} is {entry.status} since"
    if any(fact.entry in each.players for each in tournament.sessions):
        return f"{tournament.who(fact.entry)} is drawn into a session"
    if entry.fees > 1 or (isinstance(fact, e.ReserveListed) and entry.fees):
        return f"{tournament.who(fact.entry)} has paid since"
    return "the entries have been closed" if tournament.entries_closed else ""


def _entry_back(tournament: Tournament, fact: e.EntryAccepted | e.ReserveListed) -> None:
    del tournament.entries[fact.entry]


def _fee_back(tournament: Tournament, fact: e.FeeTaken) -> None:
    entry = tournament.entries[fact.entry]
    entry.fees -= 1
    entry.paid -= fact.amount
    entry.commission -= fact.commission
    move(tournament, POOL, entrant(fact.entry), fact.amount - fact.commission)
    move(tournament, COMMISSION, entrant(fact.entry), fact.commission)


def _substitute_rests(tournament: Tournament, fact: e.SubstituteApproved) -> str:
    if tournament.entries[fact.entry].person != fact.person:
        return f"another substitute followed for entry {fact.entry}"
    seated = any(fact.entry in each.players for each in tournament.sessions)
    return f"{fact.name} is drawn into a session" if seated else ""


def _substitute_back(tournament: Tournament, fact: e.SubstituteApproved) -> None:
    entry = tournament.entries[fact.entry]
    (*earlier, (entry.person, entry.name)) = entry.formerly
    entry.formerly = tuple(earlier)


def _added_rests(tournament: Tournament, fact: e.PoolAdded) -> str:
    return "the prizes have been awarded" if tournament.places else ""


def _added_back(tournament: Tournament, fact: e.PoolAdded) -> None:
    move(tournament, POOL, OPERATOR, fact.amount)
    if fact.goods:
        tournament.goods.remove((fact.place, fact.goods))


# Counts and places


def _counts_rest(tournament: Tournament, fact: r.CountsRecorded) -> str:
    session = tournament.sessions[fact.session - 1]
    if session.phase != ENDED:
        return f"session {fact.session} is {session.phase}"
    return "" if session.counted_by == fact.by else "it was counted again"


def _counts_back(tournament: Tournament, fact: r.CountsRecorded) -> None:
    session = tournament.sessions[fact.session - 1]
    session.counts, session.emptied, session.counted_by = {}, [], None


def _confirmed_rests(tournament: Tournament, fact: r.CountsConfirmed) -> str:
    session = tournament.sessions[fact.session - 1]
    if session.phase != COUNTED:
        return f"session {fact.session} is {session.phase}"
    return "additional rounds were played" if session.play_offs else ""


def _confirmed_back(tournament: Tournament, fact: r.CountsConfirmed) -> None:
    tournament.sessions[fact.session - 1].phase = ENDED


def _places_rest(tournament: Tournament, fact: r.SessionConfirmed) -> str:
    if tournament.places:
        return "the prizes have been awarded"
    if len(tournament.sessions) > fact.session:
        return f"session {fact.session + 1} has been planned"
    bought = [each.entry for each in fact.placings if tournament.entries[each.entry].fees > 1]
    return f"{tournament.who(bought[0])} has bought back in" if bought else ""


def _places_back(tournament: Tournament, fact: r.SessionConfirmed) -> None:
    session = tournament.sessions[fact.session - 1]
    session.phase = COUNTED
    session.ranking.clear()
    session.points.clear()
    session.advancing.clear()
    for each in fact.placings:
        entry = tournament.entries[each.entry]
        if entry.out_by == fact.clause:
            entry.status, entry.out_by = ENTERED, None


def _award_rests(tournament: Tournament, fact: r.PlaceAwarded | r.PrizeAwarded) -> str:
    paid = [each.entry for each in tournament.awards.values() if each.paid]
    return f"the prize of {tournament.who(paid[0])} has been paid" if paid else ""


def _place_back(tournament: Tournament, fact: r.PlaceAwarded) -> None:
    del tournament.places[fact.entry]


def _prize_back(tournament: Tournament, fact: r.PrizeAwarded) -> None:
    del tournament.awards[fact.entry]


def _nothing_rests(tournament: Tournament, fact: Event) -> str:
    """What rests on it is asked of the fact that it came with."""
    return ""


UNDO: dict[type[Event], Undo] = {
    v.ConditionsDrafted: Undo(_draft_rests, _draft_back),
    e.EntryAccepted: Undo(_entry_rests, _entry_back),
    e.ReserveListed: Undo(_entry_rests, _entry_back),
    e.FeeTaken: Undo(_nothing_rests, _fee_back),
    e.SubstituteApproved: Undo(_substitute_rests, _substitute_back),
    e.PoolAdded: Undo(_added_rests, _added_back),
    r.CountsRecorded: Undo(_counts_rest, _counts_back),
    r.CountsConfirmed: Undo(_confirmed_rests, _confirmed_back),
    r.SessionConfirmed: Undo(_places_rest, _places_back),
    r.PlaceAwarded: Undo(_award_rests, _place_back),
    r.PrizeAwarded: Undo(_award_rests, _prize_back),
}
