"""A command of the game at a table: the game's ruling, and what the life of the table adds."""

from __future__ import annotations

from houseway.games.bounds import judged
from houseway.games.commands import Command
from houseway.games.machine import Given
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import equipment, life, notifications, people, signs
from houseway.table.state import Table


def game_ruling(table: Table, command: Command, given: Given) -> Ruling:
    """Bounds and game first, then hours and signs; beside the game's events what follows here."""
    ruling = people.readmitted(table, command, given) or judged(
        command, lambda: table.game.decide(table.play, command, given.by)
    )
    if isinstance(ruling, Refused):
        return life.below_new_minimum(table, command, ruling)
    refused = (
        equipment.no_second_device(table, command)
        or equipment.not_secured(table, ruling)
        or life.raised_without_sign(table, command, given)
        or signs.no_personal_sign(table, command)
        or life.outside_hours(table, ruling, given)
        or signs.not_announced(table, command, given)
    )
    if refused:
        return refused
    named = equipment.named(table, ruling)
    if isinstance(named, Refused):
        return named
    added = (
        *life.protections_ended(table, command, ruling, given),
        *signs.taken_down_by(table, command, given),
        *notifications.times(table, ruling, given),
    )
    return Accepted((*named.events, *added)) if added else named
