"""Tournament Mini-Baccarat (Casino Canberra, 2002): the hands at even money, and the tie."""

from __future__ import annotations

from houseway.analysis.composition import Composition, full
from houseway.analysis.exact.tally import Tally
from houseway.analysis.exact.two_hands import DrawingRule, Table, final_totals, on_a_hand
from houseway.analysis.figures import Pay, WagerFigures
from houseway.analysis.rule_data import InForce
from houseway.games.tournament_mini_baccarat.rules import RULES, Options, Rules
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Odds, Pays

ROUNDS_BY: str | None = None
CARDS_OF_A_ROUND = 6


Data = InForce[Rules, Options]


def read(options: Options, rules: Rules = RULES) -> Data:
    """The same whatever the options: they say who exposes the cards, not what they do."""
    return Data(rules, options, {
        "decks": "rules.decks",
        "value": "rules.card_value",
        "naturals": "rules.naturals",
        "player_draws": "rules.player_draws",
        "banker_draws": "rules.banker_draws",
        "outcomes": "rules.outcomes",
        "odds": "rules.odds",
    })  # fmt: skip


def analyse(data: Data, source: Composition | None, pay: Pay) -> tuple[WagerFigures, ...]:
    cards = source or full(data.rules.decks)
    cards.needs(CARDS_OF_A_ROUND)
    drawing = DrawingRule(data.rules.naturals, data.rules.player_draws, data.rules.banker_draws)
    return of_counts(data, final_totals(cards.by_value(data.rules.card_value), drawing), pay)


def of_counts(data: Data, ends: Table, pay: Pay) -> tuple[WagerFigures, ...]:
    """The figures of rounds that were counted by their final totals."""
    figures = []
    for wager, clause in data.rules.wagers.items():
        tally = Tally(wager, clause, pay)
        paid = data.rules.odds[wager]

        def line(result: str, total: int, paid: Pays[str] = paid) -> tuple[str, Odds, Clause]:
            return paid.case, paid.odds, paid.clause

        on_a_hand(tally, ends, data.rules.outcomes, line)
        figures.append(tally.figures())
    return tuple(figures)
