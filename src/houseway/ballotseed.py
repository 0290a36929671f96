"""The seed of a tournament's ballot: drawn by the house while the command is judged.

A ballot is drawn over people and tables that are fixed by then, from a seed that does not exist
before. So there is nothing to commit to and nothing to leak: a refused command stores no seed, and
the next one gets another. Nobody hands in a seed of their own, for they could try many.
"""

from __future__ import annotations

from msgspec.structs import replace

from houseway.games.commands import Command
from houseway.randomness import new_seed
from houseway.tournament.results_vocabulary import OrderAdditionalRounds
from houseway.tournament.session_vocabulary import DraftBallot, RedrawTable

BALLOTS = (DraftBallot, RedrawTable, OrderAdditionalRounds)
HOUSE_DRAWS = "the house draws: leave the seed empty, and it is drawn and recorded"


def drawn_by_house(command: Command) -> Command:
    """Return a command that draws for seats with a new seed, and any other as it is."""
    if not isinstance(command, BALLOTS) or not _by_lot(command):
        return command
    return replace(command, seed=new_seed())


def _by_lot(command: Command) -> bool:
    """Those who are level and play on are drawn for seats only where a table is named."""
    return not isinstance(command, OrderAdditionalRounds) or bool(command.table)
