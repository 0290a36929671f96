"""What an entrant does now, in one sentence: wait, go to a table, take a break, collect a prize.

While betting is open at the own table the page itself says whose turn it is.
"""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.service.texts.text import Text
from houseway.tournament.leaderboard import Row, places_text
from houseway.tournament.shown import EntrySeen, PrizeSeen, TournamentView
from houseway.tournament.state import CONFIRMED, DRAFTED, OVER, PLANNED, PUBLISHED, RESERVE, RUNNING
from houseway.tournament.state import OUT as LEFT
from houseway.tournament.view import SessionSeen, TableSeen


def newest_session(view: TournamentView, entry: int) -> SessionSeen | None:
    """The newest session of an entrant, also before its seats are published."""
    return next((each for each in reversed(view.sessions) if entry in each.players), None)


def own_row(view: TournamentView, entry: int) -> Row | None:
    """The line of an entrant on the leaderboard."""
    return next((each for each in view.board.rows if each.entry == entry), None)


def what_now(
    view: TournamentView, mine: EntrySeen, session: SessionSeen | None, table: TableSeen | None
) -> Text | None:
    """What to do now; None while a session is played at the own table."""
    prize = next((each for each in view.prizes if each.entry == mine.number), None)
    if prize is not None:
        return _with_prize(prize)
    if view.cancelled:
        return Text("The tournament was cancelled")
    if view.life == OVER or mine.place is not None:
        return _finished(view, mine)
    if mine.status in LEFT:
        return Text("You are out of the tournament")
    if mine.status == RESERVE:
        return Text("You are a reserve: the desk calls you if a seat becomes free")
    if session is None:
        return Text("You are entered: wait until your session is planned")
    if session.phase == RUNNING:
        return _running(mine, session, table)
    return _around(mine, session)


def _with_prize(prize: PrizeSeen) -> Text:
    if prize.paid:
        return Text("Your prize of {amount} is paid", amount=dollar_text(prize.amount))
    return Text("Collect your prize of {amount}", amount=dollar_text(prize.amount))


def _finished(view: TournamentView, mine: EntrySeen) -> Text:
    row = own_row(view, mine.number)
    if row is None:
        return Text("The tournament is over")
    return Text("You finished in place {place}", place=places_text(row.first, row.last))


def _running(mine: EntrySeen, session: SessionSeen, table: TableSeen | None) -> Text | None:
    if mine.number in {entry for entry, _, _ in session.outs}:
        return Text("You are out of this session")
    if session.break_until_us:
        return Text("Take a break")
    if table is not None and table.ended:
        return Text("Your table has finished: wait for the other tables")
    return None


def _around(mine: EntrySeen, session: SessionSeen) -> Text:
    """Before and after a session is played."""
    if session.phase in (PLANNED, DRAFTED):
        return Text("Wait for your seat: it is drawn before the session")
    if session.phase == PUBLISHED:
        seat = dict(session.seats).get(mine.number)
        if mine.number in session.present or seat is None:
            return Text("You are checked in: wait for the session to start")
        return Text("Go to table {table}, box {box}", table=seat.table, box=seat.box)
    if session.phase != CONFIRMED:
        return Text("Play is over: wait while the chips are counted")
    if mine.number in session.advancing:
        return Text("You advance: wait until your next session is planned")
    return Text("You do not advance: your place is final when the tournament ends")
