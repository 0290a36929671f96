"""Money settled at a table against what the rules lead one to expect."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction

import pytest

from houseway.analysis import analyse
from houseway.analysis.drift import (
    Settled,
    Takings,
    anytime_limit,
    bernstein_limit,
    compared,
    drift,
    share_of_chance,
)
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


def _float_limit(rounds: int, variance: float, farthest: float, chance: float) -> float:
    """The stitched bound for equal stakes of 1,024 cents, in cents, written out in floats."""
    first = variance * 128 * 1024**2
    spread = max(variance * rounds * 1024**2, first)
    log = math.log(2 * 1.645 * 3.1056 / chance) + 1.4 * math.log(math.log2(spread / first) + 1)
    leap = (1 + 2**0.5) / 2 * farthest * 2048 / 3 * log
    return leap + math.sqrt(leap**2 + (2**0.5 + 2**-0.5 + 2) / 2 * spread * log)


@pytest.mark.parametrize("rounds", [1, 128, 129, 70_000])
def test_the_limit_is_the_stitched_bound_at_all_times(rounds: int) -> None:
    """Howard, Ramdas, McAuliffe and Sekhon (2021), theorem 1, with epochs that double."""
    variance, farthest, chance = Fraction(86, 100), Fraction(101, 100), Fraction(1, 1000)
    limit = anytime_limit(
        variance * rounds * 1024**2,
        of_a_unit=variance,
        farthest=farthest,
        stakes=(1024, 1024),
        chance=chance,
    )
    assert limit == math.ceil(_float_limit(rounds, 0.86, 1.01, 0.001))


def test_stakes_of_several_sizes_widen_the_limit() -> None:
    """The range of stakes is not known in advance, so the chance is shared among ranges."""
    limits = [
        anytime_limit(
            Fraction(10**9),
            of_a_unit=Fraction(1),
            farthest=Fraction(1),
            stakes=stakes,
            chance=Fraction(1, 1000),
        )
        for stakes in ((1000, 1000), (500, 2000))
    ]
    alike, mixed = limits
    assert mixed > alike


def test_the_shares_of_all_wagers_of_a_floor_add_up_to_its_chance() -> None:
    """1/2 for the first, 1/12 each for the next two, 1/48 each for the next four, and so on."""
    chance = Fraction(1, 1000)
    shares = [share_of_chance(chance, place) for place in range(1, 1024)]
    assert shares[:4] == [chance / 2, chance / 12, chance / 12, chance / 48]
    assert sum(shares) == chance * Fraction(10, 11)  # all but 1 / 11 for those still to come


def test_a_table_that_pays_right_hardly_ever_leaves_the_limit() -> None:
    """Looked at after every round, a tenth of the tables may leave a limit of one in ten."""
    edge = float(MINI.wager("banker").edge)
    variance = float(MINI.wager("banker").variance)
    weights = {each.name: each.weight for each in MINI.wager("banker").outcomes}
    gain = {"banker": 0.95, "banker on 6": 0.95, "tie": 0.0, "player": -1.0}
    limits = [_float_limit(n, variance, 1 + abs(edge), 0.1) / 1024 for n in range(1, 2_001)]
    chance, alarms = random.Random(3), 0
    for _ in range(200):
        drawn = chance.choices(list(weights), list(weights.values()), k=len(limits))
        away = 0.0
        for name, limit in zip(drawn, limits, strict=True):
            away += gain[name] + edge
            if abs(away) > limit:
                alarms += 1
                break
    assert alarms <= 20


def test_a_banker_paid_without_commission_is_found() -> None:
    """Mini Baccarat 8.8(b): even money on Banker is outside the limit within 70,000 coups in nine
    of ten runs, nineteen to twenty is inside."""
    weights = {each.name: each.weight for each in MINI.wager("banker").outcomes}
    names, shares = list(weights), list(weights.values())
    right = {"banker": 9_50, "banker on 6": 9_50, "tie": 0, "player": -10_00}
    wrong = {**right, "banker": 10_00, "banker on 6": 10_00}
    found = 0
    for seed in range(10):
        drawn = random.Random(seed).choices(names, shares, k=70_000)
        for paid in (right, wrong):
            takings = Takings(dict.fromkeys(range(len(drawn)), 1000), Counter({10_00: len(drawn)}))
            takings.squares = len(drawn) * 10_00**2
            takings.gained = sum(paid[name] for name in drawn)
            within = compared(MINI.wager("banker"), takings).within
            assert within or paid is wrong
            found += not within
    assert found >= 9


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
