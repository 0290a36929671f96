"""Spins without a result: section 9. The stakes are released and the ball is spun again (RO6)."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games.game import May, accept
from houseway.games.tournament_roulette import vocabulary as v
from houseway.games.tournament_roulette.rules import cite
from houseway.games.tournament_roulette.state import Play
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Refused, Ruling


def call_no_spin(play: Play, command: v.CallNoSpin, by: Role) -> Ruling:
    """Tournament American Roulette 9.2: whatever the ball does next, this spin has no result."""
    refused = _not_spinning(play, play.cite("9.2"))
    return refused or accept(v.SpinVoided("no spin", play.cite("9.2")))


def report_void_spin(play: Play, command: v.ReportVoidSpin, by: Role) -> Ruling:
    """Tournament American Roulette 9.1, 9.3, 9.4 and 9.5, or a ball at rest too soon (5.2)."""
    clause = play.rules.void_spins.get(command.cause)
    if clause is None:
        known = ", ".join(play.rules.void_spins)
        return Refused("no_such_cause", None, f"{command.cause} is none of {known}")
    if refused := _not_spinning(play, clause):
        return refused
    if play.three_turns and clause == play.cite("5.2"):
        return Refused("three_turns_made", play.cite("5.2"), "three full turns have been confirmed")
    return accept(v.SpinVoided(command.cause, clause))


def _not_spinning(play: Play, clause: Clause) -> Refused | None:
    if play.ball_spinning:
        return None
    return Refused("no_ball_spinning", clause, f"the table is at: {play.stage}")


ORDERS: dict[type[c.Command], May] = {
    v.CallNoSpin: May(DEALERS, cite("9.2"), call_no_spin),
    v.ReportVoidSpin: May(DEALERS, cite("terms: Dealer"), report_void_spin),
}
