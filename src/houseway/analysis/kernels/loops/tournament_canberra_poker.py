"""Canberra Poker, ten cards off a deck for every round, by what they come to and who bets."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis.kernels.cards import Bytes, Long, Shorts, Word, Words
from houseway.analysis.kernels.loops.inlined import inlined
from houseway.analysis.kernels.loops.xoshiro import five_below, take
from houseway.analysis.kernels.tournament_canberra_poker import BETS, SUITS_DECIDE


@njit(nogil=True)
def fill(
    counts: Long,
    deck: Bytes,
    hands: Bytes,
    state: Words,
    rounds: int,
    two: Bytes,
    four: Shorts,
    five: Shorts,
    suited: Shorts,
    first: Shorts,
    playing: Bytes,
    bets: Bytes,
    starts: Long,
    keys: Words,
    best: NDArray[np.bool_],
) -> None:
    """So many rounds by case, each from the whole deck."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    for _ in range(rounds):
        one, two_, three, four_, five_, a, b, c, d = five_below(np.uint64(52), a, b, c, d)
        hands[0] = take(deck, one, np.uint64(51))
        hands[1] = take(deck, two_, np.uint64(50))
        hands[2] = take(deck, three, np.uint64(49))
        hands[3] = take(deck, four_, np.uint64(48))
        hands[4] = take(deck, five_, np.uint64(47))
        one, two_, three, four_, five_, a, b, c, d = five_below(np.uint64(47), a, b, c, d)
        hands[5] = take(deck, one, np.uint64(46))
        hands[6] = take(deck, two_, np.uint64(45))
        hands[7] = take(deck, three, np.uint64(44))
        hands[8] = take(deck, four_, np.uint64(43))
        hands[9] = take(deck, five_, np.uint64(42))
        counts[
            case_of(hands, two, four, five, suited, first, playing, bets, starts, keys, best)
        ] += 1


@njit(cache=True, nogil=True)
def case_of(
    hands: Bytes,
    two: Bytes,
    four: Shorts,
    five: Shorts,
    suited: Shorts,
    first: Shorts,
    playing: Bytes,
    bets: Bytes,
    starts: Long,
    keys: Words,
    best: NDArray[np.bool_],
) -> Word:
    """The case of the patron's five cards and the dealer's, the last of which is shown."""
    mine = value_at(hands, np.uint64(0), two, four, five, suited)
    dealers = value_at(hands, np.uint64(5), two, four, five, suited)
    result = np.uint64(1) + np.uint64(mine == dealers) + (np.uint64(mine < dealers) << np.uint64(1))
    result *= np.uint64(playing[dealers])
    ways = np.uint64(bets[mine << np.uint64(4) | np.uint64(hands[9]) >> np.uint64(2)])
    if ways & np.uint64(SUITS_DECIDE):
        ways = ways & np.uint64(BETS - 2) | _by_suits(hands, mine, starts, keys, best)
    return np.uint64(first[mine]) + result * np.uint64(BETS) + ways


@inlined
def value_at(
    hands: Bytes, at: Word, two: Bytes, four: Shorts, five: Shorts, suited: Shorts
) -> Word:
    v, w = np.uint64(hands[at]), np.uint64(hands[at + np.uint64(1)])
    x, y = np.uint64(hands[at + np.uint64(2)]), np.uint64(hands[at + np.uint64(3)])
    z = np.uint64(hands[at + np.uint64(4)])
    rank, wide = np.uint64(2), np.uint64(4)
    one = np.uint64(two[v >> rank << wide | w >> rank])
    other = np.uint64(two[x >> rank << wide | y >> rank])
    place = np.uint64(four[one << np.uint64(7) | other]) << wide | z >> rank
    if (v ^ w | v ^ x | v ^ y | v ^ z) & np.uint64(3):
        return np.uint64(five[place])
    return np.uint64(suited[place])


@njit(cache=True, nogil=True)
def _by_suits(
    hands: Bytes, value: Word, starts: Long, keys: Words, best: NDArray[np.bool_]
) -> Word:
    """Whether the best play bets: suits are renamed as in the rows, ever less in each of them."""
    held, key, shown = np.uint64(0), np.uint64(0), 0
    for place in range(5):
        held |= np.uint64(1) << np.uint64((hands[place] >> 2) + 13 * (hands[place] & 3))
    for suit in range(4):
        mine, place = held >> np.uint64(13 * suit) & np.uint64(8191), 0
        for other in range(4):
            theirs = held >> np.uint64(13 * other) & np.uint64(8191)
            if theirs > mine or (theirs == mine and other < suit):
                place += 1
        key |= mine << np.uint64(13 * place)
        if hands[9] & 3 == suit:
            shown = hands[9] - suit + place
    for row in range(starts[value], starts[value + np.uint64(1)]):
        if keys[row] == key:
            return np.uint64(best[row, shown])
    return np.uint64(0)
