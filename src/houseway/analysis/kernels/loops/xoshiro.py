"""Chance inside the kernels: xoshiro256++ in local variables, and draws without bias.

Several small draws are taken from one number. The places of a mixed number system are drawn
together as one number below the product of their bounds, by Lemire's multiplication; its digits
then are the draws. What little of the range is left over is drawn again, so that all are as likely.
A draw is right as long as its bounds multiply to less than two to the power of BITS.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis.kernels.cards import Word, Words
from houseway.analysis.kernels.loops.inlined import inlined

BITS = np.uint64(52)
_TOP = np.uint64(64 - 52)
REST = np.uint64(2**52 - 1)
_RANGE = np.uint64(2**52)
ONE, TWO, THREE, FOUR, FIVE = (np.uint64(n) for n in range(1, 6))
NONE = np.uint64(0)


@inlined
def step(a: Word, b: Word, c: Word, d: Word) -> tuple[Word, Word, Word, Word, Word]:
    """The next number, and the state after it."""
    total = a + d
    number = (total << np.uint64(23) | total >> np.uint64(41)) + a
    kept = b << np.uint64(17)
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= kept
    d = d << np.uint64(45) | d >> np.uint64(19)
    return number, a, b, c, d


@njit(cache=True, nogil=True)
def leftover(product: Word) -> Word:
    """Numbers of the range that no whole share is made of; below it a draw is made again."""
    return _RANGE % product


@njit(cache=True, nogil=True)
def numbers(state: Words, many: int) -> Words:
    """The first numbers from a state, for anyone who wants to compare them."""
    a, b, c, d = state
    found = np.empty(many, np.uint64)
    for place in range(many):
        found[place], a, b, c, d = step(a, b, c, d)
    return found


@inlined
def four_below(
    n: Word, a: Word, b: Word, c: Word, d: Word
) -> tuple[Word, Word, Word, Word, Word, Word, Word, Word]:
    """Draws below n, n - 1, n - 2 and n - 3, and the state after them."""
    product = n * (n - ONE) * (n - TWO) * (n - THREE)
    while True:
        number, a, b, c, d = step(a, b, c, d)
        spread = (number >> _TOP) * n
        first = spread >> BITS
        spread = (spread & REST) * (n - ONE)
        second = spread >> BITS
        spread = (spread & REST) * (n - TWO)
        third = spread >> BITS
        spread = (spread & REST) * (n - THREE)
        fourth = spread >> BITS
        rest = spread & REST
        if rest >= product or rest >= leftover(product):
            return first, second, third, fourth, a, b, c, d


@inlined
def five_below(
    n: Word, a: Word, b: Word, c: Word, d: Word
) -> tuple[Word, Word, Word, Word, Word, Word, Word, Word, Word]:
    """Draws below n, n - 1, n - 2, n - 3 and n - 4, and the state after them."""
    product = n * (n - ONE) * (n - TWO) * (n - THREE) * (n - FOUR)
    while True:
        number, a, b, c, d = step(a, b, c, d)
        spread = (number >> _TOP) * n
        first = spread >> BITS
        spread = (spread & REST) * (n - ONE)
        second = spread >> BITS
        spread = (spread & REST) * (n - TWO)
        third = spread >> BITS
        spread = (spread & REST) * (n - THREE)
        fourth = spread >> BITS
        spread = (spread & REST) * (n - FOUR)
        fifth = spread >> BITS
        rest = spread & REST
        if rest >= product or rest >= leftover(product):
            return first, second, third, fourth, fifth, a, b, c, d


@inlined
def eight_below(
    n: Word, a: Word, b: Word, c: Word, d: Word
) -> tuple[Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word]:
    """Draws below n, n - 1 and so on to n - 7, and the state after them; n is small."""
    five, six, seven = np.uint64(5), np.uint64(6), np.uint64(7)
    product = n * (n - ONE) * (n - TWO) * (n - THREE)
    product *= (n - FOUR) * (n - five) * (n - six) * (n - seven)
    while True:
        number, a, b, c, d = step(a, b, c, d)
        spread = (number >> _TOP) * n
        first = spread >> BITS
        spread = (spread & REST) * (n - ONE)
        second = spread >> BITS
        spread = (spread & REST) * (n - TWO)
        third = spread >> BITS
        spread = (spread & REST) * (n - THREE)
        fourth = spread >> BITS
        spread = (spread & REST) * (n - FOUR)
        fifth = spread >> BITS
        spread = (spread & REST) * (n - five)
        sixth = spread >> BITS
        spread = (spread & REST) * (n - six)
        seventh = spread >> BITS
        spread = (spread & REST) * (n - seven)
        rest = spread & REST
        if rest >= product or rest >= leftover(product):
            eighth = spread >> BITS
            return first, second, third, fourth, fifth, sixth, seventh, eighth, a, b, c, d


@inlined
def below(n: Word, a: Word, b: Word, c: Word, d: Word) -> tuple[Word, Word, Word, Word, Word]:
    """One draw below n, and the state after it."""
    while True:
        number, a, b, c, d = step(a, b, c, d)
        spread = (number >> _TOP) * n
        rest = spread & REST
        if rest >= n or rest >= leftover(n):
            return spread >> BITS, a, b, c, d


@inlined
def take(cards: NDArray[np.uint8], place: Word, last: Word) -> np.uint8:
    """The card at a place, changed over with the last one."""
    card: np.uint8 = cards[place]
    cards[place] = cards[last]
    cards[last] = card
    return card


@inlined
def shuffle(
    cards: NDArray[np.uint8], a: Word, b: Word, c: Word, d: Word
) -> tuple[Word, Word, Word, Word]:
    """Put the cards into any order, each as likely; the state after it."""
    left = np.uint64(len(cards))
    while left >= FOUR:
        first, second, third, fourth, a, b, c, d = four_below(left, a, b, c, d)
        last = left - ONE
        cards[first], cards[last] = cards[last], cards[first]
        last = left - TWO
        cards[second], cards[last] = cards[last], cards[second]
        last = left - THREE
        cards[third], cards[last] = cards[last], cards[third]
        left -= FOUR
        cards[fourth], cards[left] = cards[left], cards[fourth]
    while left > ONE:
        first, a, b, c, d = below(left, a, b, c, d)
        left -= ONE
        cards[first], cards[left] = cards[left], cards[first]
    return a, b, c, d
