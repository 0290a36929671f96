"""An order of the game at a table: the game's ruling, and what the life of the table adds to it."""

from __future__ import annotations

from houseway.games.bounds import judged
from houseway.games.commands import Command
from houseway.games.events import RoundOpened
from houseway.games.house import GrantPersonalLimit, SetLimits
from houseway.rulebook.ruling import Refused, Ruling
from houseway.table import life, notifications, signs
from houseway.table.state import Given, Table


def ruled(table: Table, command: Command, given: Given) -> Ruling:
    ruling = judged(command, lambda: table.game.decide(table.play, command, given.by))
    if isinstance(command, SetLimits):
        return life.limits_changed(table, command, ruling, given)
    if isinstance(ruling, Refused):
        return life.below_new_minimum(table, command, ruling)
    if isinstance(command, GrantPersonalLimit):
        return signs.no_personal_sign(table, command) or ruling
    if any(isinstance(event, RoundOpened) for event in ruling.events):
        return life.outside_hours(table, given.at_us) or ruling
    if any(type(command) is change.order for change in table.game.table.changes):
        return signs.as_announced(table, command, ruling, given)
    return notifications.with_times(table, life.with_departures(table, ruling), given)
