"""What a program and its tables agree on before the first round, and gains in whole cents."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from houseway.analysis.kernels.cards import Long
from houseway.equipment.chips import STANDARD_CHIPS, dollar_text

BETTING = 0  # the first byte of a row: wagers are open; otherwise a choice is asked for
DEAL = 0  # the action that closes them
PILE = 8  # where the cards of a table begin in its row


class StakeArea(NamedTuple):
    """A place for wagers, and the most cents that may win or lose there."""

    wager: str
    maximum: int


class Terms(NamedTuple):
    """The stake of one wager in cents, the areas that a program may use, and the shoe.

    `behind`: cards behind the cutting card; 0 for as many as usual. With `log` a table puts down
    what it drew, with `given` it takes its cards from there, both for a test.
    """

    unit_cents: int
    areas: tuple[StakeArea, ...] = ()
    behind: int = 0
    log: bool = False
    given: bool = False


def in_cents(gains: Iterable[Fraction], unit_cents: int) -> Long:
    """Gains of a unit in cents; each must be payable in chips, so that it grows with the stake."""
    found = []
    for gain in gains:
        cents = gain * unit_cents
        if cents.denominator != 1 or not STANDARD_CHIPS.payable(abs(int(cents))):
            told = f"{gain} of {dollar_text(unit_cents)}"
            raise ValueError(f"{told} is won or lost: it must be in whole chips and cents")
        found.append(int(cents))
    return np.array(found, np.int64)
