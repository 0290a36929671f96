"""Chips in a tournament: what simple players hold after so many rounds.

Three ways to play, each plain enough to be computed: *steady* stakes the minimum in every round;
*half* stakes half of what is held, within the limits and in whole minimums; *last* stakes the
minimum until the last round and then all that it may. Nobody looks at what the others hold.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import Struct

from houseway.analysis import analyse
from houseway.analysis.rounding import EXACTLY
from houseway.analysis.sessions.distribution import Distribution, distribution
from houseway.analysis.sessions.rounds import Gains, at_the_end, played
from houseway.analysis.sessions.session import why
from houseway.analysis.sessions.stakes import CannotPlay, gains_of
from houseway.equipment.chips import dollar_text

Stake = Callable[[int, int], int]  # of what is held, with so many rounds left


class PlayersChips(Struct, frozen=True):
    """What one way to play leads to."""

    way: str
    how: str
    chips: Distribution

    def best_of(self, players: int) -> Distribution:
        """The most that any of so many such players holds, each at a table of his own."""
        below, weights = 0, {}
        for amount, weight in zip(self.chips.amounts, self.chips.weights, strict=True):
            weights[amount] = (below + weight) ** players - below**players
            below += weight
        return distribution(weights)


class ChipSpread(Struct, frozen=True):
    """Every way to play from the same chips, on the same wager. Amounts are cents' worth."""

    game: str
    wager: str
    start: int
    rounds: int
    minimum: int
    maximum: int
    because: str
    players: tuple[PlayersChips, ...]

    def _repr_svg_(self) -> str:
        from houseway.analysis.plots import spread_plot

        return spread_plot(self).svg()


def chip_spread(
    slug: str,
    wager: str,
    *,
    start: int,
    rounds: int,
    minimum: int,
    maximum: int,
    options: Any = None,
) -> ChipSpread:
    """What players hold who start with the same chips and know one way to play each."""
    if not 0 < minimum <= maximum or start < minimum:
        raise CannotPlay(
            f"limits from {dollar_text(minimum)} to {dollar_text(maximum)} with"
            f" {dollar_text(start)} in chips: nobody could wager"
        )
    figures = analyse(slug, options=options, pay=EXACTLY).wager(wager)
    if figures.has_later_wagers:
        raise CannotPlay(f"{wager} has later wagers, which a simple player cannot plan")
    gains_at = cache(lambda stake: gains_of(figures, stake))
    return ChipSpread(
        game=slug,
        wager=wager,
        start=start,
        rounds=rounds,
        minimum=minimum,
        maximum=maximum,
        because=why(slug),
        players=tuple(
            PlayersChips(way, how, _held(start, rounds, minimum, stake, gains_at))
            for way, how, stake in _ways(minimum, maximum)
        ),
    )


def _ways(minimum: int, maximum: int) -> list[tuple[str, str, Stake]]:
    least, most = dollar_text(minimum), dollar_text(maximum)

    def within(amount: int, held: int) -> int:
        """In whole minimums, within the limits and what is held."""
        return max(minimum, min(amount, maximum, held) // minimum * minimum)

    return [
        ("steady", f"{least} in every round", lambda held, left: minimum),
        (
            "half",
            f"half of the chips, from {least} to {most}",
            lambda held, left: within(held // 2, held),
        ),
        (
            "last",
            f"{least}, and in the last round all up to {most}",
            lambda held, left: within(held, held) if left == 1 else minimum,
        ),
    ]


def _held(
    start: int, rounds: int, minimum: int, stake: Stake, gains_at: Callable[[int], Gains]
) -> Distribution:
    def gains_from(held: int, left: int) -> Gains | None:
        return gains_at(stake(held, left)) if held >= minimum else None

    weight = sum(gains_at(minimum).values())
    return distribution(*at_the_end(played(start, rounds, weight, gains_from)))
