"""Amounts of money with whole weights, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import accumulate

from msgspec import Struct

from houseway.analysis.figures import root_text


class Distribution(Struct, frozen=True):
    """Amounts in cents, the least first, and how much each weighs of `total`.

    The weights are all of `total`, or less by what was rounded off them: every chance is then at
    most `rounded_off` too low.
    """

    amounts: tuple[int, ...]
    weights: tuple[int, ...]
    total: int

    @property
    def rounded_off(self) -> Fraction:
        return 1 - Fraction(sum(self.weights), self.total)

    def chance(self, amount: int) -> Fraction:
        """That it is this amount."""
        found = dict(zip(self.amounts, self.weights, strict=True))
        return Fraction(found.get(amount, 0), self.total)

    def at_most(self, amount: int) -> Fraction:
        return self._sum(lambda each: each <= amount)

    def at_least(self, amount: int) -> Fraction:
        return self._sum(lambda each: each >= amount)

    def below(self, amount: int) -> Fraction:
        return self._sum(lambda each: each < amount)

    def above(self, amount: int) -> Fraction:
        return self._sum(lambda each: each > amount)

    def quantile(self, share: Fraction) -> int:
        """The least amount that is not passed with at least this chance."""
        if not 0 < share <= 1:
            raise ValueError(f"a share of {share}: expected one above zero and at most one")
        wanted = share * sum(self.weights)
        for amount, reached in zip(self.amounts, accumulate(self.weights), strict=True):
            if reached >= wanted:
                return amount
        return self.amounts[-1]

    @property
    def mean(self) -> Fraction:
        """Cents on average."""
        return self._mean(1)

    @property
    def variance(self) -> Fraction:
        return self._mean(2) - self.mean**2

    def standard_deviation(self, places: int = 2) -> str:
        """In dollars, as a decimal rounded once."""
        return root_text(self.variance / 10_000, places)

    def _sum(self, wanted: Callable[[int], bool]) -> Fraction:
        pairs = zip(self.amounts, self.weights, strict=True)
        return Fraction(sum(weight for amount, weight in pairs if wanted(amount)), self.total)

    def _mean(self, power: int) -> Fraction:
        pairs = zip(self.amounts, self.weights, strict=True)
        return Fraction(sum(amount**power * weight for amount, weight in pairs), sum(self.weights))


def distribution(weights: Mapping[int, int], total: int | None = None) -> Distribution:
    """From weights by amount; amounts that weigh nothing are left out."""
    kept = sorted((amount, weight) for amount, weight in weights.items() if weight)
    amounts, held = zip(*kept, strict=True)
    return Distribution(amounts, held, sum(held) if total is None else total)
