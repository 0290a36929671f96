"""Rounds of one box as a chain of look-ups: a state and the next card give the next state.

A state is what the cards of a round have come to so far. The first states are the finished rounds,
numbered as their cases; the next card after one of them is the first of another round. A round that
needs more than this, such as a split, comes to `OTHER` with its third card.
"""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from houseway.analysis import CannotAnalyse
from houseway.analysis.kernels.blackjack import (
    BLACKJACK,
    BOTH,
    DOUBLED,
    EARLY,
    EVEN_MONEY,
    HAND,
    KINDS,
    NATURAL,
    OPEN,
    PASSED,
    SPLIT,
    SPLITS,
    WON,
    Play,
)
from houseway.analysis.kernels.cards import Bytes, Shorts

FINISHED = SPLITS  # all cases of a round without a split
OTHER = FINISHED
_MOST = 0xFFFF // KINDS  # states that two bytes tell apart


def chain_of(play: Play, kinds: int) -> Shorts:
    """By state and kind of card the state that follows, each times the places of a kind."""
    return _Chain(play, kinds).table()


class _Chain:
    """States by what they stand for, numbered as they come up."""

    def __init__(self, play: Play, kinds: int) -> None:
        self._play, self._kinds = play, range(kinds)
        self._number: dict[Hashable, int] = {}
        self._rows: dict[int, list[int]] = {}

    def table(self) -> Shorts:
        first = [self._opened((one,)) for one in self._kinds]
        if OTHER + len(self._number) > _MOST:
            raise CannotAnalyse("too many hands to be told apart")
        found = np.zeros((OTHER + 1 + len(self._number), KINDS), np.uint16)
        found[:FINISHED, self._kinds] = first
        for state, row in self._rows.items():
            found[state, self._kinds] = row
        return (found * KINDS).reshape(-1)

    def _state(self, key: Hashable) -> tuple[int, bool]:
        """The number of a state, and whether it has just come up."""
        new = key not in self._number
        return self._number.setdefault(key, OTHER + 1 + len(self._number)), new

    def _opened(self, cards: tuple[int, ...]) -> int:
        """The first card, or the first and the dealer's."""
        state, _ = self._state(("cards", *cards))
        follow = self._opened if len(cards) == 1 else self._third
        self._rows[state] = [follow((*cards, kind)) for kind in self._kinds]
        return state

    def _third(self, cards: tuple[int, ...]) -> int:
        one, up, other = cards
        play = self._play
        cell = int(play.firsts[int(play.ways[0]) + (up * KINDS + one) * KINDS + other])
        if (play.insures and up == play.ace) or cell & SPLIT:
            return OTHER
        if cell & NATURAL:
            return self._blackjack(up)
        return self._patron(up, cell & HAND, cell & DOUBLED)

    def _blackjack(self, up: int) -> int:
        """A blackjack is paid early or waits for the dealer's second card."""
        if self._play.early[up]:
            return EARLY
        if self._play.even_money and up == self._play.ace:
            return EVEN_MONEY
        beside = [BOTH if hand == BLACKJACK else WON for hand in range(OPEN)]
        state, _ = self._state(("blackjack", up))
        row = self._play.nexts[int(self._play.dealers[up]) * KINDS :]
        self._rows[state] = [beside[min(int(row[kind]), OPEN - 1)] for kind in self._kinds]
        return state

    def _patron(self, up: int, hand: int, doubled: int) -> int:
        """A hand that is drawn to; when it is finished, the dealer's turn comes."""
        if hand < OPEN:
            code = [2 * int(each) + bool(doubled) for each in self._met(hand)]
            return (
                code[0]
                if hand == PASSED
                else self._dealer(tuple(code), int(self._play.dealers[up]))
            )
        state, new = self._state(("patron", up, hand, doubled))
        if new:
            row = self._play.nexts[hand * KINDS :]
            self._rows[state] = [self._patron(up, int(row[kind]), doubled) for kind in self._kinds]
        return state

    def _met(self, hand: int) -> Bytes:
        return self._play.met[hand * OPEN : (hand + 1) * OPEN]

    def _dealer(self, code: tuple[int, ...], hand: int) -> int:
        """The dealer's hand; `code` is what the patron's comes to beside each that is finished."""
        if hand < OPEN:
            return code[hand]
        state, new = self._state(("dealer", code, hand))
        if new:
            row = self._play.nexts[hand * KINDS :]
            self._rows[state] = [self._dealer(code, int(row[kind])) for kind in self._kinds]
        return state
