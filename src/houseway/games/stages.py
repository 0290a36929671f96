"""The stages that most documents have in a round, each by the word that a table shows."""

from __future__ import annotations

from typing import Any

BETWEEN, BETTING, DEALING, SETTLED = "between rounds", "betting", "dealing", "settled"
BETWEEN_COUPS = "between coups"  # in the documents that call a round a coup


def at_rest(play: Any) -> bool:
    """Return whether no round is under way."""
    return play.stage in (BETWEEN, BETWEEN_COUPS)
