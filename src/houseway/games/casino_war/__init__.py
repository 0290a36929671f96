"""Casino War as approved for The Star, Sydney, by the order of 17 August 2016."""

from __future__ import annotations

from typing import Any

from houseway.equipment.chips import dollar_text
from houseway.games import events as e
from houseway.games import house, slots
from houseway.games.casino_war import (
    cards,
    choices,
    conduct,
    irregularities,
    play,
    rules,
    wagering,
)
from houseway.games.casino_war import vocabulary as v
from houseway.games.casino_war.awaits import awaits
from houseway.games.casino_war.felt import felt, spots
from houseway.games.casino_war.practice import supply
from houseway.games.casino_war.rules import Options, cite
from houseway.games.casino_war.state import BETWEEN, EVOLVE, Play, begin
from houseway.games.commands import Command
from houseway.games.duties import Duties, Duty
from houseway.games.game import Game, May, Setup, WagerLine
from houseway.games.house import HouseRules, SetLimits, Setting
from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling


def check_setup(setup: Setup) -> Refused | None:
    """Casino War 2.1 leaves the number of places to the table; there is at least one."""
    areas = setup.options.areas
    if not 1 <= areas <= rules.MOST_AREAS:
        asked = f"{areas} playing areas: 1 to {rules.MOST_AREAS} can be set up"
        return Refused("areas_impossible", cite("2.1"), asked)
    return None


def wagers(options: Options) -> tuple[WagerLine, ...]:
    """Every wager on offer with its odds, for the sign and the list of games."""
    return tuple(
        WagerLine(pays.case.split(" on ")[0], pays.case, pays.odds, pays.clause)
        for pays in rules.ODDS
    )


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table: limits per patron and playing area."""
    limits = table.limits
    span = f"minimum {dollar_text(limits.minimum)}, maximum {dollar_text(limits.maximum)}"
    lines = [(f"{span} for each patron and playing area", cite("6.1"))]
    for wager, line in limits.lines.items():
        own = f"{dollar_text(line.minimum)} to {dollar_text(line.maximum)}"
        lines.append((f"{wager} wager: {own}", cite("6.1")))
    if limits.multiple:
        unit = f"above the minimum in steps of {dollar_text(limits.multiple)}"
        lines.append((unit, cite("6.1")))
    for patron, maximum in limits.personal.items():
        own = f"{dollar_text(limits.minimum_of('', patron))} to {dollar_text(maximum)}"
        lines.append((f"personal limits: {patron} {own}", cite("6.6")))
    return tuple(lines)


HOUSE = HouseRules(
    options={"source": Setting(cite("2.4.1")), "preshuffled": Setting(cite("3.4"))},
    limits={
        "limits": Setting(cite("6.5")),
        "multiple": Setting(cite("6.1")),
        "personal limit": Setting(cite("6.6")),
    },
    operator=rules.OPERATOR,
    between_rounds=lambda table: table.stage == BETWEEN,
    check_setup=check_setup,
)
_HOUSE = house.orders(HOUSE)


def set_limits(table: Play, command: SetLimits, by: Role) -> Ruling:
    """Casino War 6.5: a higher minimum needs a sign beforehand; other changes need none."""
    wager = command.wager
    now = table.limits.line_of(wager).minimum
    if command.minimum > now and "limits" not in table.notices:
        unsigned = f"no sign has shown that {dollar_text(now)} becomes "
        more = dollar_text(command.minimum)
        return Refused("notice_not_given", cite("6.5"), unsigned + more)
    return _HOUSE[SetLimits].decide(table, command, by)


def ready(table: Play) -> tuple[tuple[Command, Role], ...]:
    return ((TakeAsPrepared(), Role.DEALER),)


def check(table: Any) -> None:
    """Every chip is with a patron, on the layout or in the float: Casino War 1.1 float tray, 2.4.3.

    Every card of the six decks is in the source, on the layout, set aside or in the rack, which
    holds as many: Casino War 2.4.2, 3.1.
    """
    table.layout.check()
    table.stock.check()


_CARDS = "the cards"
DUTIES = Duties(
    owed={
        v.CardsNotComplete: lambda event: tuple(
            Duty(office, _CARDS, cite("11.17.4")) for office in event.offices
        )
    },
    sent={v.NotificationSent: lambda event: Duty(event.office, _CARDS, event.clause)},
    subjects=(_CARDS,),
    order=lambda to, about: v.SendNotification(to),
    advised=(e.ComplaintAdvised,),
    after_closing=(v.AdviseComplaint,),
)

GAME = Game(
    cite=cite,
    module=__name__,
    play=Play,
    events=EVOLVE,
    options=Options,
    limits=rules.LIMITS,
    orders={
        **conduct.ORDERS,
        **_HOUSE,
        SetLimits: May(rules.OPERATOR, cite("6.5"), set_limits),
        **cards.ORDERS,
        **play.ORDERS,
        **choices.ORDERS,
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
    promotion=slots.promotion_rules(cite),
    duties=DUTIES,
)
