"""What a command meets at a table: one list of checks, in the order that is part of the contract.

A check says why a command is refused, or None. A step looks at what the game has accepted: it
refuses it, adds to it, or has nothing to say (None).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from houseway.games.bounds import judged
from houseway.games.commands import Command, FindWager
from houseway.games.machine import Given, Machine, admitted
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import (
    chips,
    equipment,
    faces,
    life,
    notifications,
    people,
    room,
    rulings,
    secrets,
    signs,
    two_persons,
)
from houseway.table.state import Table

Check = Callable[[Table, Command, Given], Refused | None]
Step = Callable[[Table, Command, Given, Accepted], Ruling | None]

# Stage and role are asked between the first two; then the table's own commands are judged.
CHECKS: tuple[Check, ...] = (faces.refusal, people.not_here, room.outside)
# The checks of a command of the game before it is judged.
GAME_CHECKS: tuple[Check, ...] = (secrets.not_ready, rulings.not_this_person)
# What the life of the table adds to the ruling of the game, a corrected one included.
GAME_STEPS: tuple[Step, ...] = (
    equipment.no_second_device,
    equipment.not_secured,
    life.raised_without_sign,
    signs.no_personal_sign,
    life.outside_hours,
    signs.not_announced,
    equipment.named,
    life.protections_ended,
    signs.taken_down_by,
    notifications.fell_due,
)
# Who takes a step, and who may take part, is asked last.
LAST_STEPS: tuple[Step, ...] = (
    two_persons.not_alone,
    chips.counted,
    rulings.signed,
    two_persons.signed,
)


def decide(machine: Machine, table: Table, command: Command, given: Given) -> Ruling:
    """The ruling on one command: the table's own by the machine, any other by the game.

    What staff find on the layout is a fact, whoever put it there.
    """
    own = type(command) in machine.commands
    first, *others = CHECKS
    for check in (first, machine.refusal, *others, *(() if own else GAME_CHECKS)):
        if refused := check(table, command, given):
            return refused
    ruling = machine.judge(table, command, given) if own else game_ruling(table, command, given)
    if not own:
        ruling = _through(LAST_STEPS, table, command, given, ruling)
    return ruling if isinstance(command, FindWager) else admitted(ruling, given)


def game_ruling(table: Table, command: Command, given: Given) -> Ruling:
    """Bounds and game, then what the life of the table says."""
    ruling = people.readmitted(table, command, given) or judged(
        command, lambda: table.game.decide(table.play, command, given.by)
    )
    if isinstance(ruling, Refused):
        return life.below_new_minimum(table, command, ruling)
    return _through(GAME_STEPS, table, command, given, ruling)


def _through(
    steps: Iterable[Step], table: Table, command: Command, given: Given, ruling: Ruling
) -> Ruling:
    for step in steps:
        if isinstance(ruling, Refused):
            return ruling
        ruling = step(table, command, given, ruling) or ruling
    return ruling
