"""A card that comes to light is equally likely to be any of those that nobody has seen."""

from __future__ import annotations

from collections import Counter
from functools import partial

from houseway.equipment.cards import DECK, Card
from houseway.equipment.stock import Stock
from houseway.games.chance import unseen_card


def _number(at: int, below: int) -> int:
    return at % below


def test_a_draw_is_any_of_the_cards_inside_each_as_likely_as_the_next() -> None:
    """Three Card Baccarat 4.1 and Casino War 4.1, reading A-33: with four of the six kings of
    hearts out, two of the 308 other cards are kings of hearts."""
    stock = Stock.loaded(decks=6)
    for _ in range(4):
        stock.draw(Card("Kh"))

    drawn = Counter(unseen_card(stock, partial(_number, at)) for at in range(308))

    assert drawn == Counter(dict.fromkeys(DECK, 6)) - Counter({Card("Kh"): 4})
