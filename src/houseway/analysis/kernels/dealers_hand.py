"""The dealer's hands weighed for many shoes at once, exactly, in two machine words.

Every weight is a sum of products of small whole numbers. It is kept twice: modulo 2**64, and as a
double. The residue is not off at all; the double is off by less than 2**62 as long as the number
stays below what `largest` says; so that together they give the number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

WORD = 2**64
FEW = 64  # roundings besides one for each leaf: products, the cards that come after, the last sums

Array = NDArray[Any]


class Numbers(NamedTuple):
    """Whole numbers, each as its residue and as a double; below zero residues wrap around."""

    residues: NDArray[np.uint64]
    doubles: NDArray[np.float64]

    def exact(self) -> list[int]:
        highs = np.rint((self.doubles - self.residues.astype(np.float64)) / WORD)
        pairs = zip(highs.astype(np.int64).tolist(), self.residues.tolist(), strict=True)
        return [(high << 64) + residue for high, residue in pairs]

    def of(self, line: int, places: Array) -> Numbers:
        """The numbers at some places of one line of a table of them."""
        return Numbers(self.residues[line, places], self.doubles[line, places])

    def netted(self, places: Array, times: Array) -> Numbers:
        """At some places of a table, the lines times whole numbers, added up."""
        residues = self.residues[:, places] * times.astype(np.uint64)
        doubles = self.doubles[:, places] * times
        return Numbers(residues.sum(axis=0), doubles.sum(axis=0))


class Leaf(NamedTuple):
    """Cards of each kind, the orders in which they come, and which sum they belong to."""

    cards: tuple[int, ...]
    orders: int
    into: int


def largest(leaves: Sequence[Leaf]) -> int:
    """What the sum of all weights may reach: each rounding is off by 2**-53 at most."""
    groups = Counter((leaf.into, sum(leaf.cards)) for leaf in leaves)
    return int(2 ** (62 + 53) // (max(groups.values()) + FEW))


def distinct(rows: Array) -> tuple[Array, Array]:
    """The rows that differ, and for each row given its place among them."""
    found, places = np.unique(rows, axis=0, return_inverse=True)
    return found, places.reshape(-1)


def weigh(left: Array, leaves: Sequence[Leaf], sums: int, drawn: int) -> Numbers:
    """For every row of `left`, the cards of each kind there are: the ordered ways to draw `drawn`
    cards that begin with a leaf, in any of its orders, added up by `into`.

    The leaves are sorted, so that neighbours share the products of their first kinds.
    """
    found = [_weigh(left, leaves, sums, drawn, sort) for sort in (np.uint64, np.float64)]
    return Numbers(*found)


def _weigh(left: Array, leaves: Sequence[Leaf], sums: int, drawn: int, sort: Any) -> Array:
    ways, after = _ways(left, leaves, sort), _after(left.sum(axis=1), drawn, sort)
    added: dict[tuple[int, int], Array] = {}
    shared: list[Array] = []
    before: tuple[int, ...] = ()
    for leaf in leaves:
        alike = _alike(before, leaf.cards)
        del shared[alike:]
        for kind in range(alike, len(leaf.cards)):
            shared.append(_times(shared, ways[kind], leaf.cards[kind]))
        before = leaf.cards
        place = (leaf.into, sum(leaf.cards))
        if place not in added:
            added[place] = np.zeros(len(left), sort)
        added[place] += shared[-1] * sort(leaf.orders)
    totals = np.zeros((sums, len(left)), sort)
    for (into, cards), of_them in added.items():
        totals[into] += of_them * after[cards]
    return totals


def _alike(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How many kinds from the first on are there in equal numbers."""
    for at, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return at
    return len(one)


def _times(shared: list[Array], ways: list[Array], cards: int) -> Array:
    if not shared:
        return ways[cards]
    return shared[-1] * ways[cards] if cards else shared[-1]


def _ways(left: Array, leaves: Sequence[Leaf], sort: Any) -> list[list[Array]]:
    """By kind and number of cards: the ordered ways to draw them, in every row."""
    found = []
    for kind in range(left.shape[1]):
        ways = [np.ones(len(left), sort)]
        for cards in range(max(leaf.cards[kind] for leaf in leaves)):
            ways.append(ways[-1] * np.maximum(left[:, kind] - cards, 0).astype(sort))
        found.append(ways)
    return found


def _after(cards: Array, drawn: int, sort: Any) -> list[Array]:
    """By cards drawn already: the ordered ways to draw the rest."""
    found = [np.ones(len(cards), sort)]
    for already in range(drawn - 1, -1, -1):
        found.insert(0, found[0] * np.maximum(cards - already, 0).astype(sort))
    return found
