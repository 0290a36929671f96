"""Drift: money settled at a table against what the rules lead one to expect, with bounds that hold.

For each wager the gains of the patrons are compared with the exact expectation of their stakes. The
bound is Bernstein's: for sums of independent gains of known variance, none further than a known
amount from its mean, a sum this far away has at most the stated chance, however few the rounds and
however lopsided the odds. No bell curve is assumed.

Stakes on one wager in one round share its cards, so they are taken as one stake: exact where they
are decided together, careful where they are not. The figures are those of a full, freshly shuffled
source; patrons who choose their stakes by the cards that have gone are what drift may show.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from houseway.analysis.figures import Analysis, WagerFigures, root_text

ONE_IN_A_THOUSAND = Fraction(1, 1000)
_DIGITS = Context(prec=50)


class Settled(NamedTuple):
    """What one wager of one round came to, in cents: at risk, and gained by the patron."""

    round: int
    wager: str
    risk: int
    gain: int


class Drift(Struct, frozen=True):
    """One wager at one table. Amounts are cents, from the patrons' side.

    `limit` is how far `gained` may lie from `expected`, to the next whole cent above.
    """

    wager: str
    rounds: int
    staked: int
    gained: int
    expected: Fraction
    variance: Fraction
    limit: int

    @property
    def away(self) -> Fraction:
        """How far the patrons are above what was expected; below nought: behind it."""
        return self.gained - self.expected

    @property
    def within(self) -> bool:
        return abs(self.away) <= self.limit

    def deviations(self, places: int = 2) -> str:
        """How many standard deviations away, as a decimal; for a look, not for a judgement."""
        if not self.variance:
            return "0"
        squared = self.away**2 / self.variance
        return f"{'-' if self.away < 0 else ''}{root_text(squared, places)}"


def drift(
    analysis: Analysis, settled: Iterable[Settled], chance: Fraction = ONE_IN_A_THOUSAND
) -> tuple[Drift, ...]:
    """Every wager that was settled, against its figures.

    `chance` is how often at most a wager that is paid right would be found outside its limit. The
    patrons' way to play must be the analysed one: name `initial, go to war`, not `initial`.
    """
    if not 0 < chance < 1:
        raise ValueError(f"a chance of {chance}: expected one between nought and one")
    stakes: dict[str, dict[int, int]] = {}
    gained: dict[str, int] = {}
    for line in settled:
        if line.risk <= 0:
            raise ValueError(f"round {line.round}, {line.wager}: nothing was at risk")
        by_round = stakes.setdefault(line.wager, {})
        by_round[line.round] = by_round.get(line.round, 0) + line.risk
        gained[line.wager] = gained.get(line.wager, 0) + line.gain
    return tuple(
        _drift(analysis.wager(name), list(by_round.values()), gained[name], chance)
        for name, by_round in stakes.items()
    )


def _drift(wager: WagerFigures, stakes: list[int], gained: int, chance: Fraction) -> Drift:
    staked = sum(stakes)
    variance = wager.variance * sum(stake * stake for stake in stakes)
    farthest = max(abs(each.pays + wager.edge) for each in wager.outcomes if each.weight)
    limit = bernstein_limit(variance, farthest * max(stakes), chance)
    return Drift(wager.name, len(stakes), staked, gained, -wager.edge * staked, variance, limit)


def bernstein_limit(variance: Fraction, farthest: Fraction, chance: Fraction) -> int:
    """The least whole distance that a sum passes, on either side, with at most this chance.

    A sum of independent parts with this variance, each within `farthest` of its mean, is further
    than t away with a chance of at most 2 exp(-t^2 / (2 variance + 2 farthest t / 3)).
    """
    log = _DIGITS.ln(_decimal(2 / chance))
    part = _DIGITS.divide(_DIGITS.multiply(_decimal(farthest), log), Decimal(3))
    inside = _DIGITS.add(
        _DIGITS.multiply(part, part),
        _DIGITS.multiply(Decimal(2), _DIGITS.multiply(_decimal(variance), log)),
    )
    limit = _DIGITS.add(part, _DIGITS.sqrt(inside))
    return int(limit.to_integral_value(rounding=ROUND_CEILING))


def _decimal(number: Fraction) -> Decimal:
    return _DIGITS.divide(Decimal(number.numerator), Decimal(number.denominator))
