"""Tournament Canberra Poker by a table: bet or fold by the hand's worth and the rank shown."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from houseway.analysis.bet_or_fold import LOWEST
from houseway.analysis.compiled import kernel
from houseway.analysis.composition import full
from houseway.analysis.exact.tournament_canberra_poker import Gains, RuleData, gains_of
from houseway.analysis.five_cards import Deals, count
from houseway.analysis.policies import Facts, Policy, chosen
from houseway.analysis.rounding import Pay
from houseway.equipment.cards import RANKS, SUITS
from houseway.games.tournament_canberra_poker.learning import BET, FOLD, facts_of

_CHOICES = dict.fromkeys((BET, FOLD))


class _HandCell(NamedTuple):
    """The deals of one worth and one rank shown, and what they gain together by each choice."""

    facts: Facts
    deals: int
    bet: Fraction
    fold: Fraction


def value_of(data: RuleData, policy: Policy, pay: Pay) -> Fraction:
    gained, deals = Fraction(0), 0
    for cell in _cells(data, pay):
        gained += cell.bet if chosen(policy, cell.facts, _CHOICES) == BET else cell.fold
        deals += cell.deals
    return gained / deals


def best(data: RuleData, pay: Pay) -> dict[Facts, str]:
    return {cell.facts: BET if cell.bet > cell.fold else FOLD for cell in _cells(data, pay)}


def _cells(data: RuleData, pay: Pay) -> Iterator[_HandCell]:
    deals, gains = count(full(data.decks), data.order, data.dealer_needs), gains_of(data, pay)
    places, below, equal, plays = _by_rank(deals)
    for value, hand in enumerate(deals.classes):
        for rank in range(len(RANKS)):
            dealt = places[value][rank] * deals.dealers
            if not dealt:
                continue
            counts = below[value][rank], equal[value][rank], plays[value][rank]
            bet = _bet(gains, hand.kind, dealt, *counts)
            yield _HandCell(facts_of(hand, LOWEST + rank), dealt, bet, dealt * gains.fold)


def _bet(gains: Gains, kind: str, dealt: int, below: int, equal: int, plays: int) -> Fraction:
    """What a bet gains over these deals: against a dealer who does not play, won and lost."""
    lost = plays - below - equal
    return (dealt - plays) * gains.not_playing + below * gains.win[kind] + lost * gains.lose


def _by_rank(deals: Deals) -> Iterator[list[list[int]]]:
    """By worth and rank shown: places of the open card, and deals below, equal and played."""
    np = kernel("five_cards").np
    counted = deals.counted
    for numbers in (deals.dealt, counted.below, counted.equal, counted.plays):
        shown = np.where(deals.dealt, numbers, 0).astype(np.int64)
        by_rank = shown.reshape(-1, len(RANKS), len(SUITS)).sum(axis=2)
        sums = np.zeros((len(deals.classes), len(RANKS)), np.int64)
        np.add.at(sums, counted.values, by_rank * counted.weights[:, None])
        yield sums.tolist()
