"""The dealer's hands weighed for many shoes: sums over one kind of card after the other."""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.blackjack_hands import Limbs
from houseway.analysis.kernels.cards import Long, Words
from houseway.analysis.kernels.dealers_hand import Doubles, Lines, Steps
from houseway.analysis.kernels.loops.inlined import inlined

MASK, HALF = np.uint64(2**32 - 1), np.uint64(32)
WORD = 2.0**64


@njit(nogil=True, fastmath={"reassoc", "contract"})
def fill(
    found: Limbs,
    lines: Lines,
    counts: Long,
    steps: Steps,
    hands: Long,
    weight_limbs: int,
    words: tuple[Words, Words, Words],
    floats: tuple[Doubles, Doubles, Doubles],
    beyond: Words,
    beyond_limbs: Long,
    gone: tuple[Words, Long],
    weights: tuple[Words, Words],
) -> None:
    """The weights of `weigh`, which says what is given; both kinds of number take the same steps.

    The first of `words` and `floats` are the sums before each step, the second the ways for the
    rest of the dealer's cards; the third, `gone` and `weights` are room. `hands` has how many of
    the dealer's hands have a result.
    """
    sums, after, ways = words
    f_sums, f_after, f_ways = floats
    products, lengths = gone
    kinds = counts.shape[0]
    for at in range(products.shape[1]):
        products[0, at] = 0
    products[0, 0], lengths[0] = 1, 1
    for line in range(lines.cards.shape[0]):
        lost = 0
        for kind in range(kinds):
            lost += lines.cards[line, kind]
        for step in range(lines.same[line], kinds):
            kind = kinds - 1 - step
            taken = lines.cards[line, kind]
            _times_ways(products, lengths, step, counts[kind], taken)
            ways[0, 0], f_ways[0, 0] = 1, 1.0
            for number in range(1, steps.most[kind] + 1):
                more = max(counts[kind] - taken - number + 1, 0)
                ways[0, number] = ways[0, number - 1] * np.uint64(more)
                f_ways[0, number] = f_ways[0, number - 1] * more
            if step == kinds - 1:
                break
            first, end = steps.first[step], steps.first[step + 1]
            for at in range(steps.first[step + 2] - end):
                sums[step + 1, at], f_sums[step + 1, at] = 0, 0.0
            for at in range(end - first):
                to, number = steps.goes[first + at], steps.number[first + at]
                sums[step + 1, to] += sums[step, at] * ways[0, number]
                f_sums[step + 1, to] += f_sums[step, at] * f_ways[0, number]
        many = steps.last_number.shape[0]
        for at in range(many):
            number, size = steps.last_number[at], steps.last_size[at]
            ways[1, at] = ways[0, number] * after[lost, size]
            f_ways[1, at] = f_ways[0, number] * f_after[lost, size]
        for result in range(weights[0].shape[1]):
            whole, rough = np.uint64(0), 0.0
            if hands[result]:
                for at in range(many):
                    whole += ways[1, at] * sums[kinds - 1, result * many + at]
                for at in range(many):
                    rough += f_ways[1, at] * f_sums[kinds - 1, result * many + at]
            high = np.uint64((rough - np.float64(whole)) / WORD + 0.5)
            weights[0][0, result], weights[0][1, result] = whole & MASK, whole >> HALF
            weights[0][2, result], weights[0][3, result] = high & MASK, high >> HALF
        length, beyond_length = int(lengths[kinds]), int(beyond_limbs[lost])
        _multiply(products, kinds, length, beyond, lost, beyond_length)
        _store(found, line, products, kinds + 1, weights[0], weight_limbs, weights[1])


@inlined
def _times_ways(products: Words, lengths: Long, step: int, cards: int, taken: int) -> None:
    """The next row is this one times the ordered ways to take so many of these cards."""
    limbs, length = products.shape[1], lengths[step]
    for at in range(limbs):
        products[step + 1, at] = products[step, at]
    for each in range(taken):
        times, carry = np.uint64(max(cards - each, 0)), np.uint64(0)
        for at in range(length):
            total = products[step + 1, at] * times + carry
            products[step + 1, at] = total & MASK
            carry = total >> HALF
        if carry and length < limbs:
            products[step + 1, length] = carry
            length += 1
    lengths[step + 1] = length


@inlined
def _multiply(
    products: Words, row: int, length: int, times: Words, place: int, times_length: int
) -> None:
    """Write the product of a row and of a number into the next row."""
    limbs = products.shape[1]
    for at in range(limbs):
        products[row + 1, at] = 0
    for at in range(length):
        carry = np.uint64(0)
        for other in range(min(times_length, limbs - at)):
            total = products[row, at] * times[place, other] + products[row + 1, at + other] + carry
            products[row + 1, at + other] = total & MASK
            carry = total >> HALF
        if at + times_length < limbs:
            products[row + 1, at + times_length] = carry


@inlined
def _store(
    found: Limbs,
    line: int,
    products: Words,
    row: int,
    weights: Words,
    weight_limbs: int,
    totals: Words,
) -> None:
    """The number in a row times each weight."""
    limbs, lanes = found.shape[1], found.shape[2]
    for at in range(totals.shape[0]):
        for lane in range(lanes):
            totals[at, lane] = 0
    for at in range(limbs):
        times = products[row, at]
        if times == 0:
            continue
        for other in range(weight_limbs):
            for lane in range(lanes):
                product = times * weights[other, lane]
                totals[at + other, lane] += product & MASK
                totals[at + other + 1, lane] += product >> HALF
    for at in range(limbs):
        for lane in range(lanes):
            total = totals[at, lane]
            found[line, at, lane] = total & MASK
            totals[at + 1, lane] += total >> HALF
