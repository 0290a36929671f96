"""Mini Baccarat as approved for Casino Canberra by NI2017-633."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import preparing
from houseway.games.edition import citing, game_by
from houseway.games.game import Game, Setup, SimulatedPlay, WagerLine
from houseway.games.house import settings_of
from houseway.games.limits import span
from houseway.games.mini_baccarat import irregularities, play, settle, wagering
from houseway.games.mini_baccarat.awaits import awaits, supply
from houseway.games.mini_baccarat.felt import FACTS, felt, spots
from houseway.games.mini_baccarat.rules import PAIR_WAGERS, PLAYER_PAIR, RULES, Options, Rules
from houseway.games.mini_baccarat.state import EVOLVE, Play
from houseway.games.preparing import begin, conserved, ready
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused


def check_setup(rules: Rules, setup: Setup) -> Refused | None:
    """Mini Baccarat 1.1, 9.2 and terms: Approved; reading MB3: deductions in whole chips."""
    options, cite = setup.options, citing(rules)
    if "table" not in options.approved:
        return Refused("table_not_approved", cite("1.1"), "the table has no approval")
    if options.pairs != "none" and "pairs layout" not in options.approved:
        return Refused("layout_not_approved", cite("9.2"), "the pairs layout has no approval")
    less = max(rules.hand_odds[options.settlement], key=lambda pays: pays.odds.less_percent)
    taken, unit = less.odds.less_percent, setup.limits.multiple
    if unit and (unit * taken) % (100 * setup.chips.smallest):
        share = f"{taken}% of the multiple {dollar_text(unit)}"
        return Refused("multiple_not_payable", less.clause, f"{share} is not in whole chips")
    return None


def wagers(rules: Rules, options: Options) -> tuple[WagerLine, ...]:
    """Every wager on offer with its odds, for the sign and the list of games."""
    lines = [
        WagerLine(pays.case.split(" on ")[0], pays.case, pays.odds, pays.clause)
        for pays in rules.hand_odds[options.settlement]
    ]
    for wager in PAIR_WAGERS if options.pairs != "none" else ():
        lines += [
            WagerLine(wager, pays.case, pays.odds, pays.clause)
            for pays in rules.pair_odds[options.pairs]
        ]
    return tuple(lines)


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table."""
    limits = table.limits
    lines = [
        (span(limits), table.cite("3.1")),
        (f"settlement: {table.options.settlement} method", table.cite("8.3")),
    ]
    if limits.multiple:
        lines.append((f"wagers in multiples of {dollar_text(limits.multiple)}", table.cite("3.3")))
    if limits.differential is not None:
        lines.append((f"table differential {dollar_text(limits.differential)}", table.cite("3.6")))
    for patron, maximum in limits.personal.items():
        lines.append((f"personal limit: {patron} {dollar_text(maximum)}", table.cite("3.2")))
    if table.options.pairs != "none":
        pair = limits.lines.get(PLAYER_PAIR)
        least, most = (pair.minimum, pair.maximum) if pair else (limits.minimum, limits.maximum)
        shown = f"{table.options.pairs} pairs: {dollar_text(least)} to {dollar_text(most)}"
        lines.append((shown, table.cite("9.3")))
    return tuple(lines)


def game_of(rules: Rules) -> Game:
    hands = ("player", "banker")
    return game_by(
        rules, Play, module=__name__, events=EVOLVE, options=Options, facts=FACTS,
        settings=settings_of(rules, check_setup, personal_minimum=False),
        slots={
            **preparing.orders(rules.shoe),
            **wagering.orders_by(rules),
        },
        judges=(play, wagering, irregularities),
        begin=begin, ready=ready, awaits=awaits, supply=supply, wagers=wagers, sign=sign,
        check_setup=check_setup, check=conserved, felt=felt, spots=spots,
        board="roads",
        counts=rules.citing("2.6"),
        emblem=("9h", "Kc"),
        simulated=SimulatedPlay(hands, hands, {"settlement": "non-commission"}),
        risk=settle.risk,
    )  # fmt: skip


GAME = game_of(RULES)
