"""Tournament Mini-Baccarat as approved for Casino Canberra by NI2002-45.

Tournament Mini-Baccarat instrument: a rule set of its own. No clause of another document, and so
none of the Mini Baccarat approved in 2017, decides anything here (reading G1).
"""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games.edition import citing, game_by
from houseway.games.game import Game, Setup, SimulatedPlay
from houseway.games.house import settings_of
from houseway.games.limits import span
from houseway.games.preparing import begin, conserved, ready
from houseway.games.tournament_mini_baccarat import irregularities, play, wagering
from houseway.games.tournament_mini_baccarat.awaits import awaits, supply
from houseway.games.tournament_mini_baccarat.felt import felt, spots
from houseway.games.tournament_mini_baccarat.rules import PROCEDURES, RULES, Options, Rules
from houseway.games.tournament_mini_baccarat.state import EVOLVE, Play
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused


def check_setup(rules: Rules, setup: Setup) -> Refused | None:
    """What must be approved is; the sign has only what the document knows, in whole chips."""
    options, limits, cite = setup.options, setup.limits, citing(rules)
    for item, clause in rules.table.approvals.items():
        if item not in (*options.approved, PROCEDURES):
            return Refused("not_approved", clause, f"no approval of the {item} is recorded")
    if options.boxes < 1:
        return Refused("no_such_box", cite("terms: Box"), "a layout has one box at least")
    if limits.personal or limits.differential is not None:
        sentence = "the sign has a minimum and a maximum per player, and nothing for one person"
        return Refused("limit_unknown", cite("3.1"), sentence)
    amounts = [limits.maximum, limits.multiple, *(line.maximum for line in limits.lines.values())]
    for amount in amounts:
        if not setup.chips.payable(amount):
            cannot = f"{dollar_text(amount)} cannot be made with {setup.chips}"
            return Refused("not_in_chips", cite("4.2"), cannot)
    return None


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table."""
    limits = table.limits
    lines = [(f"{span(limits)} per player", table.cite("3.1"))]
    for wager, line in limits.lines.items():
        lines.append((f"{wager}: {span(line)}", table.cite("3.1")))
    unit = limits.multiple or table.chips.smallest
    lines.append((f"wagers in multiples of {dollar_text(unit)}", table.cite("3.2")))
    return tuple(lines)


def game_of(rules: Rules) -> Game:
    """The Director sets the options once, for the whole tournament, and owes no notice."""
    return game_by(
        rules, Play, module=__name__, events=EVOLVE, options=Options,
        settings=settings_of(
            rules, check_setup, fixed=citing(rules)("2.2"), notices=False
        ),
        slots={
            **play.orders_by(rules),
            **wagering.orders_by(rules),
        },
        judges=(play, wagering, irregularities),
        begin=begin, ready=ready, awaits=awaits, supply=supply, sign=sign,
        check_setup=check_setup, check=conserved, felt=felt, spots=spots,
        board="roads",
        counts=rules.citing("2.6"),
        emblem=("8s", "Ad"),
        simulated=SimulatedPlay(("player", "banker"), ("player",)),
    )  # fmt: skip


GAME = game_of(RULES)
