"""Drills for Python programs: questions about live tables, marked by clause."""

from __future__ import annotations

from collections.abc import Iterable

from houseway.training import generate
from houseway.training.drill import Drill


def drills(
    game: str, *, kinds: Iterable[str] = (), seed: str | int = 0, count: int = 10
) -> tuple[Drill, ...]:
    """Questions about tables of a game, the same for the same seed.

    Without `kinds` every kind of the game comes in turn. Each drill has the situation in words,
    its `parts` (what is asked, the options, the clauses), and `mark` for the answers.

    Examples:
        >>> drill = drills("mini-baccarat", kinds=["payout"], seed=7, count=1)[0]
        >>> drill.title
        'Pay the wager'
        >>> marks = drill.mark([part.answer for part in drill.parts])
        >>> all(mark.right and mark.clauses for mark in marks)
        True
    """
    return tuple(generate.drills(game, kinds=tuple(kinds), seed=seed, count=count))
