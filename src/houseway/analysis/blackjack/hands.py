"""Every hand that a patron can hold without passing 21, and what one more card makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from houseway.analysis.blackjack.shoe import Counting, Shoe, Total, with_one_more


class Card(NamedTuple):
    """A card that a hand can take without passing 21: how many of its kind the hand has already,
    and the place of the hand that it makes."""

    kind: int
    own: int
    makes: int


class Hands(NamedTuple):
    """Hands by their places, the fewest cards first; `adds` has the cards that do not bust."""

    shoe: Shoe
    held: tuple[tuple[int, ...], ...]
    size: tuple[int, ...]
    total: tuple[Total, ...]
    adds: tuple[tuple[Card, ...], ...]
    place: dict[tuple[int, ...], int]

    @property
    def longest(self) -> int:
        return self.size[-1]

    def of(self, *kinds: int) -> int:
        held = (0,) * len(self.shoe.values)
        for kind in kinds:
            held = with_one_more(held, kind)
        return self.place[held]

    @property
    def pairs(self) -> dict[int, int]:
        """By place, the kind of which a hand has two cards and no other."""
        twos = [kind for kind in self.shoe.kinds if self.shoe.counts[kind] >= 2]
        return {self.of(kind, kind): kind for kind in twos}


def every_hand(shoe: Shoe, counting: Counting) -> Hands:
    held: list[tuple[int, ...]] = []
    level = [with_one_more((0,) * len(shoe.values), kind) for kind in shoe.kinds]
    while level:
        held += level
        further = {
            with_one_more(each, kind)
            for each in level
            for kind in shoe.kinds
            if each[kind] < shoe.counts[kind]
        }
        level = sorted(
            each for each in further if shoe.total(each, counting.most).points <= counting.most
        )
    place = {each: at for at, each in enumerate(held)}
    adds = tuple(tuple(_adds(each, place)) for each in held)
    totals = tuple(shoe.total(each, counting.most) for each in held)
    return Hands(shoe, tuple(held), tuple(map(sum, held)), totals, adds, place)


def _adds(held: tuple[int, ...], place: dict[tuple[int, ...], int]) -> Iterator[Card]:
    for kind, own in enumerate(held):
        makes = place.get(with_one_more(held, kind))
        if makes is not None:
            yield Card(kind, own, makes)
