"""Tournament Mini-Baccarat as approved for Casino Canberra by NI2002-45.

Tournament Mini-Baccarat instrument: a rule set of its own. No clause of another document, and so
none of the Mini Baccarat approved in 2017, decides anything here (reading G1).
"""

from __future__ import annotations

from typing import Any

from houseway.equipment.chips import dollar_text
from houseway.games import house, provisions, slots
from houseway.games.commands import Command
from houseway.games.duties import Duties
from houseway.games.game import Game, May, Setup, WagerLine
from houseway.games.house import GiveNotice, HouseRules, SetOption, Setting
from houseway.games.preparing import TakeAsPrepared
from houseway.games.provisions import Provisions
from houseway.games.tournament_mini_baccarat import irregularities, play, rules, wagering
from houseway.games.tournament_mini_baccarat.awaits import awaits
from houseway.games.tournament_mini_baccarat.felt import felt, spots
from houseway.games.tournament_mini_baccarat.practice import supply
from houseway.games.tournament_mini_baccarat.rules import Options, cite
from houseway.games.tournament_mini_baccarat.state import EVOLVE, Play, begin
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling


def check_setup(setup: Setup) -> Refused | None:
    """What must be approved is; the sign has only what the document knows, in whole chips."""
    options, limits = setup.options, setup.limits
    for item, clause in rules.NEEDS_APPROVAL.items():
        if item not in options.approved:
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


def wagers(options: Options) -> tuple[WagerLine, ...]:
    """Every wager on offer with its odds, for the sign and the list of games."""
    return tuple(WagerLine(pays.case, pays.case, pays.odds, pays.clause) for pays in rules.ODDS)


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table."""
    limits = table.limits
    lines = [(f"{_span(limits.minimum, limits.maximum)} per player", cite("3.1"))]
    for wager, line in limits.lines.items():
        lines.append((f"{wager}: {_span(line.minimum, line.maximum)}", cite("3.1")))
    unit = limits.multiple or table.chips.smallest
    lines.append((f"wagers in multiples of {dollar_text(unit)}", cite("3.2")))
    return tuple(lines)


def _span(least: int, most: int) -> str:
    return f"minimum {dollar_text(least)}, maximum {dollar_text(most)}"


HOUSE = HouseRules(
    options={"deal": Setting(cite("2.2")), "exposes": Setting(cite("6.3"))},
    limits={"limits": Setting(cite("3.1")), "multiple": Setting(cite("3.2"))},
    operator=rules.DIRECTOR,
    between_rounds=play.between_rounds,
    check_setup=check_setup,
)

PROVISIONS = Provisions(
    take_part=cite("4.1"),
    invalidate=cite("11.2"),
    void_wagers=cite("11.3#2(a)"),
    exclude=cite("11.3#2(b)"),
    void_round=cite("11.4"),
    breach=cite("11.3#2"),
    dispute=cite("11.6"),
    review=cite("11.6"),
    vacate=None,
    reversal=cite("terms: Void"),
    refund=cite("11.5"),
    operator=rules.DIRECTOR,
    seats=lambda table: table.options.boxes,
    breach_loggers=rules.REPORTERS | {Role.SURVEILLANCE},
)


def house_orders() -> dict[type[Command], May]:
    """What the Director sets. The document asks for no notice; options are fixed at the start."""
    orders = house.orders(HOUSE)
    del orders[GiveNotice]
    set_option = orders[SetOption]

    def before_the_tournament(table: Play, command: SetOption, by: Role) -> Ruling:
        setting = HOUSE.options.get(command.option)
        if setting and table.round:
            fixed = f"{command.option} is fixed for the whole tournament"
            return Refused("tournament_begun", setting.clause, fixed)
        ruling: Ruling = set_option.decide(table, command, by)
        return ruling

    orders[SetOption] = May(rules.DIRECTOR, cite("2.2"), before_the_tournament)
    return orders


def ready(table: Play) -> tuple[tuple[Command, Role], ...]:
    return ((TakeAsPrepared(), Role.DEALER),)


def check(table: Any) -> None:
    table.layout.check()
    table.stock.check()


GAME = Game(
    cite=cite,
    module=__name__,
    play=Play,
    events=EVOLVE,
    options=Options,
    limits=rules.LIMITS,
    orders={
        **provisions.orders(PROVISIONS),
        **house_orders(),
        **play.ORDERS,
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
