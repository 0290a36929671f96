"""Learning environments: steps per CPU-second, beside those of others in the same run.

`python -m benchmarks.environments [--tables 16384] [--seconds 2]`. Every blackjack plays as the
dealer must, so that none spends its time on choosing. A step is one action: to deal is one, too.
The other games are played at random among four lists of actions that were drawn before. What the
rules refuse, such as to choose before a deal, is a step as well.

Gymnasium is always measured. OpenSpiel's blackjack and two card games of Pgx are measured where
they are installed (`open_spiel`, `pgx`): they are large, and nothing else needs them. A step of
OpenSpiel is a choice or a card. Pgx plays many tables at once, at random among what is legal.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from importlib.util import find_spec
from time import process_time
from typing import Any

import gymnasium
import numpy as np

from houseway.environments import environment_ids

BLACKJACK = "houseway/Blackjack-v0"
ROULETTE = "houseway/Roulette-v0"  # it has the most areas to copy
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


def of_open_spiel() -> Callable[[], int]:
    import pyspiel

    game, chance = pyspiel.load_game("blackjack"), random.Random(1)
    state = [game.new_initial_state()]

    def steps() -> int:
        for _ in range(500):
            if state[0].is_terminal():
                state[0] = game.new_initial_state()
            state[0].apply_action(_chosen(state[0], chance))
        return 500

    return steps


def _chosen(state: Any, chance: random.Random) -> int:
    if state.is_chance_node():
        return int(chance.choice(state.legal_actions()))
    return int(state.get_best_player_total(0) >= STANDS)  # 0: hit, 1: stand


def of_pgx(name: str, tables: int) -> Callable[[], int]:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env, at_once = pgx.make(name), 16
    step, begin = auto_reset(env.step, env.init), jax.vmap(env.init)

    def one(state: Any, key: Any) -> tuple[Any, None]:
        chosen, shuffled = jax.random.split(key)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(chosen, logits, axis=1)
        return jax.vmap(step)(state, actions, jax.random.split(shuffled, tables)), None

    many = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, at_once))[0])
    keys = [jax.random.PRNGKey(1)]
    state = [begin(jax.random.split(keys[0], tables))]

    def steps() -> int:
        keys[0], used = jax.random.split(keys[0])
        state[0] = many(state[0], used)
        jax.block_until_ready(state[0].rewards)
        return tables * at_once

    return steps


def of_one_table() -> Callable[[], int]:
    env = gymnasium.make(BLACKJACK)
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
    env = gymnasium.make_vec(BLACKJACK, num_envs=tables, shuffle="automated")
    facts = [env.reset(seed=1)[0]]

    def steps() -> int:
        asked, points = facts[0][:, 0], facts[0][:, 1]
        hand = np.where(points >= STANDS, STAND, HIT)
        actions = np.where(asked == 0, DEAL, np.where(asked == 1, DECLINE, hand))
        facts[0], *_ = env.step(actions)
        return tables

    return steps


def of_game(name: str, tables: int, *, copy: bool = True) -> Callable[[], int]:
    """Many tables of a game: every other action deals, the others are any."""
    env = gymnasium.make_vec(name, num_envs=tables, copy=copy)
    env.reset(seed=1)
    chance, many = np.random.default_rng(1), int(env.single_action_space.n)  # type: ignore[attr-defined]
    deals = np.zeros(tables, np.int64)
    any_of = [chance.integers(1, many, tables) for _ in range(4)]
    rounds = [(each, deals) for each in any_of]

    def steps() -> int:
        for chosen, dealt in rounds:
            env.step(chosen)
            env.step(dealt)
        return tables * 2 * len(rounds)

    return steps


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--tables", type=int, default=16_384)
    asked.add_argument("--seconds", type=float, default=2.0)
    given = asked.parse_args()
    peer = rate(of_gymnasium(), given.seconds)
    rates = {"gymnasium Blackjack-v1": peer}
    if find_spec("pyspiel"):
        rates["OpenSpiel blackjack"] = rate(of_open_spiel(), given.seconds)
    if find_spec("pgx"):
        for name in ("kuhn_poker", "leduc_holdem"):
            rates[f"Pgx {name}"] = rate(of_pgx(name, given.tables), given.seconds)
    rates["one table, live engine"] = rate(of_one_table(), given.seconds)
    rates[f"{BLACKJACK}, compiled"] = rate(of_many_tables(given.tables), given.seconds)
    for name in sorted(set(environment_ids()) - {BLACKJACK}):
        rates[f"{name}, compiled"] = rate(of_game(name, given.tables), given.seconds)
    without = of_game(ROULETTE, given.tables, copy=False)
    rates[f"{ROULETTE}, compiled, copy=False"] = rate(without, given.seconds)
    print(f"{given.tables:,} tables at once where they are compiled")
    print(f"{'steps per CPU-second':46}{'':>14}{'beside the peer':>18}")
    for name, each in rates.items():
        print(f"{name:46}{each:>14,.0f}{each / peer:>17,.2f}x")
    slower = [name for name, each in rates.items() if "compiled" in name and each < GOAL]
    print(f"goal {GOAL:,} of every game: {'missed: ' + ', '.join(slower) if slower else 'reached'}")


if __name__ == "__main__":
    main()
