"""What lies in a source of cards: full decks, or whatever is left of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from houseway.equipment.cards import DECK, RANKS, Card, parse_card, parse_cards, rank
from houseway.rulebook.parsing import toml_as

MOST_CARDS = 20_800  # 400 decks: more than any source, and within the lanes of `exact/sums.py`


class BadComposition(ValueError):
    """Not a composition of a source; the message says what is wrong."""


class Composition(Struct, frozen=True):
    """How many cards of each rank are left; `cards` also by suit, where that is known."""

    ranks: Mapping[str, int]
    cards: Mapping[Card, int] | None = None

    @property
    def total(self) -> int:
        return sum(self.ranks.values())

    def needs(self, cards: int) -> None:
        """Raise unless a round of so many cards can always be finished."""
        if self.total < cards:
            short = f"{self.total} cards are left, and a round may take {cards}"
            raise BadComposition(short)

    def by_value(self, value: Mapping[str, int]) -> tuple[int, ...]:
        """How many cards count zero, one, ... nine."""
        counts = [0] * 10
        for name, held in self.ranks.items():
            counts[value[name] % 10] += held
        return tuple(counts)

    def suited(self, why: str) -> Mapping[Card, int]:
        """The counts by card, or a refusal that says what they are wanted for."""
        if self.cards is None:
            raise BadComposition(f"{why} needs the cards by suit, and only ranks were given")
        return self.cards

    def __str__(self) -> str:
        decks, left = divmod(self.total, 52)
        if not left and self == full(decks):
            return f"{decks} deck{'s' if decks != 1 else ''}, freshly shuffled"
        return f"{self.total} cards left"


def full(decks: int) -> Composition:
    return of_cards(dict.fromkeys(DECK, decks))


def of_cards(counts: Mapping[Card, int]) -> Composition:
    held = {card: counts.get(card, 0) for card in DECK}
    return Composition(_ranks((rank(card), held[card]) for card in DECK), held)


def of_ranks(counts: Mapping[str, int]) -> Composition:
    return Composition(_ranks(counts.items()))


def without(composition: Composition, cards: Iterable[Card]) -> Composition:
    """What is left once these cards have been dealt."""
    left = dict(composition.suited("taking single cards out"))
    for card, gone in Counter(cards).items():
        if gone > left[card]:
            raise BadComposition(f"{gone} x {card} cannot have gone: there were {left[card]}")
        left[card] -= gone
    return of_cards(left)


def _ranks(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    counts = dict.fromkeys(RANKS, 0)
    for name, held in pairs:
        if name not in counts:
            raise BadComposition(f"{name!r} is not a rank: expected one of {' '.join(RANKS)}")
        if held < 0:
            raise BadComposition(f"{held} cards of {name}: a count is zero or more")
        counts[name] += held
    if sum(counts.values()) > MOST_CARDS:
        raise BadComposition(f"{sum(counts.values())} cards: at most {MOST_CARDS} are counted")
    return counts


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    decks: int = 0
    removed: str = ""
    ranks: dict[str, int] = {}
    cards: dict[str, int] = {}


def read_composition(text: str) -> Composition:
    """A composition written as TOML, in one of three ways.

    `decks = 8` with `removed = "As Kd 7h"`; or `[ranks]` with `A = 30`; or `[cards]` with `As = 8`.
    Ranks and cards that are not named are not there.
    """
    try:
        given = toml_as(text, _File)
        return _composed(given)
    except BadComposition:
        raise
    except ValueError as wrong:
        raise BadComposition(f"the composition cannot be read: {wrong}") from wrong


def _composed(given: _File) -> Composition:
    ways: dict[str, Any] = {"decks": given.decks, "ranks": given.ranks, "cards": given.cards}
    used = [name for name, value in ways.items() if value]
    if len(used) != 1:
        raise BadComposition("a composition gives one of decks, [ranks] or [cards]")
    if given.decks:
        return without(full(given.decks), parse_cards(given.removed))
    if given.removed:
        raise BadComposition("removed goes with decks: what is left of counted cards is counted")
    if given.ranks:
        return of_ranks(given.ranks)
    return of_cards({parse_card(name): held for name, held in given.cards.items()})
