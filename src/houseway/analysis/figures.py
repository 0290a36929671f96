"""What an analysis says: outcomes with whole weights, and the figures that follow exactly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from fractions import Fraction
from math import isqrt
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from houseway.equipment.chips import ChipSet, dollar_text
from houseway.rulebook.document import Clause
from houseway.rulebook.odds import Odds

PLACES = 12  # of the decimals in JSON
_BITS = 64  # of the numbers in JSON


class Outcome(Struct, frozen=True):
    """One thing that can happen to a wager.

    `pays` is what the patron gains for each unit of the first stake: -1 for a loss, 0 for a stand
    off. `staked` is what lay at risk by then, later wagers included. `odds` as the rules write
    them, where a line of odds pays it; `clause` is the one that pays, takes or returns it.
    """

    name: str
    pays: Fraction
    weight: int
    clause: Clause
    odds: Odds | None = None
    staked: Fraction = Fraction(1)


class WagerFigures(Struct, frozen=True):
    """Every outcome of one wager, in one way to play it. `notes` say what that way is.

    Where a round can have several hands, as after a split, weights count hands, and `rounds` says
    of how many rounds they are. Averages follow as ever; the spread of a round does not, because
    its hands meet one dealer.
    """

    name: str
    clause: Clause
    outcomes: tuple[Outcome, ...]
    notes: tuple[str, ...] = ()
    rounds: int | None = None

    @property
    def total(self) -> int:
        return self.rounds or sum(each.weight for each in self.outcomes)

    @property
    def by_round(self) -> bool:
        """Is each outcome that of a whole round, so that there is a spread to speak of?"""
        return self.rounds is None

    def probability(self, outcome: Outcome) -> Fraction:
        return Fraction(outcome.weight, self.total)

    def contribution(self, outcome: Outcome) -> Fraction:
        """What an outcome adds to the patron's return."""
        return Fraction(outcome.pays * outcome.weight, self.total)

    @property
    def edge(self) -> Fraction:
        """What the house keeps of each unit first staked; below zero it favours the patron."""
        return -self._mean(each.pays for each in self.outcomes)

    @property
    def favours_patron(self) -> bool:
        return self.edge < 0

    @property
    def hit_frequency(self) -> Fraction:
        """How often the patron gains."""
        self._needs_rounds("hit frequency")
        won = sum(each.weight for each in self.outcomes if each.pays > 0)
        return Fraction(won, self.total)

    @property
    def average_stake(self) -> Fraction:
        return self._mean(each.staked for each in self.outcomes)

    @property
    def element_of_risk(self) -> Fraction:
        """The edge over all that is staked on average, later wagers included."""
        return self.edge / self.average_stake

    @property
    def has_later_wagers(self) -> bool:
        return any(each.staked != 1 for each in self.outcomes)

    @property
    def variance(self) -> Fraction:
        """Of the gain for each unit first staked."""
        self._needs_rounds("variance")
        return self._mean(each.pays**2 for each in self.outcomes) - self.edge**2

    @property
    def spread(self) -> Spread:
        gains = (abs(each.pays + self.edge) for each in self.outcomes if each.weight)
        return Spread(self.variance, max(gains))

    def standard_deviation(self, places: int = PLACES) -> str:
        """The square root of the exact variance, as a decimal rounded once."""
        return root_text(self.variance, places)

    def by_clause(self) -> dict[Clause, Fraction]:
        """What each clause adds to the patron's return; together the edge, with its sign turned."""
        parts: dict[Clause, Fraction] = {}
        for each in self.outcomes:
            parts[each.clause] = parts.get(each.clause, Fraction(0)) + self.contribution(each)
        return parts

    def _needs_rounds(self, what: str) -> None:
        if not self.by_round:
            raise ValueError(f"{self.name} is counted hand by hand, which gives no {what}")

    def _mean(self, amounts: Iterable[Fraction]) -> Fraction:
        """The average of one amount for each outcome, by their weights."""
        weighed = (
            amount * each.weight for amount, each in zip(amounts, self.outcomes, strict=True)
        )
        return sum(weighed, Fraction(0)) / self.total


class Spread(NamedTuple):
    """How far the gains of rounds lie apart: a variance, and the farthest from the average."""

    variance: Fraction
    farthest: Fraction


