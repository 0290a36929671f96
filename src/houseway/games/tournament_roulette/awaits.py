"""What a roulette table awaits next, from whom, and the clause that says so."""

from __future__ import annotations

from houseway.equipment.wheel import POSITIONS, WHEEL, Position
from houseway.games import commands as c
from houseway.games.game import Awaits, Pick, betting_sentence, dealers_step
from houseway.games.tournament_roulette import rules
from houseway.games.tournament_roulette import state as v
from houseway.games.tournament_roulette.play import without_wager
from houseway.games.tournament_roulette.settle import tried
from houseway.games.tournament_roulette.state import BETTING, BETWEEN, CLOSED, SPINNING, Play
from houseway.rulebook.roles import Role

_WAGERS = (
    c.PlaceWager, c.ChangeWager, c.WithdrawWager, v.PlaySection, v.PlayNeighbours, v.AskMaximum,
    v.TakeBackMaximum, v.WagerColourChips,
)  # fmt: skip
_VOID = (v.CallNoSpin, v.ReportVoidSpin)


def awaits(play: Play) -> Awaits:
    """What must happen next, by whom, and the clause that says so."""
    if play.stage == BETWEEN:
        return _awaits_round(play)
    if play.stage == BETTING:
        again = "the spin was void: wagers stay, change or go, and the ball is spun again"
        sentence = again if play.void_spin else "wagers may be placed; spin the ball"
        return Awaits(
            "spin", Role.DEALER, play.void_spin or play.cite("5.1"), sentence,
            None, (v.SpinBall, *_WAGERS), to="ball",
        )  # fmt: skip
    if play.stage == SPINNING:
        return Awaits(
            "wagers", Role.PATRON, play.cite("4.1"), betting_sentence(without_wager(play)),
            c.CallNoMoreBets() if play.layout.wagers else None,
            (*_WAGERS, c.CallNoMoreBets, *_VOID),
        )  # fmt: skip
    if play.stage == CLOSED:
        return _awaits_result(play)
    return Awaits(
        "settle", Role.DEALER, play.cite("7.1"), f"collect and pay: {play.dolly}",
        c.SettleWagers(), (c.SettleWagers, c.FindWager), tried=tried(play),
    )  # fmt: skip


def _awaits_round(play: Play) -> Awaits:
    missing = play.rules.not_approved(play.options)
    if missing and missing.clause:
        return Awaits("check", Role.INSPECTOR, missing.clause, missing.detail, to="approval")
    if play.ball:
        return dealers_step(
            "open", play.cite("terms: Round of Play"), "lift the dolly", v.LiftDolly()
        )
    if play.ball_approved:
        ball, _ = play.ball_approved
        return dealers_step(
            "check", play.cite("2.3"), f"put ball {ball} into use", v.ChangeBall(ball), to="ball"
        )
    if play.balls:
        return Awaits(
            "check", Role.TOURNAMENT_DIRECTOR, play.cite("2.3"),
            "approve one of the registered balls", None, (v.ApproveBallChange,), to="ball",
        )  # fmt: skip
    least, most = play.rules.ball_sizes
    return Awaits(
        "check", Role.TOURNAMENT_DIRECTOR, play.cite("2.2"),
        f"register a ball of {least} to {most} mm",
        None, (v.RegisterBall,), to="ball",
    )  # fmt: skip


def _awaits_result(play: Play) -> Awaits:
    if not play.three_turns:
        return Awaits(
            "spin", Role.DEALER, play.cite("5.2"), "the ball makes at least three full turns",
            None, (v.ConfirmThreeTurns, c.FindWager, *_VOID), to="three turns",
        )  # fmt: skip
    return Awaits(
        "spin", Role.DEALER, play.cite("7.2"), "the ball comes to rest",
        None, (v.ReportResult, c.FindWager, *_VOID), to="result",
    )  # fmt: skip


# The facts and decisions that a practice table of roulette needs from outside.

PATRONS = ("Ana", "Ben", "Chen")
BALL = v.RegisterBall("1", "20", "acetal", "practice")


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with a fact from `pick` or a plain decision."""
    if awaited.what == "wagers":
        return _wagering(play, pick)
    if awaited.what == "check":
        order = v.ApproveBallChange(min(play.balls)) if play.balls else BALL
        return order, Role.TOURNAMENT_DIRECTOR
    return _spinning(play, awaited, pick), Role.DEALER


def _wagering(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    if play.layout.wagers and pick(6) == 0:
        return c.CallNoMoreBets(), Role.DEALER
    patron, kind = PATRONS[pick(len(PATRONS))], pick(8)
    if play.options.race_track == "used" and kind < 2:
        return _race_track(play, patron, pick, neighbours=kind == 0), Role.PATRON
    offered = [each for each in POSITIONS.values() if rules.offered(play.options, each)]
    position = offered[pick(len(offered))]
    stake = _least(play, position) + pick(5) * _unit(play)
    return c.PlaceWager(patron, position.name, stake), Role.PATRON


def _race_track(play: Play, patron: str, pick: Pick, *, neighbours: bool) -> c.Command:
    piece = max(_least(play, position) for position in POSITIONS.values())
    if neighbours:
        return v.PlayNeighbours(patron, WHEEL[pick(len(WHEEL))], piece)
    section = play.rules.sections[pick(len(play.rules.sections))]
    return v.PlaySection(patron, section.name, piece)


def _unit(play: Play) -> int:
    return play.limits.multiple or 1_00


def _least(play: Play, position: Position) -> int:
    """The smallest stake in whole multiples that the sign allows on a position."""
    unit = _unit(play)
    return -(-play.rules.limits_at(play.limits, position).minimum // unit) * unit


def _spinning(play: Play, awaited: Awaits, pick: Pick) -> c.Command:
    if awaited.to == "three turns":
        return v.ConfirmThreeTurns()
    if awaited.to == "result":
        return v.ReportResult(WHEEL[pick(len(WHEEL))])
    wheel = pick(2)
    return v.SpinBall(play.rules.directions[wheel], play.rules.directions[1 - wheel])
