"""A round as it was settled: each wager, what became of it, and the clauses that say so."""

from __future__ import annotations

from dataclasses import dataclass

from houseway.api import pages
from houseway.api.money import Money
from houseway.records.settlement import RoundReport, WagerSettlement

_HEAD = ("patron", "wager", "stake", "result", "paid", "clauses")


@dataclass(frozen=True)
class Line:
    """One wager and what became of it: won, lost, stood off, void, withdrawn or forfeited.

    `paid` are the winnings, `returned` is what comes back of the stake.
    """

    patron: str
    wager: str
    box: int
    stake: Money
    result: str
    paid: Money
    returned: Money
    clauses: tuple[str, ...]

    def __str__(self) -> str:
        cited = "; ".join(self.clauses)
        return f"{self.patron}: {self.stake} on {self.wager} {self.result}, {self.paid} ({cited})"


@dataclass(frozen=True)
class Round:
    """A round: its number, its result, the hands as they were announced, and every wager."""

    number: int
    result: str
    hands: dict[str, str]
    lines: tuple[Line, ...]
    void: bool = False

    def paid(self, patron: str) -> Money:
        """The winnings of a patron in this round."""
        return Money(cents=sum(each.paid.cents for each in self.lines if each.patron == patron))

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that decided a wager of this round."""
        return tuple(dict.fromkeys(clause for line in self.lines for clause in line.clauses))

    def _rows(self) -> list[tuple[object, ...]]:
        return [
            (each.patron, each.wager, each.stake, each.result, each.paid, "; ".join(each.clauses))
            for each in self.lines
        ]

    def _title(self) -> str:
        hands = ", ".join(f"{name} {hand}" for name, hand in self.hands.items())
        return f"Round {self.number}: {self.result or 'no result'}" + (f" ({hands})" * bool(hands))

    def __str__(self) -> str:
        return f"{self._title()}\n{pages.columns(_HEAD, self._rows())}"

    def _repr_html_(self) -> str:
        return pages.table(_HEAD, self._rows(), self._title())


def round_of(report: RoundReport) -> Round:
    lines = tuple(map(_line, report.lines))
    return Round(report.round, report.result, dict(report.hands), lines, report.void)


def _line(settled: WagerSettlement) -> Line:
    stake, paid, returned = (
        Money(cents=each) for each in (settled.stake, settled.paid, settled.returned)
    )
    return Line(
        settled.patron, settled.wager, settled.box, stake, settled.result, paid, returned,
        settled.clauses,
    )  # fmt: skip
