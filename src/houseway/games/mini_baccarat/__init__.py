"""Mini Baccarat as approved for Casino Canberra by NI2017-633."""

from __future__ import annotations

from typing import Any

from houseway.equipment.chips import dollar_text
from houseway.games import house, provisions, slots
from houseway.games.commands import Command
from houseway.games.duties import Duties
from houseway.games.game import Game, Setup, WagerLine
from houseway.games.house import HouseRules, Setting
from houseway.games.mini_baccarat import irregularities, play, rules, wagering
from houseway.games.mini_baccarat.awaits import awaits
from houseway.games.mini_baccarat.felt import felt, spots
from houseway.games.mini_baccarat.practice import supply
from houseway.games.mini_baccarat.rules import TABLES, Options, RuleTables, cite
from houseway.games.mini_baccarat.state import EVOLVE, Play, begin, evolve
from houseway.games.preparing import TakeAsPrepared
from houseway.games.provisions import Provisions
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused


def check_setup(setup: Setup) -> Refused | None:
    """Mini Baccarat 1.1, 9.2 and terms: Approved; reading MB3: deductions in whole chips."""
    options = setup.options
    if "table" not in options.approved:
        return Refused("table_not_approved", cite("1.1"), "the table has no approval")
    if options.pairs != "none" and "pairs layout" not in options.approved:
        return Refused("layout_not_approved", cite("9.2"), "the pairs layout has no approval")
    taken = {rules.COMMISSION: 5, rules.NON_COMMISSION: 50}[options.settlement]
    unit = setup.limits.multiple
    if unit and (unit * taken) % (100 * setup.chips.smallest):
        share = f"{taken}% of the multiple {dollar_text(unit)}"
        clause = cite("8.8(b)") if taken == 5 else cite("8.9(b)")
        return Refused("multiple_not_payable", clause, f"{share} is not in whole chips")
    return None


def wagers(options: Options, tables: RuleTables = TABLES) -> tuple[WagerLine, ...]:
    """Every wager on offer with its odds, for the sign and the list of games."""
    lines = [
        WagerLine(pays.case.split(" on ")[0], pays.case, pays.odds, pays.clause)
        for pays in tables.hand_odds[options.settlement]
    ]
    for wager in rules.PAIR_WAGERS if options.pairs != "none" else ():
        lines += [
            WagerLine(wager, pays.case, pays.odds, pays.clause)
            for pays in rules.PAIR_ODDS[options.pairs]
        ]
    return tuple(lines)


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table."""
    limits = table.limits
    lines = [
        (f"minimum {dollar_text(limits.minimum)}, maximum {dollar_text(limits.maximum)}",
         cite("3.1")),
        (f"settlement: {table.options.settlement} method", cite("8.3")),
    ]  # fmt: skip
    if limits.multiple:
        lines.append((f"wagers in multiples of {dollar_text(limits.multiple)}", cite("3.3")))
    if limits.differential is not None:
        lines.append((f"table differential {dollar_text(limits.differential)}", cite("3.6")))
    for patron, maximum in limits.personal.items():
        lines.append((f"personal limit: {patron} {dollar_text(maximum)}", cite("3.2")))
    if table.options.pairs != "none":
        pair = limits.lines.get(rules.PLAYER_PAIR)
        least, most = (pair.minimum, pair.maximum) if pair else (limits.minimum, limits.maximum)
        shown = f"{table.options.pairs} pairs: {dollar_text(least)} to {dollar_text(most)}"
        lines.append((shown, cite("9.3")))
    return tuple(lines)


HOUSE = HouseRules(
    options={
        "deal": Setting(cite("2.2")),
        "settlement": Setting(cite("8.1"), notice=cite("8.3")),
        "pairs": Setting(cite("8.2"), notice=cite("8.3")),
        "burn": Setting(cite("5.5")),
    },
    limits={
        "limits": Setting(cite("3.1"), notice=cite("3.1")),
        "multiple": Setting(cite("3.3")),
        "differential": Setting(cite("3.6"), notice=cite("3.7")),
        "personal limit": Setting(cite("3.2")),
    },
    operator=rules.TABLE_OPERATOR,
    personal_minimum=False,
    between_rounds=play.between_rounds,
    check_setup=check_setup,
)

PROVISIONS = Provisions(
    take_part=cite("4.1"),
    invalidate=cite("14.1"),
    void_wagers=cite("14.2(a)"),
    exclude=cite("14.2(b)"),
    void_round=cite("14.3"),
    breach=cite("14.2"),
    dispute=cite("14.4"),
    review=cite("14.4"),
    vacate=cite("14.6"),
    reversal=cite("terms: Void"),
    operator=rules.GAME_OPERATOR,
    seats=lambda table: table.options.seats,
    issued=lambda table: rules.tournament_chips(table.options),
)


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
    rules=TABLES,
    options=Options,
    limits=rules.LIMITS,
    orders={
        **provisions.orders(PROVISIONS),
        **house.orders(HOUSE),
        **play.ORDERS,
        **wagering.ORDERS,
        **irregularities.ORDERS,
    },
    begin=begin,
    ready=ready,
    evolve=evolve,
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
    duties=Duties(review_to="the Commission"),
)
