"""Rounds: who is out before one, where the marker lies, in which order people wager, no more bets.

Boxes are numbered the way the game goes round the table: clockwise, and anticlockwise in Pai Gow.
The order of wagering therefore follows rising numbers in every document that has one.
"""

from __future__ import annotations

from houseway.games.machine import Given
from houseway.rulebook.roles import DIRECTORS, STAFF
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as v
from houseway.tournament.conduct import ANNOUNCING, BETTING, PLAYING, Floor, Round
from houseway.tournament.ending import last_one, to_play
from houseway.tournament.risk import advice, too_little
from houseway.tournament.standing import (
    at_table,
    disputed,
    is_out,
    limits,
    limits_clause,
    players_at,
    to_be_disqualified,
    under_way,
)
from houseway.tournament.state import ELIMINATED, Part, Session, Tournament

part = Part()


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


@part.decides(v.OpenRound, by=STAFF, slot=lambda rules: rules.wagering.minimum)
def _open(tournament: Tournament, command: v.OpenRound, given: Given) -> Ruling:
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
    begun = v.RoundBegun(
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


@part.decides(v.CloseBetting, by=STAFF, slot=lambda rules: rules.wagering.minimum)
def _close(tournament: Tournament, command: v.CloseBetting, given: Given) -> Ruling:
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
    return Accepted((*told, v.NoMoreBets(session.number, command.table, announcing, clause)))


@part.decides(v.DeclareRoundVoid, by=DIRECTORS, slot=lambda rules: rules.wagering.minimum)
def _void(tournament: Tournament, command: v.DeclareRoundVoid, given: Given) -> Ruling:
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
    void = v.RoundDeclaredVoid(
        session.number, command.table, command.reason, given.signature, clause,
        stays if command.misdeal else None,
    )  # fmt: skip
    return Accepted((void,))


@part.folds(v.RoundBegun)
def _begun(tournament: Tournament, event: v.RoundBegun) -> None:
    session = tournament.sessions[event.session - 1]
    floor = session.conduct.floors[event.table]
    session.round[event.table] = event.round
    floor.kept_rounds = True
    floor.marker = event.marker
    floor.round = Round(
        event.round, event.minimum, event.maximum, event.order, event.at_us, session.conduct.seconds
    )
    floor.round.decision_seconds = session.conduct.decision_seconds


@part.folds(v.NoMoreBets)
def _no_more_bets(tournament: Tournament, event: v.NoMoreBets) -> None:
    """The first card comes next, so that the forms of the coup before are not shown any more."""
    floor = tournament.sessions[event.session - 1].conduct.floors[event.table]
    if floor.round:
        floor.round.phase = ANNOUNCING if event.announcing else PLAYING
        if not event.announcing:
            floor.forms = {}


@part.folds(v.RoundDeclaredVoid)
def _voided(tournament: Tournament, event: v.RoundDeclaredVoid) -> None:
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
