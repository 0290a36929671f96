"""The stages that most documents have in a round, each by the word that a table shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

BETWEEN, BETTING, DEALING, SETTLED = "between rounds", "betting", "dealing", "settled"
BETWEEN_COUPS = "between coups"  # in the documents that call a round a coup


ANTES = "antes"
# At a wheel the round has begun: people wager inside it, before the spin and during it.
BEFORE_SPIN, SPINNING = "betting, before the spin", "betting, the ball spinning"


def at_rest(play: Any) -> bool:
    """Return whether a round is over and betting for the next one has not opened."""
    return play.stage in (BETWEEN, BETWEEN_COUPS)


def no_round(play: Any) -> bool:
    """Return whether no round is under way: one begins with its first card, and betting is none.

    Betting in which a wager lies leads to that card.
    """
    return at_rest(play) or (play.stage in (BETTING, ANTES) and not play.layout.wagers)


def back_to(stage: str) -> Callable[[Any, Any], None]:
    """Fold that ends a betting for which no round begins; its number goes to the next round."""

    def fold(play: Any, event: Any) -> None:
        play.stage, play.round = stage, event.round - 1

    return fold
