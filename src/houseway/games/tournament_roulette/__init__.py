"""Tournament American Roulette as approved for Casino Canberra by NI2002-45."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.equipment.wheel import POSITIONS
from houseway.games import house, provisions, slots
from houseway.games.commands import Command
from houseway.games.duties import Duties
from houseway.games.game import Game, Setup, WagerLine
from houseway.games.house import HouseRules, Setting
from houseway.games.provisions import Provisions
from houseway.games.tournament_roulette import colours, irregularities, play, rules, wagering
from houseway.games.tournament_roulette import vocabulary as v
from houseway.games.tournament_roulette.awaits import awaits
from houseway.games.tournament_roulette.felt import felt, spots
from houseway.games.tournament_roulette.practice import supply
from houseway.games.tournament_roulette.rules import Options, cite
from houseway.games.tournament_roulette.state import EVOLVE, Play, begin
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused


def check_setup(setup: Setup) -> Refused | None:
    """What must be approved is, and the sign names wagers of the document only."""
    names = [offer.name for offer in rules.WAGERS.values()]
    for name in setup.limits.lines:
        if name not in names:
            unknown = f"{name} is none of {', '.join(names)}"
            return Refused("wager_not_offered", cite("3.1"), unknown)
    return play.not_approved(setup.options)


def wagers(options: Options) -> tuple[WagerLine, ...]:
    """Every wager on offer with its odds, for the sign and the list of games."""
    positions = [each for each in POSITIONS.values() if rules.offered(options, each)]
    lines = []
    for pays in rules.ODDS:
        count = sum(each.kind == pays.case for each in positions)
        where = f"{count} positions" if count > 1 else ""
        name = rules.WAGERS[pays.case].name
        lines.append(WagerLine(name, where or name, pays.odds, pays.clause))
    return tuple(lines)


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table: limits for each wager, and the multiples."""
    lines = []
    for kind, offer in rules.WAGERS.items():
        position = next(each for each in POSITIONS.values() if each.kind == kind)
        limits = rules.limits_at(table.limits, position)
        least, most = dollar_text(limits.minimum), dollar_text(limits.maximum)
        lines.append((f"{offer.name}: minimum {least}, maximum {most}", cite("3.1")))
    if table.limits.multiple:
        shown = f"wagers in multiples of {dollar_text(table.limits.multiple)}"
        lines.append((shown, cite("3.2")))
    return tuple(lines)


HOUSE = HouseRules(
    options={
        "zero_corner": Setting(cite("4.3(d)")),
        "race_track": Setting(cite("4.8")),
    },
    limits={
        "limits": Setting(cite("3.1")),
        "multiple": Setting(cite("3.2")),
    },
    operator=rules.DIRECTOR,
    between_rounds=play.between_rounds,
    check_setup=check_setup,
)

PROVISIONS = Provisions(
    take_part=cite("4.1"),
    invalidate=cite("10.1"),
    void_wagers=cite("10.3(a)"),
    exclude=cite("10.3(b)"),
    void_round=cite("10.4"),
    breach=cite("10.3"),
    dispute=cite("10.6"),
    review=cite("10.6"),
    vacate=None,
    reversal=cite("terms: Void"),
    refund=cite("10.5"),
    operator=rules.DIRECTOR,
    seats=lambda table: 0,  # never asked where no seat is vacated
    breach_loggers=rules.LOGGERS,
)


def ready(table: Play) -> tuple[tuple[Command, Role], ...]:
    return ((v.TakeBallAsApproved(), Role.DEALER),)


def check(table: Play) -> None:
    table.layout.check()


GAME = Game(
    cite=cite,
    module=__name__,
    play=Play,
    events=EVOLVE,
    line_of=rules.line_of,
    options=Options,
    limits=rules.LIMITS,
    orders={
        **provisions.orders(PROVISIONS),
        **house.orders(HOUSE),
        **play.ORDERS,
        **wagering.ORDERS,
        **colours.ORDERS,
        **irregularities.ORDERS,
    },
    begin=begin,
    ready=ready,
    awaits=awaits,
    supply=supply,
    wagers=wagers,
    sign=sign,
    check_setup=check_setup,
    check=check,
    felt=felt,
    spots=spots,
    table=rules.TABLE_RULES,
    tournament=slots.tournament_rules(cite),
    secret_per_round=True,
    duties=Duties(review_to="inspector"),
)
