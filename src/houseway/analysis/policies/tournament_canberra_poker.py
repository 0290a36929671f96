"""Tournament Canberra Poker by a table: bet or fold by the hand's worth and the rank shown."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from houseway.analysis.bet_or_fold import LOWEST
from houseway.analysis.compiled import kernel
from houseway.analysis.composition import full
from houseway.analysis.exact.tournament_canberra_poker import Data, Gains, gains_of
from houseway.analysis.figures import Pay
from houseway.analysis.five_cards import Deals, count
from houseway.analysis.policies import Facts, Policy, chosen
from houseway.equipment.cards import RANKS, SUITS
from houseway.games.tournament_canberra_poker.facts import BET, FOLD, facts_of

_CHOICES = dict.fromkeys((BET, FOLD))


class _HandCell(NamedTuple):
    """The deals of one worth and one rank shown, and what they gain together by each choice.

    Gains are whole numbers of parts of a unit: to add 100,000 fractions would take seconds.
    """

    facts: Facts
    deals: int
    bet: int
    fold: int


class _Parts(NamedTuple):
    """The gains of a hand in whole parts of a unit, and how many parts a unit has."""

    unit: int
    not_playing: int
    lose: int
    fold: int
    win: dict[str, int]


def value_of(data: Data, policy: Policy, pay: Pay) -> Fraction:
    gained, deals, parts = 0, 0, _parts(gains_of(data, pay))
    for cell in _cells(data, parts):
        gained += cell.bet if chosen(policy, cell.facts, _CHOICES) == BET else cell.fold
        deals += cell.deals
    return Fraction(gained, deals * parts.unit)


def best(data: Data, pay: Pay) -> dict[Facts, str]:
    cells = _cells(data, _parts(gains_of(data, pay)))
    return {cell.facts: BET if cell.bet > cell.fold else FOLD for cell in cells}


def _parts(gains: Gains) -> _Parts:
    unit = gains.scale
    return _Parts(
        unit,
        not_playing=int(gains.not_playing * unit),
        lose=int(gains.lose * unit),
        fold=int(gains.fold * unit),
        win={kind: int(gain * unit) for kind, gain in gains.win.items()},
    )


def _cells(data: Data, parts: _Parts) -> Iterator[_HandCell]:
    deals = count(full(data.rules.decks), data.order, data.rules.dealer_needs)
    places, below, equal, plays = _by_rank(deals)
    for value, hand in enumerate(deals.classes):
        for rank in range(len(RANKS)):
            dealt = places[value][rank] * deals.dealers
            if not dealt:
                continue
            counts = below[value][rank], equal[value][rank], plays[value][rank]
            bet = _bet(parts, hand.kind, dealt, *counts)
            yield _HandCell(facts_of(hand, LOWEST + rank), dealt, bet, dealt * parts.fold)


def _bet(parts: _Parts, kind: str, dealt: int, below: int, equal: int, plays: int) -> int:
    """What a bet gains over these deals: against a dealer who does not play, won and lost."""
    lost = plays - below - equal
    return (dealt - plays) * parts.not_playing + below * parts.win[kind] + lost * parts.lose


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
