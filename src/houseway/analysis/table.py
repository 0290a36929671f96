"""Rows of figures for other programs: one table, as CSV or as Parquet.

Whole numbers stay whole, and a fraction keeps twelve decimals in CSV; in Parquet it becomes a
double, which is why a table that is to be trusted also has the whole numbers that its fractions
come from.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from msgspec import Struct

from houseway.analysis import CannotAnalyse
from houseway.analysis.figures import PLACES, decimal_text, ratio
from houseway.analysis.simulate import FiguresAt, Simulation
from houseway.extras import needs

if TYPE_CHECKING:
    from arro3.core import DataType

Cell: TypeAlias = str | int | bool | Fraction
Kind: TypeAlias = type[str] | type[int] | type[bool] | type[Fraction]


class Table(Struct, frozen=True):
    """Columns by name, each of one kind, and the rows."""

    columns: dict[str, Kind]
    rows: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(
                    f"a row of {len(row)} cells, where the head has {len(self.columns)}"
                )

    def csv(self) -> str:
        """The table as text, its head first."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([_text(cell) for cell in row] for row in self.rows)
        return text.getvalue()

    def write_parquet(self, file: BinaryIO) -> None:
        try:
            from arro3.core import Array, Field, RecordBatch, RecordBatchReader, Schema
            from arro3.io import write_parquet
        except ImportError as missing:
            raise CannotAnalyse(needs("arro3", "Parquet")) from missing
        kinds = {name: _parquet_type(kind) for name, kind in self.columns.items()}
        schema = Schema([Field(name, kind, nullable=False) for name, kind in kinds.items()])
        columns = list(zip(*self.rows, strict=True)) or [()] * len(kinds)
        arrays = [
            Array(_plain(cells), type=kind)
            for cells, kind in zip(columns, kinds.values(), strict=True)
        ]
        batch = RecordBatch.from_arrays(arrays, schema=schema)
        write_parquet(RecordBatchReader.from_batches(schema, [batch]), file, compression="zstd(3)")


def _text(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return decimal_text(cell, PLACES) if isinstance(cell, Fraction) else str(cell)


def _parquet_type(kind: Kind) -> DataType:
    from arro3.core import DataType

    if kind is str:
        return DataType.utf8()
    if kind is bool:
        return DataType.bool()
    return DataType.int64() if kind is int else DataType.float64()


def _plain(cells: Iterable[Cell]) -> list[Any]:
    return [float(cell) if isinstance(cell, Fraction) else cell for cell in cells]


# A simulation as one table: a row for each point, wager and outcome.

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
