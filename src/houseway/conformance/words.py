"""A case in words: the table, then each step as a record writes it."""

from __future__ import annotations

from houseway.conformance.cases import ROUND_LEVELS, Case, GivenStep, command_of
from houseway.games import game
from houseway.games.game import Game
from houseway.records import sentences
from houseway.rulebook.roles import Role

LATEST = 8  # steps of a whole table, tournament or promotion that are told


def in_words(case: Case, until: int = 0) -> str:
    """What happens in a case, as sentences that a record (`.hwr`) could have.

    Of a whole table, tournament or promotion the latest steps are told, up to the step `until`.
    """
    found = game(case.edition)
    if case.level not in ROUND_LEVELS:
        return _latest(found, case, until or len(case.steps))
    chosen = [f"{name} {value}" for name, value in case.options.items() if isinstance(value, str)]
    told = "; ".join(_step(found, case, each) for each in case.steps)
    return f"The table: {', '.join(chosen) or 'as the rules set it'}. Steps: {told}."


def _latest(found: Game, case: Case, until: int) -> str:
    first = max(0, until - LATEST)
    told = "; ".join(_step(found, case, each) for each in case.steps[first:until])
    return f"Steps {first + 1} to {until} of {len(case.steps)}: {told}."


def _step(found: Game, case: Case, step: GivenStep) -> str:
    role, text = Role(step.role), sentences.write(command_of(found, step, case.level))
    return text if role in (Role.DEALER, Role.PATRON) else f"{role}: {text}"
