"""What nobody enters by hand for a table in Houseway: the tournament learns it from the table."""

from __future__ import annotations

from houseway.rulebook.ruling import Accepted, Refused
from houseway.runner import Order
from houseway.tournament import form_vocabulary as f
from houseway.tournament import results_vocabulary as r
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.conduct import BETTING
from houseway.tournament.ranking import CONDUCTED
from houseway.tournament.state import Session, Tournament
from houseway.tournament.tournament import decide

_INSTEAD: dict[type, str] = {
    w.OpenRound: "open betting",
    w.CloseBetting: "call no more bets",
    w.PlaceStake: "enter the wager",
    w.FindStake: "enter the wager that was found",
    w.VoidStake: "log the breach and void the wagers",  # once cards are out
    w.DeclareRoundVoid: "void the round",
    f.PlaceAnnounced: "enter the wager that was announced",
    r.RecordAdditionalRound: "play the round",
}


def refusal(tournament: Tournament, order: Order) -> Refused | None:
    """Why a command is for the table itself and not for the tournament."""
    command = order.command
    instead = _INSTEAD.get(type(command))
    session = tournament.session(getattr(command, "session", 0)) if instead else None
    if session is None:
        return None
    table = _table_of(session, command)
    if session.modes.get(table) != CONDUCTED or _still_by_hand(tournament, session, table, order):
        return None
    sentence = f"table {table} is in Houseway: {instead} there"
    return Refused("wrong_source", tournament.rules.ranking.count, sentence)


def _table_of(session: Session, command: object) -> str:
    if isinstance(command, r.RecordAdditionalRound):
        return session.play_off
    seat = session.seats.get(getattr(command, "entry", 0))
    return getattr(command, "table", "") or (seat.table if seat else "")


def _still_by_hand(tournament: Tournament, session: Session, table: str, order: Order) -> bool:
    """A round that would not begin, since nobody can stake; a stake that can still be returned;
    betting in which all wagers are on forms, so that none lies at the table."""
    round = session.conduct.floors[table].round if table in session.conduct.floors else None
    if isinstance(order.command, w.VoidStake):
        return round is not None and round.phase == BETTING
    if isinstance(order.command, w.CloseBetting):
        return round is not None and bool(round.forms) and not round.stakes
    if not isinstance(order.command, w.OpenRound):
        return False
    after_break = session.conduct.break_until_us
    ruling = decide(tournament, order.command, order.by, after_break, order.actor)
    if not isinstance(ruling, Accepted):
        return False
    return not any(isinstance(each, w.RoundBegun) for each in ruling.events)
