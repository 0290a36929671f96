"""The facts and decisions that a practice table of roulette needs from outside."""

from __future__ import annotations

from houseway.equipment.wheel import POSITIONS, WHEEL, Position
from houseway.games import commands as c
from houseway.games.game import Awaits, Pick
from houseway.games.tournament_roulette import rules
from houseway.games.tournament_roulette import vocabulary as v
from houseway.games.tournament_roulette.state import Play
from houseway.rulebook.roles import Role

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
