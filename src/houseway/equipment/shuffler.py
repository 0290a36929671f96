"""The continuous shuffling device: how discards go round, and the device of a virtual table."""

from collections.abc import Callable
from typing import TypeAlias

from houseway.equipment.cards import Card, decks
from houseway.equipment.stock import CardsNotConserved, Place, Stock

Pick: TypeAlias = Callable[[int], int]  # given n, a number from 0 to n - 1, each as likely


def clear_coup(stock: Stock) -> None:
    """The rack to the device, and only then the layout to the rack: 7-Up Baccarat 8.4.

    So the cards of a coup sit out the next one (reading 7U-03; 3C-08 for Three Card Baccarat).
    """
    return_discards(stock)
    stock.collect()
    stock.check()


def return_discards(stock: Stock) -> None:
    """The rack to the device: Casino War 7.2, right after the initial deal (reading CW-13)."""
    stock.return_rack()
    stock.check()


class Shuffler:
    """The device of a virtual table, which knows every card, also those dealt face down.

    A draw is uniform over the cards inside at that moment, and cards set aside come first (reading
    A-33). Chance comes from outside, as a `Pick`. The cards are counted at every step.
    """

    __slots__ = ("inside", "stock")

    def __init__(self, deck_count: int = 6) -> None:
        self.inside: list[Card] = list(decks(deck_count))
        self.stock = Stock.loaded(deck_count, "device")

    def draw(self, pick: Pick, to: Place = "layout") -> Card | None:
        """The next card; None when there is none. A card set aside goes to the layout."""
        if self.stock.aside:
            return self.stock.bring_back()
        if not self.inside:
            return None
        card = self._take(pick(len(self.inside)))
        self.stock.draw(card, to)
        self.check()
        return card

    def _take(self, index: int) -> Card:
        if not 0 <= index < len(self.inside):
            raise ValueError(f"picked card {index} of {len(self.inside)}")
        self.inside[index], self.inside[-1] = self.inside[-1], self.inside[index]
        return self.inside.pop()

    def set_aside(self, card: Card) -> None:
        """One card from the layout, to come first at the next draw."""
        self.stock.set_aside(card)
        self.check()

    def clear_coup(self) -> None:
        """The end of a coup: 7-Up Baccarat 8.4."""
        self._take_in_rack()
        clear_coup(self.stock)
        self.check()

    def return_discards(self) -> None:
        """The rack to the device: Casino War 7.2."""
        self._take_in_rack()
        return_discards(self.stock)
        self.check()

    def _take_in_rack(self) -> None:
        self.inside += [card for card in self.stock.rack if card is not None]

    def check(self) -> None:
        """Raise unless the cards inside and outside make full decks (reading A-19)."""
        self.stock.check()
        if len(self.inside) != self.stock.source:
            raise CardsNotConserved(
                f"{len(self.inside)} cards are in the device, {self.stock.source} should be"
            )
