"""The preparation of cards, tiles or ball as a list, found by going through it once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from houseway.driving import PRACTICE, next_command
from houseway.games import game
from houseway.games.game import NotAllowed, Setup
from houseway.rulebook.document import Clause
from houseway.table.table import Table

_LONGEST = 60  # orders; a preparation is over long before


class PreparationStep(NamedTuple):
    """One step of the list, and whether it is done, due now or still to come."""

    what: str
    clauses: tuple[Clause, ...]
    state: str = "to come"


def preparation(table: Table) -> tuple[PreparationStep, ...]:
    """The list with the step that is due, or nothing when no preparation is under way."""
    awaited = table.game.awaits(table.play)
    steps = _steps(table.edition, table.play.options)
    due = next(
        (
            i
            for i, line in enumerate(steps)
            if line.what == awaited.what and awaited.clause in line.clauses
        ),
        None,
    )
    if due is None:
        return ()
    states = ["done"] * due + ["now"] + ["to come"] * (len(steps) - due - 1)
    return tuple(line._replace(state=state) for line, state in zip(steps, states, strict=True))


@lru_cache(maxsize=128)
def _steps(edition: str, options: Any) -> tuple[PreparationStep, ...]:
    rules = game(edition)
    play = rules.begin(Setup(options, rules.limits))
    found: list[PreparationStep] = []
    for _ in range(_LONGEST):
        awaited = rules.awaits(play)
        if awaited.what == "open":
            break
        if found and found[-1].what == awaited.what:
            found[-1] = found[-1]._replace(
                clauses=tuple(dict.fromkeys((*found[-1].clauses, awaited.clause)))
            )
        else:
            found.append(PreparationStep(awaited.what, (awaited.clause,)))
        try:
            rules.do(play, *next_command(rules, play, PRACTICE, lambda below: below // 2))
        except NotAllowed:
            return ()
    return tuple(found)
