"""Facts for a practice table: a card, drawn evenly from those that nobody has seen.

Cards that nobody has seen cannot be told apart, whether they lie in the shoe, in the rack or face
down on the layout, so a fact that comes to light is equally likely to be any of them.
"""

from __future__ import annotations

from houseway.equipment.cards import DECK, Card
from houseway.equipment.stock import Stock
from houseway.games.game import Pick


def unseen_card(stock: Stock, pick: Pick) -> Card:
    """One of the cards not known to be out; `pick(n)` is a whole number below n."""
    place = pick(stock.cards - sum(stock.out.values()))
    for card in DECK:
        place -= stock.decks - stock.out.get(card, 0)
        if place < 0:
            return card
    raise AssertionError("every card of the stock has been seen")


def unseen_cards(stock: Stock, count: int, pick: Pick) -> tuple[Card, ...]:
    """Several cards that lie unseen on the layout."""
    turned = stock.copy()
    cards = []
    for _ in range(count):
        card = unseen_card(turned, pick)
        turned.out[card] = turned.out.get(card, 0) + 1
        cards.append(card)
    return tuple(cards)
