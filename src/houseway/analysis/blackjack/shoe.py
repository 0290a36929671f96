"""The shoe as counts of ranks, hands as totals, the dealer, and what a removed card changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from math import perm
from operator import mul
from typing import Any, NamedTuple

from houseway.analysis.compiled import kernel
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


# Every hand that a patron can hold without passing 21, and what one more card makes of it.


class Card(NamedTuple):
    """A card that a hand can take without passing 21: how many of its kind the hand has already,
    and the place of the hand that it makes."""

    kind: int
    own: int
    makes: int


class Hands:
    """Hands by their places, the fewest cards first.

    `cards` has for each hand how many of each kind it holds, `makes` by hand and kind the place of
    the hand with one more card, or -1 where there is none. `points` and `soft` are its total.
    """

    def __init__(self, shoe: Shoe, counting: Counting) -> None:
        import numpy as np

        self.shoe = shoe
        digits = [counting.most + 2] * len(shoe.values)
        levels = [np.eye(len(shoe.values), dtype=np.int64)]
        while len(levels[-1]):
            further = with_each_card(levels[-1], np.array(shoe.counts))
            below = points_of(shoe, further, counting.most)[0] <= counting.most
            levels.append(distinct(further[below], digits))
        self.cards = np.concatenate(levels)
        self.points, self.soft = points_of(shoe, self.cards, counting.most)
        self.sizes = self.cards.sum(axis=1)
        self.makes = self._makes(digits)

    def _makes(self, digits: list[int]) -> Any:
        import numpy as np

        worth = _worth_of(digits)
        keys = self.cards @ worth
        order = np.argsort(keys)
        wanted = keys[:, None] + worth
        found = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)]
        return np.where(keys[found] == wanted, found, -1)

    @property
    def longest(self) -> int:
        return int(self.sizes[-1])

    def of(self, *kinds: int) -> int:
        held = (0,) * len(self.shoe.values)
        for kind in kinds:
            held = with_one_more(held, kind)
        return self.place[held]

    @cached_property
    def held(self) -> tuple[tuple[int, ...], ...]:
        return tuple(map(tuple, self.cards.tolist()))

    @cached_property
    def size(self) -> tuple[int, ...]:
        return tuple(self.sizes.tolist())

    @cached_property
    def total(self) -> tuple[Total, ...]:
        return tuple(map(Total, self.points.tolist(), self.soft.tolist()))

    @cached_property
    def place(self) -> dict[tuple[int, ...], int]:
        return {each: at for at, each in enumerate(self.held)}

    @cached_property
    def adds(self) -> tuple[tuple[Card, ...], ...]:
        """For each hand the cards that do not bust it."""
        return tuple(
            tuple(Card(kind, held[kind], to) for kind, to in enumerate(makes) if to >= 0)
            for held, makes in zip(self.held, self.makes.tolist(), strict=True)
        )

    @cached_property
    def pairs(self) -> dict[int, int]:
        """By place, the kind of which a hand has two cards and no other."""
        twos = [kind for kind in self.shoe.kinds if self.shoe.counts[kind] >= 2]
        return {self.of(kind, kind): kind for kind in twos}


def every_hand(shoe: Shoe, counting: Counting) -> Hands:
    return Hands(shoe, counting)


# Many hands at once, as rows of numbers of cards


def with_each_card(rows: Any, most: Any) -> Any:
    """Every row with one card more, of each kind of which it has not the most yet."""
    import numpy as np

    kinds = rows.shape[1]
    further = rows[:, None, :] + np.eye(kinds, dtype=np.int64)
    return further[rows < most]


def points_of(shoe: Shoe, rows: Any, most: int, up: Any = None) -> tuple[Any, Any]:
    """Tournament Blackjack 2.5 for many hands: the points of each, and whether they are soft."""
    import numpy as np

    values = np.array(shoe.values)
    count, aces = rows @ values, rows[:, 0] * (shoe.values[0] == ACE)
    if up is not None:
        count, aces = count + values[up], aces + (values[up] == ACE)
    soft = (aces > 0) & (count + ACE_ADDS <= most)
    return count + ACE_ADDS * soft, soft


def distinct(rows: Any, digits: list[int]) -> Any:
    """The rows that differ, in their order; every number is below its digit."""
    keys = rows @ _worth_of(digits)
    return rows[kernel("blackjack_hands").distinct(keys).first]


def _worth_of(digits: list[int]) -> Any:
    """What a card of each kind adds to the number that stands for a row; the first adds most."""
    import numpy as np

    worth = [1]
    for digit in reversed(digits[1:]):
        worth.append(worth[-1] * digit)
    if worth[-1] * digits[0] >= 2**63:
        raise ValueError(f"{len(digits)} numbers below {max(digits)} do not fit into one word")
    return np.array(worth[::-1], np.int64)


# Every hand the dealer can end with from each open card, by the kinds of card drawn to it.

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


# How the hands of a split add up, though they draw from one shoe and meet one dealer.


class One(NamedTuple):
    """A hand begun with a card of the pair, `gone` more of which are out of the shoe besides the
    pair's other card; its second card is of the pair again, or is another card."""

    gone: int
    again: bool


