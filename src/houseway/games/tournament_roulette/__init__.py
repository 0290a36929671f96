"""Tournament American Roulette as approved for Casino Canberra by NI2002-45."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.equipment.wheel import POSITIONS
from houseway.games.commands import Command
from houseway.games.edition import citing, game_by
from houseway.games.game import Duties, Game, Setup, SimulatedPlay, WagerLine
from houseway.games.limits import span
from houseway.games.tournament_roulette import play, settle, wagering
from houseway.games.tournament_roulette import state as v
from houseway.games.tournament_roulette.awaits import awaits, supply
from houseway.games.tournament_roulette.felt import FACTS, felt, spots
from houseway.games.tournament_roulette.rules import RULES, Options, Rules, offered
from houseway.games.tournament_roulette.state import EVOLVE, Play
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused


def check_setup(rules: Rules, setup: Setup) -> Refused | None:
    """What must be approved is, and the sign names wagers of the document only."""
    names = [offer.name for offer in rules.wagers.values()]
    for name in setup.limits.lines:
        if name not in names:
            unknown = f"{name} is none of {', '.join(names)}"
            return Refused("wager_not_offered", citing(rules)("3.1"), unknown)
    return rules.not_approved(setup.options)


def wagers(rules: Rules, options: Options) -> tuple[WagerLine, ...]:
    """Every wager on offer with its odds, for the sign and the list of games."""
    positions = [each for each in POSITIONS.values() if offered(options, each)]
    lines = []
    for pays in rules.odds:
        count = sum(each.kind == pays.case for each in positions)
        where = f"{count} positions" if count > 1 else ""
        name = rules.wagers[pays.case].name
        lines.append(WagerLine(name, where or name, pays.odds, pays.clause))
    return tuple(lines)


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table: limits for each wager, and the multiples."""
    lines = []
    for kind, offer in table.rules.wagers.items():
        position = next(each for each in POSITIONS.values() if each.kind == kind)
        limits = table.rules.limits_at(table.limits, position)
        lines.append((f"{offer.name}: {span(limits)}", table.cite("3.1")))
    if table.limits.multiple:
        shown = f"wagers in multiples of {dollar_text(table.limits.multiple)}"
        lines.append((shown, table.cite("3.2")))
    return tuple(lines)


def ready(table: Play) -> tuple[tuple[Command, Role], ...]:
    return ((v.TakeBallAsApproved(), Role.DEALER),)


def game_of(rules: Rules) -> Game:
    evens = ("red", "black", "odd", "even", "low", "high")
    return game_by(
        rules, Play, module=__name__, events=EVOLVE, options=Options, facts=FACTS,
        line_of=rules.line_of,
        slots=wagering.orders_by(rules),
        judges=(play, wagering, settle),
        ready=ready, awaits=awaits, supply=supply, wagers=wagers, sign=sign,
        check_setup=check_setup, felt=felt, spots=spots,
        priced_as=rules.priced_as,
        source="wheel",
        fresh="every spin is of the whole wheel",
        board="numbers",
        simulated=SimulatedPlay((*evens, "dozen 1", "dozen 2", "dozen 3"), evens),
        secret_per_round=True,
        duties=Duties(review_to="inspector"),
        risk=settle.risk,
    )  # fmt: skip


GAME = game_of(RULES)
