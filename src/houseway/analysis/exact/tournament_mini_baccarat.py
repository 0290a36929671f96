"""Tournament Mini-Baccarat (Casino Canberra, 2002): the hands at even money, and the tie."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from houseway.analysis.composition import Composition, full
from houseway.analysis.exact.tally import Tally
from houseway.analysis.exact.two_hands import DrawingRule, Table, final_totals, on_a_hand
from houseway.analysis.figures import WagerFigures
from houseway.analysis.rounding import Pay
from houseway.games.tournament_mini_baccarat.rules import RULES, Options, Rules
from houseway.rulebook.document import Clause
from houseway.rulebook.grid import Grid
from houseway.rulebook.odds import Odds, Pays, Paytable

ROUNDS_BY: str | None = None
CARDS_OF_A_ROUND = 6


class RuleData(Struct, frozen=True):
    """The rules of an edition: the tables that decide the figures."""

    rules: Rules
    decks: int
    value: Mapping[str, int]
    naturals: tuple[int, ...]
    player_draws: Grid
    banker_draws: Grid
    outcomes: Mapping[tuple[str, str], tuple[str, Clause]]
    odds: Paytable[str]


def read(options: Options, rules: Rules = RULES) -> RuleData:
    """The same whatever the options: they say who exposes the cards, not what they do."""
    return RuleData(
        rules=rules,
        decks=rules.decks,
        value=rules.card_value,
        naturals=rules.naturals,
        player_draws=rules.player_draws,
        banker_draws=rules.banker_draws,
        outcomes=rules.outcomes,
        odds=rules.odds,
    )


def analyse(data: RuleData, source: Composition | None, pay: Pay) -> tuple[WagerFigures, ...]:
    cards = source or full(data.decks)
    cards.needs(CARDS_OF_A_ROUND)
    drawing = DrawingRule(data.naturals, data.player_draws, data.banker_draws)
    return of_counts(data, final_totals(cards.by_value(data.value), drawing), pay)


def of_counts(data: RuleData, ends: Table, pay: Pay) -> tuple[WagerFigures, ...]:
    """The figures of rounds that were counted by their final totals."""
    figures = []
    for wager, clause in data.rules.wagers.items():
        tally = Tally(wager, clause, pay)
        paid = data.odds[wager]

        def line(result: str, total: int, paid: Pays[str] = paid) -> tuple[str, Odds, Clause]:
            return paid.case, paid.odds, paid.clause

        on_a_hand(tally, ends, data.outcomes, line)
        figures.append(tally.figures())
    return tuple(figures)