class _End(NamedTuple):
    """A way in which the splitting ends: hands whose second card must be another, hands whose
    second card may be any, and the cards of the pair that were split."""

    others: int
    anything: int
    split: int


def shares_of(hands: int) -> dict[One, int]:
    """How many hands of each sort a split comes to; every pair is split again until there are so
    many hands. Each counts with the chance that all its cards of the pair come, and its second card
    besides. A share may be below zero: what is counted elsewhere too."""
    found: dict[One, int] = defaultdict(int)
    for end in _ends(formed=2, waiting=2, others=0, split=0, hands=hands):
        for share, seconds in ((end.others, (False,)), (end.anything, (False, True))):
            besides = end.others - (seconds == (False,))
            if share:
                _add(found, share, end.split, besides, seconds)
    return {one: share for one, share in found.items() if share}


def _ends(formed: int, waiting: int, others: int, split: int, hands: int) -> Iterator[_End]:
    """Tournament Blackjack 10.2, 10.3: second cards come until no hand waits for one."""
    if not waiting or formed == hands:
        yield _End(others, waiting, split)
        return
    yield from _ends(formed + 1, waiting + 1, others, split + 1, hands)
    yield from _ends(formed, waiting - 1, others + 1, split, hands)


def _add(
    found: dict[One, int], share: int, gone: int, besides: int, seconds: tuple[bool, ...]
) -> None:
    """A hand beside so many others whose second cards are not of the pair."""
    if not besides:
        for again in seconds:
            found[One(gone, again)] += share
        return
    _add(found, share, gone, besides - 1, seconds)
    _add(found, -share, gone + 1, besides - 1, seconds)


# The cards that can be gone from a shoe when a hand stands: one list for every open card.

NOT_SPLIT = -1
ACES_MAKE = 2  # Tournament Blackjack 10.2: aces are split once


class Part(NamedTuple):
    """A part of all rounds: hands that were not split, or hands begun with one card of a pair whose
    second card is of the pair `again` or is not. `places` are its hands, `shares` by the cards of
    the pair that are gone besides."""

    kind: int
    again: bool
    places: Any
    shares: dict[int, int]


