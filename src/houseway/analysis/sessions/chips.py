"""What many rounds do to a stack: chips left at the end, and the risk of ruin on the way."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

from msgspec import Struct

from houseway.analysis import analyse
from houseway.analysis.figures import EXACTLY
from houseway.analysis.sessions.rounds import (
    CannotPlay,
    Distribution,
    Gains,
    at_the_end,
    distribution,
    gains_of,
    played,
    stakes,
    why,
)
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet, dollar_text

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


# A bankroll: how likely it is gone by each round, or a goal is reached.


class Ruin(Struct, frozen=True):
    """A bankroll in cents, played at one stake until it is too small, or has reached a goal.

    Too small is below `needed`, the most that a round can put at risk. `ruined` has the chance of
    that by each round, `reached` the chance of the goal; `left` is what is held at the end.
    """

    game: str
    wager: str
    stake: int
    needed: int
    bankroll: int
    goal: int | None
    because: str
    ruined: tuple[Fraction, ...]
    reached: tuple[Fraction, ...]
    left: Distribution

    @property
    def rounds(self) -> int:
        return len(self.ruined)

    @property
    def chance(self) -> Fraction:
        """Of ruin by the last round."""
        return self.ruined[-1]

    def _repr_svg_(self) -> str:
        from houseway.analysis.plots import ruin_plot

        return ruin_plot([self]).svg()


def risk_of_ruin(
    slug: str,
    wager: str,
    *,
    stake: int,
    bankroll: int,
    rounds: int,
    goal: int | None = None,
    options: Any = None,
    chips: ChipSet = STANDARD_CHIPS,
) -> Ruin:
    """The chance, after each round, that the bankroll no longer covers another one."""
    asked = stakes(slug, wager, stake, options=options, chips=chips)
    _check(asked.needed, bankroll, goal)

    def gains_from(amount: int, _left: int) -> Gains | None:
        gone, there = amount < asked.needed, goal is not None and amount >= goal
        return None if gone or there else asked.gains

    ruined, reached = [], []
    held, total = {bankroll: 1}, 1
    for held, total in played(bankroll, rounds, asked.total, gains_from):
        gone = sum(ways for amount, ways in held.items() if amount < asked.needed)
        there = sum(ways for amount, ways in held.items() if goal is not None and amount >= goal)
        ruined.append(Fraction(gone, total))
        reached.append(Fraction(there, total))
    return Ruin(
        game=slug,
        wager=wager,
        stake=stake,
        needed=asked.needed,
        bankroll=bankroll,
        goal=goal,
        because=why(slug),
        ruined=tuple(ruined),
        reached=tuple(reached),
        left=distribution(held, total),
    )


def _check(needed: int, bankroll: int, goal: int | None) -> None:
    if bankroll < needed:
        raise CannotPlay(
            f"a bankroll of {dollar_text(bankroll)} does not cover a round, which may put"
            f" {dollar_text(needed)} at risk"
        )
    if goal is not None and goal <= bankroll:
        raise CannotPlay(f"a goal of {dollar_text(goal)} is not above the bankroll")
