"""Every hand that a patron can hold without passing 21, and what one more card makes of it."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

from houseway.analysis.blackjack.shoe import ACE_ADDS, Counting, Shoe, Total, with_one_more
from houseway.analysis.compiled import kernel
from houseway.games.tournament_blackjack.rules import ACE


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
