"""Rounds: who is out before one, where the marker lies, in which order people wager, no more bets.

Boxes are numbered the way the game goes round the table: clockwise, and anticlockwise in Pai Gow.
The order of wagering therefore follows rising numbers in every document that has one.
"""

from __future__ import annotations

from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS, STAFF
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import session_vocabulary as s
from houseway.tournament import session_vocabulary as v
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.seating import HELPERS
from houseway.tournament.standing import (
    MINUTE_US,
    advice,
    at_table,
    disputed,
    is_out,
    limits,
    limits_clause,
    not_here,
    played_on,
    players_at,
    to_be_disqualified,
    too_little,
    under_way,
)
from houseway.tournament.state import (
    ANNOUNCING,
    BETTING,
    ELIMINATED,
    ENDED,
    PLAYING,
    Conduct,
    Floor,
    Part,
    Round,
    Session,
    Tournament,
)
from houseway.tournament.terms import Stage

# The end of a session: its rounds, shoes or time are over at a table, or it is concluded early.

part = Part()


@part.decides(v.ReportShoe, by=STAFF, slot=lambda rules: rules.ranking.advancing)
def _shoe(tournament: Tournament, command: v.ReportShoe, given: Given) -> Ruling:
    found = at_table(tournament, command.session, command.table)
    if isinstance(found, Refused):
        return found
    clause = tournament.rules.ranking.advancing
    finished = v.ShoeFinished(command.session, command.table, clause)
    return under_way(tournament, found[1], command.table) or Accepted((finished,))


@part.decides(v.EndTable, by=HELPERS, slot=lambda rules: rules.ranking.advancing)
def _end(tournament: Tournament, command: v.EndTable, given: Given) -> Ruling:
    """Readings TP22, TP23: rounds that count, shoes, or the clock with the round it found open."""
    found = at_table(tournament, command.session, command.table)
    if isinstance(found, Refused):
        return found
    session, floor = found
    clause = tournament.rules.ranking.advancing
    refused = _not_to_be_ended(tournament, session, floor, command.table)
    if refused:
        return refused
    left = to_play(tournament, session, command.table, given.at_us)
    if left and len(players_at(session, command.table)) > 1 and floor.kept_rounds:
        return Refused("not_finished", clause, f"{left} are left at table {command.table}")
    ended = v.TableEnded(session.number, command.table, False, given.signature, clause)
    return Accepted((ended, *last_one(session, command.table, clause)))


def _not_to_be_ended(
    tournament: Tournament, session: Session, floor: Floor, table: str
) -> Refused | None:
    return (
        played_on(tournament, session)
        or disputed(tournament, floor, table)
        or under_way(tournament, floor, table)
        or to_be_disqualified(tournament, session, table)
    )


def last_one(session: Session, table: str, clause: Clause) -> tuple[v.SessionEnded, ...]:
    floors = session.conduct.floors.items()
    others = [floor for name, floor in floors if name != table and not floor.ended]
    return () if others else (v.SessionEnded(session.number, clause),)


def to_play(tournament: Tournament, session: Session, table: str, at_us: int) -> str:
    """What is left of the session at that table, in words; "" when it is finished."""
    stage, conduct = tournament.stage_of(session), session.conduct
    return _rounds_left(stage, session, table) or _time_left(stage, conduct, at_us)


def _rounds_left(stage: Stage, session: Session, table: str) -> str:
    left = stage.rounds - session.round.get(table, 0)
    if stage.rounds:
        return f"{left} rounds" if left > 0 else ""
    shoes = stage.shoes - session.conduct.floors[table].shoes
    return f"{shoes} shoes" if stage.shoes and shoes > 0 else ""


def _time_left(stage: Stage, conduct: Conduct, at_us: int) -> str:
    if stage.rounds or stage.shoes or not stage.minutes:
        return ""
    over = conduct.started_us + conduct.paused_us + stage.minutes * MINUTE_US
    return f"{(over - at_us) // 1_000_000} seconds" if at_us < over else ""


@part.decides(v.ConcludeEarly, by=DIRECTORS, slot=lambda rules: rules.sessions.early_end)
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
        _not_to_be_ended(tournament, session, floor, command.table)
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
    """The standings as confirmed: the highest, as many as go on, nobody else level with them.

    Nobody goes on from a final, and who goes on from all tables together no one table decides.
    """
    here = sorted(players_at(session, command.table), key=lambda e: -session.chips[e])
    stage = tournament.stage_of(session)
    go_on = stage.advance
    first, rest = here[:go_on], here[go_on:]
    level = first and rest and session.chips[first[-1]] == session.chips[rest[0]]
    decided_here = go_on and not (stage.overall and len(session.conduct.floors) > 1)
    named = set(first) == set(command.advancing) and len(command.advancing) == len(first)
    if decided_here and named and not level:
        return None
    standings = ", ".join(f"{tournament.who(e)} {session.chips[e]}" for e in here)
    sentence = f"{go_on} advance from table {command.table}: {standings}"
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


