"""The commands that templates give or ask about, each by its class.

`commands.CheckIn` in a template is the name under which that command is sent. A misspelt or renamed
one raises when the template is rendered, and a test looks up all of them.
"""

from __future__ import annotations

from houseway.games import commands
from houseway.games.base_commands import Command
from houseway.promotion.promotion import MACHINE as PROMOTION
from houseway.table.table import MACHINE as TABLE
from houseway.tournament.tournament import MACHINE as TOURNAMENT

_SHARED = [
    each
    for each in vars(commands).values()
    if isinstance(each, type) and issubclass(each, Command) and each is not Command
]
ALL_COMMANDS = (*_SHARED, *PROMOTION.commands, *TABLE.commands, *TOURNAMENT.commands)


class CommandNames:
    """The commands that every game has, and those of tables, tournaments and promotions."""

    def __init__(self) -> None:
        self.__dict__.update({each.__name__: each.__name__ for each in ALL_COMMANDS})
