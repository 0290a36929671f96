"""Busy tables: several patrons with wagers at once, and stakes above what is paid in full.

Each function is something that happens at a walk beside what practice patrons do.
"""

from __future__ import annotations

from houseway.games import commands as c
from houseway.rulebook.roles import Role
from houseway.training.walk import Moment, Walk

GUESTS = ("Dora", "Eli", "Fay", "Gus", "Hana")
_TIMES = (2, 3, 5)  # how often the maximum a stake is that was found


def more_wagers(walk: Walk) -> Moment | None:
    """One more wager while betting is open, by one of several guests."""
    awaited = walk.session.awaited
    if awaited.what != "wagers" or walk.pick(12) == 0:
        return None
    guest = GUESTS[walk.pick(len(GUESTS))]
    taken = {box for _, box, _ in walk.play.layout.wagers}
    spots = [
        each for each in walk.game.spots(walk.play, guest) if not each.box or each.box not in taken
    ]
    if not spots:
        return None
    spot, unit = spots[walk.pick(len(spots))], walk.play.limits.multiple or 5_00
    amount = min(spot.minimum + unit * walk.pick(12), spot.maximum)
    return walk.considered(c.PlaceWager(guest, spot.wager, amount, spot.box), Role.PATRON)


def wager_found(walk: Walk) -> Moment | None:
    """After betting has closed, a stake is found that is above the maximum on the sign."""
    wagers = list(walk.play.layout.wagers.items())
    if not wagers or walk.session.awaited.what == "wagers" or walk.pick(3):
        return None
    (patron, box, wager), stake = wagers[walk.pick(len(wagers))]
    most = walk.play.limits.maximum * _TIMES[walk.pick(len(_TIMES))]
    if stake > walk.play.limits.maximum:
        return None
    return walk.considered(c.FindWager(patron, wager, most, box), Role.DEALER)