class Removed:
    """`parts`: all rounds, the hands first that were not split. `rows`: a row for each hand of each
    part, as the loops read them. `lines`: the cards that can be gone, those of the hand and of the
    hands beside it."""

    def __init__(self, hands: Hands, counting: Counting, most_hands: int) -> None:
        import numpy as np

        self.hands, self.counting, self.most_hands = hands, counting, most_hands
        self.dealers = dealers_hands(hands.shoe, counting)
        self.parts = [Part(NOT_SPLIT, False, (hands.sizes >= 2).nonzero()[0], {0: 1})]
        for kind in hands.pairs.values():
            self.parts += self._split(kind)
        begins = np.cumsum([0, *(len(part.places) for part in self.parts)])
        self.of_part = [slice(*pair) for pair in pairwise(begins.tolist())]
        places = np.concatenate([part.places for part in self.parts])
        self.row_of = np.full((len(self.parts), len(hands.sizes)), -1)
        for at, part in enumerate(self.parts):
            self.row_of[at, part.places] = np.arange(begins[at], begins[at + 1])
        self.lines, lines, shares, first_line = self._lines()
        first, makes = self._makes(places)
        points, closed = hands.points[places], [self._closed(part) for part in self.parts]
        lengths = np.diff(begins)
        may_stand = hands.soft[places] | (points >= counting.must_draw_below)
        self.rows = kernel("blackjack_hands").RowTable(
            begins=begins,
            places=places,
            sizes=hands.sizes[places],
            points=points,
            ended=(points == counting.most).astype(np.uint8),
            may_stand=may_stand.astype(np.uint8),
            closed=np.repeat(np.array(closed, np.uint8), lengths),
            split=np.repeat(np.array([part.kind != NOT_SPLIT for part in self.parts], np.uint8),
                            lengths),
            first=first,
            makes=makes,
            first_line=first_line,
            lines=lines,
            shares=shares,
        )  # fmt: skip

    def _split(self, kind: int) -> list[Part]:
        """Tournament Blackjack 10.4: an ace gets one card, so that those hands have two."""
        own, sizes = self.hands.cards[:, kind], self.hands.sizes
        allowed = (sizes >= 2) & (sizes <= (2 if self.is_ace(kind) else self.hands.longest))
        parts, shares = [], shares_of(self.hands_of(kind))
        for again, begun in ((False, (own >= 1) & (own < sizes)), (True, own >= 2)):
            of_part = {one.gone: share for one, share in shares.items() if one.again == again}
            if of_part:
                parts.append(Part(kind, again, (allowed & begun).nonzero()[0], of_part))
        return parts

    def _closed(self, part: Part) -> bool:
        return part.kind != NOT_SPLIT and self.is_ace(part.kind)

    def _lines(self) -> tuple[Any, Any, Any, Any]:
        """The lines that differ, and by row those that it has, its shares, and where they begin."""
        import numpy as np

        cards, shares, many = [], [], []
        for part in self.parts:
            held = self.hands.cards[part.places]
            gone = np.zeros((len(part.shares), held.shape[1]), np.int64)
            if part.kind != NOT_SPLIT:
                gone[:, part.kind] = 1 + np.array(list(part.shares))
            cards.append((held[:, None, :] + gone).reshape(-1, held.shape[1]))
            shares.append(np.tile(list(part.shares.values()), len(held)))
            many.append(np.full(len(held), len(part.shares)))
        every = np.concatenate(cards)
        digit = int(every.max()) + 1
        keys = every @ (digit ** np.arange(every.shape[1]))
        _, first, at = kernel("blackjack_hands").distinct(keys)
        begins = np.concatenate(([0], np.cumsum(np.concatenate(many))))
        lines = kernel("dealers_hand").lines_of(every[first])
        return lines, at, np.concatenate(shares), begins

    def _makes(self, places: Any) -> tuple[Any, Any]:
        """By row, where the rows of the hands begin that one more card makes, and those rows."""
        import numpy as np

        part = np.repeat(np.arange(len(self.parts)), [len(each.places) for each in self.parts])
        makes = self.hands.makes[places]
        found = np.where(makes >= 0, self.row_of[part[:, None], makes], -1)
        first = np.concatenate(([0], np.cumsum((found >= 0).sum(axis=1))))
        return first, found[found >= 0]

    def most_gone(self, counts: tuple[int, ...]) -> int:
        """How many cards of a pair a round can take besides a hand's own, as far as there are."""
        most = 0
        for part in self.parts[1:]:
            if counts[part.kind] >= 2:
                most = max(most, 1 + min(max(part.shares), counts[part.kind] - 2))
        return most

    def hands_of(self, kind: int) -> int:
        """Into how many hands a pair may be split."""
        return ACES_MAKE if self.is_ace(kind) else self.most_hands

    def is_ace(self, kind: int) -> bool:
        return self.hands.shoe.values[kind] == ACE
