"""Three Card Baccarat and Even Money Three Card Baccarat, as approved on 17 August 2016."""

from __future__ import annotations

from msgspec.structs import replace

from houseway.equipment.chips import dollar_text
from houseway.games import house, malfunction, preparing
from houseway.games.commands import Command
from houseway.games.edition import citing, game_by
from houseway.games.game import Duties, Duty, Game, May, Setup, SimulatedPlay, WagerLine
from houseway.games.house import HouseRules, settings_of
from houseway.games.limits import span
from houseway.games.preparing import conserved, ready
from houseway.games.three_card_baccarat import (
    irregularities,
    play,
    wagering,
)
from houseway.games.three_card_baccarat import vocabulary as v
from houseway.games.three_card_baccarat.awaits import awaits, supply
from houseway.games.three_card_baccarat.facts import FACTS
from houseway.games.three_card_baccarat.felt import felt, spots
from houseway.games.three_card_baccarat.rules import (
    BANKER_TOTAL,
    CASINO_SUPERVISOR,
    EVEN_MONEY,
    RULES,
    SOURCES,
    TOTALS,
    VARIANT,
    Options,
    Rules,
    cite,
)
from houseway.games.three_card_baccarat.state import EVOLVE, Play, begin
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling


def check_setup(rules: Rules, setup: Setup) -> Refused | None:
    """Three Card Baccarat 2.1, 2.2#2: places for patrons, and the equipment that is used."""
    options, cite = setup.options, citing(rules)
    if options.areas < 1:
        return Refused("no_playing_areas", cite("2.1"), "a table has places for patrons")
    source = SOURCES[options.source]
    for item, clause in {source: cite("2.3.1"), **rules.equipment}.items():
        if item not in options.equipment:
            return Refused("equipment_missing", clause, f"the table has no {item}")
    return None


def wagers(rules: Rules, options: Options) -> tuple[WagerLine, ...]:
    """Every wager on offer with its odds, for the sign and the list of games."""
    return tuple(
        WagerLine(case.split(" on ")[0], case, pays.odds, pays.clause)
        for pays in rules.odds[options.variant]
        for case in (TOTALS if pays.case == BANKER_TOTAL else (pays.case,))
    )


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table."""
    limits, options = table.limits, table.options
    lines = [(span(limits), table.cite("6.1"))]
    for wager, line in limits.lines.items():
        lines.append((f"{wager}: {span(line)}", table.cite("6.1")))
    if limits.multiple:
        unit = dollar_text(limits.multiple)
        lines.append((f"above the minimum in steps of {unit}", table.cite("6.1")))
    for patron, maximum in limits.personal.items():
        least = dollar_text(limits.minimum_of("", patron))
        lines.append((f"{patron}: {least} to {dollar_text(maximum)}", table.cite("6.6")))
    lines.append(
        (f"Method {options.method}, layout of diagram {options.layout}", table.cite("9.1"))
    )
    if options.variant == EVEN_MONEY:
        lines.append(("Even Money Three Card Baccarat", table.cite("2.4")))
        lines += [
            (f"{pays.case} pays {pays.odds}", table.cite("2.4"))
            for pays in table.rules.odds[options.variant]
        ]
    return tuple(lines)


def set_option(table: Play, command: house.SetOption, by: Role) -> Ruling:
    """The method alone: the game in play is changed by an order of its own."""
    if command.option == VARIANT:
        own = "the game in play is changed between coups, by sign or by consent"
        return Refused("no_such_setting", table.cite("14.8"), own)
    return house.set_option(house_rules(table.rules), table, command, by)


def house_rules(rules: Rules) -> HouseRules:
    return settings_of(rules, check_setup, operator=rules.supervisors)


ORDERS: dict[type[Command], May] = {
    house.SetOption: May(CASINO_SUPERVISOR, cite("9.1"), set_option),
}


_CARDS = "the cards"
DUTIES = Duties(  # reading 3C-19: nothing is owed, but what is told is on record
    sent={v.NotificationRecorded: lambda event: Duty(event.office, _CARDS, event.clause)},
    subjects=(_CARDS,),
    order=lambda to, about: v.Notify(to),
    advised=(v.ComplaintRightAdvised,),
)


def game_of(rules: Rules) -> Game:
    return game_by(
        rules, Play, module=__name__, events=EVOLVE, options=Options, facts=FACTS,
        settings=house_rules(rules),
        slots={
            **preparing.orders(rules.shoe, play.may_prepare),
            **malfunction.orders(rules.malfunction),
            **wagering.orders_by(rules),
        },
        judges=(play, wagering, irregularities),
        written=ORDERS,
        begin=begin, ready=ready, awaits=awaits, supply=supply, wagers=wagers, sign=sign,
        # Three Card Baccarat 1.1 float tray, 3.1: no chip and no card is made or lost.
        check_setup=check_setup, check=conserved, felt=felt, spots=spots,
        counts=rules.citing("7.2"),
        pays_in_order=rules.citing("9.10"),
        emblem=("Jh", "Qs", "Kd"),
        simulated=SimulatedPlay(("player",)),
        table=replace(rules.table, changes=(wagering.by_sign(rules),)),
        duties=DUTIES,
    )  # fmt: skip


GAME = game_of(RULES)
