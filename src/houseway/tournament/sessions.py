"""Sessions: planned for those who have got so far, begun in time, interrupted, ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from houseway.equipment.chips import dollar_text
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS, STAFF
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import session_vocabulary as v
from houseway.tournament.conditions import not_cleared_for_play
from houseway.tournament.money import entrant, move
from houseway.tournament.progress import eligible
from houseway.tournament.seating import HELPERS
from houseway.tournament.standing import (
    MINUTE_US,
    at_table,
    in_session,
    is_out,
    not_here,
    players_at,
    under_way,
)
from houseway.tournament.state import (
    BUY_INS,
    DRAFTED,
    ELIMINATED,
    ENDED,
    ENTERED,
    FORFEITED,
    PLANNED,
    PUBLISHED,
    RUNNING,
    Given,
    Own,
    Session,
    Tournament,
    unknown_entry,
)
from houseway.tournament.terms import Stage

NOTICE_MINUTES = 15  # reading TP16: what is reasonable, where no length is stated


# Planning


def _plan(tournament: Tournament, command: v.PlanSession, given: Given) -> Ruling:
    """Reading TP23: a tournament is a list of stages, a stage one session or several."""
    rules, conditions = tournament.rules, tournament.conditions
    if not 1 <= command.stage <= len(conditions.stages):
        sentence = f"there is no stage {command.stage} among the {len(conditions.stages)}"
        return Refused("no_such_stage", rules.conditions.wanted, sentence)
    if command.starts_us < conditions.starts_us:
        sentence = "a session does not start before the tournament"
        return Refused("before_the_start", rules.sessions.late, sentence)
    may = eligible(tournament, command.stage - 1)
    players = command.players or tuple(sorted(may))
    for entry in players:
        refused = unknown_entry(tournament, entry)
        if refused or entry not in may:
            sentence = f"entry {entry} has no place in stage {command.stage}"
            return refused or Refused("not_for_this_stage", rules.ranking.advancing, sentence)
    if not players or len(set(players)) != len(players):
        sentence = f"stage {command.stage} has nobody to play it, or somebody twice"
        return Refused("no_players", rules.ranking.advancing, sentence)
    planned = v.SessionPlanned(
        len(tournament.sessions) + 1, command.stage - 1, command.starts_us, players,
        given.signature, rules.ranking.advancing,
    )  # fmt: skip
    return Accepted((planned,))


def _change_start(tournament: Tournament, command: v.ChangeStart, given: Given) -> Ruling:
    """Reading TP16: with notice; where the document has no such power, by its conditions alone."""
    rules = tournament.rules
    session = in_session(tournament, command.session, PUBLISHED, DRAFTED, PLANNED)
    if isinstance(session, Refused):
        return session
    clause = rules.sessions.start_change
    if clause is None and not tournament.conditions.start_may_change:
        sentence = "the approved conditions have no change of starting times"
        return Refused("start_fixed", rules.conditions.approval, sentence)
    earlier = min(session.starts_us, command.starts_us)
    notice = (earlier - given.at_us) // MINUTE_US
    if given.at_us >= earlier:
        sentence = "players are told before the earlier of the two times"
        return Refused("no_notice", clause or rules.conditions.approval, sentence)
    changed = v.StartChanged(
        session.number, command.starts_us, notice, notice < NOTICE_MINUTES, given.signature,
        clause or rules.conditions.approval or rules.conditions.wanted,
    )  # fmt: skip
    return Accepted((changed,))


# The beginning


def _buy_in(tournament: Tournament, command: v.PayBuyIn, given: Given) -> Ruling:
    clause = tournament.rules.sessions.buy_in
    session = in_session(tournament, command.session, PLANNED, DRAFTED, PUBLISHED)
    if isinstance(session, Refused):
        return session
    price = tournament.stage_of(session).buy_in
    if clause is None or not price:
        return not_here(tournament, "buy-in here")
    if command.entry not in session.players:
        sentence = f"entry {command.entry} is not in session {session.number}"
        return Refused("not_in_session", clause, sentence)
    if command.entry in session.conduct.bought_in:
        return Refused("bought_in", clause, f"{tournament.who(command.entry)} has bought in")
    if command.paid != price:
        sentence = f"the buy-in is {dollar_text(price)}, not {dollar_text(command.paid)}"
        return Refused("not_the_buy_in", clause, sentence)
    return Accepted((v.BoughtIn(session.number, command.entry, price, clause),))


def _start(tournament: Tournament, command: v.StartSession, given: Given) -> Ruling:
    """Reading TP6: whoever is not there then, or was not at the starting time, has forfeited."""
    session = in_session(tournament, command.session, PUBLISHED)
    if isinstance(session, Refused):
        return session
    rules = tournament.rules.sessions
    refused = not_cleared_for_play(tournament)
    if refused:
        return refused
    if given.at_us < session.starts_us:
        early = (session.starts_us - given.at_us) // 1_000_000
        return Refused("before_the_start", rules.late, f"it starts in {early} seconds")
    outs = _not_there(session, rules.late, rules.late_when == "by measure")
    unpaid = _unpaid(tournament, session, {each.out.entry for each in outs})
    gone = {each.out.entry for each in (*outs, *unpaid)}
    chips = _allotments(tournament, session, gone)
    if isinstance(chips, Refused):
        return chips
    passes = tournament.conditions.pass_cards if tournament.rules.wagering.pass_cards else 0
    clause = rules.equal_chips or rules.ballot
    started = v.SessionStarted(session.number, given.signature, rules.late)
    issued = v.ChipsIssued(session.number, chips, passes, clause)
    return Accepted((started, *outs, *unpaid, issued))


def _not_there(session: Session, clause: Clause, by_measure: bool) -> list[v.PlayerOut]:
    if by_measure:
        return []
    late = [entry for entry in session.players if entry not in session.conduct.present]
    return [is_out(session, entry, FORFEITED, clause) for entry in late]


def _unpaid(tournament: Tournament, session: Session, gone: set[int]) -> list[v.PlayerOut]:
    """7-Up Baccarat 15.6.3: without the buy-in, eliminated."""
    clause, price = tournament.rules.sessions.buy_in, tournament.stage_of(session).buy_in
    if clause is None or not price:
        return []
    without = [e for e in session.players if e not in session.conduct.bought_in | gone]
    return [is_out(session, entry, ELIMINATED, clause) for entry in without]


def _allotments(
    tournament: Tournament, session: Session, gone: set[int]
) -> tuple[tuple[int, int], ...] | Refused:
    """The same for everybody; or what each has carried on, where the conditions say so."""
    rules, stage = tournament.rules.sessions, tournament.stage_of(session)
    here = [entry for entry in sorted(session.players) if entry not in gone]
    if not stage.carries_chips:
        return tuple((entry, stage.chips) for entry in here)
    carried = tuple((entry, _carried(tournament, session, entry)) for entry in here)
    amounts = {chips for _, chips in carried}
    if len(amounts) > 1 and not rules.may_carry:
        sentence = f"allotments from {min(amounts)} to {max(amounts)} are not equal"
        return Refused("unequal_chips", rules.equal_chips, sentence)
    return carried


def _carried(tournament: Tournament, session: Session, entry: int) -> int:
    before = [each for each in tournament.sessions[: session.number - 1] if entry in each.chips]
    return before[-1].chips[entry] if before else tournament.stage_of(session).chips


# The end


def _shoe(tournament: Tournament, command: v.ReportShoe, given: Given) -> Ruling:
    found = at_table(tournament, command.session, command.table)
    if isinstance(found, Refused):
        return found
    clause = tournament.rules.ranking.advancing
    finished = v.ShoeFinished(command.session, command.table, clause)
    return under_way(tournament, found[1], command.table) or Accepted((finished,))


def _end(tournament: Tournament, command: v.EndTable, given: Given) -> Ruling:
    """Readings TP22, TP23: rounds that count, shoes, or the clock with the round it found open."""
    found = at_table(tournament, command.session, command.table)
    if isinstance(found, Refused):
        return found
    session, floor = found
    clause = tournament.rules.ranking.advancing
    refused = under_way(tournament, floor, command.table)
    if refused:
        return refused
    left = to_play(tournament, session, command.table, given.at_us)
    if left and len(players_at(session, command.table)) > 1 and floor.kept_rounds:
        return Refused("not_finished", clause, f"{left} are left at table {command.table}")
    ended = v.TableEnded(session.number, command.table, False, given.signature, clause)
    return Accepted((ended, *last_one(session, command.table, clause)))


def last_one(session: Session, table: str, clause: Clause) -> tuple[v.SessionEnded, ...]:
    floors = session.conduct.floors.items()
    others = [floor for name, floor in floors if name != table and not floor.ended]
    return () if others else (v.SessionEnded(session.number, clause),)


def to_play(tournament: Tournament, session: Session, table: str, at_us: int) -> str:
    """What is left of the session at that table, in words; "" when it is finished."""
    stage, conduct = tournament.stage_of(session), session.conduct
    return _rounds_left(stage, session, table) or _time_left(stage, conduct, at_us, table)


def _rounds_left(stage: Stage, session: Session, table: str) -> str:
    left = stage.rounds - session.round.get(table, 0)
    if stage.rounds:
        return f"{left} rounds" if left > 0 else ""
    shoes = stage.shoes - session.conduct.floors[table].shoes
    return f"{shoes} shoes" if stage.shoes and shoes > 0 else ""


def _time_left(stage: Stage, conduct: Any, at_us: int, table: str) -> str:
    if stage.rounds or stage.shoes or not stage.minutes:
        return ""
    over = conduct.started_us + conduct.paused_us + stage.minutes * MINUTE_US
    return f"{(over - at_us) // 1_000_000} seconds" if at_us < over else ""


def _early(tournament: Tournament, command: v.ConcludeEarly, given: Given) -> Ruling:
    """Reading 7U-24: those who go on are certain, and everybody agrees where chips are cash."""
    rules = tournament.rules.sessions
    if rules.early_end is None or rules.early_end_settled is None:
        return not_here(tournament, "early conclusion of a session")
    found = at_table(tournament, command.session, command.table)
    if isinstance(found, Refused):
        return found
    session, floor = found
    refused = (
        under_way(tournament, floor, command.table)
        or _not_certain(tournament, session, command, rules.early_end_settled)
        or _not_agreed(tournament, session, command)
    )
    if refused:
        return refused
    clause = rules.early_end
    ended = v.TableEnded(session.number, command.table, True, given.signature, clause)
    return Accepted((ended, *last_one(session, command.table, clause)))


def _not_certain(
    tournament: Tournament, session: Session, command: v.ConcludeEarly, clause: Clause
) -> Refused | None:
    """The standings as confirmed: the highest, as many as go on, nobody else level with them."""
    here = sorted(players_at(session, command.table), key=lambda e: -session.chips[e])
    go_on = tournament.stage_of(session).advance
    first, rest = here[:go_on], here[go_on:]
    level = first and rest and session.chips[first[-1]] == session.chips[rest[0]]
    if set(first) == set(command.advancing) and len(command.advancing) == len(first) and not level:
        return None
    standings = ", ".join(f"{tournament.who(e)} {session.chips[e]}" for e in here)
    sentence = f"{go_on} go on from table {command.table}: {standings}"
    return Refused("not_determined", clause, sentence)


def _not_agreed(
    tournament: Tournament, session: Session, command: v.ConcludeEarly
) -> Refused | None:
    if not tournament.conditions.chips_in_cash:
        return None
    here = players_at(session, command.table)
    against = [entry for entry in here if entry not in command.agreed]
    if not against:
        return None
    sentence = f"{tournament.who(against[0])} has not agreed"
    return Refused("not_agreed", tournament.rules.sessions.early_end_agreed, sentence)


ORDERS: dict[type[Command], Own] = {
    v.PlanSession: Own(DIRECTORS, _plan, lambda rules: rules.ranking.advancing),
    v.ChangeStart: Own(DIRECTORS, _change_start, lambda rules: rules.sessions.start_change),
    v.PayBuyIn: Own(HELPERS, _buy_in, lambda rules: rules.sessions.buy_in),
    v.StartSession: Own(DIRECTORS, _start, lambda rules: rules.sessions.late),
    v.ReportShoe: Own(STAFF, _shoe, lambda rules: rules.ranking.advancing),
    v.EndTable: Own(HELPERS, _end, lambda rules: rules.ranking.advancing),
    v.ConcludeEarly: Own(DIRECTORS, _early, lambda rules: rules.sessions.early_end),
}


# What each fact changes


def _planned(tournament: Tournament, event: v.SessionPlanned) -> None:
    session = Session(event.session, event.stage, starts_us=event.starts_us)
    session.players = list(event.players)
    tournament.sessions.append(session)
    for entry in event.players:  # a second chance brings somebody back
        tournament.entries[entry].status = ENTERED


def _start_changed(tournament: Tournament, event: v.StartChanged) -> None:
    tournament.sessions[event.session - 1].starts_us = event.starts_us


def _bought_in(tournament: Tournament, event: v.BoughtIn) -> None:
    tournament.sessions[event.session - 1].conduct.bought_in.add(event.entry)
    move(tournament, entrant(event.entry), BUY_INS, event.amount)


def _started(tournament: Tournament, event: v.SessionStarted) -> None:
    tournament.begun = True
    session = tournament.sessions[event.session - 1]
    session.phase = RUNNING
    session.conduct.started_us = event.by.at_us
    session.round = dict.fromkeys(session.conduct.floors, 0)


def _issued(tournament: Tournament, event: v.ChipsIssued) -> None:
    session = tournament.sessions[event.session - 1]
    session.chips = dict(event.chips)
    for entry, chips in event.chips:
        session.conduct.issued[entry] = session.seats[entry].table, chips
        session.conduct.pass_cards[entry] = event.pass_cards


def _out(tournament: Tournament, event: v.PlayerOut) -> None:
    """The chips go back to the table; the seat stays on record."""
    session, out = tournament.sessions[event.session - 1], event.out
    session.outs.append(out)
    chips = session.chips.pop(out.entry, 0)
    seat = session.seats.get(out.entry)
    if seat and seat.table in session.conduct.floors:
        played = session.round.get(seat.table, 0)
        session.round[seat.table] = max(played, out.round)
        floor = session.conduct.floors[seat.table]
        floor.won += chips
        if floor.round:
            floor.round.order = tuple(e for e in floor.round.order if e != out.entry)
            floor.round.forms.pop(out.entry, None)
    session.conduct.due.pop(out.entry, None)
    entry = tournament.entries[out.entry]
    entry.status, entry.out_by, entry.kept_chips = out.how, event.clause, event.kept


def _shoe_finished(tournament: Tournament, event: v.ShoeFinished) -> None:
    tournament.sessions[event.session - 1].conduct.floors[event.table].shoes += 1


def _table_ended(tournament: Tournament, event: v.TableEnded) -> None:
    tournament.sessions[event.session - 1].conduct.floors[event.table].ended = True


def _ended(tournament: Tournament, event: v.SessionEnded) -> None:
    tournament.sessions[event.session - 1].phase = ENDED


EVOLVE: dict[type[Event], Callable[[Tournament, Any], None]] = {
    v.SessionPlanned: _planned,
    v.StartChanged: _start_changed,
    v.BoughtIn: _bought_in,
    v.SessionStarted: _started,
    v.ChipsIssued: _issued,
    v.PlayerOut: _out,
    v.ShoeFinished: _shoe_finished,
    v.TableEnded: _table_ended,
    v.SessionEnded: _ended,
}
