"""Facts for a practice table: the plain step of a shoe, with a card that nobody has seen.

Cards that nobody has seen cannot be told apart, whether they lie in the shoe, in the rack or face
down on the layout, so a fact that comes to light is equally likely to be any of them.
"""

from __future__ import annotations

from typing import Any

from houseway.equipment.cards import DECK, Card
from houseway.equipment.faces import face_fields
from houseway.equipment.stock import Stock
from houseway.games import commands as c
from houseway.games.game import Awaits, Pick
from houseway.rulebook.roles import Role

PREPARING = ("check", "cut", "cutting card")


def plain_step(
    play: Any, awaited: Awaits, pick: Pick, *, behind: int = 0
) -> tuple[c.Command, Role]:
    """The awaited step of a shoe or a round, where it takes one card or none.

    Patrons decline the cut; staff cut in the middle. `behind` is where the cutting card goes.
    """
    if awaited.what == "check":
        return awaited.commands[0](), Role(awaited.who)
    if awaited.what == "cut":
        if awaited.who in set(Role):
            return c.CutCards(play.stock.source // 2), Role(awaited.who)
        return c.DeclineCut(awaited.who), Role.DEALER
    if awaited.what == "cutting card":
        return c.PlaceCuttingCard(behind), Role.DEALER
    naming: list[Any] = [each for each in awaited.commands if face_fields(each) == ("card",)]
    kind = c.DealCard if c.DealCard in naming else next(iter(naming), c.DealCard)
    unseen = kind is not c.BurnCard and getattr(play.options, "deal", "") == "face down"
    return kind(None if unseen else unseen_card(play.stock, pick)), Role.DEALER


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
