"""Tournament Blackjack as approved for Casino Canberra by NI2002-45."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games.edition import citing, game_by
from houseway.games.game import Duties, Game, Setup, SimulatedPlay, WagerLine
from houseway.games.house import settings_of
from houseway.games.limits import span
from houseway.games.preparing import ready
from houseway.games.tournament_blackjack import (
    choices,
    irregularities,
    play,
    wagering,
)
from houseway.games.tournament_blackjack.awaits import awaits, supply
from houseway.games.tournament_blackjack.facts import FACTS, LEARNING
from houseway.games.tournament_blackjack.felt import felt, spots
from houseway.games.tournament_blackjack.rules import (
    BLACKJACK,
    EVEN_MONEY,
    INSURANCE,
    PERFECT_PAIRS,
    RULES,
    Options,
    Rules,
)
from houseway.games.tournament_blackjack.state import EVOLVE, Play, begin, check
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused


def check_setup(rules: Rules, setup: Setup) -> Refused | None:
    """What must be approved, and reading BJ12: half of any good stake is in whole cents."""
    for subject, clause in rules.approvals.items():
        if subject not in setup.options.approved:
            return Refused("not_approved", clause, f"the {subject} has no approval")
    if setup.options.seats < 1:
        return Refused("no_such_box", citing(rules)("terms: Box"), "a layout has one box at least")
    limits = setup.limits
    amounts = [limits.maximum, *(line.maximum for line in limits.lines.values())]
    amounts += [limits.multiple] if limits.multiple else setup.chips.denominations
    for amount in amounts:
        if amount % 2:
            sentence = f"3 to 2 on {dollar_text(amount)} is not in whole cents"
            return Refused("half_not_in_cents", citing(rules)("13.2(a)"), sentence)
    return None


def wagers(rules: Rules, options: Options) -> tuple[WagerLine, ...]:
    """Every wager on offer with its odds, for the sign and the list of games."""
    lines = [
        WagerLine(BLACKJACK, pays.case, pays.odds, pays.clause)
        for pays in (*rules.hand_odds, rules.interim_odds[EVEN_MONEY])
    ]
    insurance = rules.insurance_odds
    lines.append(
        WagerLine(INSURANCE, "dealer blackjack", insurance.odds, insurance.clause)
    )  # fmt: skip
    if options.pairs == "perfect":
        lines += [
            WagerLine(PERFECT_PAIRS, pays.case, pays.odds, pays.clause) for pays in rules.pair_odds
        ]
    return tuple(lines)


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table, and what patrons are told beforehand."""
    limits = table.limits
    box, pairs = limits.line_of(BLACKJACK), limits.line_of(PERFECT_PAIRS)
    lines = [
        (f"each box: {span(box)}", table.cite("3.1")),
        (f"{table.options.decks} decks", table.cite("2.3(a)")),
        (f"{table.options.shuffle} shuffle", table.cite("2.3(b)")),
    ]  # fmt: skip
    if limits.multiple:
        lines.append((f"wagers in multiples of {dollar_text(limits.multiple)}", table.cite("3.2")))
    if table.options.pairs == "perfect":
        lines.append((f"perfect pairs: {span(pairs)}", table.cite("18.8")))
    return tuple(lines)


def game_of(rules: Rules) -> Game:
    """Tournament Blackjack 2.3: decks and shuffle are settled before the tournament starts."""
    return game_by(
        rules, Play, module=__name__, events=EVOLVE, options=Options, facts=FACTS,
        settings=settings_of(rules, check_setup, fixed=citing(rules)("2.3")),
        slots={
            **play.orders_by(rules),
            **wagering.orders_by(rules),
        },
        judges=(play, wagering, choices, irregularities),
        begin=begin, ready=ready, awaits=awaits, supply=supply, wagers=wagers, sign=sign,
        check_setup=check_setup, check=check, felt=felt, spots=spots,
        priced_as=rules.priced_as,
        counts=rules.citing("2.5"),
        emblem=("As", "Jd"),
        simulated=SimulatedPlay(("blackjack",), ("blackjack",)),
        learning=LEARNING,
        duties=Duties(review_to="inspector"),
        halves=citing(rules)("13.2(a)"),
    )  # fmt: skip


GAME = game_of(RULES)
