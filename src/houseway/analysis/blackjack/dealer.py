"""Every hand the dealer can end with from one open card, by the kinds of card drawn to it."""

from __future__ import annotations

from typing import NamedTuple

from houseway.analysis.blackjack.shoe import Counting, Shoe, with_one_more

BUST, DEALER_BLACKJACK = "dealer bust", "dealer blackjack"


class Drawn(NamedTuple):
    """Cards drawn to the open one, in how many orders they can come, and what they make."""

    cards: tuple[int, ...]
    orders: int
    result: int | str


def dealers_hands(shoe: Shoe, up: int, counting: Counting) -> tuple[Drawn, ...]:
    """Tournament Blackjack 12.1(a), from a shoe that no longer holds the open card.

    Which orders reach a hand depends on its cards alone: none passes through a finished hand.
    """
    open_hands = {(0,) * len(shoe.values): 1}
    finished: dict[tuple[int, ...], tuple[int, int | str]] = {}
    while open_hands:
        further: dict[tuple[int, ...], int] = {}
        for held, orders in open_hands.items():
            for kind in shoe.kinds:
                if held[kind] == shoe.counts[kind]:
                    continue
                drawn = with_one_more(held, kind)
                result = result_of(shoe, up, drawn, counting)
                if result is None:
                    further[drawn] = further.get(drawn, 0) + orders
                else:
                    finished[drawn] = (finished.get(drawn, (0, 0))[0] + orders, result)
        open_hands = further
    return tuple(Drawn(cards, *finished[cards]) for cards in sorted(finished))


def result_of(shoe: Shoe, up: int, drawn: tuple[int, ...], counting: Counting) -> int | str | None:
    """What the dealer's hand has come to, or nothing while it draws."""
    if sum(drawn) == 1 and shoe.blackjack(up, drawn.index(1)):
        return DEALER_BLACKJACK
    total = shoe.total(with_one_more(drawn, up), counting.most)
    stands = counting.dealer_stands_soft if total.soft else counting.dealer_stands
    if total.points < stands:
        return None
    return BUST if total.points > counting.most else total.points
