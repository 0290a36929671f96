"""The facts and decisions that a practice table of roulette needs from outside."""

from __future__ import annotations

from houseway.equipment.wheel import POSITIONS, WHEEL
from houseway.games import commands as c
from houseway.games.game import Awaits, Pick
from houseway.games.tournament_roulette import rules
from houseway.games.tournament_roulette import vocabulary as v
from houseway.games.tournament_roulette.state import Play
from houseway.rulebook.roles import Role

PATRONS = ("Ana", "Ben", "Chen")
BALL = v.RegisterBall("1", "20", "acetal", "practice")
_NAMES = tuple(POSITIONS)


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with a fact from `pick` or a plain decision."""
    if awaited.what == "wagers":
        return _wagering(play, pick)
    if awaited.what == "check":
        order = v.ApproveBallChange(min(play.balls)) if play.balls else BALL
        return order, Role.TOURNAMENT_DIRECTOR
    return _spinning(awaited, pick), Role.DEALER


def _wagering(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    if play.layout.wagers and pick(6) == 0:
        return c.CallNoMoreBets(), Role.DEALER
    patron, unit = PATRONS[pick(len(PATRONS))], play.limits.multiple or 1_00
    name = _NAMES[pick(len(_NAMES))]
    position = POSITIONS[name]
    if not rules.offered(play.options, position):
        return c.PlaceWager(patron, "red", _stake(play, "red", unit)), Role.PATRON
    kind = pick(8)
    track = play.options.race_track == "used"
    if kind == 0 and track:
        section = rules.SECTION_WAGERS[pick(len(rules.SECTION_WAGERS))].name
        return v.PlaySection(patron, section, _piece(play, unit)), Role.PATRON
    if kind == 1 and track:
        return v.PlayNeighbours(patron, WHEEL[pick(37)], _piece(play, unit)), Role.PATRON
    return c.PlaceWager(patron, name, _stake(play, name, unit) + pick(5) * unit), Role.PATRON


def _stake(play: Play, name: str, unit: int) -> int:
    """The smallest stake in whole multiples that the sign allows on a position."""
    return -(-rules.limits_at(play.limits, POSITIONS[name]).minimum // unit) * unit


def _piece(play: Play, unit: int) -> int:
    return max(_stake(play, name, unit) for name in _NAMES)


def _spinning(awaited: Awaits, pick: Pick) -> c.Command:
    if awaited.to == "three turns":
        return v.ConfirmThreeTurns()
    if awaited.to == "result":
        return v.ReportResult(WHEEL[pick(len(WHEEL))])
    wheel = pick(2)
    return v.SpinBall(rules.DIRECTIONS[wheel], rules.DIRECTIONS[1 - wheel])
