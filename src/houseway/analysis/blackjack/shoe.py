"""Cards by what they count: all that blackjack can tell apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import perm
from operator import mul
from typing import NamedTuple

from houseway.games.tournament_blackjack.rules import ACE, TEN

ACE_ADDS = 10  # Tournament Blackjack 2.5(a): an ace counts eleven instead of one


class Total(NamedTuple):
    points: int
    soft: bool


class Counting(NamedTuple):
    """How hands are counted and when they end: the numbers of rules 2, 9 and 12."""

    most: int
    must_draw_below: int
    dealer_stands: int
    dealer_stands_soft: int

    def may_stand(self, total: Total) -> bool:
        """Tournament Blackjack 9.2(b): a hard total below twelve draws."""
        return total.soft or total.points >= self.must_draw_below


class Shoe(NamedTuple):
    """How many cards of each value there are; a kind of card is its place among the values."""

    values: tuple[int, ...]
    counts: tuple[int, ...]

    @property
    def cards(self) -> int:
        return sum(self.counts)

    @property
    def kinds(self) -> range:
        return range(len(self.values))

    def without(self, kind: int, cards: int = 1) -> Shoe:
        counts = self.counts
        left = (*counts[:kind], counts[kind] - cards, *counts[kind + 1 :])
        return Shoe(self.values, left)

    def total(self, held: Sequence[int], most: int) -> Total:
        """Tournament Blackjack 2.5: the best count that does not pass the most, or the least."""
        count = sum(map(mul, self.values, held))
        ace = self.values[0] == ACE and held[0] > 0
        if ace and count + ACE_ADDS <= most:
            return Total(count + ACE_ADDS, soft=True)
        return Total(count, soft=False)

    def blackjack(self, one: int, other: int) -> bool:
        return {self.values[one], self.values[other]} == {ACE, TEN}

    def name(self, kind: int) -> str:
        value = self.values[kind]
        return {ACE: "A", TEN: "T"}.get(value, str(value))


def shoe_of(ranks: Mapping[str, int], value: Mapping[str, int]) -> Shoe:
    counts: dict[int, int] = {}
    for rank, held in ranks.items():
        counts[value[rank]] = counts.get(value[rank], 0) + held
    there = sorted(each for each in counts if counts[each])
    return Shoe(tuple(there), tuple(counts[each] for each in there))


def with_one_more(held: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*held[:kind], held[kind] + 1, *held[kind + 1 :])


def falling(cards: int, drawn: int) -> int:
    """Ordered ways to draw so many of the cards; zero where there are too few."""
    return perm(cards, drawn) if cards >= 0 and drawn >= 0 else 0


def most_cards(shoe: Shoe, counting: Counting, hands: int) -> int:
    """No round takes more cards: each hand counts at most 20 before its last card, the dealer's
    less than it stands on, and the smallest cards make the most of that."""
    room = hands * (counting.most - 1) + max(counting.dealer_stands, counting.dealer_stands_soft)
    cards = hands + 1
    for value, count in zip(shoe.values, shoe.counts, strict=True):
        taken = min(count, room // value)
        cards, room = cards + taken, room - taken * value
    return cards
