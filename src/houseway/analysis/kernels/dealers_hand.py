"""The dealer's hands weighed for many shoes, exactly, each with the chance that its cards are gone.

A weight is a sum over the dealer's hands of products, one factor for each kind of card: the ordered
ways to draw so many of it. Summing over one kind after the other, the tens first, leaves ever fewer
sums, and shoes that have lost the same high cards share them. A sum is held twice: modulo 2**64,
and as a double. The residue is not off at all; the double is off by less than 2**62 as long as the
number stays below what `largest` says; so that together they give the number.
"""

from __future__ import annotations

from math import perm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.compiled import run
from houseway.analysis.kernels.blackjack_hands import LIMB, Limbs, distinct, limbs_of
from houseway.analysis.kernels.cards import Long

WORD = 2**64
LANES = 4  # results are counted together, as many as a register of the processor has room for
FEW = 64  # roundings besides one for each sum: products, the cards that come after
WEIGHT = 4  # limbs of a weight at most

Array = NDArray[Any]
Doubles = NDArray[np.float64]
Places = NDArray[np.uint32]


class Steps(NamedTuple):
    """Sums over one kind of card after the other, the last kind first.

    The sums before a step stand from `first` of the step on: each has `number` cards of the kind,
    and `goes` to one after it. Before the last step a sum is by result and by one of the pairs of
    `last_number` and `last_size`: cards of the first kind, and of the whole hand. `most` is the
    number of cards of each kind that a hand has at most.
    """

    first: Long
    number: Places
    goes: Places
    last_number: Places
    last_size: Places
    most: Long


class Lines(NamedTuple):
    """The cards that are gone: a line each, by kind; `same` is how many kinds from the last on a
    line has as often as the one before."""

    cards: Long
    same: Long


class Denominator(NamedTuple):
    """Every weight is over the ordered ways to draw `wanted` of `cards`, `drawn` for the dealer."""

    cards: int
    wanted: int
    drawn: int


def steps_of(cards: Array, into: Array, results: int) -> tuple[Steps, Array]:
    """How hands of the dealer are summed up, and where each stands before the first step."""
    kinds, sizes = cards.shape[1], cards.sum(axis=1)
    digit = int(cards.max()) + 1
    last = distinct(cards[:, 0] * (int(sizes.max()) + 1) + sizes)
    dense = into * len(last.first) + last.places
    many = results * len(last.first)
    keys = (cards[:, 1:] @ (digit ** np.arange(kinds - 1))) * many + dense
    keys, _, begins = distinct(keys)
    number, goes = [], []
    for kind in range(kinds - 1, 0, -1):
        worth = digit ** (kind - 1) * many
        number.append(keys // worth)
        if kind > 1:
            keys, _, to = distinct(keys % worth)
        else:
            to = keys % worth
        goes.append(to)
    ends = np.cumsum([0, *(len(each) for each in number)])
    nothing = [np.zeros(0, np.int64)]
    steps = Steps(
        first=np.concatenate((ends, [ends[-1] + many])),
        number=np.concatenate(number + nothing).astype(np.uint32),
        goes=np.concatenate(goes + nothing).astype(np.uint32),
        last_number=cards[last.first, 0].astype(np.uint32),
        last_size=sizes[last.first].astype(np.uint32),
        most=cards.max(axis=0),
    )
    return steps, begins if kinds > 1 else dense


def largest(steps: Steps) -> int:
    """What a weight may reach: each rounding is off by 2**-53 at most."""
    sums = len(steps.last_number) + int((steps.most + 1).sum())
    return int(2 ** (62 + 53) // (sums + FEW))


def lines_of(cards: Array) -> Lines:
    """Lines that differ, sorted by the last kind first."""
    differ = (cards[1:] != cards[:-1])[:, ::-1]
    return Lines(cards, np.concatenate(([0], differ.argmax(axis=1))))


def weigh(
    left: tuple[int, ...],
    lines: Lines,
    hands: tuple[Array, Array, Array],
    steps: tuple[Steps, Array],
    results: int,
    out_of: Denominator,
    limbs: int,
) -> Limbs:
    """By line, limb and result: the ordered ways for the cards of a line to come out of those that
    are `left`, then the dealer's hand, then whatever else is wanted."""
    plan, begins = steps
    kinds, gone = len(left), int(lines.cards.sum(axis=1).max())
    lanes = -(-results // LANES) * LANES
    width = max(int(np.diff(plan.first).max()), int(begins.max()) + 1)
    words, floats = np.zeros((kinds, width), np.uint64), np.zeros((kinds, width))
    words[0, begins] = hands[1]
    floats[0, begins] = hands[1]
    after = [[_ways_after(out_of, lost, size) for size in range(out_of.drawn + 1)]
             for lost in range(gone + 1)]  # fmt: skip
    beyond = [_ways_beyond(out_of, lost) for lost in range(gone + 1)]
    found = np.zeros((len(lines.cards), limbs, lanes), np.uint32)
    weight_limbs = -(-after[0][0].bit_length() // LIMB)
    room = max(int(plan.most.max()) + 1, len(plan.last_number))
    run(
        "dealers_hand", found, lines, np.array(left, np.int64), plan,
        np.bincount(hands[2], minlength=lanes), weight_limbs,
        (words, np.array([[each % WORD for each in row] for row in after], np.uint64),
         np.empty((2, room), np.uint64)),
        (floats, np.array(after, np.float64), np.empty((2, room))),
        limbs_of(beyond, limbs).astype(np.uint64),
        np.array([-(-each.bit_length() // LIMB) for each in beyond]),
        (np.empty((kinds + 2, limbs), np.uint64), np.empty(kinds + 1, np.int64)),
        (np.empty((WEIGHT, lanes), np.uint64), np.empty((limbs + WEIGHT + 1, lanes), np.uint64)),
    )  # fmt: skip
    return found


def _ways_after(out_of: Denominator, lost: int, size: int) -> int:
    """Ordered ways for the rest of the dealer's cards, after so many lost and so many drawn."""
    return _falling(out_of.cards - lost - size, out_of.drawn - size)


def _ways_beyond(out_of: Denominator, lost: int) -> int:
    used = lost + out_of.drawn
    return _falling(out_of.cards - used, out_of.wanted - used)


def _falling(cards: int, drawn: int) -> int:
    """Ordered ways to draw so many of the cards; zero where there are too few."""
    return perm(cards, drawn) if cards >= 0 and drawn >= 0 else 0
