"""What a wager is really paid: exactly, or up to what the table's chips can make.

The rounding is the table's own (`ChipSet.next_payable`). It lifts the patron's return, and on a
small stake it can lift it above what is staked: `favours_patron` says so.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from msgspec import Struct

from houseway.equipment.chips import ChipSet, dollar_text
from houseway.rulebook.odds import Odds


class CannotStake(ValueError):
    """The stake cannot be made with these chips."""


class Pay(Protocol):
    """How odds become a gain for each unit staked."""

    def winnings(self, odds: Odds) -> Fraction: ...

    def returned(self, share: Fraction) -> Fraction:
        """What is handed back of each unit when the rules return a share of the stake."""
        ...

    def capped(self, winnings: Fraction, most: int) -> Fraction:
        """Winnings of each unit, where the table pays at most so many cents."""
        ...


class _Exactly:
    """As the odds are written, to the last fraction."""

    def winnings(self, odds: Odds) -> Fraction:
        return odds.exact

    def returned(self, share: Fraction) -> Fraction:
        return share

    def capped(self, winnings: Fraction, most: int) -> Fraction:
        """Of a stake so small that no maximum is reached."""
        return winnings


EXACTLY: Pay = _Exactly()


class InChips(Struct, frozen=True):
    """A stake, and the chips that its winnings are paid in."""

    stake: int
    chips: ChipSet

    def __post_init__(self) -> None:
        if self.stake <= 0 or not self.chips.payable(self.stake):
            raise CannotStake(f"{dollar_text(self.stake)} cannot be staked with {self.chips}")

    def winnings(self, odds: Odds) -> Fraction:
        return Fraction(self.chips.next_payable(odds.winnings(self.stake)), self.stake)

    def returned(self, share: Fraction) -> Fraction:
        """Rounded up as winnings are, and never more than the stake itself."""
        handed = self.chips.next_payable(share * self.stake)
        return Fraction(min(handed, self.stake), self.stake)

    def capped(self, winnings: Fraction, most: int) -> Fraction:
        return min(winnings, Fraction(most, self.stake))
