"""One driver for simulated people: what a table awaits, who gives it, and how they choose.

Practice patrons, bots of a tournament, the people of a soak run and the benchmarks all move a table
on by `next_command`; a `Policy` says in what they differ.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from houseway.games.commands import Command
from houseway.games.game import Awaits, Game, Pick
from houseway.rulebook.roles import Role

Choose = Callable[[Awaits, Pick], Command]


def evenly(awaited: Awaits, pick: Pick) -> Command:
    return awaited.choices[pick(len(awaited.choices))]


class Policy(NamedTuple):
    """How simulated people choose, and out of how many times they close the wagers once.

    They close them by the awaited command; with 0 only where the practice patrons would.
    """

    choose: Choose
    closes_one_in: int = 0


PRACTICE = Policy(evenly)
SOAK = Policy(evenly, closes_one_in=10)


def next_command(game: Game, play: Any, policy: Policy, pick: Pick) -> tuple[Command, Role]:
    """The command that moves a table on, and the role in which it is given."""
    awaited = game.awaits(play)
    if awaited.choices:
        command = policy.choose(awaited, pick)
    elif awaited.command is not None and _is_time(awaited, policy, pick):
        command = awaited.command
    else:
        return game.supply(play, awaited, pick)
    return command, game.giver(command, awaited.who)


def _is_time(awaited: Awaits, policy: Policy, pick: Pick) -> bool:
    if awaited.what != "wagers" or policy.closes_one_in == 1:
        return True
    return policy.closes_one_in > 1 and pick(policy.closes_one_in) == 0
