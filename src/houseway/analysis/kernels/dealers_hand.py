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

from houseway.analysis.compiled import run

WORD = 2**64
BLOCK = 256  # shoes weighed together: what belongs to them stays in the fastest memory
FEW = 64  # roundings besides one for each leaf: products, the cards that come after, the last sums

Array = NDArray[Any]
Doubles = NDArray[np.float64]


class Numbers(NamedTuple):
    """Whole numbers, each as its residue and as a double."""

    residues: NDArray[np.uint64]
    doubles: NDArray[np.float64]

    def limbs(self) -> NDArray[np.uint32]:
        """The numbers of a table, none below zero, its columns one after the other: a row each."""
        highs = np.rint((self.doubles - self.residues.astype(np.float64)) / WORD)
        pairs = np.stack((self.residues.T, highs.T.astype(np.uint64)), axis=-1)
        return pairs.reshape(-1, 2).view(np.uint32)


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
    width = int(rows.max()) + 1
    if width ** rows.shape[1] >= WORD:
        raise ValueError(f"{rows.shape[1]} numbers below {width} do not fit into one word")
    keys = rows.astype(np.uint64) @ np.array([width**at for at in range(rows.shape[1])], np.uint64)
    _, first, places = np.unique(keys, return_index=True, return_inverse=True)
    return rows[first], places.reshape(-1)


def weigh(left: Array, leaves: Sequence[Leaf], sums: int, drawn: int) -> Numbers:
    """For every row of `left`, the cards of each kind there are: the ordered ways to draw `drawn`
    cards that begin with a leaf, in any of its orders, added up by `into`.

    The leaves are sorted, so that neighbours share the products of their first kinds.
    """
    rows, kinds = left.shape
    padded = np.zeros((-(-rows // BLOCK) * BLOCK, kinds), np.int64)
    padded[:rows] = left
    cards = np.array([leaf.cards for leaf in leaves], np.int64)
    shapes = (
        (kinds, int(cards.max()) + 1, BLOCK),
        (kinds + 1, BLOCK),
        (sums * (drawn + 1), BLOCK),
        (drawn + 1, BLOCK),
    )
    found = Numbers(np.empty((sums, len(padded)), np.uint64), np.empty((sums, len(padded))))
    run(
        "dealers_hand", *found, padded, cards, _alike(cards),
        *(np.array([leaf[at] for leaf in leaves], np.int64) for at in (1, 2)),
        cards.sum(axis=1), drawn, np.empty(kinds + 1, np.int64),
        *(tuple(np.empty(shape, sort) for shape in shapes) for sort in (np.uint64, np.float64)),
    )  # fmt: skip
    return Numbers(found.residues[:, :rows], found.doubles[:, :rows])


def _alike(cards: Array) -> Array:
    """For each leaf, how many kinds from the first on it has as often as the one before."""
    differ = cards[1:] != cards[:-1]
    return np.concatenate(([0], differ.argmax(axis=1)))
