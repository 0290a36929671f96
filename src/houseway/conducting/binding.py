"""What a tournament allows at a table that serves it, and what it learns there (reading TP30).

Events are judged, not commands: however a wager comes about (a patron's, staff's, a correction's),
it is this player's, from this box, in this turn. The clauses are those of the tournament.
"""

from __future__ import annotations

from houseway.conducting import people, rounds, setting
from houseway.conducting.at import At
from houseway.conducting.stakes import stake_commands
from houseway.games.commands import Command
from houseway.rulebook.ruling import Refused


def judged(at: At) -> Refused | tuple[Command, ...]:
    """Why the events may not happen, or the commands by which the tournament learns of them."""
    if at.table.play is None:  # it is being opened
        return setting.refusal(at) or ()
    refused = people.refusal(at) or setting.refusal(at)
    if refused:
        return refused
    found = list[Command]()
    for part in (rounds.opened, rounds.confirmed, stake_commands, rounds.closed):
        learned = part(at)
        if isinstance(learned, Refused):
            return learned
        found += learned
    return (*found, *rounds.waited_for(at), *rounds.excluded(at), *rounds.counted(at))