# What each fact changes


@part.folds(v.ShoeFinished)
def _shoe_finished(tournament: Tournament, event: v.ShoeFinished) -> None:
    tournament.sessions[event.session - 1].conduct.floors[event.table].shoes += 1


@part.folds(v.TableEnded)
def _table_ended(tournament: Tournament, event: v.TableEnded) -> None:
    tournament.sessions[event.session - 1].conduct.floors[event.table].ended = True


@part.folds(v.SessionEnded)
def _ended(tournament: Tournament, event: v.SessionEnded) -> None:
    tournament.sessions[event.session - 1].phase = ENDED


def ordered(tournament: Tournament) -> bool:
    """Whether people wager one after the other; in 7-Up Baccarat the conditions say."""
    rules = tournament.rules.wagering
    if rules.marker is None:
        return False
    return rules.only_if_conditions_say is None or tournament.conditions.ordered


def wager_until_us(tournament: Tournament, round: Round) -> int:
    """Return when the time for a wager runs out: of the player called, or of all; 0 for never."""
    since = round.called_us if ordered(tournament) else round.began_us
    return since + round.seconds * 1_000_000 if since and round.seconds else 0


@part.decides(w.OpenRound, by=STAFF, slot=lambda rules: rules.wagering.minimum)
def _open(tournament: Tournament, command: w.OpenRound, given: Given) -> Ruling:
    """Reading TP11: the test first, on what everybody holds against the minimum of this round."""
    found = at_table(tournament, command.session, command.table)
    if isinstance(found, Refused):
        return found
    session, floor = found
    number = session.round[command.table] + 1
    refused = _not_now(tournament, session, floor, command.table, given) or _not_announced(
        tournament, session, number
    )
    if refused:
        return refused
    clause = tournament.rules.wagering.elimination
    minimum, maximum = limits(tournament, session, number)
    here = players_at(session, command.table)
    gone = [e for e in here if _cannot_stake(session, e, minimum)]
    outs = tuple(is_out(session, entry, ELIMINATED, clause) for entry in gone)
    left = [entry for entry in here if entry not in gone]
    if not left:
        ended = s.TableEnded(session.number, command.table, False, given.signature, clause)
        return Accepted((*outs, ended, *last_one(session, command.table, clause)))
    marker, order = _order(tournament, session, floor, left)
    rules = tournament.rules.wagering
    marked = rules.marker if marker else None
    begun = w.RoundBegun(
        session.number, command.table, number, minimum, maximum, marker, order, given.at_us,
        marked or rules.minimum, rules.marker_moves if marked else None,
    )  # fmt: skip
    return Accepted((*outs, begun))


def _not_now(
    tournament: Tournament, session: Session, floor: Floor, table: str, given: Given
) -> Refused | None:
    rules, conduct = tournament.rules, session.conduct
    refused = disputed(tournament, floor, table)
    if refused:
        return refused
    if given.at_us < conduct.break_until_us:
        left = (conduct.break_until_us - given.at_us) // 1_000_000
        return Refused("break", rules.sessions.breaks, f"the break lasts {left} seconds more")
    refused = to_be_disqualified(tournament, session, table) or under_way(tournament, floor, table)
    if refused or floor.among or to_play(tournament, session, table, given.at_us):
        return refused
    stage = tournament.stage_of(session)
    if not (stage.rounds or stage.shoes or stage.minutes):
        return None
    sentence = f"the session is finished at table {table}"
    return Refused("session_finished", rules.ranking.advancing, sentence)


def _not_announced(tournament: Tournament, session: Session, number: int) -> Refused | None:
    """Other limits than before are announced before they hold."""
    changes = [each.round for each in tournament.stage_of(session).limit_changes]
    if number not in changes or number in session.conduct.announced:
        return None
    minimum, maximum = limits(tournament, session, number)
    clause = tournament.rules.wagering.limit_changes or limits_clause(tournament)
    sentence = f"announce {minimum} to {maximum} before round {number}"
    return Refused("limits_not_announced", clause, sentence)


def _cannot_stake(session: Session, entry: int, minimum: int) -> bool:
    """A pass card in hand is as good as the minimum (reading 7U-20)."""
    return session.chips[entry] < minimum and not session.conduct.pass_cards.get(entry)


