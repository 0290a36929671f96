"""Mini Baccarat (Casino Canberra, 2017): the hands with or without commission, and the pairs."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from houseway.analysis.composition import Composition, full
from houseway.analysis.exact.tally import Tally
from houseway.analysis.exact.two_hands import DrawingRule, Table, final_totals, on_a_hand
from houseway.analysis.figures import Pay, WagerFigures
from houseway.analysis.rule_data import InForce
from houseway.equipment.cards import DECK, Card, rank
from houseway.games.mini_baccarat.rules import (
    ANY_PAIR,
    BANKER,
    BANKER_ON_SIX,
    BANKER_PAIR,
    CANBERRA_PAIRS,
    PAIR_WAGERS,
    PLAYER,
    PLAYER_PAIR,
    RULES,
    TIE,
    Options,
    Rules,
    pair_kind,
)
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Odds, Paytable

ROUNDS_BY: str | None = "reading MB3"
CARDS_OF_A_ROUND = 6

Kinds = Mapping[str, Mapping[str, int]]  # by wager and kind of pair


Data = InForce[Rules, Options]


def read(options: Options, rules: Rules = RULES) -> Data:
    pairs = {"pair_odds": f"rules.pair_odds.{options.pairs}"}
    return Data(rules, options, {
        "decks": "rules.decks",
        "value": "rules.card_value",
        "naturals": "rules.naturals",
        "player_draws": "rules.player_draws",
        "banker_draws": "rules.banker_draws",
        "outcomes": "rules.outcomes",
        "odds": f"rules.hand_odds.{options.settlement}",
        **(pairs if options.pairs in rules.pair_odds else {}),
    })  # fmt: skip


def analyse(data: Data, source: Composition | None, pay: Pay) -> tuple[WagerFigures, ...]:
    cards = source or full(data.rules.decks)
    cards.needs(CARDS_OF_A_ROUND)
    drawing = DrawingRule(data.rules.naturals, data.rules.player_draws, data.rules.banker_draws)
    ends = final_totals(cards.by_value(data.rules.card_value), drawing)
    kinds: Kinds = {}
    if data.rules.pair_odds.get(data.options.pairs) is not None:
        of_two = pair_kinds(data.options.pairs, cards)
        kinds = {PLAYER_PAIR: of_two, BANKER_PAIR: of_two}
    return of_counts(data, ends, kinds, cards.total * (cards.total - 1), pay)


def of_counts(
    data: Data, ends: Table, kinds: Kinds, pairs: int, pay: Pay
) -> tuple[WagerFigures, ...]:
    """The figures of rounds that were counted: by final totals, and by kinds of pair of `pairs`."""
    hands = [_hand(wager, data, ends, pay) for wager in (BANKER, PLAYER, TIE)]
    table = data.rules.pair_odds.get(data.options.pairs)
    if table is None:
        return tuple(hands)
    two = (_pair(wager, data, table, kinds[wager], pairs, pay) for wager in PAIR_WAGERS)
    return (*hands, *two)


def _hand(wager: str, data: Data, ends: Table, pay: Pay) -> WagerFigures:
    def line(result: str, total: int) -> tuple[str, Odds, Clause]:
        on_six = wager == BANKER and result == BANKER and total == 6
        paid = data.rules.hand_odds[data.options.settlement][BANKER_ON_SIX if on_six else wager]
        return paid.case, paid.odds, paid.clause

    tally = Tally(wager, data.rules.wagers[wager], pay)
    on_a_hand(tally, ends, data.rules.outcomes, line)
    return tally.figures()


def _pair(
    wager: str,
    data: Data,
    table: Paytable[str],
    kinds: Mapping[str, int],
    total: int,
    pay: Pay,
) -> WagerFigures:
    """Mini Baccarat 9.8: each hand by its first two cards, which are any two of the source."""
    tally = Tally(wager, data.rules.wagers[wager], pay)
    for line in table:
        tally.won(line.case, kinds.get(line.case, 0), line.odds, line.clause)
    lost = total - sum(kinds.get(each.case, 0) for each in table)
    tally.lost("no pair", lost, data.rules.pair_loses[wager])
    return tally.figures()


def pair_kinds(option: str, cards: Composition) -> dict[str, int]:
    """Ordered ways to be dealt each kind of pair. Two cards of a rank always pair or never do."""
    if option == CANBERRA_PAIRS:
        alike = sum(held * (held - 1) for held in cards.ranks.values())
        return {ANY_PAIR: alike}
    held = cards.suited(f"a {option} pair")
    kinds: dict[str, int] = {}
    for first, second in _OF_ONE_RANK:
        kind = pair_kind(option, first, second)
        if kind is not None:
            ways = held[first] * (held[second] - (first == second))
            kinds[kind] = kinds.get(kind, 0) + ways
    return kinds


_OF_ONE_RANK: list[tuple[Card, Card]] = [
    (first, second) for first, second in product(DECK, repeat=2) if rank(first) == rank(second)
]
