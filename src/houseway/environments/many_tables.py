"""Many tables of one game at once, compiled: a Gymnasium vector environment.

The compiled loop reads the same rules as the live engine. A table has one box, and its actions are
those of the environment of one table. An observation is what a choice may rest on: `facts`, or
`stakes` in the games in which wagers are all there is to choose.
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
from houseway.environments.table import Seat
from houseway.games import find, module_in, name_of
from houseway.games.game import Game
from houseway.games.options import read_setup

Observations = NDArray[Any]
Rewards = NDArray[np.float64]
Flags = NDArray[np.bool_]
_MOST_CENTS = 2**31 - 1


class ManyTablesEnv(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """So many tables, each with cards of its own; a round that is over is followed by the next.

    `infos` has `action_mask`, `net_cents` of the rounds that are over, and `refused`: for each
    table the number of the clause by which its action was refused in `clauses`, or 0. A refused
    action changes nothing. `behind`: cards behind the cutting card, 0 for as many as usual.
    Without `copy`, observations and masks are the arrays of the environment, which every step
    changes.
    With `log`, `drawn` has for each table how many cards the last action brought, and their values.
    With `given`, tables take their cards from there. Both are for tests.
    """

    def __init__(
        self, game: str, num_envs: int = 1_024, *, unit_cents: int = 0, behind: int = 0,
        copy: bool = True, log: bool = False, given: bool = False, **options: Any,
    ) -> None:  # fmt: skip
        found = find(game)
        setup, self._kernel = read_setup(found, options), _steps(found)
        seat = Seat(
            found, setup, _no_chance, boxes=1, unit=unit_cents,
            staking=not found.learning.stake,
        )  # fmt: skip
        self.actions, self.unit_cents, self.num_envs = seat.actions, seat.unit, num_envs
        self._copy, self._staking = copy, seat.staking
        terms, data = _terms(seat, behind, log, given), approved(name_of(found), setup.options)
        self._rules = self._kernel.step_rules(data, terms)
        self._cents, part = divmod(self.unit_cents, self._rules.scale)
        if part:
            raise ValueError(f"{self.unit_cents} cents: what is won must be in whole cents")
        self.clauses: tuple[str, ...] = self._kernel.clauses(data, terms)
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = _space(seat)
        self._dtype = np.dtype(self.single_observation_space.dtype)
        self.single_action_space = spaces.Discrete(len(self.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.drawn = np.zeros((num_envs if log or given else 1, self._kernel.DRAWN), np.uint8)
        self._chance = np.zeros(4, np.uint64)
        self._lay_out()

    def _lay_out(self) -> None:
        """New tables, whose shoes are filled before their first round."""
        many, row = self.num_envs, self._kernel.first_row(self._rules)
        self._rows, self._left = np.tile(row, (many, 1)), np.zeros(many, np.int64)
        shape = (many, *(self.single_observation_space.shape or ()))
        self._observed = np.zeros(shape, self._kernel.OBSERVED)
        self._mask = np.zeros((many, len(self.actions)), np.uint8)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin a round at every table; with a seed, at new tables with new cards."""
        if isinstance(seed, list):
            raise ValueError("one seed is for all tables together")
        super().reset(seed=seed)
        if seed is not None or not self._chance.any():
            self._chance = self.np_random.integers(2**64, size=4, dtype=np.uint64)
        self._lay_out()
        observed, _, _, infos = self._run(np.full(self.num_envs, -1, np.int64))
        return observed, infos

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observations, Rewards, Flags, Flags, dict[str, Any]]:
        observed, gained, over, infos = self._run(np.ascontiguousarray(actions, np.int64))
        if over.any():
            infos |= {"final_obs": observed, "_final_obs": over}
        cut = np.zeros(self.num_envs, np.bool_)
        return observed, gained / self._rules.scale, over, cut, infos

    def _run(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observations, NDArray[np.int64], Flags, dict[str, Any]]:
        gained = np.empty(self.num_envs, np.int64)
        over, refused = np.empty((2, self.num_envs), np.uint8)
        own, copies = (self._observed, self._mask), self._room()
        run(
            self._kernel.LOOP, *own, *copies, gained, over, refused, self.drawn, self._rows,
            self._left, self._chance, actions, self._rules,
        )  # fmt: skip
        shown, mask = (copies or tuple(map(np.copy, own))) if self._copy else own
        infos = {
            "action_mask": mask.view(np.int8),
            "net_cents": gained * self._cents,
            "refused": refused,
        }
        observed: Observations = shown.view(self._dtype)
        return observed, gained, over.view(np.bool_), infos

    def _room(self) -> tuple[NDArray[Any], ...]:
        """Where the loop of a staking game copies each table, while it has the table at hand."""
        if not self._staking:
            return ()
        many = self.num_envs if self._copy else 0
        return tuple(np.empty((many, each.shape[1]), each.dtype)
                     for each in (self._observed, self._mask))  # fmt: skip


def _steps(game: Game) -> Any:
    """The module that has the game compiled action by action."""
    return compiled_module(module_in("houseway.analysis.kernels.steps", game, outside="steps"))


def _terms(seat: Seat, behind: int, log: bool, given: bool) -> Any:
    terms: Any = compiled_module("houseway.analysis.kernels.steps.terms")
    areas = tuple(terms.StakeArea(area.spot.wager, area.spot.maximum) for area in seat.stakes)
    return terms.Terms(seat.unit, areas, behind, log, given)


def _space(seat: Seat) -> spaces.Space[Any]:
    """What a choice may rest on: the facts of a hand, or the stakes on the layout."""
    if seat.staking:
        return spaces.Box(0, _MOST_CENTS, (len(seat.areas),), np.int32)
    sizes = [fact.values for fact in seat.game.learning.facts]
    return spaces.MultiDiscrete(sizes, dtype=np.int8)


def _no_chance(many: int) -> int:
    """The table that knows the areas deals no cards."""
    raise AssertionError("this table is only looked at")
