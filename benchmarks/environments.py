"""Learning environments: steps per CPU-second, beside Gymnasium's own blackjack in the same run.

`python -m benchmarks.environments [--tables 16384] [--seconds 2]`. Every environment plays as the
dealer must, so that none spends its time on choosing. A step is one action: to deal is one, too.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from time import process_time

import gymnasium
import numpy as np

import houseway.environments  # noqa: F401  # registers the environments

GOAL = 5_000_000  # steps of compiled tables per CPU-second
STANDS = 17
DEAL, STAND, HIT, DECLINE = 0, 1, 2, 5


def rate(steps: Callable[[], int], seconds: float) -> float:
    """Steps per CPU-second; what comes before the first steps is not counted."""
    steps()
    begun, done = process_time(), 0
    while process_time() - begun < seconds:
        done += steps()
    return done / (process_time() - begun)


def of_gymnasium() -> Callable[[], int]:
    env = gymnasium.make("Blackjack-v1")
    (points, *_), _ = env.reset(seed=1)
    state = [points]

    def steps() -> int:
        for _ in range(500):
            (state[0], *_), _, over, _, _ = env.step(int(state[0] < STANDS))
            if over:
                (state[0], *_), _ = env.reset()
        return 500

    return steps


def of_one_table() -> Callable[[], int]:
    env = gymnasium.make("houseway/Blackjack-v0")
    observation, _ = env.reset(seed=1)
    facts = [observation["facts"]]

    def steps() -> int:
        for _ in range(100):
            asked, points = facts[0][:2]
            action = (DEAL, DECLINE, STAND if points >= STANDS else HIT)[asked]
            observation, _, over, _, _ = env.step(action)
            if over:
                observation, _ = env.reset()
            facts[0] = observation["facts"]
        return 100

    return steps


def of_many_tables(tables: int) -> Callable[[], int]:
    env = gymnasium.make_vec("houseway/Blackjack-v0", num_envs=tables, shuffle="automated")
    facts = [env.reset(seed=1)[0]]

    def steps() -> int:
        asked, points = facts[0][:, 0], facts[0][:, 1]
        hand = np.where(points >= STANDS, STAND, HIT)
        actions = np.where(asked == 0, DEAL, np.where(asked == 1, DECLINE, hand))
        facts[0], *_ = env.step(actions)
        return tables

    return steps


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=16_384)
    asked.add_argument("--seconds", type=float, default=2.0)
    given = asked.parse_args()
    peer = rate(of_gymnasium(), given.seconds)
    rates = {
        "gymnasium Blackjack-v1": peer,
        "one table, live engine": rate(of_one_table(), given.seconds),
        f"{given.tables:,} tables, compiled": rate(of_many_tables(given.tables), given.seconds),
    }
    print(f"{'steps per CPU-second':32}{'':>14}{'beside the peer':>18}")
    for name, each in rates.items():
        print(f"{name:32}{each:>14,.0f}{each / peer:>17,.2f}x")
    compiled = list(rates.values())[-1]
    print(f"goal {GOAL:,}: {'reached' if compiled >= GOAL else 'missed'}")


if __name__ == "__main__":
    main()
