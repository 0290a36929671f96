"""Axes: from figures to places on the paper, with ticks at round numbers."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor, log10
from typing import Literal, NamedTuple

_STEPS = (1, 2, 2.5, 5, 10)


class Tick(NamedTuple):
    value: float
    text: str


class Scale(NamedTuple):
    """Figures from `low` to `high`, laid from one place on the paper to another."""

    low: float
    high: float
    begin: float
    end: float
    kind: Literal["linear", "log"] = "linear"

    def __call__(self, value: float) -> float:
        low, high, at = self.low, self.high, value
        if self.kind == "log":
            low, high, at = log10(low), log10(high), log10(value)
        share = (at - low) / (high - low) if high > low else 0.5
        return self.begin + share * (self.end - self.begin)


def step_of(span: float, about: int) -> float:
    """The round step that cuts a span into about so many parts."""
    rough = span / max(about, 1)
    power = 10.0 ** floor(log10(rough))
    return next(each for each in _STEPS if rough <= each * power * 1.0001) * power


def linear_ticks(
    low: float, high: float, step: float, text: Callable[[float, float], str]
) -> tuple[Tick, ...]:
    """Every step from `low` to `high`; `text` is given each with the step between them."""
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return tuple(Tick(n * step, text(n * step, step)) for n in range(first, last + 1))


def apart(low: float, high: float) -> tuple[float, float]:
    """The bounds, or bounds around them where they are one."""
    if high > low:
        return low, high
    room = abs(low) * 0.1 or 1.0
    return low - room, high + room


def widened(low: float, high: float, step: float) -> tuple[float, float]:
    """The bounds pushed out to the next step."""
    return floor(low / step + 1e-9) * step, ceil(high / step - 1e-9) * step


def log_ticks(low: float, high: float) -> tuple[Tick, ...]:
    """Powers of ten; where there are fewer than three of them, also twice and five times these."""
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    whole = [10.0**power for power in powers]
    if sum(low <= each <= high for each in whole) < 3:
        whole = sorted(times * each for each in whole for times in (1, 2, 5))
    return tuple(
        Tick(each, short_count(each)) for each in whole if low * 0.999 <= each <= high * 1.001
    )


def short_count(value: float) -> str:
    """A count as people say it: 200 k, 5 M, 1 G is said as 1,000 M."""
    for size, letter in ((1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:,.6g}{letter}"
    return f"{value:,.6g}"


def percent_tick(value: float, step: float) -> str:
    """A share as a percentage, with the decimals that its neighbours need."""
    return f"{_tidy(value * 100, step * 100)} %"


def dollar_tick(value: float, step: float) -> str:
    """Cents as dollars."""
    sign = "-" if round(value, 6) < 0 else ""
    return f"{sign}${_tidy(abs(value) / 100, step / 100)}"


def plain_tick(value: float, step: float) -> str:
    return _tidy(value, step)


def _tidy(value: float, step: float) -> str:
    """With as many decimals as the step has, and no minus sign before zero."""
    places = next((n for n in range(8) if abs(round(step, n) - step) < step * 1e-6), 8)
    return f"{round(value, places) + 0.0:,.{places}f}"
