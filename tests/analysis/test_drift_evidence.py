"""The drift bound watched after every round, at small counts; `benchmarks.drift` has the full ones.

The full run has 20,000 tables of 1,000,000 rounds; its figures are in docs/maths.md.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from benchmarks.drift import STAKE, limits, overpaid, run, wager_named

from houseway.analysis.drift import ONE_IN_A_THOUSAND, Settled, Takings, compared


def test_a_table_that_is_paid_right_stays_within_its_bound() -> None:
    """At most one in a thousand may ever leave it; of these 300 tables none does."""
    assert run(wager_named("banker"), tables=300, rounds=5_000).share == 0


def test_banker_paid_at_even_money_is_found_soon() -> None:
    """Nine of ten tables are found within 70,000 coups."""
    found = overpaid(60, 70_000, seed=3)
    assert found.within(70_000) >= Fraction(9, 10)


def test_the_limits_watched_are_those_of_the_page() -> None:
    """The page works out a limit from what was settled: here 40 rounds of $10 on Banker."""
    banker = wager_named("banker")
    takings = Takings()
    for number in range(1, 41):
        takings.add(Settled(number, "banker", STAKE, 0))
    bound = limits(banker, 40, ONE_IN_A_THOUSAND)
    assert compared(banker, takings).limit == bound[40]
    assert np.all(np.diff(limits(banker, 3_000, ONE_IN_A_THOUSAND)[1:]) >= 0)
