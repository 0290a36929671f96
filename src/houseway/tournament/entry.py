"""Entrants: who may enter, once each; turning away, withdrawal, buying back in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import NamedTuple

from houseway.games.events import Event
from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS, SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import entry_vocabulary as v
from houseway.tournament import money
from houseway.tournament.conditions import not_cleared_for_entries
from houseway.tournament.money import fee_taken, no_approved_commission, refunded, topped_up
from houseway.tournament.state import (
    ELIMINATED,
    ENTERED,
    FORFEITED,
    RESERVE,
    RUNNING,
    WITHDRAWN,
    Entry,
    Part,
    Session,
    Tournament,
    unknown_entry,
)

part = Part()

DESK = SUPERVISORS | DIRECTORS | {Role.ASSISTANT_TO_DIRECTOR}  # who takes applications
_PATRON = frozenset({Role.PATRON})


def entrants(tournament: Tournament) -> list[Entry]:
    """Everybody who paid a fee and did not withdraw: those the least and the most are about."""
    return [
        each
        for each in tournament.entries.values()
        if each.status not in (RESERVE, WITHDRAWN) and not each.instead_of
    ]


@part.decides(
    v.OpenEntries, by=DIRECTORS, slot=lambda rules: rules.conditions.before_entries, operator=True
)
def _open(tournament: Tournament, command: v.OpenEntries, given: Given) -> Ruling:
    clause = tournament.rules.conditions.before_entries or tournament.rules.conditions.wanted
    if tournament.entries_open or tournament.entries_closed:
        return Refused("entries_opened", clause, "the entries have been opened already")
    refused = not_cleared_for_entries(tournament) or no_approved_commission(tournament)
    opened = v.EntriesOpened(_awaits_approval(tournament), given.signature, clause)
    return refused or Accepted((opened,))


def _awaits_approval(tournament: Tournament) -> bool:
    wanted = tournament.rules.conditions.approval
    return wanted is not None and tournament.clearance.approval is None


@part.decides(v.CloseEntries, by=DIRECTORS, slot=lambda rules: rules.entry.number, operator=True)
def _close(tournament: Tournament, command: v.CloseEntries, given: Given) -> Ruling:
    """Below the least the Director is told; a guarantee that was earned is made good."""
    clause = tournament.rules.entry.number
    if not tournament.entries_open:
        return Refused("entries_not_open", clause, "the entries are not open")
    count = len(entrants(tournament))
    below = count < (tournament.conditions.least or 0)
    closed = v.EntriesClosed(count, below, given.signature, clause)
    return Accepted((closed, *topped_up(tournament, count)))


# Coming in


@part.decides(v.AcceptEntry, by=DESK, slot=lambda rules: rules.entry.one_only, undo=True)
def accept(tournament: Tournament, command: v.AcceptEntry, given: Given) -> Ruling:
    rules = tournament.rules.entry
    refused = (
        _not_open(tournament)
        or _full(tournament)
        or entered_already(tournament, command.person)
        or _not_eligible(tournament, command)
        or papers_missing(
            tournament, command.form, command.agreement, copy_given=command.copy_given
        )
    )
    if refused:
        return refused
    number = tournament.registered + 1
    taken = fee_taken(tournament, number, command.paid)
    if isinstance(taken, Refused):
        return taken
    accepted = v.EntryAccepted(
        number, command.person, command.name, command.form, command.agreement,
        _awaits_approval(tournament), rules.one_only,
    )  # fmt: skip
    return Accepted((accepted, taken))


def _not_open(tournament: Tournament) -> Refused | None:
    """What was cleared is one version: changed conditions stop the entries until they are too."""
    if not tournament.entries_open:
        clause = tournament.rules.conditions.before_entries or tournament.rules.conditions.wanted
        return Refused("entries_not_open", clause, "the entries are not open")
    return not_cleared_for_entries(tournament)


def _full(tournament: Tournament) -> Refused | None:
    most, now = tournament.conditions.most, len(entrants(tournament))
    if most is None or now < most:
        return None
    sentence = f"{now} have entered, and {most} is the most"
    return Refused("tournament_full", tournament.rules.entry.number, sentence)


def entered_already(tournament: Tournament, person: str) -> Refused | None:
    """Reading TP3: by the person, not by the name."""
    clause = tournament.rules.entry.one_only
    if not person.strip():
        return Refused("nobody_identified", clause, "an entrant is identified")
    for each in tournament.entries.values():
        if person == each.person or person in dict(each.formerly):
            sentence = f"{person} has entry {each.number}; nobody enters twice"
            return Refused("entered_already", clause, sentence)
    return None


def _not_eligible(tournament: Tournament, command: v.AcceptEntry) -> Refused | None:
    clause = tournament.rules.entry.eligibility
    if not command.name.strip():
        return Refused("nobody_named", clause, "an entrant has a name")
    if clause is None or command.eligible:
        return None
    sentence = f"{command.name} may not enter the casino and gamble"
    return Refused("not_eligible", clause, sentence)


def papers_missing(
    tournament: Tournament, form: str, agreement: str, *, copy_given: bool
) -> Refused | None:
    rules, conditions = tournament.rules, tournament.conditions
    if rules.entry.completed_form and not form.strip():
        missing = "no completed entry form is on record"
        return Refused("no_form", rules.entry.completed_form, missing)
    if rules.conditions.copy_for_each and not copy_given:
        missing = "the entrant has not been given the conditions"
        return Refused("no_copy", rules.conditions.copy_for_each, missing)
    if conditions.agreement and not agreement.strip():
        missing = "the entrant has not agreed in writing"
        return Refused("no_agreement", rules.entry.agreement, missing)
    return None


@part.decides(v.TurnAway, by=DESK, slot=lambda rules: rules.entry.eligibility, operator=True)
def _turn_away(tournament: Tournament, command: v.TurnAway, given: Given) -> Ruling:
    """Only on a ground that the conditions keep open."""
    rules, conditions = tournament.rules.entry, tournament.conditions
    grounds: dict[str, tuple[Clause | None, bool]] = {
        "may not gamble": (rules.eligibility, rules.eligibility is not None),
        "any application": (rules.refuse_any, conditions.refuse_any),
        "criteria": (rules.criteria or rules.eligibility, bool(conditions.criteria)),
    }
    clause, open_to_us = grounds[command.ground]
    if clause is None or not open_to_us:
        sentence = f"the conditions do not provide for refusing on this ground: {command.ground}"
        return Refused("no_such_ground", clause or rules.one_only, sentence)
    if not command.reason.strip():
        return Refused("no_reason", clause, "say why")
    turned = v.ApplicantTurnedAway(
        command.person, command.name, command.ground, command.reason, given.signature, clause
    )
    return Accepted((turned,))


# Leaving and coming back


@part.decides(v.WithdrawEntry, by=DESK | _PATRON, slot=lambda rules: rules.entry.withdrawal)
def _withdraw(tournament: Tournament, command: v.WithdrawEntry, given: Given) -> Ruling:
    """Readings TP20, 7U-23: the fee stays in the pool, but in a period that the conditions name."""
    refused = unknown_entry(tournament, command.entry)
    if refused:
        return refused
    rules, conditions = tournament.rules, tournament.conditions
    entry = tournament.entries[command.entry]
    if given.by == Role.PATRON and given.actor not in (entry.person, entry.name):
        sentence = f"{given.actor or 'an unnamed person'} does not withdraw {entry.name}"
        return Refused("not_your_own", None, sentence)
    if entry.status not in (ENTERED, RESERVE):
        sentence = f"{tournament.who(command.entry)} is {entry.status}"
        return Refused("not_in_play", rules.fees.refund, sentence)
    if any(each.phase == RUNNING and entry.number in each.chips for each in tournament.sessions):
        sentence = f"{tournament.who(command.entry)} is seated in a session"
        return Refused("session_under_way", rules.fees.refund, sentence)
    clause = rules.entry.withdrawal
    in_time = clause is not None and given.at_us <= conditions.withdraw_until_us
    withdrawn = v.EntryWithdrawn(entry.number, given.signature, clause or rules.fees.refund)
    if clause and in_time and "withdrawal" in conditions.refunds and entry.paid:
        back = refunded(tournament, entry, "withdrawn in time", clause)
        return Accepted((withdrawn, *back))
    return Accepted((withdrawn,))


@part.decides(v.BuyBackIn, by=DESK, slot=lambda rules: rules.entry.buy_back)
def _buy_back(tournament: Tournament, command: v.BuyBackIn, given: Given) -> Ruling:
    """Reading TP3: a new fee and new chips for the same person, as often as the conditions say."""
    rules, terms = tournament.rules.entry, tournament.conditions.buy_back
    refused = unknown_entry(tournament, command.entry)
    if refused:
        return refused
    entry = tournament.entries[command.entry]
    if rules.buy_back is None or terms is None:
        sentence = f"{entry.name} was in once; the conditions have no buying back in"
        return Refused("no_buy_back", rules.one_only, sentence)
    if entry.status != ELIMINATED:
        sentence = f"{tournament.who(command.entry)} is {entry.status}, not eliminated"
        return Refused("not_eliminated", rules.buy_back, sentence)
    if entry.fees > terms.times:
        sentence = f"{entry.name} has bought back in {entry.fees - 1} of {terms.times} times"
        return Refused("bought_back_enough", rules.buy_back, sentence)
    if _next_stage(tournament) > terms.before_stage:
        sentence = f"one buys back in before stage {terms.before_stage} at the latest"
        return Refused("too_late_to_buy_back", rules.buy_back, sentence)
    taken = fee_taken(tournament, entry.number, command.paid)
    if isinstance(taken, Refused):
        return taken
    return Accepted((v.EntryRevived(entry.number, rules.buy_back), taken))


def _next_stage(tournament: Tournament) -> int:
    """The stage that comes next, counted from 1."""
    begun = [each.stage for each in tournament.sessions if each.round or each.chips]
    return max(begun, default=-1) + 2


@part.folds(v.EntriesOpened)
def _opened(tournament: Tournament, event: v.EntriesOpened) -> None:
    tournament.entries_open = True
    tournament.opened_under = tournament.version


@part.folds(v.EntriesClosed)
def _closed(tournament: Tournament, event: v.EntriesClosed) -> None:
    tournament.entries_open = False
    tournament.entries_closed = True
    tournament.received = event.entrants


def register(tournament: Tournament, entry: Entry) -> None:
    tournament.entries[entry.number] = entry
    tournament.registered = entry.number


@part.folds(v.EntryAccepted)
def _accepted(tournament: Tournament, event: v.EntryAccepted) -> None:
    entry = Entry(event.entry, event.person, event.name, form=event.form)
    entry.agreement, entry.version = event.agreement, tournament.version
    entry.subject_to_approval = event.subject_to_approval
    register(tournament, entry)


@part.folds(v.EntryWithdrawn)
def _withdrawn(tournament: Tournament, event: v.EntryWithdrawn) -> None:
    tournament.entries[event.entry].status = WITHDRAWN


@part.folds(v.EntryRevived)
def _revived(tournament: Tournament, event: v.EntryRevived) -> None:
    tournament.entries[event.entry].status = ENTERED


@part.folds(v.ApplicantTurnedAway)
def _nothing(tournament: Tournament, event: Event) -> None:
    """On record, and of no further effect."""


# A list of entries: every line is judged after the ones before it, and all come in or none.

_EVOLVE = {**part.events, **money.part.events}


class JudgedEntry(NamedTuple):
    """One line of a list, counted from 1, and the ruling on it."""

    number: int
    application: v.AcceptEntry
    ruling: Ruling


def judged(
    tournament: Tournament, entries: Sequence[v.AcceptEntry], given: Given
) -> Iterator[JudgedEntry]:
    """Each line as it would be ruled on after those before it that are in order."""
    trial = deepcopy(tournament)
    for number, application in enumerate(entries, 1):
        ruling = accept(trial, application, given)
        yield JudgedEntry(number, application, ruling)
        if isinstance(ruling, Accepted):
            for event in ruling.events:
                _EVOLVE[type(event)](trial, event)


@part.decides(v.AcceptEntries, by=DESK, slot=lambda rules: rules.entry.one_only, undo=True)
def _accept_all(tournament: Tournament, command: v.AcceptEntries, given: Given) -> Ruling:
    clause = tournament.rules.entry.one_only
    if not command.entries:
        return Refused("empty_list", clause, f"{command.source} names nobody")
    facts: list[Event] = []
    for line in judged(tournament, command.entries, given):
        if isinstance(line.ruling, Refused):
            return of_line(line, line.ruling)
        facts += line.ruling.events
    return Accepted(tuple(facts))


def of_line(line: JudgedEntry, refused: Refused) -> Refused:
    """A refusal that says which line of the list it is about."""
    who = f"line {line.number} ({line.application.name or 'no name'})"
    return Refused(refused.code, refused.clause, f"{who}: {refused.detail}")


# Those who come in another's place: reserves in a forfeited seat, substitutes in an entry.


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
