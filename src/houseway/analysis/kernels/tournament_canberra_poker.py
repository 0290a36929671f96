"""Tournament Canberra Poker: one box against the dealer, a whole deck for every round (5.1, 6.2).

Every way to play is told from the same rounds: what a round comes to with a bet, and which ways bet
in it, make its case. What five cards are worth is looked up by the ranks of two, two and one.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis.bet_or_fold import PLAYS
from houseway.analysis.composition import full
from houseway.analysis.exact.tournament_canberra_poker import (
    BEST_PLAY,
    RuleData,
    Sums,
    best_bets,
    gains_of,
    of_counts,
)
from houseway.analysis.figures import WagerFigures
from houseway.analysis.five_cards import Deals, count, values_of
from houseway.analysis.kernels.cards import Bytes
from houseway.analysis.kernels.xoshiro import Word, Words, five_below, take
from houseway.analysis.rounding import EXACTLY
from houseway.equipment.cards import RANKS, SUITS
from houseway.games.tournament_canberra_poker.rules import (
    CARDS_IN_HAND,
    Hand,
    Options,
    qualifies,
)

Shorts = NDArray[np.uint16]
Long = NDArray[np.int64]

WAYS = (BEST_PLAY, *(play.name for play in PLAYS))
BETS = 1 << len(WAYS)  # sets of ways that bet
NOT_PLAYING, HIGHER, EQUAL, LOWER = range(4)
RESULTS = 4
_SUITS_DECIDE = 1 << 7  # whether the best play bets hangs on suits
_WIDTH = 16  # places for a rank
_FOURS = 128  # places for two cards beside two others
CASES = 10 * RESULTS * BETS  # kinds of hand, results, ways that bet


class Tables(NamedTuple):
    """The rules and the best play as arrays.

    A card is four times its rank plus its suit. `two` has the place of two ranks, `four` that of
    two and two, `five` and `suited` the value of a hand by its four and its last rank, of several
    suits or of one. By value: `first` the first case of its kind of hand, `playing` whether a
    dealer plays with it, and `bets` which ways bet, for each rank shown. Where the suits decide for
    the best play, `best` has it by the row of a hand and the card shown; `starts` are the rows of
    each value and `keys` the hands of the rows.
    """

    two: Bytes
    four: Shorts
    five: Shorts
    suited: Shorts
    first: Shorts
    playing: Bytes
    bets: Bytes
    starts: Long
    keys: Words
    best: NDArray[np.bool_]


def tables(data: RuleData, options: Options) -> Tables:
    deals = count(full(data.decks), data.order, data.dealer_needs)
    best = best_bets(deals, gains_of(data, EXACTLY))
    bets = _bets(deals, best)
    kinds = _kinds(data)
    return Tables(
        *_values(deals.classes),
        first=np.array([kinds.index(hand.kind) * RESULTS * BETS for hand in deals.classes], "u2"),
        playing=np.array([qualifies(hand, data.dealer_needs) for hand in deals.classes], np.uint8),
        bets=bets,
        starts=np.searchsorted(deals.counted.values, np.arange(len(deals.classes) + 1)),
        keys=_keys(deals.counted.hands),
        best=best,
    )


def _kinds(data: RuleData) -> list[str]:
    """The kinds of hand from the lowest."""
    return sorted(data.order, key=data.order.__getitem__)


def _values(classes: tuple[Hand, ...]) -> tuple[Bytes, Shorts, Shorts, Shorts]:
    """Ranks are put together two by two: whatever their order, the places are the same."""
    ranks = range(len(RANKS))
    places = [
        {held: at for at, held in enumerate(combinations_with_replacement(ranks, many))}
        for many in range(CARDS_IN_HAND)
    ]
    two = np.zeros(_WIDTH * _WIDTH, np.uint8)
    for one, other in product(ranks, repeat=2):
        two[one * _WIDTH + other] = places[2][min(one, other), max(one, other)]
    four = np.zeros(len(places[2]) * _FOURS, np.uint16)
    for (mine, at), (others, beside) in product(places[2].items(), repeat=2):
        a, b, c, d = sorted((*mine, *others))
        four[at * _FOURS + beside] = places[4][a, b, c, d]
    five, suited = np.zeros((2, len(places[4]) * _WIDTH), np.uint16)
    for (one_suit, hand), value in values_of(classes).items():
        for last in range(CARDS_IN_HAND):
            a, b, c, d = hand[:last] + hand[last + 1 :]
            (suited if one_suit else five)[places[4][a, b, c, d] * _WIDTH + hand[last]] = value
    return two, four, five, suited


def _bets(deals: Deals, best: NDArray[np.bool_]) -> Bytes:
    """By value and rank shown the ways that bet, one bit each; of the best play where it is so for
    all suits."""
    found = np.zeros((len(deals.classes), _WIDTH), np.uint8)
    for bit, play in enumerate(PLAYS, 1):
        for value, row in enumerate(play.by_rank(deals.classes)):
            found[value, : len(RANKS)] |= np.array(row, np.uint8) << bit
    by_rank = (len(deals.counted.values), len(RANKS), len(SUITS))
    sometimes, ever = np.zeros((2, len(deals.classes), len(RANKS)), np.bool_)
    for into, of in ((sometimes, best), (ever, deals.dealt & ~best)):
        np.logical_or.at(into, deals.counted.values, of.reshape(by_rank).any(axis=2))
    found[:, : len(RANKS)] |= sometimes.astype(np.uint8)
    found[:, : len(RANKS)] |= (sometimes & ever).astype(np.uint8) * np.uint8(_SUITS_DECIDE)
    return found.reshape(-1)


def _keys(hands: Bytes) -> Words:
    """Each hand as a number: the ranks of its suits, the suits after each other."""
    cards = hands.astype(np.uint64)
    bits = np.uint64(1) << (cards >> np.uint64(2)) + (cards & np.uint64(3)) * np.uint64(len(RANKS))
    keys: Words = bits.sum(axis=1)
    return keys


def figures(data: RuleData, counts: Long) -> tuple[WagerFigures, ...]:
    """The ante by every way to play, by what the exact analysis makes of counted deals."""
    by_case = counts.reshape(len(data.order), RESULTS, BETS)
    ways = np.arange(BETS)
    return tuple(
        of_counts(data, way, _sums(data, by_case, ways >> bit & 1 == 1), EXACTLY)
        for bit, way in enumerate(WAYS)
    )


def _sums(data: RuleData, by_case: Long, bets: NDArray[np.bool_]) -> Sums:
    bet = by_case[:, :, bets].sum(axis=2)
    of_result = bet.sum(axis=0).tolist()
    return Sums(
        won=dict(zip(_kinds(data), bet[:, HIGHER].tolist(), strict=True)),
        not_playing=of_result[NOT_PLAYING],
        equal=of_result[EQUAL],
        lost=of_result[LOWER],
        folded=int(by_case.sum()) - sum(of_result),
    )


@njit(cache=True, nogil=True)
def deal(
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
) -> Long:
    """So many rounds by case, each from the whole deck."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    deck = np.arange(52).astype(np.uint8)
    hands = np.zeros(10, np.uint8)
    counts = np.zeros(CASES, np.int64)
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
    return counts


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
    mine = _value(hands, np.uint64(0), two, four, five, suited)
    dealers = _value(hands, np.uint64(5), two, four, five, suited)
    result = np.uint64(1) + np.uint64(mine == dealers) + (np.uint64(mine < dealers) << np.uint64(1))
    result *= np.uint64(playing[dealers])
    ways = np.uint64(bets[mine << np.uint64(4) | np.uint64(hands[9]) >> np.uint64(2)])
    if ways & np.uint64(_SUITS_DECIDE):
        ways = ways & np.uint64(BETS - 2) | _by_suits(hands, mine, starts, keys, best)
    return np.uint64(first[mine]) + result * np.uint64(BETS) + ways


@njit(cache=True, nogil=True, inline="always")
def _value(hands: Bytes, at: Word, two: Bytes, four: Shorts, five: Shorts, suited: Shorts) -> Word:
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
    held = np.zeros(4, np.uint64)
    for place in range(5):
        held[hands[place] & 3] |= np.uint64(1) << np.uint64(hands[place] >> 2)
    key, shown = np.uint64(0), 0
    for suit in range(4):
        place = 0
        for other in range(4):
            if held[other] > held[suit] or (held[other] == held[suit] and other < suit):
                place += 1
        key |= held[suit] << np.uint64(13 * place)
        if hands[9] & 3 == suit:
            shown = hands[9] - suit + place
    for row in range(starts[value], starts[value + np.uint64(1)]):
        if keys[row] == key:
            return np.uint64(best[row, shown])
    return np.uint64(0)
