"""Who wins, who loses, and what is paid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from houseway.games.events import Settlement
from houseway.games.settling import settle_by

if TYPE_CHECKING:
    from houseway.games.tournament_mini_baccarat.state import Play


def settle_wagers(play: Play, result: str) -> list[Settlement]:
    """Every wager by the result of the round: the losers first, then the others."""
    return settle_by(play, play.rules.verdicts[result], play.layout.wagers.items())
