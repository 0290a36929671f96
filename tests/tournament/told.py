"""What came of a situation, in a few words, and by which clause; and the list of situations."""

from __future__ import annotations

from collections.abc import Callable

from houseway.games.events import Event
from houseway.rulebook.ruling import Refused, Ruling
from houseway.tournament import results_vocabulary as r
from tests.tournament.desk import Desk

Outcome = tuple[str, str]
SITUATIONS: dict[str, Callable[[Desk], Outcome]] = {}


def situation(name: str) -> Callable[[Callable[[Desk], Outcome]], Callable[[Desk], Outcome]]:
    def named(told: Callable[[Desk], Outcome]) -> Callable[[Desk], Outcome]:
        if name in SITUATIONS:
            raise ValueError(f"told twice: {name}")
        SITUATIONS[name] = told
        return told

    return named


def of(ruling: Ruling | None) -> Outcome:
    """A refusal by its code; what was accepted by its last fact."""
    if ruling is None:
        return "nothing to say", ""
    if isinstance(ruling, Refused):
        assert ruling.detail, ruling
        return ruling.code, str(ruling.clause or "")
    return fact(ruling.events[-1])


def fact(event: Event | r.Placing, words: str = "") -> Outcome:
    clause = str(getattr(event, "clause", ""))
    return words or type(event).__name__, clause
