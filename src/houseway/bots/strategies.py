"""How a bot stakes: what it sees before its turn, and what it would put down."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from houseway.games.game import Pick

LAST_ROUNDS = 5  # in which a bot that is behind begins to chase
TENTH = 10


class Sight(NamedTuple):
    """What everybody at the table can see when it is one's turn.

    `others` are the chips of the others who are still in, most first; `go_on` is how many places
    are worth having; `leader` is what the richest of the others has staked in this round, 0 where
    that has not been yet.
    """

    chips: int
    others: tuple[int, ...]
    minimum: int
    maximum: int
    rounds_left: int
    go_on: int
    leader: int = 0

    @property
    def to_beat(self) -> int:
        """The chips in the last place that goes on or wins; 0 where there is none."""
        return self.others[self.go_on - 1] if 0 < self.go_on <= len(self.others) else 0

    @property
    def behind(self) -> int:
        """How many chips are missing to be level with that place."""
        return max(0, self.to_beat - self.chips)


Strategy = Callable[[Sight, Pick], int]


def flat_minimum(sight: Sight, pick: Pick) -> int:
    """Always the minimum, and hope that others fall."""
    return sight.minimum


def proportion(sight: Sight, pick: Pick) -> int:
    """A tenth of what is held."""
    return sight.chips // TENTH


def all_in_when_behind(sight: Sight, pick: Pick) -> int:
    """The minimum until the last rounds; then what is missing, and everything in the last two."""
    if not sight.behind or sight.rounds_left > LAST_ROUNDS:
        return sight.minimum
    return sight.chips if sight.rounds_left <= 2 else sight.behind + sight.minimum


def follow_leader(sight: Sight, pick: Pick) -> int:
    """What the richest of the others has staked; a tenth where that has not been yet."""
    return sight.leader or sight.chips // TENTH


def all_in(sight: Sight, pick: Pick) -> int:
    """As much as may be staked, always."""
    return sight.chips


def at_random(sight: Sight, pick: Pick) -> int:
    """Anything from the minimum to a third of what is held."""
    return sight.minimum + pick(max(1, sight.chips // 3))


STRATEGIES: dict[str, Strategy] = {
    "minimum": flat_minimum,
    "proportion": proportion,
    "behind": all_in_when_behind,
    "leader": follow_leader,
    "all in": all_in,
    "random": at_random,
}


def staked(strategy: Strategy, sight: Sight, pick: Pick, step: int) -> int:
    """What a strategy puts down: within the limits and what is held, in whole steps if it can."""
    most = min(sight.maximum, sight.chips)
    wanted = max(sight.minimum, min(strategy(sight, pick), most))
    return max(sight.minimum, wanted - wanted % step)
