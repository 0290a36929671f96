"""Print how often correctly paid tables ever leave the drift bound, and how soon a fault is found.

    python -m benchmarks.drift --tables 20000 --rounds 1000000

Every table plays one wager at one stake, and its drift is checked after every round against the
limit that the page shows. Tables are dealt in one compiled loop from numbered seeds. The loop stops
where a table may be outside, and the exact limit of the page decides whether it is.
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
from houseway.analysis.dealing import State, state_of
from houseway.analysis.drift import ONE_IN_A_THOUSAND, anytime_limit
from houseway.analysis.figures import WagerFigures
from houseway.analysis.kernels.loops.xoshiro import step

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
    """A limit after each round; between two steps that of the lower one, which is no wider."""
    every = np.zeros(rounds + 1, np.int64)
    steps = [*_steps(rounds)]
    for at, following in zip(steps, [*steps[1:], rounds + 1], strict=True):
        every[at:following] = exact_limit(wager, at, chance)
    return every


def exact_limit(wager: WagerFigures, rounds: int, chance: Fraction) -> int:
    """The limit that the page shows after so many rounds of one stake each."""
    spread = wager.spread
    return anytime_limit(
        spread.variance * rounds * STAKE**2,
        of_a_unit=spread.variance,
        farthest=spread.farthest,
        stakes=(STAKE, STAKE),
        chance=chance,
    )


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
    watched = _Watched(wager, rounds, paid or {}, chance)
    with ThreadPoolExecutor(workers) as pool:
        left = list(pool.map(lambda table: watched.left(state_of(seed, table)), range(tables)))
    return Evidence(rounds, np.array(left, np.int64))


class _Watched:
    """One wager, what its outcomes are paid, and the limit after each round."""

    def __init__(
        self, wager: WagerFigures, rounds: int, paid: dict[str, int], chance: Fraction
    ) -> None:
        self.wager, self.rounds, self.chance = wager, rounds, chance
        gains = [paid.get(each.name, int(each.pays * STAKE)) for each in wager.outcomes]
        ends = np.cumsum([round(wager.probability(each) * _PARTS) for each in wager.outcomes])
        ends[-1] = _PARTS
        self._gains, self._ends = np.array(gains, np.int64), ends.astype(np.uint64)
        self._bound = limits(wager, rounds, chance)

    def left(self, start: State) -> int:
        """The first round after which a table is outside its limit; zero if there is none."""
        state, done, gained = np.array(start, np.uint64), 0, 0
        mean = float(-self.wager.edge * STAKE)
        while done < self.rounds:
            done, gained = _watch(
                state, done, gained, self.rounds, self._ends, self._gains, self._bound, mean
            )
            if self.is_outside(done, gained):
                return done
        return 0

    def is_outside(self, rounds: int, gained: int) -> bool:
        """Whether the page shows an alarm after so many rounds and gains of so many cents."""
        away = gained + self.wager.edge * STAKE * rounds
        return abs(away) > exact_limit(self.wager, rounds, self.chance)


@njit(cache=True, nogil=True)
def _watch(
    state: NDArray[np.uint64],
    done: int,
    gained: int,
    rounds: int,
    ends: NDArray[np.uint64],
    gains: NDArray[np.int64],
    bound: NDArray[np.int64],
    mean: float,
) -> tuple[int, int]:
    """Play on to the first round after which a table may be outside its limit, or to the last.

    A cent is taken off the limit, which is far more than the rounding of a float.
    """
    a, b, c, d = state[0], state[1], state[2], state[3]
    while done < rounds:
        number, a, b, c, d = step(a, b, c, d)
        drawn = number >> np.uint64(24)
        at = 0
        while drawn >= ends[at]:
            at += 1
        gained += gains[at]
        done += 1
        if abs(gained - mean * done) > bound[done] - 1:
            break
    state[0], state[1], state[2], state[3] = a, b, c, d
    return done, gained


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
