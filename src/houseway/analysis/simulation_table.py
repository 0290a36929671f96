"""A simulation as one table: a row for each point, wager and outcome.

`rounds_so_far` is the point: the rows of the last one are the result. `tally` are whole rounds,
from which every other figure of the row follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from houseway.analysis.figures import ratio
from houseway.analysis.simulate import FiguresAt, Simulation
from houseway.analysis.table import Cell, Kind, Table

COLUMNS: dict[str, Kind] = {
    "game": str,
    "edition": str,
    "seed": int,
    "chunk": int,
    "rounds_so_far": int,
    "last": bool,
    "wager": str,
    "outcome": str,
    "pays": str,
    "clause": str,
    "tally": int,
    "share": Fraction,
    "exact_share": Fraction,
    "edge": Fraction,
    "exact_edge": Fraction,
    "exact": str,
    "limit": Fraction,
    "within": bool,
}


def simulation_table(simulation: Simulation) -> Table:
    """All points of convergence, the result last."""
    return Table(COLUMNS, tuple(_rows(simulation)))


def _rows(simulation: Simulation) -> Iterator[tuple[Cell, ...]]:
    for point in simulation.points:
        head = (simulation.game, simulation.edition, simulation.seed, simulation.chunk)
        last = point.rounds == simulation.rounds
        for row in _rows_at(point):
            yield (*head, point.rounds, last, *row)


def _rows_at(point: FiguresAt) -> Iterator[tuple[Cell, ...]]:
    for wager in point.wagers:
        chances = {each.name: wager.exact.probability(each) for each in wager.exact.outcomes}
        whole = (
            wager.dealt.edge, wager.exact.edge, ratio(wager.exact.edge), wager.limit, wager.within
        )  # fmt: skip
        for each in wager.dealt.outcomes:
            share, exact = wager.dealt.probability(each), chances.get(each.name, Fraction(0))
            yield (
                wager.name,
                each.name,
                str(each.pays),
                str(each.clause),
                each.weight,
                share,
                exact,
                *whole,
            )
