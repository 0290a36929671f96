"""Learn blackjack from play alone, then ask how far from the best play the result is, exactly.

`python examples/learner.py [ROUNDS]`: policy iteration over compiled tables. Once in a round an
action is tried at random, and what the round then comes to counts for it. Needs `houseway[rl]`;
60 million rounds take less than a minute of one core.
"""

import sys

import gymnasium
import numpy as np

from houseway.environments import value_of

NAME, TABLES, SWEEPS = "houseway/Blackjack-v0", 16_384, 6
DEAL, STAND, HIT, DECLINE = 0, 1, 2, 5


def learn(rounds: int, seed: int = 1) -> dict[tuple[int, ...], int]:
    env = gymnasium.make_vec(NAME, num_envs=TABLES, shuffle="automated")
    chance, shape, actions = np.random.default_rng(seed), env.single_observation_space.nvec, 8
    asked, points, *_ = grid = np.indices(shape).reshape(len(shape), -1)
    best = np.select([asked == 0, asked == 1, points < 12], [DEAL, DECLINE, HIT], STAND)
    facts, info = env.reset(seed=seed)
    for sweep in range(1, SWEEPS + 1):  # the last one has half of all rounds
        gained, tried = np.zeros((2, best.size * actions))
        trial, done = np.full(TABLES, -1), 0
        while done < rounds / 2 ** (SWEEPS + 1 - sweep):
            cell = np.ravel_multi_index(facts.T.astype(np.int64), shape)
            action, free = best[cell], (facts[:, 0] > 0) & (trial < 0)
            new = np.flatnonzero(free & (chance.random(TABLES) < 0.5))
            action[new] = (chance.random((len(new), actions)) * info["action_mask"][new]).argmax(1)
            trial[new] = cell[new] * actions + action[new]
            facts, reward, over, _, info = env.step(action)
            ended = np.flatnonzero(over & (trial >= 0))
            gained += np.bincount(trial[ended], reward[ended], gained.size)
            tried += np.bincount(trial[ended], minlength=tried.size)
            trial[over], done = -1, done + over.sum()
        mean = np.where(tried, gained / np.maximum(tried, 1), -np.inf).reshape(-1, actions)
        best = np.where(np.isfinite(mean).any(1), mean.argmax(1), best)
    return dict(zip(map(tuple, grid.T.tolist()), best.tolist(), strict=True))


if __name__ == "__main__":
    value = value_of(learn(int(sys.argv[1]) if len(sys.argv) > 1 else 60_000_000), NAME)
    print(f"a round of the learned play gains {float(value):.6%} of a unit, exactly {value}")
