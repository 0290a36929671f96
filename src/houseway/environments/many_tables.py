"""Many tables of one game at once, compiled: a Gymnasium vector environment.

The compiled loop reads the same rules as the live engine. A table has one box, and an observation
is its `facts` alone; the actions are those of the environment of one table.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from houseway.analysis import approved
from houseway.analysis.compiled import compiled_module, run
from houseway.environments.seat import DEAL
from houseway.games import find, module_in, name_of
from houseway.games.game import Game
from houseway.games.options import read_setup

Facts = NDArray[np.int8]
Rewards = NDArray[np.float64]
Flags = NDArray[np.bool_]


class ManyTablesEnv(VectorEnv[Facts, NDArray[np.int64], NDArray[Any]]):
    """So many tables, each with a shoe of its own; a round that is over is followed by the next.

    `infos` has `action_mask`, `net_cents` of the rounds that are over, and `refused`: for each
    table the number of the clause by which its action was refused in `clauses`, or 0. A refused
    action changes nothing. `behind`: cards behind the cutting card, 0 for as few as may be.
    With `log`, `drawn` has for each table how many cards the last action brought, and their values.
    """

    def __init__(
        self, game: str, num_envs: int = 1_024, *, unit_cents: int = 0, behind: int = 0,
        log: bool = False, **options: Any,
    ) -> None:  # fmt: skip
        found = find(game)
        setup = read_setup(found, options)
        data, self._kernel = approved(name_of(found), setup.options), _steps(found)
        self._rules = self._kernel.step_rules(data, setup.options, behind, log=log)
        self.unit_cents = unit_cents or found.limits.minimum
        self._cents, part = divmod(self.unit_cents, self._rules.scale)
        if part:
            raise ValueError(f"{self.unit_cents} cents: what is won must be in whole cents")
        self.clauses: tuple[str, ...] = self._kernel.clauses(data)
        self.actions = (DEAL, *(choice.name for choice in found.learning.choices))
        self.num_envs = num_envs
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        sizes = [fact.values for fact in found.learning.facts]
        self.single_observation_space = spaces.MultiDiscrete(sizes, dtype=np.int8)
        self.single_action_space = spaces.Discrete(len(self.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.drawn = np.zeros((num_envs if log else 1, self._kernel.DRAWN), np.uint8)
        self._chance = np.zeros(4, np.uint64)
        self._lay_out()

    def _lay_out(self) -> None:
        """New tables, whose shoes are filled before their first round."""
        self._rows = np.zeros((self.num_envs, self._kernel.ROW), np.uint8)
        self._left = np.zeros(self.num_envs, np.int64)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Facts, dict[str, Any]]:
        """Begin a round at every table; with a seed, at new tables with new cards."""
        if isinstance(seed, list):
            raise ValueError("one seed is for all tables together")
        super().reset(seed=seed)
        if seed is not None or not self._chance.any():
            self._chance = self.np_random.integers(2**64, size=4, dtype=np.uint64)
        self._lay_out()
        facts, _, _, infos = self._run(np.full(self.num_envs, -1, np.int64))
        return facts, infos

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Facts, Rewards, Flags, Flags, dict[str, Any]]:
        facts, gained, over, infos = self._run(np.ascontiguousarray(actions, np.int64))
        if over.any():
            infos |= {"final_obs": facts, "_final_obs": over}
        return facts, gained / self._rules.scale, over, np.zeros(self.num_envs, np.bool_), infos

    def _run(
        self, actions: NDArray[np.int64]
    ) -> tuple[Facts, NDArray[np.int64], Flags, dict[str, Any]]:
        many, of_kernel = self.num_envs, self._kernel
        facts = np.empty((many, of_kernel.FACTS), np.uint8)
        mask = np.empty((many, of_kernel.ACTIONS), np.uint8)
        gained = np.empty(many, np.int64)
        over, refused = np.empty((2, many), np.uint8)
        run(
            of_kernel.LOOP, facts, mask, gained, over, refused, self.drawn, self._rows,
            self._left, self._chance, actions, self._rules,
        )  # fmt: skip
        cents = gained * self._cents
        infos = {"action_mask": mask.view(np.int8), "net_cents": cents, "refused": refused}
        return facts.view(np.int8), gained, over.view(np.bool_), infos


def _steps(game: Game) -> Any:
    """The module that has the game compiled action by action."""
    return compiled_module(module_in("houseway.analysis.kernels.steps", game, outside="steps"))
