"""Five cards against five cards with one of them face up, counted over every deal.

A card is a number from 0 to 51, four times its rank plus its suit; a hand is five of them, rising.
A set of cards has the place C(first, 1) + C(second, 2) + ..., so that sets of one size fill an
array without a gap.

Hands are put down from the lowest value to the highest. After each value the arrays say how many of
the hands so far contain any given set of one to five cards, and that is enough: the hands with the
card that lies open and with none of the patron's are those with it, less those with it and one of
the patron's cards, plus those with it and two, and so on.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

CARDS, RANKS, HAND = 52, 13, 5
KEYS = RANKS**HAND

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int32]
Long = NDArray[np.int64]


class Counted(NamedTuple):
    """One row for each hand of the patron that is not another with its suits renamed.

    `below`, `equal` and `plays` have a column for each card that the dealer may show: of the
    dealer's hands that play, how many are lower than the patron's, how many are equal, and how many
    there are at all.
    """

    hands: Bytes
    values: Numbers
    weights: Long
    below: Numbers
    equal: Numbers
    plays: Numbers


def _places() -> Long:
    """C(card, size), from which the places of sets are added up."""
    table = np.zeros((CARDS, HAND + 1), np.int64)
    table[:, 0] = 1
    for card in range(1, CARDS):
        table[card, 1:] = table[card - 1, 1:] + table[card - 1, :-1]
    return table


PLACES = _places()


def count(cards: Bytes, alike: Bytes, worth: Numbers, playing: NDArray[np.bool_]) -> Counted:
    """Every patron's hand of these cards against every dealer's.

    `alike` gives suits that hold the same ranks the same number. `worth` has the value of a hand by
    [of one suit, key of its ranks]; `playing` says which values a dealer plays with.
    """
    hands, values = _hands(cards, worth)
    order = np.argsort(values, kind="stable")
    hands, values = hands[order], values[order]
    weights = _orbits(hands, alike)
    starts = np.searchsorted(values, np.arange(len(playing) + 1)).astype(np.int64)
    held = np.zeros(CARDS, np.bool_)
    held[cards] = True
    kept = weights > 0
    below, equal, plays = _sweep(hands, weights, starts, playing, held, PLACES)
    return Counted(hands[kept], values[kept], weights[kept], below, equal, plays)


def key_of(ranks: tuple[int, ...]) -> int:
    """The key of five rising ranks in `worth`."""
    key = 0
    for rank in ranks:
        key = key * RANKS + rank
    return key


@njit(cache=True)
def _hands(cards: Bytes, worth: Numbers) -> tuple[Bytes, Numbers]:
    many = len(cards)
    total = many * (many - 1) * (many - 2) * (many - 3) * (many - 4) // 120
    hands = np.empty((total, 5), np.uint8)
    values = np.empty(total, np.int32)
    at = 0
    for a in range(many):
        for b in range(a + 1, many):
            for c in range(b + 1, many):
                for d in range(c + 1, many):
                    for e in range(d + 1, many):
                        hands[at, 0], hands[at, 1], hands[at, 2] = cards[a], cards[b], cards[c]
                        hands[at, 3], hands[at, 4] = cards[d], cards[e]
                        key, suit, one_suit = 0, cards[a] & 3, 1
                        for place in range(5):
                            card = hands[at, place]
                            key = key * 13 + (card >> 2)
                            if card & 3 != suit:
                                one_suit = 0
                        values[at] = worth[one_suit, key]
                        at += 1
    return hands, values


@njit(cache=True)
def _orbits(hands: Bytes, alike: Bytes) -> Long:
    """How many hands each stands for: one of those that differ by renamed suits, the others none.

    It is the one whose suits hold ever less, read as numbers, among suits that are alike.
    """
    weights = np.zeros(len(hands), np.int64)
    held = np.zeros(4, np.int64)
    for at in range(len(hands)):
        held[:] = 0
        for place in range(5):
            held[hands[at, place] & 3] |= 1 << (hands[at, place] >> 2)
        ways, same, stands = 1, 1, True
        for suit in range(4):
            met, equal = 1, 1
            for before in range(suit):
                if alike[before] == alike[suit]:
                    met += 1
                    if held[before] < held[suit]:
                        stands = False
                    if held[before] == held[suit]:
                        equal += 1
            ways *= met
            same *= equal
        if stands:
            weights[at] = ways // same
    return weights


@njit(cache=True)
def _sweep(
    hands: Bytes,
    weights: Long,
    starts: Long,
    playing: NDArray[np.bool_],
    held: NDArray[np.bool_],
    places: Long,
) -> tuple[Numbers, Numbers, Numbers]:
    rows = np.count_nonzero(weights)
    below = np.zeros((rows, 52), np.int32)
    equal = np.zeros((rows, 52), np.int32)
    plays = np.zeros((rows, 52), np.int32)
    ones, twos = np.zeros(52, np.int32), np.zeros(1326, np.int32)
    threes, fours = np.zeros(22100, np.int16), np.zeros(270725, np.uint8)
    fives = np.zeros(2598960, np.uint8)
    row, any_down = 0, False
    for value in range(len(starts) - 1):
        first, last = starts[value], starts[value + 1]
        up_to = row
        for at in range(first, last):
            if weights[at] and any_down:
                _apart(hands[at], ones, twos, threes, fours, fives, held, places, below[up_to])
            if weights[at]:
                up_to += 1
        if not playing[value]:
            row = up_to
            continue
        any_down = any_down or first < last
        for at in range(first, last):
            _put_down(hands[at], ones, twos, threes, fours, fives, places)
        for at in range(first, last):
            if weights[at]:
                _apart(hands[at], ones, twos, threes, fours, fives, held, places, equal[row])
                row += 1
    row = 0
    for at in range(len(hands)):
        if weights[at]:
            _apart(hands[at], ones, twos, threes, fours, fives, held, places, plays[row])
            row += 1
    for at in range(rows):
        for card in range(52):
            if equal[at, card]:
                equal[at, card] -= below[at, card]
    return below, equal, plays


@njit(cache=True)
def _put_down(
    hand: Bytes,
    ones: Numbers,
    twos: Numbers,
    threes: NDArray[np.int16],
    fours: Bytes,
    fives: Bytes,
    places: Long,
) -> None:
    """One more dealer's hand: every set of cards in it is contained once more."""
    for mask in range(1, 32):
        at, size = 0, 0
        for place in range(5):
            if mask >> place & 1:
                size += 1
                at += places[hand[place], size]
        if size == 1:
            ones[at] += 1
        elif size == 2:
            twos[at] += 1
        elif size == 3:
            threes[at] += 1
        elif size == 4:
            fours[at] += 1
        else:
            fives[at] += 1