class Analysis(Struct, frozen=True):
    """The figures of a game under one set of options, from one source."""

    game: str
    edition: str
    options: dict[str, Any]
    decks: int | None
    source: str
    wagers: tuple[WagerFigures, ...]

    def wager(self, name: str) -> WagerFigures:
        for each in self.wagers:
            if each.name == name:
                return each
        raise unknown_wager(self.game, name, [each.name for each in self.wagers])


def unknown_wager(slug: str, name: str, known: Sequence[str]) -> LookupError:
    """Say which wagers there are, or where there are many, which three are nearest."""
    quoted = [f'"{each}"' for each in known]
    if len(known) <= _FEW:
        return LookupError(f"{name} is none of the wagers analysed: {', '.join(quoted)}")
    near = [f'"{each}"' for each in get_close_matches(name, known, n=3, cutoff=0.4)]
    nearest = f"; nearest: {', '.join(near)}" if near else ""
    listed = f"houseway edge {slug} lists all {len(known)}"
    return LookupError(f"{name} is none of the wagers analysed{nearest}; {listed}")


_FEW = 8  # names that fit in a sentence


def decimal_text(number: Fraction | int, places: int) -> str:
    """A fraction as a decimal, rounded once (half to even), with all its places."""
    scaled = round(Fraction(number) * 10**places)
    return _pointed(scaled, places)


def percent_text(number: Fraction | int, places: int = 4) -> str:
    return f"{decimal_text(Fraction(number) * 100, places)} %"


def root_text(number: Fraction, places: int) -> str:
    """The square root of a fraction as a decimal, rounded once; no float on the way."""
    scaled = number * 10 ** (2 * places)
    below = isqrt(scaled.numerator // scaled.denominator)
    up = (2 * below + 1) ** 2 <= 4 * scaled  # is the half above `below` still within the root?
    return _pointed(below + up, places)


def _pointed(scaled: int, places: int) -> str:
    if not places:
        return str(scaled)
    whole, part = divmod(abs(scaled), 10**places)
    return f"{'-' if scaled < 0 else ''}{whole}.{part:0{places}}"


def as_data(analysis: Analysis) -> dict[str, Any]:
    """The analysis for programs: fractions as `n/d`, decimals as text, weights as numbers."""
    return {
        "game": analysis.game,
        "options": analysis.options,
        "wagers": {each.name: wager_data(each) for each in analysis.wagers},
        "edition": analysis.edition,
        "decks": analysis.decks,
        "source": analysis.source,
    }


def wager_data(wager: WagerFigures) -> dict[str, Any]:
    edge = wager.edge
    return {
        "edge": decimal_text(edge, PLACES),
        "exact": ratio(edge),
        "sd": wager.standard_deviation() if wager.by_round else None,
        "outcomes": [_outcome_data(wager, each) for each in wager.outcomes],
        "hit_frequency": decimal_text(wager.hit_frequency, PLACES) if wager.by_round else None,
        "variance": ratio(wager.variance) if wager.by_round else None,
        "element_of_risk": decimal_text(wager.element_of_risk, PLACES),
        "total": _whole(wager.total),
        "by_clause": {clause: ratio(part) for clause, part in wager.by_clause().items()},
        "clause": wager.clause,
        "notes": list(wager.notes),
    }


def _outcome_data(wager: WagerFigures, outcome: Outcome) -> dict[str, Any]:
    return {
        "name": outcome.name,
        "pays": str(outcome.pays),
        "weight": _whole(outcome.weight),
        "probability": decimal_text(wager.probability(outcome), PLACES),
        "return": decimal_text(wager.contribution(outcome), PLACES),
        "odds": None if outcome.odds is None else str(outcome.odds),
        "clause": outcome.clause,
    }


def _whole(number: int) -> int | str:
    """A weight; as text where a program's own numbers would not hold it."""
    return number if number.bit_length() < _BITS else str(number)


def ratio(number: Fraction) -> str:
    """`n/d`, also where the denominator is one."""
    return f"{number.numerator}/{number.denominator}"


# What a wager is really paid: exactly, or up to what the table's chips can make.


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


# Tables of decisions: what the best play does with each hand, and what hangs on a reading.


class DecisionTable(Struct, frozen=True):
    """One table: a head, rows of cells, and what the marks mean."""

    name: str
    clause: Clause
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


def table_data(table: DecisionTable) -> dict[str, Any]:
    """The table for programs: each row by the names of the head."""
    return {
        "name": table.name,
        "clause": table.clause,
        "rows": [dict(zip(table.head, row, strict=True)) for row in table.rows],
        "notes": list(table.notes),
    }
