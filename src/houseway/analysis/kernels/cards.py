"""Cards as bytes: a card is its place in the deck. The arrays that kernels are made of."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from houseway.analysis import CannotAnalyse
from houseway.equipment.cards import DECK, rank

Bytes = NDArray[np.uint8]
Shorts = NDArray[np.uint16]
Long = NDArray[np.int64]
Words = NDArray[np.uint64]
Word = np.uint64

MOST_CARDS = 1_300  # five draws among more would not fit into one random number


def of_decks(decks: int) -> Bytes:
    """All cards of so many decks, in the order of a new deck."""
    cards = decks * len(DECK)
    if cards > MOST_CARDS:
        raise CannotAnalyse(f"{decks} decks: {MOST_CARDS // len(DECK)} can be simulated at most")
    return np.tile(np.arange(len(DECK), dtype=np.uint8), decks)


def by_rank(numbers: Mapping[str, int]) -> Bytes:
    """For every card of the deck what its rank stands for."""
    return np.array([numbers[rank(card)] for card in DECK], np.uint8)