@njit(cache=True)
def _apart(
    hand: Bytes,
    ones: Numbers,
    twos: Numbers,
    threes: NDArray[np.int16],
    fours: Bytes,
    fives: Bytes,
    held: NDArray[np.bool_],
    places: Long,
    found: Numbers,
) -> None:
    """For each card outside the hand: how many hands put down have it and none of this hand.

    Cards between the same two of the hand come in at the same place of a set, so that the rest of
    the set's place is worked out once for all of them.
    """
    for gap in range(6):
        start = 0 if gap == 0 else hand[gap - 1] + 1
        stop = 52 if gap == 5 else hand[gap]
        if start == stop:
            continue
        for mask in range(31):
            at, size = 0, 0
            lower = 0
            for place in range(5):
                if mask >> place & 1:
                    size += 1
                    if place < gap:
                        lower += 1
                        at += places[hand[place], size]
                    else:
                        at += places[hand[place], size + 1]
            if size == 0:
                for card in range(start, stop):
                    found[card] = ones[card]
            elif size == 1:
                for card in range(start, stop):
                    found[card] -= twos[at + places[card, lower + 1]]
            elif size == 2:
                for card in range(start, stop):
                    found[card] += threes[at + places[card, lower + 1]]
            elif size == 3:
                for card in range(start, stop):
                    found[card] -= fours[at + places[card, lower + 1]]
            else:
                for card in range(start, stop):
                    found[card] += fives[at + places[card, lower + 1]]
        for card in range(start, stop):
            if not held[card]:
                found[card] = 0


@njit(cache=True)
def better_to_bet(
    counted: Counted,
    dealt: NDArray[np.bool_],
    dealers: int,
    win: Long,
    not_playing: int,
    lose: int,
    fold: int,
) -> NDArray[np.bool_]:
    """Where a bet gains more than a fold over all the dealer's hands; `win` is by value."""
    bets = np.zeros(dealt.shape, np.bool_)
    for row in range(len(dealt)):
        won = win[counted.values[row]]
        for card in range(52):
            if dealt[row, card]:
                plays, below = np.int64(counted.plays[row, card]), counted.below[row, card]
                beaten = plays - below - counted.equal[row, card]
                gained = (dealers - plays) * not_playing + below * won + beaten * lose
                bets[row, card] = gained > fold * dealers
    return bets


@njit(cache=True)
def sums(counted: Counted, bets: NDArray[np.bool_], values: int) -> tuple[Long, int, int, int]:
    """Over the places that bet: deals won by value, deals equal, deals played, and the places."""
    won = np.zeros(values, np.int64)
    equal, plays, places = 0, 0, 0
    for row in range(len(bets)):
        weight, value = counted.weights[row], counted.values[row]
        for card in range(52):
            if bets[row, card]:
                won[value] += weight * counted.below[row, card]
                equal += weight * counted.equal[row, card]
                plays += weight * counted.plays[row, card]
                places += weight
    return won, equal, plays, places
