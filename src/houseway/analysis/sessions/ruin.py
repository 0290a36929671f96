"""A bankroll: how likely it is gone by each round, or a goal is reached."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from msgspec import Struct

from houseway.analysis.sessions.distribution import Distribution, distribution
from houseway.analysis.sessions.rounds import Gains, played
from houseway.analysis.sessions.session import why
from houseway.analysis.sessions.stakes import CannotPlay, stakes
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet, dollar_text


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
