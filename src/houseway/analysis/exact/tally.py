"""Gathering the outcomes of a wager while its rounds are counted."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from houseway.analysis.figures import Outcome, WagerFigures
from houseway.analysis.rounding import Pay
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Odds

WINS, LOSES, STANDS_OFF = "wins", "loses", "stands off"


class Tally:
    """The outcomes of one wager by name, in the order they were first met."""

    def __init__(self, name: str, clause: Clause, pay: Pay) -> None:
        self.name, self.clause, self.pay = name, clause, pay
        self._lines: dict[str, Outcome] = {}
        self._weights: dict[str, int] = {}

    def won(self, name: str, weight: int, odds: Odds, clause: Clause) -> None:
        if not self._met(name, weight, odds, clause):
            gain = self.pay.winnings(odds)
            self._lines[name] = Outcome(name, gain, 0, clause, odds)

    def lost(self, name: str, weight: int, clause: Clause) -> None:
        self.gained(name, weight, Fraction(-1), clause)

    def gained(
        self, name: str, weight: int, gain: Fraction, clause: Clause, staked: int = 1
    ) -> None:
        """Any other gain or loss for each unit first staked; zero is a stand off."""
        if not self._met(name, weight, None, clause):
            self._lines[name] = Outcome(name, gain, 0, clause, None, Fraction(staked))

    def stood_off(self, name: str, weight: int, clause: Clause) -> None:
        self.gained(name, weight, Fraction(0), clause)

    def _met(self, name: str, weight: int, odds: Odds | None, clause: Clause) -> bool:
        """Add to the weight; whether the outcome was known already, with the same line."""
        line = self._lines.get(name)
        if line is None:
            self._weights[name] = weight
            return False
        if line.odds != odds or line.clause != clause:
            raise ValueError(f"{self.name}: {name} is settled in two ways: {line}, {clause}")
        self._weights[name] += weight
        return True

    def figures(self, *notes: str) -> WagerFigures:
        """What pays most comes first; otherwise the outcomes stand as they were met."""
        outcomes = [
            msgspec.structs.replace(line, weight=self._weights[name])
            for name, line in self._lines.items()
        ]
        outcomes.sort(key=lambda each: each.pays, reverse=True)
        return WagerFigures(self.name, self.clause, tuple(outcomes), notes)
