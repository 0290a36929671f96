"""Tournament Pai Gow as approved for Casino Canberra by NI2002-45."""

from __future__ import annotations

from typing import Any

from houseway.equipment.chips import dollar_text
from houseway.games import house, provisions, slots
from houseway.games.commands import Command
from houseway.games.duties import Duties
from houseway.games.game import Game, Setup, WagerLine
from houseway.games.house import HouseRules, Setting
from houseway.games.provisions import Provisions
from houseway.games.tournament_pai_gow import irregularities, play, rules, setting, wagering
from houseway.games.tournament_pai_gow.awaits import awaits
from houseway.games.tournament_pai_gow.felt import felt, spots
from houseway.games.tournament_pai_gow.practice import supply
from houseway.games.tournament_pai_gow.rules import Options, cite
from houseway.games.tournament_pai_gow.state import EVOLVE, Play, begin
from houseway.games.tournament_pai_gow.vocabulary import TakeTilesAsChecked
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused


def check_setup(setup: Setup) -> Refused | None:
    """Tournament Pai Gow terms: Approved: nothing that needs an approval is used without it."""
    for subject, clause in rules.APPROVALS.items():
        if subject not in setup.options.approved:
            return Refused("not_approved", clause, f"the {subject} has no approval")
    return None


def wagers(options: Options) -> tuple[WagerLine, ...]:
    """The wager on offer with its odds, for the sign and the list of games."""
    return tuple(WagerLine(pays.case, pays.case, pays.odds, pays.clause) for pays in rules.ODDS)


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table."""
    limits = table.limits
    least, most = dollar_text(limits.minimum), dollar_text(limits.maximum)
    lines = [(f"minimum {least}, maximum {most} for each box", cite("5.1"))]
    if limits.multiple:
        lines.append((f"wagers in multiples of {dollar_text(limits.multiple)}", cite("5.2")))
    return tuple(lines)


HOUSE = HouseRules(
    options={},
    limits={"limits": Setting(cite("5.1")), "multiple": Setting(cite("5.2"))},
    operator=rules.DIRECTOR,
    between_rounds=play.between_rounds,
    check_setup=check_setup,
)

PROVISIONS = Provisions(
    take_part=cite("7.1"),
    invalidate=cite("16.1"),
    refund=cite("16.5"),
    void_wagers=cite("16.3(a)"),
    exclude=cite("16.3(b)"),
    void_round=cite("16.4"),
    breach=cite("16.3"),
    dispute=cite("16.6"),
    review=cite("16.6"),
    vacate=None,
    reversal=cite("terms: Void"),
    operator=rules.DIRECTOR,
    seats=lambda table: len(rules.PATRON_BOXES),
    breach_loggers=rules.LOGGERS,
)


def ready(table: Play) -> tuple[tuple[Command, Role], ...]:
    return ((TakeTilesAsChecked(), Role.DEALER),)


def check(table: Any) -> None:
    table.layout.check()
    table.tiles.check()


GAME = Game(
    cite=cite,
    module=__name__,
    play=Play,
    events=EVOLVE,
    options=Options,
    limits=rules.LIMITS,
    orders={
        **provisions.orders(PROVISIONS),
        **house.orders(HOUSE),
        **play.ORDERS,
        **setting.ORDERS,
        **wagering.ORDERS,
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
    duties=Duties(review_to="inspector"),
)
