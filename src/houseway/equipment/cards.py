"""Playing cards, written as poker hand histories write them: `As`, `Td`, `9h`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NewType

Card = NewType("Card", str)

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: tuple[Card, ...] = tuple(Card(r + s) for s in SUITS for r in RANKS)

# fmt: off
_RANK_NAMES = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}
# fmt: on
_SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_RANK_SPELLINGS = {r: {r, r.lower()} for r in RANKS} | {"T": {"T", "t", "10"}}

_RANK = {card: card[0] for card in DECK}
_SUIT = {card: card[1] for card in DECK}
_RED = {card: card[1] in "dh" for card in DECK}
_NAME = {card: f"{_RANK_NAMES[card[0]]} of {_SUIT_NAMES[card[1]]}" for card in DECK}
_SPELLINGS = {
    rank_text + suit_text: card
    for card in DECK
    for rank_text in _RANK_SPELLINGS[card[0]]
    for suit_text in (card[1], card[1].upper())
}


class BadCard(ValueError):
    """The text is not a card."""


def parse_card(text: str) -> Card:
    """Read one card; capitals do not matter and a ten may be `T` or `10`."""
    card = _SPELLINGS.get(text.strip())
    if card is None:
        raise BadCard(
            f"{text!r} is not a card: expected a rank (2 to 9, T or 10, J, Q, K, A)"
            " and a suit (c, d, h, s), such as 8h"
        )
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards parted by spaces or commas, in order."""
    return tuple(parse_card(word) for word in text.replace(",", " ").split())


def rank(card: Card) -> str:
    """One of `RANKS`."""
    return _RANK[card]


def suit(card: Card) -> str:
    """One of `SUITS`."""
    return _SUIT[card]


def colour(card: Card) -> Literal["red", "black"]:
    """The colour of the card's suit."""
    return "red" if _RED[card] else "black"


def name(card: Card) -> str:
    """The card in words: `eight of hearts`."""
    return _NAME[card]


def decks(count: int) -> tuple[Card, ...]:
    """The cards of `count` decks, deck after deck in printed order."""
    return DECK * count


# Who is offered the cut of the cards.


def cut_offers(seats: Iterable[int], first: int) -> tuple[int, ...]:
    """Who is offered the cut: clockwise from seat `first`, an empty seat passed over.

    Seats are numbered clockwise. Who comes first is each document's own rule (reading 3C-06).
    """
    return tuple(sorted(seats, key=lambda seat: (seat < first, seat)))
