"""The drift bound watched after every round, at small counts; `benchmarks.drift` has the full ones.

The full run has 20,000 tables of 1,000,000 rounds; its figures are in docs/maths.md.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from benchmarks.drift import STAKE, limits, overpaid, run, wager_named

from houseway.analysis.dealing import state_of, xoshiro
from houseway.analysis.drift import ONE_IN_A_THOUSAND, Settled, Takings, compared
from houseway.analysis.figures import WagerFigures


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


@pytest.mark.parametrize("name", ["banker", "tie"])
def test_the_loop_alarms_in_the_round_in_which_the_page_would(name: str) -> None:
    """Four tables, dealt again in plain Python and compared as the page does after every round.

    Winnings are doubled, so that all of them alarm, in rounds of their own.
    """
    wager, chance, rounds, tables = wager_named(name), Fraction(3, 10), 500, 4
    wrong = {each.name: int(2 * STAKE * each.pays) for each in wager.outcomes if each.pays > 0}
    loop = run(wager, tables=tables, rounds=rounds, chance=chance, paid=wrong, seed=5)
    again = [_first_alarm(wager, table, rounds, chance, wrong) for table in range(tables)]
    assert loop.left.tolist() == again
    assert len(set(again)) == tables
    assert all(again)


def _first_alarm(
    wager: WagerFigures, table: int, rounds: int, chance: Fraction, paid: dict[str, int]
) -> int:
    """The round after which the page first shows an alarm; zero if it never does."""
    takings, numbers = Takings(), xoshiro(state_of(5, table))
    for number in range(1, rounds + 1):
        drawn, at = Fraction(next(numbers) >> 24, 2**40), 0
        while drawn >= sum(map(wager.probability, wager.outcomes[: at + 1])):
            at += 1
        outcome = wager.outcomes[at]
        gain = paid.get(outcome.name, int(outcome.pays * STAKE))
        takings.add(Settled(number, wager.name, STAKE, gain))
        if not compared(wager, takings, chance).within:
            return number
    return 0
