"""Who wins, who loses, and what is paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.games.events import Settlement, WagerCollected, WagerPaid, WagerStoodOff
from houseway.games.limits import at_risk, handed_back
from houseway.games.tournament_mini_baccarat import rules
from houseway.games.tournament_mini_baccarat.rules import LIMIT_RULES
from houseway.rulebook.document import Clause

if TYPE_CHECKING:
    from houseway.games.tournament_mini_baccarat.state import Play


def settle_wagers(play: Play, result: str) -> list[Settlement]:
    """Every wager by the result of the round: the losers first, then the others."""
    lines = [
        _settled(play, patron, box, wager, stake, result)
        for (patron, box, wager), stake in play.layout.wagers.items()
    ]
    return sorted(lines, key=lambda line: not isinstance(line, WagerCollected))


def _settled(play: Play, patron: str, box: int, wager: str, stake: int, result: str) -> Settlement:
    """One wager. Odds are whole numbers to one, so that winnings are always whole chips."""
    verdict, clause = rules.OUTCOMES[wager, result]
    if verdict == "stands off":
        return WagerStoodOff(patron, wager, box, stake, 0, 0, stake, (clause,))
    risk = at_risk(play.limits, LIMIT_RULES, patron=patron, wager=wager, stake=stake)
    capped: tuple[Clause, ...] = ()
    if risk != stake:
        capped = handed_back(play.limits, LIMIT_RULES, patron=patron, wager=wager, stake=stake)
    if verdict == "loses":
        why = (clause, *capped)
        return WagerCollected(patron, wager, box, stake, 0, risk, stake - risk, why)
    pays = rules.ODDS[wager]
    paid = risk * pays.odds.pays // pays.odds.for_each
    return WagerPaid(patron, wager, box, stake, paid, 0, stake, (clause, pays.clause, *capped))
