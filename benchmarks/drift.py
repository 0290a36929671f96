"""Print how often correctly paid tables ever leave the drift bound, and how soon a fault is found.

    python -m benchmarks.drift --tables 20000 --rounds 1000000

Every table plays one wager at one stake, and its drift is checked after every round against the
limit that the page shows. Tables are dealt in one compiled loop from numbered seeds.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.analysis import analyse
from houseway.analysis.drift import ONE_IN_A_THOUSAND, anytime_limit
from houseway.analysis.figures import WagerFigures
from houseway.analysis.kernels.loops.xoshiro import step
from houseway.analysis.rng import state_of

STAKE = 10_00  # cents
GAME = "mini-baccarat"
FOUND_WITHIN = 70_000
_EVERY = 1_000  # limits are exact for so many rounds, then at steps of a thousandth
_PARTS = 2**40  # of a chance: as many bits of a random number decide an outcome


class Evidence(NamedTuple):
    """The round in which each table left its bound; zero where it never did."""

    rounds: int
    left: NDArray[np.int64]

    @property
    def share(self) -> Fraction:
        return Fraction(int(np.count_nonzero(self.left)), len(self.left))

    def within(self, rounds: int) -> Fraction:
        """The share of tables that had left it by this round."""
        early = np.count_nonzero((self.left > 0) & (self.left <= rounds))
        return Fraction(int(early), len(self.left))


def limits(wager: WagerFigures, rounds: int, chance: Fraction) -> NDArray[np.int64]:
    """The limit after each round; between two steps that of the lower one, which is no wider."""
    every = np.zeros(rounds + 1, np.int64)
    spread = wager.spread
    steps = [*_steps(rounds)]
    for at, following in zip(steps, [*steps[1:], rounds + 1], strict=True):
        every[at:following] = anytime_limit(
            spread.variance * at * STAKE**2,
            of_a_unit=spread.variance,
            farthest=spread.farthest,
            stakes=(STAKE, STAKE),
            chance=chance,
        )
    return every


def _steps(rounds: int) -> Iterator[int]:
    at = 1
    while at <= rounds:
        yield at
        at += 1 if at < _EVERY else max(1, at // 1_000)


def run(
    wager: WagerFigures,
    *,
    tables: int,
    rounds: int,
    paid: dict[str, int] | None = None,
    chance: Fraction = ONE_IN_A_THOUSAND,
    seed: int = 1,
    workers: int = 1,
) -> Evidence:
    """Watch so many tables. `paid` names outcomes that are paid another amount of cents."""
    gains = [int(each.pays * STAKE) for each in wager.outcomes]
    for at, each in enumerate(wager.outcomes):
        gains[at] = (paid or {}).get(each.name, gains[at])
    ends = np.cumsum([round(wager.probability(each) * _PARTS) for each in wager.outcomes])
    ends[-1] = _PARTS
    bound = limits(wager, rounds, chance)
    mean = -wager.edge * STAKE

    def one(table: int) -> int:
        state = np.array(state_of(seed, table), np.uint64)
        return int(
            _watch(
                state, rounds, ends.astype(np.uint64), np.array(gains, np.int64), bound, float(mean)
            )
        )

    with ThreadPoolExecutor(workers) as pool:
        left = list(pool.map(one, range(tables)))
    return Evidence(rounds, np.array(left, np.int64))


@njit(cache=True, nogil=True)
def _watch(
    state: NDArray[np.uint64],
    rounds: int,
    ends: NDArray[np.uint64],
    gains: NDArray[np.int64],
    bound: NDArray[np.int64],
    mean: float,
) -> int:
    """The first round after which a table lies outside its bound; zero if there is none."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    gained = 0
    for done in range(1, rounds + 1):
        number, a, b, c, d = step(a, b, c, d)
        drawn = number >> np.uint64(24)
        at = 0
        while drawn >= ends[at]:
            at += 1
        gained += gains[at]
        if abs(gained - mean * done) > bound[done]:
            return done
    return 0


def wager_named(name: str) -> WagerFigures:
    return analyse(GAME).wager(name)


def overpaid(tables: int, rounds: int, **how: Any) -> Evidence:
    """Banker paid even money where the rules take a commission of five per cent."""
    banker = wager_named("banker")
    wrong = {each.name: STAKE for each in banker.outcomes if each.pays > 0}
    return run(banker, tables=tables, rounds=rounds, paid=wrong, **how)


def main() -> None:
    """Print the share of tables that ever alarm, and how soon an overpaid wager is found."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=2_000)
    asked.add_argument("--rounds", type=int, default=100_000)
    asked.add_argument("--workers", type=int, default=1)
    given = asked.parse_args()
    print(f"{given.tables:,} tables of {given.rounds:,} rounds, checked after every round")
    for name in ("banker", "tie"):
        began = perf_counter()
        found = run(wager_named(name), tables=given.tables, rounds=given.rounds,
                    workers=given.workers)  # fmt: skip
        print(
            f"{name}, paid right: {np.count_nonzero(found.left)} tables ever alarm"
            f" ({float(found.share):.4%}, stated at most {float(ONE_IN_A_THOUSAND):.1%});"
            f" {perf_counter() - began:.0f} s",
            flush=True,
        )
    found = overpaid(1_000, 2 * FOUND_WITHIN, workers=given.workers, seed=2)
    print(
        f"banker at even money: {float(found.within(FOUND_WITHIN)):.1%} found within"
        f" {FOUND_WITHIN:,} coups; median {int(np.median(found.left[found.left > 0])):,}"
    )


if __name__ == "__main__":
    main()
