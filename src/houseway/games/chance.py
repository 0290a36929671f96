"""Facts for a practice table: the plain step of a shoe, with an unseen card; dice; a wager.

Cards that nobody has seen cannot be told apart, whether they lie in the shoe, in the rack or face
down on the layout, so a fact that comes to light is equally likely to be any of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from houseway.equipment.cards import DECK, Card
from houseway.equipment.stock import Stock
from houseway.equipment.tiles import Dice, face_fields
from houseway.games import commands as c
from houseway.games.felt import Spot
from houseway.games.game import Awaits, Pick
from houseway.rulebook.roles import Role

PATRONS = ("Ana", "Ben", "Chen")
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


def roll(pick: Pick) -> Dice:
    return 1 + pick(6), 1 + pick(6), 1 + pick(6)


def next_wager(play: Any, spots: Sequence[Spot], pick: Pick) -> tuple[c.Command, Role]:
    """A wager of a practice patron on one of the spots, or now and then the call to close betting.

    Patrons whose chips are counted stake what they hold or less.
    """
    patron, spot = PATRONS[pick(len(PATRONS))], spots[pick(len(spots))]
    unit = play.limits.multiple or play.chips.smallest
    least = -(-spot.minimum // unit) * unit
    amount = least + pick(5) * unit
    if patron in play.layout.counted:
        amount = min(amount, play.layout.chips[patron] // unit * unit)
    there = (patron, spot.box, spot.wager) in play.layout.wagers
    if play.layout.wagers and (there or pick(4) == 0 or not least <= amount <= spot.maximum):
        return c.CallNoMoreBets(), Role.DEALER
    if amount < least:
        return c.BringChips(patron, 100 * least), Role.DEALER
    return c.PlaceWager(patron, spot.wager, min(amount, spot.maximum), spot.box), Role.PATRON
