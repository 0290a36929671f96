"""A case in words: the table, then each step as a record writes it."""

from __future__ import annotations

from houseway.conformance.cases import Case, command_of
from houseway.games import game
from houseway.records import sentences
from houseway.rulebook.roles import Role


def in_words(case: Case) -> str:
    """What happens in a case, as sentences that a record (`.hwr`) could have."""
    found = game(case.edition)
    chosen = [f"{name} {value}" for name, value in case.options.items() if isinstance(value, str)]
    steps = [(Role(step.role), sentences.write(command_of(found, step))) for step in case.steps]
    told = "; ".join(
        text if role in (Role.DEALER, Role.PATRON) else f"{role}: {text}" for role, text in steps
    )
    return f"The table: {', '.join(chosen) or 'as the rules set it'}. Steps: {told}."
