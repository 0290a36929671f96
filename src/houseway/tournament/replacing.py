"""Those who come in another's place: reserves in a forfeited seat, substitutes in an entry."""

from __future__ import annotations

from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import entry_vocabulary as v
from houseway.tournament.entry import DESK, entered_already, papers_missing, register
from houseway.tournament.money import fee_taken
from houseway.tournament.state import (
    ENTERED,
    FORFEITED,
    RESERVE,
    WITHDRAWN,
    Entry,
    Part,
    Session,
    Tournament,
    unknown_entry,
)

part = Part()


def _no_such_thing(tournament: Tournament, what: str) -> Refused:
    none = f"{tournament.game.cite.title} has no {what}"
    return Refused("not_of_this_document", tournament.rules.conditions.wanted, none)


@part.decides(v.ListReserve, by=DESK, slot=lambda rules: rules.entry.reserve, undo=True)
def _list_reserve(tournament: Tournament, command: v.ListReserve, given: Given) -> Ruling:
    clause = tournament.rules.entry.reserve
    if clause is None:
        return _no_such_thing(tournament, "reserves")
    number = tournament.registered + 1
    listed = v.ReserveListed(number, command.person, command.name, clause)
    return entered_already(tournament, command.person) or Accepted((listed,))


@part.decides(v.AdmitReserve, by=DIRECTORS, slot=lambda rules: rules.entry.reserve)
def _admit(tournament: Tournament, command: v.AdmitReserve, given: Given) -> Ruling:
    """Reading TP7: into a forfeited seat, before its first round, on payment of the full fee."""
    clause = tournament.rules.entry.reserve
    if clause is None:
        return _no_such_thing(tournament, "reserves")
    refused = unknown_entry(tournament, command.reserve) or unknown_entry(
        tournament, command.instead_of
    )
    refused = refused or _not_to_be_admitted(tournament, command, clause)
    refused = refused or papers_missing(tournament, "reserve", command.agreement, copy_given=True)
    if refused:
        return refused
    taken = fee_taken(tournament, command.reserve, command.paid)
    if isinstance(taken, Refused):
        return taken
    admitted = v.ReserveAdmitted(
        command.reserve, command.instead_of, command.agreement, command.reason, given.signature,
        clause,
    )  # fmt: skip
    return Accepted((admitted, taken))


def _not_to_be_admitted(
    tournament: Tournament, command: v.AdmitReserve, clause: Clause
) -> Refused | None:
    waiting = [each.number for each in tournament.entries.values() if each.status == RESERVE]
    gone = tournament.entries[command.instead_of]
    if command.reserve not in waiting:
        return Refused("not_a_reserve", clause, f"entry {command.reserve} is no reserve")
    if command.reserve != waiting[0] and not command.reason.strip():
        first = f"{tournament.who(waiting[0])} is first on the list"
        return Refused("reserve_out_of_order", clause, f"{first}; say why another comes in")
    if gone.status not in (FORFEITED, WITHDRAWN) or _replaced(tournament, gone.number):
        sentence = f"the seat of {tournament.who(gone.number)} is not free"
        return Refused("seat_not_free", clause, sentence)
    return _not_the_first_session(tournament, gone.number, clause)


def _replaced(tournament: Tournament, number: int) -> bool:
    return any(each.instead_of == number for each in tournament.entries.values())


def _not_the_first_session(tournament: Tournament, number: int, clause: Clause) -> Refused | None:
    """The tournament's first session, or the entrant's own, and no round of it yet."""
    played = [each for each in tournament.sessions if number in each.players]
    own_first = tournament.rules.entry.own_first_session
    first = played[0] if own_first and played else tournament.session(1)
    if len(played) == 1 and first is played[0] and not _under_way(first, number):
        return None
    sentence = f"the seat of {tournament.who(number)} was not lost before a first session"
    return Refused("not_the_first_session", clause, sentence)


def _under_way(session: Session, number: int) -> bool:
    seat = session.seats.get(number)
    return bool(session.round.get(seat.table, 0) if seat else any(session.round.values()))


@part.decides(
    v.ApproveSubstitute, by=DIRECTORS, slot=lambda rules: rules.entry.substitute, undo=True
)
def _substitute(tournament: Tournament, command: v.ApproveSubstitute, given: Given) -> Ruling:
    """Reading TP8: seat, chips, place and prize go with the entry; no fee; once per person; and
    between rounds."""
    clause = tournament.rules.entry.substitute
    if clause is None:
        return _no_such_thing(tournament, "substitutes")
    refused = unknown_entry(tournament, command.entry) or entered_already(
        tournament, command.person
    )
    if refused:
        return refused
    entry = tournament.entries[command.entry]
    if entry.status != ENTERED:
        sentence = f"{tournament.who(command.entry)} is {entry.status}"
        return Refused("not_in_play", clause, sentence)
    if _in_a_round(tournament, command.entry):
        sentence = f"the round of {tournament.who(command.entry)} is played out first"
        return Refused("round_under_way", clause, sentence)
    if not command.name.strip() or not command.reason.strip():
        return Refused("no_reason", clause, "name the substitute, and say why one comes")
    approved = v.SubstituteApproved(
        command.entry, command.person, command.name, command.reason, given.signature, clause
    )
    return Accepted((approved,))


def _in_a_round(tournament: Tournament, number: int) -> bool:
    rounds = (floor.round for each in tournament.sessions for floor in each.conduct.floors.values())
    return any(round and number in round.order for round in rounds)


@part.folds(v.ReserveListed)
def _listed(tournament: Tournament, event: v.ReserveListed) -> None:
    register(tournament, Entry(event.entry, event.person, event.name, RESERVE))


@part.folds(v.ReserveAdmitted)
def _admitted(tournament: Tournament, event: v.ReserveAdmitted) -> None:
    """The seat goes over with everything that hangs on it; the fee of both stays."""
    entry = tournament.entries[event.entry]
    entry.status, entry.instead_of, entry.agreement = ENTERED, event.instead_of, event.agreement
    for session in tournament.sessions:
        if event.instead_of in session.players and session.seats.get(event.instead_of):
            session.players.append(event.entry)
            session.seats[event.entry] = session.seats.pop(event.instead_of)
            session.conduct.present.add(event.entry)
            session.chips[event.entry] = tournament.stage_of(session).chips


@part.folds(v.SubstituteApproved)
def _substituted(tournament: Tournament, event: v.SubstituteApproved) -> None:
    entry = tournament.entries[event.entry]
    entry.formerly = (*entry.formerly, (entry.person, entry.name))
    entry.person, entry.name = event.person, event.name
