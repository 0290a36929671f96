"""A pile of cards of one table: the cards that are left first, those that are out behind them.

A card is drawn from any place among those left, which is the same as to deal from an order that
nobody knows. To shuffle all cards together is to count all of them as left.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from houseway.analysis.kernels.cards import Bytes, Word
from houseway.analysis.kernels.loops.inlined import inlined
from houseway.analysis.kernels.loops.xoshiro import below, five_below, take
from houseway.analysis.kernels.steps.terms import PILE

whole: Any = np.int64  # a signed number, for a checker that knows only int


@inlined
def draw(
    pile: Bytes, left: int, out: Bytes, given: bool, a: Word, b: Word, c: Word, d: Word
) -> tuple[int, int, Word, Word, Word, Word]:
    """The next card, and the cards left after it; in a test a card of `out`, in their order."""
    if given:
        out[0] += np.uint8(1)
        return whole(out[out[0]]), left - 1, a, b, c, d
    place, a, b, c, d = below(np.uint64(left), a, b, c, d)
    card = take(pile, place, np.uint64(left - 1))
    return whole(card), left - 1, a, b, c, d


@inlined
def _taken(rows: Bytes, table: int, place: Word, last: int) -> int:
    """The card at a place of a table's pile, changed over with the last one."""
    at, end = whole(place) + PILE, last + PILE
    card: int = whole(rows[table, at])
    rows[table, at] = rows[table, end]
    rows[table, end] = card
    return card


@inlined
def next_card(
    rows: Bytes,
    table: int,
    left: int,
    drawn: Bytes,
    given: bool,
    a: Word,
    b: Word,
    c: Word,
    d: Word,
) -> tuple[int, Word, Word, Word, Word]:
    """The next card of a table; in a test the next that is noted in `drawn`."""
    if given:
        drawn[table, 0] += np.uint8(1)
        return whole(drawn[table, whole(drawn[table, 0])]), a, b, c, d
    place, a, b, c, d = below(np.uint64(left), a, b, c, d)
    return _taken(rows, table, place, left - 1), a, b, c, d


@inlined
def next_five(
    rows: Bytes,
    table: int,
    left: int,
    drawn: Bytes,
    given: bool,
    a: Word,
    b: Word,
    c: Word,
    d: Word,
) -> tuple[int, int, int, int, int, Word, Word, Word, Word]:
    """The next five cards of a table, by one number of chance where it can be."""
    if given:
        one, a, b, c, d = next_card(rows, table, left, drawn, given, a, b, c, d)
        two, a, b, c, d = next_card(rows, table, left, drawn, given, a, b, c, d)
        three, a, b, c, d = next_card(rows, table, left, drawn, given, a, b, c, d)
        four, a, b, c, d = next_card(rows, table, left, drawn, given, a, b, c, d)
        five, a, b, c, d = next_card(rows, table, left, drawn, given, a, b, c, d)
        return one, two, three, four, five, a, b, c, d
    first, second, third, fourth, fifth, a, b, c, d = five_below(np.uint64(left), a, b, c, d)
    one = _taken(rows, table, first, left - 1)
    two = _taken(rows, table, second, left - 2)
    three = _taken(rows, table, third, left - 3)
    four = _taken(rows, table, fourth, left - 4)
    five = _taken(rows, table, fifth, left - 5)
    return one, two, three, four, five, a, b, c, d


@inlined
def burned(
    rows: Bytes, table: int, left: int, burns: Bytes, a: Word, b: Word, c: Word, d: Word
) -> tuple[int, Word, Word, Word, Word]:
    """The cards left of a full shoe: the first card says how many more are burned."""
    first, a, b, c, d = next_card(rows, table, left, rows, False, a, b, c, d)
    left -= 1
    for _ in range(burns[first]):
        _, a, b, c, d = next_card(rows, table, left, rows, False, a, b, c, d)
        left -= 1
    return left, a, b, c, d
