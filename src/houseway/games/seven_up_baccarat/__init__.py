"""7-Up Baccarat as approved for The Star, Sydney, by the order of 17 August 2016."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import events as e
from houseway.games import malfunction
from houseway.games.edition import citing, game_by
from houseway.games.game import Duties, Duty, Game, Setup, SimulatedPlay, WagerLine
from houseway.games.house import settings_of
from houseway.games.limits import span
from houseway.games.preparing import conserved, ready
from houseway.games.seven_up_baccarat import (
    irregularities,
    permitted,
    play,
    wagering,
)
from houseway.games.seven_up_baccarat import state as i
from houseway.games.seven_up_baccarat import state as v
from houseway.games.seven_up_baccarat.awaits import awaits, supply
from houseway.games.seven_up_baccarat.felt import FACTS, felt, spots
from houseway.games.seven_up_baccarat.rules import (
    PLAYING_AREA,
    RULES,
    SUPER_SEVENS,
    Options,
    Rules,
)
from houseway.games.seven_up_baccarat.state import EVOLVE, Play, begin
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused


def check_setup(rules: Rules, setup: Setup) -> Refused | None:
    """What the layout, the equipment and the sign must have before play."""
    options, lines, cite = setup.options, setup.limits.lines, citing(rules)
    if options.areas not in rules.areas:
        areas = f"{options.areas} playing areas: the layout has 3 to 9"
        return Refused("wrong_number_of_areas", cite("2.2.2"), areas)
    if options.source != "shuffling device":
        only = f"cards come from a shuffling device, not a {options.source}"
        clause = cite("1.1 shuffling device") if options.source != "shoe" else cite("3.6")
        return Refused("no_shuffling_device", clause, only)
    for item, clause in rules.equipment.items():
        if item not in options.equipment:
            return Refused("equipment_missing", clause, f"the table has no {item}")
    if options.rack_holds < rules.rack_holds:
        holds = f"the discard rack holds {options.rack_holds} of {rules.rack_holds} cards"
        return Refused("rack_too_small", cite("2.3.2"), holds)
    for wager in lines:
        if wager not in (*rules.wagers, PLAYING_AREA):
            return Refused("not_for_the_sign", cite("6.1"), f"{wager} is no wager of this game")
    if options.use == "tournament" and setup.limits.differential is not None:
        none = "6.3 does not hold in a tournament: its tables have no differential"
        return Refused("no_differential", cite("15.2.1"), none)
    return None


def wagers(rules: Rules, options: Options) -> tuple[WagerLine, ...]:
    """Every wager on offer with its odds, for the sign and the list of games."""
    lines = [
        WagerLine(wager, f"{wager} {case}", pays.odds, pays.clause)
        for pays in rules.hand_odds
        for wager, case in (pays.case,)
    ]
    if options.super_sevens == "offered":
        lines += [
            WagerLine(SUPER_SEVENS, f"{pays.case} sevens", pays.odds, pays.clause)
            for pays in rules.super_sevens_odds
        ]
    return tuple(lines)


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table."""
    limits = table.limits
    lines = [(span(limits), table.cite("6.1"))]
    for wager, line in limits.lines.items():
        clause = table.cite("10.1") if wager == SUPER_SEVENS else table.cite("6.1")
        if wager == SUPER_SEVENS and table.options.super_sevens == "not offered":
            continue
        lines.append((_line_text(wager, line.minimum, line.maximum), clause))
    if limits.multiple:
        lines.append((f"above the minimum in steps of {dollar_text(limits.multiple)}",
                      table.cite("6.1.1")))  # fmt: skip
    if limits.differential is not None:
        shown = f"table differential {dollar_text(limits.differential)}"
        lines.append((shown, table.cite("1.1 table differential")))
    for patron, most in limits.personal.items():
        least = dollar_text(limits.minimum_of("", patron))
        lines.append(
            (f"personal limits: {patron} {least} to {dollar_text(most)}", table.cite("6.8"))
        )
    if table.restriction_sign:
        only = "Super 7's only for patrons with a wager on Player, Banker or Tie"
        lines.append((only, table.cite("10.2.2")))
    return tuple(lines)


def _line_text(wager: str, minimum: int, maximum: int) -> str:
    if wager == PLAYING_AREA:
        return f"each playing area at most {dollar_text(maximum)}"
    if minimum == maximum:
        return f"{wager} {dollar_text(minimum)}"
    return f"{wager} {dollar_text(minimum)} to {dollar_text(maximum)}"


def duties(rules: Rules) -> Duties:
    return Duties(
        owed={i.NotificationOwed: lambda event: (Duty(event.to, event.about, event.clause),)},
        sent={v.NotificationSent: lambda event: Duty(event.to, event.about, event.clause)},
        subjects=tuple(rules.notifications),
        order=v.Notify,
        advised=(e.ComplaintAdvised,),
    )


def game_of(rules: Rules) -> Game:
    return game_by(
        rules, Play, module=__name__, events=EVOLVE, options=Options, facts=FACTS,
        settings=settings_of(rules, check_setup, operator=rules.supervisors),
        slots={
            **permitted.orders_by(rules),
            **malfunction.orders(rules.malfunction),
        },
        judges=(irregularities, permitted, play, wagering),
        begin=begin, ready=ready, awaits=awaits, supply=supply, wagers=wagers, sign=sign,
        # 7-Up Baccarat 1.1 float tray, 3.1: no chip and no card is made or lost.
        check_setup=check_setup, check=conserved, felt=felt, spots=spots,
        board="roads",
        counts=rules.citing("3.3"),
        pays_in_order=rules.citing("11.1.1"),
        emblem=("7s", "7d"),
        simulated=SimulatedPlay(("player", "banker"), ("player", "banker")),
        duties=duties(rules),
    )  # fmt: skip


GAME = game_of(RULES)
