"""Where every card of a table is: in the source, on the layout, in the rack or set aside.

A stock is changed only when an event is applied, so its moves judge nothing. `why_not` answers
before the event; `check` holds the count afterwards (reading A-19).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from houseway.equipment.cards import DECK, Card

Place = Literal["layout", "rack", "aside"]

_DECK = frozenset(DECK)


class CardsNotConserved(Exception):
    """Cards were made or lost."""


@dataclass(slots=True)
class Stock:
    """The cards of one table. `None` is a card that nobody has seen.

    Cards of one rank and suit cannot be told apart, so a card is named, not numbered.
    """

    decks: int
    cards: int
    source: int  # cards left in the shoe or device, unseen
    layout: list[Card | None]
    rack: list[Card | None]
    aside: list[Card | None]
    out: dict[Card, int]  # copies known to be out of the source
    source_name: str

    @classmethod
    def loaded(cls, decks: int, source_name: str = "shoe") -> "Stock":
        """All cards in the source; `source_name` is what sentences call it."""
        cards = decks * len(DECK)
        return cls(decks, cards, cards, [], [], [], {}, source_name)

    def why_not(self, card: Card | None) -> str | None:
        """Why this card (`None`: face down) cannot be drawn now; None when it can."""
        if self.source == 0:
            return f"the {self.source_name} is empty"
        if card is None or (card in _DECK and self.out.get(card, 0) < self.decks):
            return None
        return self.why_not_known(card)

    def why_not_known(self, card: Card) -> str | None:
        """Why an unseen card cannot turn out to be this one; None when it can."""
        if card not in _DECK:
            return f"{card!r} is not a card"
        if self.out.get(card, 0) < self.decks:
            return None
        if self.decks == 1:
            return f"{card} has already left the {self.source_name}"
        return f"all {self.decks} copies of {card} have left the {self.source_name}"

    def why_not_all(
        self, *, turned: Iterable[Card] = (), drawn: Iterable[Card | None] = ()
    ) -> str | None:
        """Why these cards cannot all be turned up where they lie, or drawn; None if they can."""
        then = self.copy()
        for card in turned:
            impossible = then.why_not_known(card)
            if impossible:
                return impossible
            then.identify(card)
        for each in drawn:
            impossible = then.why_not(each)
            if impossible:
                return impossible
            then.draw(each)
        return None

    def draw(self, card: Card | None, to: Place = "layout") -> None:
        """The next card of the source; `to="rack"` burns it."""
        self.source -= 1
        (self.layout if to == "layout" else self.place(to)).append(card)
        if card is not None:
            out = self.out
            out[card] = out.get(card, 0) + 1

    def place(self, place: Place) -> list[Card | None]:
        """The cards at a place, in the order they came there."""
        if place == "layout":
            return self.layout
        return self.rack if place == "rack" else self.aside

    def identify(self, card: Card) -> None:
        """The first unseen card on the layout is turned up."""
        layout, out = self.layout, self.out
        layout[layout.index(None)] = card
        out[card] = out.get(card, 0) + 1

    def identify_each(self, cards: Iterable[Card]) -> None:
        """The first unseen cards on the layout are turned up, one after the other."""
        layout, out, at = self.layout, self.out, 0
        for card in cards:
            at = layout.index(None, at)
            layout[at] = card
            out[card] = out.get(card, 0) + 1

    def identify_at(self, place: Place, index: int, card: Card) -> None:
        """An unseen card, named by its place, is turned up."""
        self.place(place)[index] = card
        self.out[card] = self.out.get(card, 0) + 1

    def discard(self, card: Card | None) -> None:
        """One card from the layout to the rack."""
        self.layout.remove(card)
        self.rack.append(card)

    def collect(self) -> None:
        """The layout to the rack, in order."""
        self.rack += self.layout
        self.layout = []

    def take_back(self, count: int) -> None:
        """The last `count` cards of the rack to the layout, in order, to rebuild a round."""
        kept = len(self.rack) - count
        self.layout += self.rack[kept:]
        del self.rack[kept:]

    def set_aside(self, card: Card | None) -> None:
        """One card from the layout to those set aside."""
        self.layout.remove(card)
        self.aside.append(card)

    def bring_back(self, turned: Card | None = None) -> Card | None:
        """Move the card set aside first to the layout and return it; unseen, it may be turned."""
        card = self.aside.pop(0)
        self.layout.append(card)
        if card is None and turned is not None:
            self.identify(turned)
            return turned
        return card

    def return_rack(self) -> None:
        """The rack to the source; its cards may come again."""
        for card in self.rack:
            if card is not None:
                self.out[card] -= 1
        self.source += len(self.rack)
        self.rack = []

    def reload(self) -> None:
        """Everything back to the source: a new shuffle or a new set of cards."""
        self.source = self.cards
        self.layout, self.rack, self.aside, self.out = [], [], [], {}

    def copy(self) -> "Stock":
        """An independent stock in the same state."""
        return Stock(
            self.decks,
            self.cards,
            self.source,
            self.layout.copy(),
            self.rack.copy(),
            self.aside.copy(),
            self.out.copy(),
            self.source_name,
        )

    def check(self) -> None:
        """Raise unless every card is somewhere and no card is out more often than it exists."""
        places = (self.source, len(self.layout), len(self.rack), len(self.aside))
        if sum(places) != self.cards or self.source < 0:
            counted = "source {}, layout {}, rack {}, aside {}".format(*places)
            raise CardsNotConserved(f"{counted} should make {self.cards} cards")
        for card, copies in self.out.items():
            if not 0 <= copies <= self.decks:
                raise CardsNotConserved(f"{copies} copies of {card} are out of {self.decks}")