def _order(
    tournament: Tournament, session: Session, floor: Floor, left: list[int]
) -> tuple[int, tuple[int, ...]]:
    """Readings TP12, 7U-26: the marker is at the next box with someone left, then round."""
    if not ordered(tournament):
        return 0, tuple(left)
    boxes = [session.seats[entry].box for entry in left]
    start = floor.marker + floor.marker_moves
    first = next((at for at, box in enumerate(boxes) if box >= start), 0)
    return boxes[first], (*left[first:], *left[:first])


@part.decides(w.CloseBetting, by=STAFF, slot=lambda rules: rules.wagering.minimum)
def _close(tournament: Tournament, command: w.CloseBetting, given: Given) -> Ruling:
    """Reading TP14: not before everybody has staked, passed, or is confirmed not to have."""
    found = at_table(tournament, command.session, command.table)
    if isinstance(found, Refused):
        return found
    session, floor = found
    rules = tournament.rules.wagering
    if floor.round is None or floor.round.phase != BETTING or floor.dispute:
        sentence = f"betting is not open at table {command.table}"
        return Refused("round_not_betting", rules.minimum, sentence)
    clause = (rules.turn if ordered(tournament) else None) or rules.minimum
    waiting = [e for e in floor.round.order if not floor.round.settled(e)]
    if waiting:
        sentence = f"{tournament.who(waiting[0])} has staked nothing yet"
        return Refused("wagers_outstanding", clause, sentence)
    unread = [e for e, form in floor.round.forms.items() if not form.passed]
    if unread and rules.undisclosed:
        sentence = f"the form of {tournament.who(unread[0])} has not been examined"
        return Refused("form_not_examined", rules.undisclosed.examined, sentence)
    short = next(
        filter(None, (too_little(tournament, session, floor.round, e) for e in floor.round.order)),
        None,
    )
    if short:
        return short
    announcing = bool(floor.round.forms)
    told = advice(tournament, session, command.table, floor.round.order)
    return Accepted((*told, w.NoMoreBets(session.number, command.table, announcing, clause)))


@part.decides(w.DeclareRoundVoid, by=DIRECTORS, slot=lambda rules: rules.wagering.minimum)
def _void(tournament: Tournament, command: w.DeclareRoundVoid, given: Given) -> Ruling:
    """Reading TP22: it does not count, and nothing that was staked in it is won or lost."""
    found = at_table(tournament, command.session, command.table)
    if isinstance(found, Refused):
        return found
    session, floor = found
    clause = tournament.rules.wagering.minimum
    if floor.round is None:
        return Refused("no_round", clause, f"no round is open at table {command.table}")
    if not command.reason.strip():
        return Refused("no_reason", clause, "say why the round does not count")
    stays = tournament.rules.wagering.marker_stays
    if command.misdeal and not stays:
        sentence = "these rules know no misdeal: leave it out, and say the cause as the reason"
        return Refused("not_of_this_document", clause, sentence)
    void = w.RoundDeclaredVoid(
        session.number, command.table, command.reason, given.signature, clause,
        stays if command.misdeal else None,
    )  # fmt: skip
    return Accepted((void,))


@part.folds(w.RoundBegun)
def _begun(tournament: Tournament, event: w.RoundBegun) -> None:
    session = tournament.sessions[event.session - 1]
    floor = session.conduct.floors[event.table]
    session.round[event.table] = event.round
    floor.kept_rounds = True
    floor.marker = event.marker
    floor.round = Round(
        event.round, event.minimum, event.maximum, event.order, event.at_us, session.conduct.seconds
    )
    floor.round.decision_seconds = session.conduct.decision_seconds


@part.folds(w.NoMoreBets)
def _no_more_bets(tournament: Tournament, event: w.NoMoreBets) -> None:
    """The first card comes next, so that the forms of the coup before are not shown any more."""
    floor = tournament.sessions[event.session - 1].conduct.floors[event.table]
    if floor.round:
        floor.round.phase = ANNOUNCING if event.announcing else PLAYING
        if not event.announcing:
            floor.forms = {}


@part.folds(w.RoundDeclaredVoid)
def _voided(tournament: Tournament, event: w.RoundDeclaredVoid) -> None:
    """Pass cards and forms played in it go back; the marker moves if there were stakes.

    Reading PG13: a misdeal cancels the attempt, and the marker stays.
    """
    session = tournament.sessions[event.session - 1]
    floor, conduct = session.conduct.floors[event.table], session.conduct
    session.round[event.table] -= 1
    if floor.round:
        floor.marker_moves = bool(floor.round.staked) and event.stays is None
        for entry in floor.round.passed:
            conduct.pass_cards[entry] += 1
        for entry in floor.round.forms:
            conduct.forms_used[entry] -= 1
    floor.round = None
