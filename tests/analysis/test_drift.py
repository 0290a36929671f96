"""Money settled at a table against what the rules lead one to expect."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from houseway.analysis import analyse
from houseway.analysis.drift import Settled, bernstein_limit, drift
from houseway.games.mini_baccarat.rules import Options

MINI = analyse("mini-baccarat")
ROULETTE = analyse("tournament-roulette")


def test_expectation_and_variance_are_those_of_the_stakes() -> None:
    """Tournament American Roulette 6.1(l): $5 and $20 on red, won and lost.

    Red loses 1/37 of a stake; the variance of one unit is 1 - 1/37^2.
    """
    lines = [Settled(1, "red", 5_00, 5_00), Settled(2, "red", 20_00, -20_00)]
    (found,) = drift(ROULETTE, lines)
    assert (found.rounds, found.staked, found.gained) == (2, 25_00, -15_00)
    assert found.expected == Fraction(-25_00, 37)
    assert found.variance == (1 - Fraction(1, 37**2)) * (5_00**2 + 20_00**2)
    assert found.away == -15_00 + Fraction(25_00, 37)
    assert found.within


def test_stakes_of_one_round_are_one_stake() -> None:
    """Mini Baccarat 8.4: Ana and Ben on Banker in one coup win or lose together."""
    together = [Settled(1, "banker", 10_00, 9_50), Settled(1, "banker", 30_00, 28_50)]
    (found,) = drift(MINI, together)
    assert (found.rounds, found.staked) == (1, 40_00)
    assert found.variance == MINI.wager("banker").variance * 40_00**2


def test_the_limit_is_where_the_bound_meets_the_chance() -> None:
    """2 exp(-t^2 / (2V + 2Mt/3)) is at most the chance at the limit, and above it a cent before."""
    variance, farthest, chance = Fraction(10_000_000), Fraction(800), Fraction(1, 1000)
    limit = bernstein_limit(variance, farthest, chance)

    def bound(t: int) -> float:
        return 2 * math.exp(-t * t / (2 * float(variance) + 2 * float(farthest) * t / 3))

    assert bound(limit) <= 0.001 < bound(limit - 1)


def test_a_banker_paid_without_commission_is_found() -> None:
    """Mini Baccarat 8.8(b): even money on Banker for twenty thousand coups is outside the limit,
    nineteen to twenty is inside."""
    weights = {each.name: each.weight for each in MINI.wager("banker").outcomes}
    names, shares = list(weights), list(weights.values())
    drawn = random.Random(7).choices(names, shares, k=20_000)
    right = {"banker": 9_50, "banker on 6": 9_50, "tie": 0, "player": -10_00}
    wrong = {**right, "banker": 10_00, "banker on 6": 10_00}
    for paid, within in ((right, True), (wrong, False)):
        lines = [Settled(at, "banker", 10_00, paid[name]) for at, name in enumerate(drawn)]
        (found,) = drift(MINI, lines, Fraction(1, 10))
        assert found.within == within, found


def test_a_rare_prize_that_falls_once_is_no_alarm() -> None:
    """Mini Baccarat 10.6(c): the only pairs wager of an evening wins 25 to 1."""
    found = analyse("mini-baccarat", options=Options(pairs="perfect"))
    (line,) = drift(found, [Settled(1, "player pair", 5_00, 125_00)])
    assert line.within
    assert line.deviations() == "6.43"  # 25.0795 units away; sd 3.8988


def test_what_cannot_be_compared_is_said() -> None:
    with pytest.raises(LookupError, match="initial is none of the wagers"):
        drift(analyse("casino-war"), [Settled(1, "initial", 10_00, 10_00)])
    with pytest.raises(ValueError, match="nothing was at risk"):
        drift(MINI, [Settled(1, "banker", 0, 0)])
    with pytest.raises(ValueError, match="chance of 2"):
        drift(MINI, [], Fraction(2))
