"""Tournament Canberra Poker: one box against the dealer, a whole deck for every round (5.1, 6.2).

Every way to play is told from the same rounds: what a round comes to with a bet, and which ways bet
in it, make its case. What five cards are worth is looked up by the ranks of two, two and one.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.bet_or_fold import PLAYS
from houseway.analysis.compiled import run
from houseway.analysis.composition import full
from houseway.analysis.exact.tournament_canberra_poker import (
    BEST_PLAY,
    Data,
    Sums,
    best_bets,
    gains_of,
    of_counts,
)
from houseway.analysis.figures import EXACTLY, WagerFigures
from houseway.analysis.five_cards import Deals, count, values_of
from houseway.analysis.kernels.cards import Bytes, Long, Shorts, Words
from houseway.equipment.cards import DECK, RANKS, SUITS
from houseway.games.tournament_canberra_poker.rules import CARDS_IN_HAND, Hand

WAYS = (BEST_PLAY, *(play.name for play in PLAYS))
BETS = 1 << len(WAYS)  # sets of ways that bet
NOT_PLAYING, HIGHER, EQUAL, LOWER = range(4)
RESULTS = 4
SUITS_DECIDE = 1 << 7  # whether the best play bets hangs on suits
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


def tables(data: Data) -> Tables:
    deals = count(full(data.rules.decks), data.order, data.rules.dealer_needs)
    best = best_bets(deals, gains_of(data, EXACTLY))
    bets = _bets(deals, best)
    kinds = _kinds(data)
    return Tables(
        *lookups(deals.classes),
        first=np.array([kinds.index(hand.kind) * RESULTS * BETS for hand in deals.classes], "u2"),
        playing=np.array([*map(data.rules.qualifies, deals.classes)], np.uint8),
        bets=bets,
        starts=np.searchsorted(deals.counted.values, np.arange(len(deals.classes) + 1)),
        keys=_keys(deals.counted.hands),
        best=best,
    )


def _kinds(data: Data) -> list[str]:
    """The kinds of hand from the lowest."""
    return sorted(data.order, key=data.order.__getitem__)


def lookups(classes: tuple[Hand, ...]) -> tuple[Bytes, Shorts, Shorts, Shorts]:
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
    found[:, : len(RANKS)] |= (sometimes & ever).astype(np.uint8) * np.uint8(SUITS_DECIDE)
    return found.reshape(-1)


def _keys(hands: Bytes) -> Words:
    """Each hand as a number: the ranks of its suits, the suits after each other."""
    cards = hands.astype(np.uint64)
    bits = np.uint64(1) << (cards >> np.uint64(2)) + (cards & np.uint64(3)) * np.uint64(len(RANKS))
    keys: Words = bits.sum(axis=1)
    return keys


def figures(data: Data, counts: Long) -> tuple[WagerFigures, ...]:
    """The ante by every way to play, by what the exact analysis makes of counted deals."""
    by_case = counts.reshape(len(data.order), RESULTS, BETS)
    ways = np.arange(BETS)
    return tuple(
        of_counts(data, way, _sums(data, by_case, ways >> bit & 1 == 1), EXACTLY)
        for bit, way in enumerate(WAYS)
    )


def _sums(data: Data, by_case: Long, bets: NDArray[np.bool_]) -> Sums:
    bet = by_case[:, :, bets].sum(axis=2)
    of_result = bet.sum(axis=0).tolist()
    return Sums(
        won=dict(zip(_kinds(data), bet[:, HIGHER].tolist(), strict=True)),
        not_playing=of_result[NOT_PLAYING],
        equal=of_result[EQUAL],
        lost=of_result[LOWER],
        folded=int(by_case.sum()) - sum(of_result),
    )


def deal(state: Words, rounds: int, *tables: Any) -> Long:
    """So many rounds by case, each from the whole deck; the tables are those of `Tables`."""
    counts, hands = np.zeros(CASES, np.int64), np.zeros(2 * CARDS_IN_HAND, np.uint8)
    deck = np.arange(len(DECK), dtype=np.uint8)
    run("tournament_canberra_poker", counts, deck, hands, state, rounds, *tables)
    return counts
