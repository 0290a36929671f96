"""Every hand the dealer can end with from each open card, by the kinds of card drawn to it."""

from __future__ import annotations

from typing import Any, NamedTuple

from houseway.analysis.blackjack.hands import points_of
from houseway.analysis.blackjack.shoe import Counting, Shoe, with_one_more
from houseway.analysis.compiled import kernel
from houseway.games.tournament_blackjack.rules import ACE, TEN

BUST, DEALER_BLACKJACK = "dealer bust", "dealer blackjack"


class Drawn(NamedTuple):
    """Cards drawn to an open one: a row of their numbers for each hand, in how many orders they can
    come, and the place of what they make among the `results`."""

    cards: Any
    orders: Any
    into: Any

    @property
    def most(self) -> int:
        """How many cards are drawn at most."""
        return int(self.cards.sum(axis=1).max())


class DealersHands(NamedTuple):
    """By open card the hands that end a dealer's turn."""

    results: tuple[int | str, ...]
    against: tuple[Drawn, ...]


def results_of(counting: Counting) -> tuple[int | str, ...]:
    return (DEALER_BLACKJACK, BUST, *range(_lowest(counting), counting.most + 1))


def _lowest(counting: Counting) -> int:
    return min(counting.dealer_stands, counting.dealer_stands_soft)


def dealers_hands(shoe: Shoe, counting: Counting) -> DealersHands:
    """Tournament Blackjack 12.1(a), from a shoe that no longer holds the open card.

    Which orders reach a hand depends on its cards alone: none passes through a finished hand. A row
    begins with the open card, so that all open cards are drawn to at once.
    """
    import numpy as np

    kinds, finished = len(shoe.values), []
    left = np.array(shoe.counts) - np.eye(kinds, dtype=np.int64)
    worth = (counting.most + 2) ** np.arange(kinds)  # no hand has more cards of a kind
    if kinds * int(worth[-1]) * (counting.most + 2) >= 2**63:
        raise ValueError(f"{kinds} kinds of card do not fit into one word")
    ups, rows = np.arange(kinds), np.zeros((kinds, kinds), np.int64)
    orders = np.ones(kinds, np.int64)
    while len(rows):
        at, kind = (rows < left[ups]).nonzero()
        rows = rows[at]
        rows[np.arange(len(at)), kind] += 1
        keys = (rows @ worth) * kinds + ups[at]
        _, first, place = kernel("blackjack_hands").distinct(keys)
        summed = np.zeros(len(first), np.int64)
        np.add.at(summed, place, orders[at])
        ups, rows, orders = ups[at][first], rows[first], summed
        into = _into(shoe, ups, rows, counting)
        ended, open_ = into >= 0, into < 0
        finished.append((ups[ended], rows[ended], orders[ended], into[ended]))
        ups, rows, orders = ups[open_], rows[open_], orders[open_]
    every = [np.concatenate(column) for column in zip(*finished, strict=True)]
    against = [Drawn(*(column[every[0] == up] for column in every[1:])) for up in range(kinds)]
    return DealersHands(results_of(counting), tuple(against))


def _into(shoe: Shoe, ups: Any, rows: Any, counting: Counting) -> Any:
    """For each hand the place of its result, or -1 while it draws."""
    import numpy as np

    points, soft = points_of(shoe, rows, counting.most, ups)
    stands = np.where(soft, counting.dealer_stands_soft, counting.dealer_stands)
    into = np.where(points > counting.most, 1, 2 + points - _lowest(counting))
    values = np.array(shoe.values)
    one, second = rows.sum(axis=1) == 1, rows @ values
    pair = np.minimum(values[ups], second), np.maximum(values[ups], second)
    natural = one & (pair[0] == ACE) & (pair[1] == TEN)
    return np.where(natural, 0, np.where(points < stands, -1, into))


def result_of(shoe: Shoe, up: int, drawn: tuple[int, ...], counting: Counting) -> int | str | None:
    """What the dealer's hand has come to, or nothing while it draws."""
    if sum(drawn) == 1 and shoe.blackjack(up, drawn.index(1)):
        return DEALER_BLACKJACK
    total = shoe.total(with_one_more(drawn, up), counting.most)
    stands = counting.dealer_stands_soft if total.soft else counting.dealer_stands
    if total.points < stands:
        return None
    return BUST if total.points > counting.most else total.points
