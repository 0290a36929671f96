"""One wager at one stake: what a round of it gains, in whole cents."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil, gcd
from typing import Any

from msgspec import Struct

from houseway.analysis import analyse, module_of
from houseway.analysis.figures import WagerFigures
from houseway.analysis.rounding import EXACTLY, InChips, Pay
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet, dollar_text


class CannotPlay(ValueError):
    """These rounds cannot be computed; the message says why."""


class Stakes(Struct, frozen=True):
    """A wager with its first stake in cents.

    `gains` has the weight of each gain of a round. `needed` is the most that a round can put at
    risk, later wagers included.
    """

    game: str
    wager: str
    stake: int
    gains: dict[int, int]
    needed: int

    @property
    def total(self) -> int:
        return sum(self.gains.values())


def stakes(
    slug: str, wager: str, stake: int, *, options: Any = None, chips: ChipSet = STANDARD_CHIPS
) -> Stakes:
    """A wager by its name in the analysis (`banker`; `initial, go to war`), paid in chips.

    Where the document rounds winnings up to what chips can pay, these chips do.
    """
    pays = pay_of(slug, stake, chips)
    figures = analyse(slug, options=options, pay=pays).wager(wager)
    return of_figures(slug, figures, stake)


def pay_of(slug: str, stake: int, chips: ChipSet) -> Pay:
    if stake <= 0:
        raise CannotPlay(f"a stake of {dollar_text(stake)}: expected more than nothing")
    return EXACTLY if module_of(slug).ROUNDS_BY is None else InChips(stake, chips)


def of_figures(slug: str, figures: WagerFigures, stake: int) -> Stakes:
    """A round's gains, from the wager's outcomes."""
    most = max(each.staked for each in figures.outcomes)
    return Stakes(slug, figures.name, stake, gains_of(figures, stake), ceil(most * stake))


def gains_of(figures: WagerFigures, stake: int) -> dict[int, int]:
    """By gain in cents of a round: its weight, made as small as it can be."""
    if not figures.by_round:
        raise CannotPlay(
            f"{figures.name} is counted hand by hand, so that the spread of a round is not known"
        )
    gains: dict[int, int] = {}
    for each in figures.outcomes:
        if each.weight:
            gain = whole_cents(each.pays, stake)
            gains[gain] = gains.get(gain, 0) + each.weight
    return _reduced(gains)


def whole_cents(pays: Fraction, stake: int) -> int:
    gain = pays * stake
    if gain.denominator != 1:
        raise CannotPlay(
            f"{pays} times {dollar_text(stake)} is no whole number of cents: choose another stake"
        )
    return gain.numerator


def _reduced(gains: Mapping[int, int]) -> dict[int, int]:
    common = gcd(*gains.values())
    return {gain: weight // common for gain, weight in gains.items()}
