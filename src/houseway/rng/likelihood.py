"""How likely a figure is by chance alone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

_SMALL = 1e-300
_STEPS = 10_000
FEWEST = 5  # expected in a cell, for its share of chi-square to be what it should


class Verdict(NamedTuple):
    """What one test says: `p` is the chance of a figure at least this far out."""

    test: str
    p: float
    detail: str


def chi_square(test: str, counts: Sequence[int], expected: Sequence[float]) -> Verdict:
    """Counts against what chance gives; cells that expect fewer than five are put together."""
    seen, wanted = _gathered(counts, expected)
    figure = sum((c - e) ** 2 / e for c, e in zip(seen, wanted, strict=True))
    freedom = len(seen) - 1
    return Verdict(test, tail(figure, freedom), f"chi-square {figure:.1f} on {freedom}")


def _gathered(counts: Sequence[int], expected: Sequence[float]) -> tuple[list[int], list[float]]:
    seen: list[int] = []
    wanted: list[float] = []
    for count, each in sorted(zip(counts, expected, strict=True), key=lambda pair: -pair[1]):
        if wanted and wanted[-1] < FEWEST:
            seen[-1] += count
            wanted[-1] += each
        else:
            seen.append(count)
            wanted.append(each)
    if len(wanted) > 1 and wanted[-1] < FEWEST:
        seen[-2:], wanted[-2:] = [sum(seen[-2:])], [sum(wanted[-2:])]
    if len(seen) < 2:
        raise ValueError("too few outcomes for this test: take more")
    return seen, wanted


def normal(test: str, z: float, detail: str) -> Verdict:
    """A figure that is normal by chance, counted in its standard deviations; both tails."""
    return Verdict(test, math.erfc(abs(z) / math.sqrt(2)), f"{detail}, z {z:+.2f}")


def tail(figure: float, freedom: int) -> float:
    """The chance that a chi-square figure of so many degrees of freedom is at least so large."""
    a, x = freedom / 2, figure / 2
    if x <= 0:
        return 1.0
    log_front = a * math.log(x) - x - math.lgamma(a)
    if x < a + 1:
        return 1.0 - math.exp(log_front) * _series(a, x)
    return math.exp(log_front) * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """The lower incomplete gamma function but for its front, as a sum."""
    term = total = 1 / a
    for step in range(1, _STEPS):
        term *= x / (a + step)
        total += term
        if term < total * 1e-15:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """The upper one, as a continued fraction worked forwards."""
    b = x + 1 - a
    c, d = 1 / _SMALL, 1 / b
    total = d
    for step in range(1, _STEPS):
        numerator = -step * (step - a)
        b += 2
        d = 1 / _held(numerator * d + b)
        c = _held(b + numerator / c)
        total *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return total


def _held(value: float) -> float:
    return value if abs(value) > _SMALL else _SMALL
