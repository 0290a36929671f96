"""Tournament Blackjack as approved for Casino Canberra by NI2002-45."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import house, provisions, slots
from houseway.games.commands import Command
from houseway.games.duties import Duties
from houseway.games.game import Game, May, Setup, WagerLine
from houseway.games.house import HouseRules, SetOption, Setting
from houseway.games.limits import Line
from houseway.games.preparing import TakeAsPrepared
from houseway.games.provisions import Provisions
from houseway.games.tournament_blackjack import (
    choices,
    irregularities,
    play,
    rebuilding,
    rules,
    shoe,
    wagering,
)
from houseway.games.tournament_blackjack.awaits import awaits
from houseway.games.tournament_blackjack.felt import felt, spots
from houseway.games.tournament_blackjack.practice import supply
from houseway.games.tournament_blackjack.rules import Options, cite
from houseway.games.tournament_blackjack.state import BETWEEN, EVOLVE, Play, begin, check
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling


def check_setup(setup: Setup) -> Refused | None:
    """What must be approved, and reading BJ12: half of any good stake is in whole cents."""
    for subject, clause in rules.NEEDS_APPROVAL.items():
        if subject not in setup.options.approved:
            return Refused("not_approved", clause, f"the {subject} has no approval")
    if setup.options.seats < 1:
        return Refused("no_such_box", cite("terms: Box"), "a layout has one box at least")
    limits = setup.limits
    amounts = [limits.maximum, *(line.maximum for line in limits.lines.values())]
    amounts += [limits.multiple] if limits.multiple else setup.chips.denominations
    for amount in amounts:
        if amount % 2:
            sentence = f"3 to 2 on {dollar_text(amount)} is not in whole cents"
            return Refused("half_not_in_cents", cite("13.2(a)"), sentence)
    return None


def wagers(options: Options) -> tuple[WagerLine, ...]:
    """Every wager on offer with its odds, for the sign and the list of games."""
    lines = [
        WagerLine(rules.BLACKJACK, pays.case, pays.odds, pays.clause)
        for pays in (*rules.HAND_ODDS, rules.INTERIM_ODDS[rules.EVEN_MONEY])
    ]
    insurance = rules.INSURANCE_ODDS
    lines.append(
        WagerLine(rules.INSURANCE, "dealer blackjack", insurance.odds, insurance.clause)
    )  # fmt: skip
    if options.pairs == "perfect":
        lines += [
            WagerLine(rules.PERFECT_PAIRS, pays.case, pays.odds, pays.clause)
            for pays in rules.PAIR_ODDS
        ]
    return tuple(lines)


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table, and what patrons are told beforehand."""
    limits = table.limits
    box, pairs = limits.line_of(rules.BLACKJACK), limits.line_of(rules.PERFECT_PAIRS)
    lines = [
        (f"each box: {_span(box)}", cite("3.1")),
        (f"{table.options.decks} decks", cite("2.3(a)")),
        (f"{table.options.shuffle} shuffle", cite("2.3(b)")),
    ]  # fmt: skip
    if limits.multiple:
        lines.append((f"wagers in multiples of {dollar_text(limits.multiple)}", cite("3.2")))
    if table.options.pairs == "perfect":
        lines.append((f"perfect pairs: {_span(pairs)}", cite("18.8")))
    return tuple(lines)


def _span(line: Line) -> str:
    return f"minimum {dollar_text(line.minimum)}, maximum {dollar_text(line.maximum)}"


def between_rounds(table: Play) -> bool:
    return table.stage == BETWEEN


HOUSE = HouseRules(
    options={
        "decks": Setting(cite("2.3(a)"), notice=cite("2.3")),
        "shuffle": Setting(cite("2.3(b)"), notice=cite("2.3")),
        "pairs": Setting(cite("18.1")),
    },
    limits={
        "limits": Setting(cite("3.1")),
        "multiple": Setting(cite("3.2")),
    },
    operator=rules.DIRECTOR,
    between_rounds=between_rounds,
    check_setup=check_setup,
)
_HOUSE_ORDERS = house.orders(HOUSE)


def set_option(table: Play, command: SetOption, by: Role) -> Ruling:
    """Tournament Blackjack 2.3: decks and shuffle are settled before the tournament starts."""
    if table.round and command.option in HOUSE.options:
        clause = HOUSE.options[command.option].notice or HOUSE.options[command.option].clause
        return Refused("tournament_begun", clause, f"{command.option} was settled before the start")
    return _HOUSE_ORDERS[SetOption].decide(table, command, by)


PROVISIONS = Provisions(
    take_part=cite("4.1"),
    invalidate=cite("16.1"),
    void_wagers=cite("16.3(a)"),
    exclude=cite("16.3(b)"),
    void_round=cite("16.4"),
    breach=cite("16.3"),
    dispute=cite("16.6"),
    review=cite("16.6"),
    vacate=None,
    reversal=cite("terms: Void"),
    refund=cite("16.5"),
    operator=rules.DIRECTOR,
    seats=lambda table: table.options.seats,
    breach_loggers=rules.LOGGERS,
)


def ready(table: Play) -> tuple[tuple[Command, Role], ...]:
    return ((TakeAsPrepared(), Role.DEALER),)


GAME = Game(
    cite=cite,
    module=__name__,
    play=Play,
    events=EVOLVE,
    options=Options,
    limits=rules.LIMITS,
    orders={
        **provisions.orders(PROVISIONS),
        **_HOUSE_ORDERS,
        SetOption: May(rules.DIRECTOR, cite("2.3"), set_option),
        **shoe.ORDERS,
        **play.ORDERS,
        **wagering.ORDERS,
        **choices.ORDERS,
        **irregularities.ORDERS,
        **rebuilding.ORDERS,
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
