"""The prizes by place, in cents: what the breakdown makes of a pool, to the last cent."""

from __future__ import annotations

from collections.abc import Sequence

from houseway.tournament.completeness import WHOLE
from houseway.tournament.terms import Breakdown, Conditions


def at_places(conditions: Conditions, first: int, last: int) -> list[int]:
    """What the places weigh in the breakdown, in its own units; nothing beyond its last."""
    found = conditions.breakdown
    table = (found.amounts or found.hundredths) if found else ()
    return [table[place - 1] if place <= len(table) else 0 for place in range(first, last + 1)]


def prizes(breakdown: Breakdown, pool: int, players: int) -> list[int]:
    """The prize of each place that someone took.

    Reading TP19: shares are rounded down and what is left goes to the first place, and so does a
    prize for a place that nobody took, and what amounts leave that name no other place for it.
    """
    if breakdown.hundredths:
        table = [pool * share // WHOLE for share in breakdown.hundredths]
        table[0] += pool - sum(table)
    else:
        table = list(breakdown.amounts)
        rest_to = breakdown.rest_to or 1  # and no prize that was announced becomes less
        table[rest_to - 1] += max(0, pool - sum(table))
    taken = table[:players] + [0] * (players - len(table))
    if taken:
        taken[0] += sum(table[players:])
    return taken


def divided(amount: int, entries: Sequence[int]) -> dict[int, int]:
    """Equal shares; reading TP19: cents left over go one each in the order of entry numbers."""
    share, over = divmod(amount, len(entries))
    return {each: share + (place < over) for place, each in enumerate(sorted(entries))}
