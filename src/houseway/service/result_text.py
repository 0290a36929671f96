"""A result in the words that people at a table use."""

from __future__ import annotations

import re
from collections.abc import Mapping

COLOUR = "colour"  # announced of a number with its result, and no hand
WINNERS: Mapping[str, str] = {"player": "Player wins", "banker": "Banker wins", "tie": "Tie"}
_RANKED = re.compile(r"\b(baccarat|\d), order (\d+)")


def result_text(result: str, also: str = "") -> str:
    """`banker` as "Banker wins"; the order of a hand as a rank, of which 1 is the highest."""
    text = WINNERS.get(result) or _RANKED.sub(_rank, result)
    return f"{text[:1].upper()}{text[1:]} {also}".strip()


def _rank(found: re.Match[str]) -> str:
    count, order = found.groups()
    return f"{0 if count == 'baccarat' else count} (rank {order}; 1 is highest)"


def announcement(result: str, totals: Mapping[str, str]) -> str:
    """What a dealer announces of a round with one result: "Announce: Banker wins 7 over 4"."""
    if result not in WINNERS:
        return ""
    loser = {"player": "banker", "banker": "player"}.get(result, "")
    counted = [totals.get(result, ""), totals.get(loser, "")]
    text = result_text(result)
    if loser and all(counted):
        text = f"{text} {counted[0]} over {counted[1]}"
    elif result == "tie" and totals.get("player"):
        text = f"{text}, {totals['player']} each"
    return f"Announce: {text}"
