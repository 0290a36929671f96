"""The sum of many rounds that tell nothing of each other.

Gains lie on a grid: whole steps above the least of them. The weights of a sum are then the
coefficients of a power of a polynomial, and no sum of fewer rounds needs to be worked out first.
"""

from __future__ import annotations

import decimal
from math import gcd

from msgspec import Struct

from houseway.analysis.sessions import rounds as bounds
from houseway.analysis.sessions.rounds import Gains, Weights, check_rounds, too_many_amounts

MOST_DIGITS = 100_000_000  # of all weights of a sum together: some seconds, some hundred megabytes
_EXACTLY = decimal.Context(
    prec=decimal.MAX_PREC, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN, traps=[decimal.Inexact]
)


class _Sum(Struct, frozen=True):
    """Weights of `least`, `least + step` and so on, and the total that they are parts of."""

    least: int
    weights: list[int]
    total: int


def sum_of(gains: Gains, rounds: int) -> tuple[Weights, int]:
    """The weights of what so many rounds gain together, and what they weigh in all.

    Exact as long as the total has at most `EXACT_BITS`. Beyond that weights are rounded down and
    totals up, so that a chance can only become too low.
    """
    check_rounds(rounds)
    step = gcd(*(gain - min(gains) for gain in gains)) or 1
    one = _on_grid(gains, step)
    halvings = 0
    while rounds >> halvings > 1 and _bits(one, rounds >> halvings) > bounds.EXACT_BITS:
        halvings += 1
    found = _power(one, rounds >> halvings)
    for place in range(halvings - 1, -1, -1):
        found = _square(_cut(found, step))
        if rounds >> place & 1:
            found = _with_one_more(found, one)
    if halvings:
        found = _cut(found, step)
    amounts = range(found.least, found.least + step * len(found.weights), step)
    return {a: ways for a, ways in zip(amounts, found.weights, strict=True) if ways}, found.total


def _on_grid(gains: Gains, step: int) -> _Sum:
    least = min(gains)
    weights = [gains.get(each, 0) for each in range(least, max(gains) + 1, step)]
    return _Sum(least, weights, sum(weights))


def _bits(one: _Sum, rounds: int) -> int:
    return (one.total.bit_length()) * rounds


def _power(one: _Sum, rounds: int) -> _Sum:
    """Every coefficient from those before it, exactly.

    Of q = p^n the derivative gives p q' = n p' q, and its coefficients the recurrence below.
    """
    span = (len(one.weights) - 1) * rounds
    _check(span + 1, _bits(one, rounds))
    first = one.weights[0]
    terms = [(i, weight) for i, weight in enumerate(one.weights) if i and weight]
    ways = [first**rounds]
    for place in range(1, span + 1):
        before = sum(
            (i * (rounds + 1) - place) * weight * ways[place - i]
            for i, weight in terms
            if i <= place
        )
        ways.append(before // (place * first))
    return _Sum(one.least * rounds, ways, one.total**rounds)


def _square(half: _Sum) -> _Sum:
    """All products of weights in one multiplication: each weight is a row of digits of one number.

    `decimal` multiplies long numbers in almost linear time, and its context forbids rounding.
    """
    total = half.total**2
    _check(2 * len(half.weights), total.bit_length())
    digits = len(str(total))
    row = "".join(f"{weight:0{digits}d}" for weight in half.weights)
    long = _EXACTLY.create_decimal(row)
    places = 2 * len(half.weights) - 1
    product = f"{_EXACTLY.multiply(long, long):f}".rjust(places * digits, "0")
    weights = [int(product[at : at + digits]) for at in range(0, len(product), digits)]
    return _Sum(2 * half.least, weights, total)


def _with_one_more(found: _Sum, one: _Sum) -> _Sum:
    weights = [0] * (len(found.weights) + len(one.weights) - 1)
    for shift, times in enumerate(one.weights):
        if times:
            for place, ways in enumerate(found.weights, start=shift):
                weights[place] += ways * times
    return _Sum(found.least + one.least, weights, found.total * one.total)


def _cut(found: _Sum, step: int) -> _Sum:
    """Weights of `KEPT_BITS` at most, without the ends that weigh nothing any more."""
    by = max(0, found.total.bit_length() - bounds.KEPT_BITS)
    weights = [ways >> by for ways in found.weights]
    first = next(place for place, ways in enumerate(weights) if ways)
    last = next(place for place in range(len(weights) - 1, -1, -1) if weights[place])
    return _Sum(found.least + step * first, weights[first : last + 1], -(-found.total >> by))


def _check(amounts: int, bits: int) -> None:
    if amounts * bits * 3 > MOST_DIGITS * 10:
        raise too_many_amounts(f"{amounts:,} amounts are too many")
