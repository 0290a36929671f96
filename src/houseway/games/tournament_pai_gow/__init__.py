"""Tournament Pai Gow as approved for Casino Canberra by NI2002-45."""

from __future__ import annotations

from typing import Any

from houseway.equipment.chips import dollar_text
from houseway.games.commands import Command
from houseway.games.edition import game_by
from houseway.games.game import Duties, Game, Setup, SimulatedPlay
from houseway.games.limits import span
from houseway.games.tournament_pai_gow import irregularities, play, wagering
from houseway.games.tournament_pai_gow.awaits import awaits, supply
from houseway.games.tournament_pai_gow.felt import LEARNING, felt, spots
from houseway.games.tournament_pai_gow.rules import RULES, Options, Rules
from houseway.games.tournament_pai_gow.state import EVOLVE, Play, TakeTilesAsChecked
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused


def check_setup(rules: Rules, setup: Setup) -> Refused | None:
    """Tournament Pai Gow terms: Approved: nothing that needs an approval is used without it."""
    for subject, clause in rules.approvals.items():
        if subject not in setup.options.approved:
            return Refused("not_approved", clause, f"the {subject} has no approval")
    return None


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table."""
    limits = table.limits
    lines = [(f"{span(limits)} for each box", table.cite("5.1"))]
    if limits.multiple:
        lines.append((f"wagers in multiples of {dollar_text(limits.multiple)}", table.cite("5.2")))
    return tuple(lines)


def ready(table: Play) -> tuple[tuple[Command, Role], ...]:
    return ((TakeTilesAsChecked(), Role.DEALER),)


def check(table: Any) -> None:
    table.layout.check()
    table.tiles.check()


def game_of(rules: Rules) -> Game:
    return game_by(
        rules, Play, module=__name__, events=EVOLVE, options=Options,
        slots=wagering.orders_by(rules),
        judges=(play, wagering, irregularities),
        ready=ready, awaits=awaits, supply=supply, sign=sign,
        check_setup=check_setup, check=check, felt=felt, spots=spots,
        source="tiles",
        fresh="all tiles are shuffled before every round (Tournament Pai Gow 8.1)",
        counts=rules.citing("4.1"),
        emblem=("6-6", "1-1", "2-4", "1-2"),
        simulated=SimulatedPlay(("hand",), ("hand",)),
        learning=LEARNING,
        duties=Duties(review_to="inspector"),
    )  # fmt: skip


GAME = game_of(RULES)
