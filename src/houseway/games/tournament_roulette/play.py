"""One round of roulette: the dolly lifted, the ball spun, betting closed, a result, settlement."""

from __future__ import annotations

from houseway.equipment.wheel import WHEEL, colour
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.tournament_roulette import rules
from houseway.games.tournament_roulette import state as v
from houseway.games.tournament_roulette.rules import cite
from houseway.games.tournament_roulette.settle import settle
from houseway.games.tournament_roulette.state import (
    BETTING,
    BETWEEN,
    CLOSED,
    RESTED,
    SPINNING,
    Play,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling

# The ball


def register_ball(play: Play, command: v.RegisterBall, by: Role) -> Ruling:
    """Tournament American Roulette 2.2: 17 to 22 mm, of no metal, approved in writing."""
    if command.ball in play.balls:
        why = f"there is a ball {command.ball}"
        return Refused("ball_registered", play.cite("terms: Ball"), why)
    if not command.approval.strip():
        unapproved = f"no approval of ball {command.ball} is on record"
        return Refused("ball_not_approved", play.cite("terms: Approved"), unapproved)
    if command.material not in play.rules.ball_materials:
        known = ", ".join(play.rules.ball_materials)
        why = f"{command.material} is none of {known}"
        return Refused("ball_material", play.cite("terms: Ball"), why)
    diameter = rules.millimetres(command.diameter)
    least, most = play.rules.ball_sizes
    if diameter is None or not least <= diameter <= most:
        allowed = f"{command.diameter} mm is not from {least} to {most}"
        return Refused("ball_diameter", play.cite("2.2"), allowed)
    return accept(
        v.BallRegistered(
            command.ball, command.diameter, command.material, command.approval, play.cite("2.2")
        )
    )


def take_ball_as_approved(play: Play, command: v.TakeBallAsApproved, by: Role) -> Ruling:
    if play.balls:
        why = "the balls of this table are on record"
        return Refused("not_next", play.cite("terms: Ball"), why)
    return accept(v.BallTakenAsApproved("1", play.cite("terms: Ball")))


def approve_ball_change(play: Play, command: v.ApproveBallChange, by: Role) -> Ruling:
    if command.ball not in play.balls:
        why = f"no ball {command.ball} is registered"
        return Refused("no_such_ball", play.cite("terms: Ball"), why)
    if command.ball == play.ball:
        return Refused("ball_in_use", play.cite("2.3"), f"ball {command.ball} is in use already")
    return accept(v.BallChangeApproved(command.ball, by, play.cite("2.3")))


def change_ball(play: Play, command: v.ChangeBall, by: Role) -> Ruling:
    if play.ball_spinning:
        return Refused("ball_spinning", play.cite("2.3"), "the ball is spinning")
    if play.ball_approved is None or play.ball_approved[0] != command.ball:
        unapproved = f"the Tournament Director has not approved a change to ball {command.ball}"
        return Refused("ball_change_not_approved", play.cite("2.3"), unapproved)
    return accept(v.BallChanged(play.ball, command.ball, play.ball_approved[1], play.cite("2.3")))


# The round


def lift_dolly(play: Play, command: v.LiftDolly, by: Role) -> Ruling:
    """The round begins (reading RO12): on an approved table, with a ball in use."""
    if play.stage != BETWEEN:
        under_way = f"the table is at: {play.stage}"
        return Refused("round_under_way", play.cite("terms: Round of Play"), under_way)
    if refused := play.rules.not_approved(play.options):
        return refused
    if not play.ball:
        why = "no registered ball has been put into use"
        return Refused("no_ball", play.cite("terms: Ball"), why)
    return accept(e.BettingOpened(play.round + 1, play.cite("terms: Round of Play")))


def spin_ball(play: Play, command: v.SpinBall, by: Role) -> Ruling:
    """Tournament American Roulette 5.1; by 9.1 a spin the way the wheel turns is void at once."""
    if play.stage != BETTING:
        return Refused("not_next", play.cite("5.1"), f"the table is at: {play.stage}")
    for direction in (command.wheel, command.ball):
        if direction not in play.rules.directions:
            known = " nor ".join(play.rules.directions)
            return Refused("no_such_direction", play.cite("5.1"), f"{direction} is neither {known}")
    spun = v.BallSpun(command.wheel, command.ball, play.cite("5.1"))
    if command.wheel == command.ball:
        return accept(spun, v.SpinVoided(rules.SAME_DIRECTION, play.cite("9.1")))
    return accept(spun)


def call_no_more_bets(play: Play, command: c.CallNoMoreBets, by: Role) -> Ruling:
    """Tournament American Roulette 5.3. Anyone who has no wager is put on record (4.1, TP14)."""
    if play.stage != SPINNING:
        return Refused("not_next", play.cite("5.3"), f"the table is at: {play.stage}")
    what = f"no wager in round {play.round}"
    missing = (e.BreachLogged(patron, what, play.cite("4.1")) for patron in without_wager(play))
    return accept(*missing, e.BettingClosed(play.cite("5.3")))


def without_wager(play: Play) -> list[str]:
    """Who is at the table and has nothing on the layout."""
    wagering = {patron for patron, _, _ in play.layout.wagers}
    return [patron for patron in play.layout.idle_rounds if patron not in wagering]


def confirm_three_turns(play: Play, command: v.ConfirmThreeTurns, by: Role) -> Ruling:
    if refused := not_running(play, play.cite("5.2")):
        return refused
    if play.three_turns:
        return Refused("not_next", play.cite("5.2"), "the three turns are on record already")
    return accept(v.ThreeTurnsConfirmed(play.cite("5.2")))


def report_result(play: Play, command: v.ReportResult, by: Role) -> Ruling:
    """A result counts after NO MORE BETS, in a pocket of the wheel, after three full turns."""
    if refused := not_running(play, play.cite("5.1")):
        return refused
    if command.number not in WHEEL:
        why = f"the wheel has no pocket {command.number}"
        return Refused("no_such_pocket", play.cite("2.1"), why)
    if not play.three_turns:
        unseen = "three full turns of the ball have not been confirmed"
        return Refused("three_turns_not_confirmed", play.cite("5.2"), unseen)
    number = str(command.number)
    return accept(
        e.ResultAnnounced(number, {"colour": colour(command.number)}, play.cite("7.2")),
        v.DollyPlaced(number, play.cite("terms: Dolly")),
    )


def not_running(play: Play, clause: Clause) -> Refused | None:
    """Why no ball is running after NO MORE BETS."""
    if play.stage == CLOSED:
        return None
    if play.stage == SPINNING:
        why = "NO MORE BETS has not been called"
        return Refused("no_more_bets_not_called", play.cite("5.3"), why)
    if play.void_spin:
        return Refused("spin_void", play.void_spin, "that spin was void: the ball is spun again")
    return Refused("no_ball_spinning", clause, f"the table is at: {play.stage}")


def settle_wagers(play: Play, command: c.SettleWagers, by: Role) -> Ruling:
    """Losers are collected and winners paid; with the last payout the round is over."""
    if play.stage != RESTED or play.dolly is None:
        return Refused("no_result", play.cite("7.1"), f"the table is at: {play.stage}")
    return accept(
        *settle(play, play.dolly), e.RoundEnded(play.round, play.cite("terms: Round of Play"))
    )


# Spins without a result: section 9. The stakes are released and the ball is spun again (RO6).


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
    v.RegisterBall: May(rules.DIRECTOR, cite("terms: Ball"), register_ball),
    v.TakeBallAsApproved: May(STAFF, cite("terms: Ball"), take_ball_as_approved),
    v.ApproveBallChange: May(rules.DIRECTOR, cite("2.3"), approve_ball_change),
    v.ChangeBall: May(DEALERS, cite("2.3"), change_ball),
    v.LiftDolly: May(DEALERS, cite("terms: Round of Play"), lift_dolly),
    v.SpinBall: May(DEALERS, cite("5.1"), spin_ball),
    c.CallNoMoreBets: May(DEALERS, cite("5.3"), call_no_more_bets),
    v.ConfirmThreeTurns: May(DEALERS, cite("5.2"), confirm_three_turns),
    v.ReportResult: May(DEALERS, cite("terms: Dealer"), report_result),
    c.SettleWagers: May(DEALERS, cite("terms: Dealer"), settle_wagers),
    v.CallNoSpin: May(DEALERS, cite("9.2"), call_no_spin),
    v.ReportVoidSpin: May(DEALERS, cite("terms: Dealer"), report_void_spin),
}
