"""Sic Bo, a game in a package of its own: its rules as a value, and what Houseway asks of it."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import house, layout, provisions, wagering
from houseway.games.edition import citing, game_by
from houseway.games.game import Game, WagerLine
from houseway.games.house import HouseRules
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF
from sic_bo import play
from sic_bo.rules import RULES, Options, Rules


def wagers(rules: Rules, options: Options) -> tuple[WagerLine, ...]:
    """Every wager with the lines by which it can win, for the sign, the layout and the lists."""
    return tuple(
        WagerLine(wager, pays.case, pays.odds, pays.clause)
        for wager in rules.wagers
        for pays in rules.lines_of(wager)
    )


def sign(table: play.Play) -> tuple[tuple[str, Clause], ...]:
    least, most = dollar_text(table.limits.minimum), dollar_text(table.limits.maximum)
    step = dollar_text(table.limits.multiple)
    return ((f"{least} to {most} on each area, in steps of {step}", table.cite("2.1")),)


def game_of(rules: Rules) -> Game:
    """Make the game of an edition."""
    cite = citing(rules)
    areas = wagering.on_areas(
        limits=rules.limit_rules,
        chips=cite("3.1"),
        offered=lambda table: rules.wagers,
        locked=lambda table: play.not_at(table, play.BETTING, cite("3.2")),
        found=lambda table: play.not_at(table, play.CLOSED, cite("3.2")),
    )
    settings = HouseRules(
        options={},
        limits=rules.limit_settings,
        operator=rules.provisions.operator,
        between_rounds=lambda table: table.stage == play.BETWEEN,
        check_setup=lambda setup: None,
    )
    shared = {
        **provisions.orders(rules.provisions),
        **house.orders(settings),
        **wagering.orders(areas, PATRONS | DEALERS, cite("3.1"), STAFF, cite("3.1")),
    }
    return game_by(
        rules,
        play.Play,
        module=__name__,
        events={**layout.EVOLVE, **house.EVOLVE, **play.PART.events},
        options=Options,
        slots=shared,
        written=play.ORDERS,
        awaits=play.awaits,
        supply=play.supply,
        wagers=wagers,
        sign=sign,
        felt=play.felt,
        spots=play.spots,
        secret_per_round=True,
    )


GAME = game_of(RULES)
