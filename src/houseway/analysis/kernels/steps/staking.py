"""Wagers on a layout as numbers: what each area accepts, and what it gains in every case.

The games whose only choice is what to wager share this. Which areas may be used together is one
table: by action and by which of the first few areas have a stake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from houseway.analysis import CannotAnalyse
from houseway.analysis.figures import WagerFigures
from houseway.analysis.kernels.cards import Bytes, Long
from houseway.analysis.kernels.steps.terms import Terms, in_cents
from houseway.games.limits import LimitRules
from houseway.rulebook.document import Clause

OBSERVED = np.int32  # cents on each area
STAKED, AREAS = 1, 2  # bytes of a row: how many areas have a stake, and the first of these areas

Together = Callable[[str, frozenset[str]], Clause | None]
Figures = Callable[[Long], Sequence[WagerFigures]]


class Staking(NamedTuple):
    """The wagers as numbers. Clauses are numbers, too; 0 is none.

    `refusals` has by action and by the stakes on the first `watched` areas why it is refused.
    `most` are the cents that may lie on an area; what is above is refused by the clause in
    `above`, or lies there and neither wins nor loses. `gains` has cents of a unit by case and area.
    `none` is the clause by which nothing is dealt without a wager. `empty` are the actions that are
    accepted without a stake, and `changes` says whether stakes make a difference to them.
    """

    refusals: Bytes
    watched: int
    most: Long
    above: Bytes
    gains: Long
    none: int
    unit: int
    empty: Bytes
    changes: bool


class Wagers(NamedTuple):
    """How a game judges wagers: in which clauses, and which areas are used together.

    `together` says why a wager is not added to the areas that have one. `above` gives the clause
    for a stake above the maximum of a wager, or None where it lies there without effect.
    """

    none: Clause | None
    above: Callable[[str], Clause | None]
    together: Together = lambda wager, others: None
    watched: int = 0

    def clauses(self, names: Sequence[str]) -> tuple[str, ...]:
        """Every clause by its number."""
        found = [self.none, *map(self.above, names)]
        found += [clause for _, _, clause in self.refused(names)]
        return ("", *dict.fromkeys(str(clause) for clause in found if clause is not None))

    def refused(self, names: Sequence[str]) -> Iterable[tuple[int, int, Clause | None]]:
        """Each area and each set of stakes with the clause by which a wager there is refused."""
        for place, name in enumerate(names):
            for pattern in range(1 << self.watched):
                others = (names[at] for at in range(self.watched) if pattern >> at & 1)
                yield place, pattern, self.together(name, frozenset(others))


def above_by(limits: LimitRules) -> Callable[[str], Clause | None]:
    """The clause for every stake above its maximum, if such a stake is refused."""
    return lambda wager: limits.refuses_above if limits.above == "refuse" else None


def staking(
    wagers: Wagers, terms: Terms, figures: Figures, cases: Iterable[int], of: int
) -> Staking:
    """The wagers of a program's areas; `figures` tells what counted rounds come to.

    Each of the `cases`, of so many in all, is counted once.
    """
    names, unit = [area.wager for area in terms.areas], terms.unit_cents
    number = {clause: at for at, clause in enumerate(wagers.clauses(names))}
    refusals = np.zeros((len(names), 1 << wagers.watched), np.uint8)
    for place, pattern, clause in wagers.refused(names):
        refusals[place, pattern] = number[str(clause)] if clause is not None else 0
    limits = [wagers.above(name) for name in names]
    above = np.array([number[str(clause)] if clause else 0 for clause in limits], np.uint8)
    most = np.array([area.maximum for area in terms.areas], np.int64)
    if any(not limits[at] and area.maximum % unit for at, area in enumerate(terms.areas)):
        raise ValueError(f"{unit} cents: the maximum must be a multiple of the unit")
    accepted = (refusals[:, 0] == 0) & ((above == 0) | (unit <= most))
    return Staking(
        refusals=refusals,
        watched=wagers.watched,
        most=most,
        above=above,
        gains=_gains(names, unit, figures, cases, of),
        none=number[str(wagers.none)] if wagers.none else 0,
        unit=unit,
        empty=np.array([not wagers.none, *accepted], np.uint8),
        changes=bool(wagers.none or wagers.watched or above.any()),
    )


def _gains(
    names: Sequence[str], unit: int, figures: Figures, cases: Iterable[int], of: int
) -> Long:
    gains, counts = np.zeros((of, len(names)), np.int64), np.zeros(of, np.int64)
    for case in cases:
        counts[case] = 1
        by_name = {each.name: each for each in figures(counts)}
        counts[case] = 0
        missing = [name for name in names if name not in by_name]
        if missing:
            raise CannotAnalyse(f"{missing[0]} has no compiled settlement")
        gains[case] = in_cents((-by_name[name].edge for name in names), unit)
    return gains
