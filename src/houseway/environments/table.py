"""One table as a Gymnasium environment, whatever the game."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from houseway.environments.observing import Observation, observe, space_of
from houseway.environments.rendering import MODES, render
from houseway.environments.seat import Seat
from houseway.games import find
from houseway.games.options import read_setup

Step = tuple[Observation, float, bool, bool, dict[str, Any]]


class TableEnv(gymnasium.Env[Observation, np.int64]):
    """Rounds of one game by its approved rules, judged by the engine that runs live tables.

    An episode is a number of `rounds`. Each begins with the wagers: the action `deal` closes them.
    Where the game has something to decide, one unit lies in each of the program's `boxes`; where
    it has not, every area of the layout is an action that stakes one `unit` there (`staking`).
    The house's options are given by name, as for `houseway.Table`.

    The reward is what a round has won or lost, in units; `info["net_cents"]` has it in cents. An
    action that the rules refuse changes nothing, has the reward 0, and `info` has `refused`, the
    `clause` and a `detail`. `reset` with a seed begins with new cards; without one the table goes
    on with the cards it has.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "render_modes": list(MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        *,
        boxes: int = 1,
        rounds: int = 1,
        unit_cents: int = 0,
        staking: bool | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"{render_mode} is no render mode; these are: {', '.join(MODES)}")
        self.game, self.render_mode, self.rounds = find(game), render_mode, rounds
        self._setup = read_setup(self.game, options)
        self._boxes, self._unit_cents = boxes, unit_cents
        self._staking = not self.game.learning.stake if staking is None else staking
        self.seat = self._new_seat()
        self.actions = self.seat.actions
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = self._space = space_of(self.seat)
        self._left = 0

    def _new_seat(self) -> Seat:
        return Seat(
            self.game, self._setup, self._pick, boxes=self._boxes, unit=self._unit_cents,
            staking=self._staking,
        )  # fmt: skip

    def _pick(self, many: int) -> int:
        return int(self.np_random.integers(many))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode; with a seed, at a new table with new cards."""
        super().reset(seed=seed)
        if seed is not None or not self.seat.over:
            self.seat = self._new_seat()
        self.seat.open()
        self._left = self.rounds
        return observe(self.seat, self._space), self._info()

    def step(self, action: np.int64 | int) -> Step:
        """Take an action; a refused one changes nothing."""
        if not self._left:
            raise gymnasium.error.ResetNeeded("the episode is over: call reset() first")
        if refused := self.seat.refused(int(action)):
            answer = {"refused": refused.code, "clause": str(refused.clause),
                      "detail": refused.detail}  # fmt: skip
            return observe(self.seat, self._space), 0.0, False, False, self._info() | answer
        self.seat.take(int(action))
        if not self.seat.over:
            return observe(self.seat, self._space), 0.0, False, False, self._info()
        return self._ended()

    def _ended(self) -> Step:
        """A round is over; the next one of the episode begins."""
        net_cents, self._left = self.seat.net_cents, self._left - 1
        settled = observe(self.seat, self._space), self._info()
        if self._left:
            self.seat.open()
            settled = observe(self.seat, self._space), self._info()
        observation, info = settled
        info["net_cents"] = net_cents
        return observation, net_cents / self.seat.unit, not self._left, False, info

    def action_mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """One for each action that the rules accept now, otherwise zero."""
        return np.array(self.seat.legal(), np.int8)

    def _info(self) -> dict[str, Any]:
        awaited = self.seat.awaited
        return {
            "action_mask": self.action_mask(),
            "net_cents": 0,
            "unit_cents": self.seat.unit,
            "awaits": awaited.sentence,
            "awaits_clause": str(awaited.clause),
        }

    def render(self) -> Any:
        """The felt as the patron in turn may see it, in the render mode of the environment."""
        return render(self.seat, self.render_mode)
