"""Cutting, the cutting card, burning by a shown card, and the shoe of a virtual table.

Orders of cards come from outside, front first. Where a person's choice is judged, the answer is a
sentence that says why not, or None.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from houseway.equipment.cards import RANKS, Card, rank


def cut_offers(seats: Iterable[int], first: int) -> tuple[int, ...]:
    """Who is offered the cut: clockwise from seat `first`, an empty seat passed over.

    Seats are numbered clockwise. Who comes first is each document's own rule (reading 3C-06).
    """
    return tuple(sorted(seats, key=lambda seat: (seat < first, seat)))


def why_not_cut(cards: int, position: int, margin: int) -> str | None:
    """Why the stack cannot be cut with `position` cards in front; None when it can."""
    if margin <= position <= cards - margin:
        return None
    return (
        f"a cut after {position} of {cards} cards is not allowed:"
        f" at least {margin} must lie on each side"
    )


def cut_allowed(cards: int, position: int, margin: int) -> bool:
    """Do at least `margin` cards lie on each side of the cut?"""
    return why_not_cut(cards, position, margin) is None


def cut(order: Sequence[Card], position: int) -> tuple[Card, ...]:
    """The `position` cards in front go to the back; both parts keep their order."""
    return (*order[position:], *order[:position])


class CuttingCard(msgspec.Struct, frozen=True):
    """The card that ends a shoe, placed with so many cards behind it."""

    behind: int

    def why_not(self, least: int, most: int) -> str | None:
        """Why it may not be placed there; None when it may."""
        if least <= self.behind <= most:
            return None
        return f"{self.behind} cards behind the cutting card: {least} to {most} are allowed"


class Dealt(NamedTuple):
    """A card from the shoe, and whether the cutting card came out just before it."""

    card: Card
    after_cutting_card: bool


class Shoe:
    """The shuffled and cut cards of a virtual table, dealt from the front (reading A-33)."""

    __slots__ = ("_at", "_cutting_card_at", "order")

    def __init__(self, order: Sequence[Card], cutting_card: CuttingCard | None = None) -> None:
        self.order = tuple(order)
        self._at = 0
        self._cutting_card_at = len(self.order) - cutting_card.behind if cutting_card else None

    @property
    def left(self) -> int:
        """Cards still in the shoe."""
        return len(self.order) - self._at

    @property
    def cutting_card_is_next(self) -> bool:
        """Does the cutting card show now, before the next card?"""
        return self._at == self._cutting_card_at

    def next(self) -> Dealt | None:
        """The next card; None when the shoe is empty."""
        if self.left == 0:
            return None
        dealt = Dealt(self.order[self._at], self.cutting_card_is_next)
        self._at += 1
        return dealt


def burn_count(card: Card, ten_counts: int = 10) -> int:
    """How many further cards are burned after this one was shown (reading MB5).

    Ten, jack, queen and king count ten and an ace one: Mini Baccarat 5.7,
    Three Card Baccarat 4.12, Tournament Mini-Baccarat 5.5. The shown card is burned as well.
    """
    if rank(card) == "A":
        return 1
    return ten_counts if rank(card) in "TJQK" else RANKS.index(rank(card)) + 2
