"""Tables of the rules, written to look like the approved ones, and checking themselves."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from houseway.rulebook.document import Clause

Grid = Mapping[tuple[str, str], str]


class BadGrid(ValueError):
    """A table of the rules is not well formed: our own mistake."""


def read_grid(clause: Clause, *, marks: str, text: str) -> Grid:
    """Read a table whose first line names its columns and whose other lines begin with their row.

    `grid[row, column]` is the mark. Every row must be as wide as the header, no row or column may
    stand twice, and no mark may be outside `marks`.
    """
    lines = [line.split() for line in text.strip().splitlines()]
    header, rows = lines[0], lines[1:]
    _no_doubles(clause, "column", header)
    _no_doubles(clause, "row", [row[0] for row in rows])
    cells: dict[tuple[str, str], str] = {}
    for name, *row in rows:
        if len(row) != len(header):
            raise BadGrid(f"{clause}: row {name} has {len(row)} cells, the header {len(header)}")
        for column, mark in zip(header, row, strict=True):
            if mark not in marks:
                raise BadGrid(
                    f"{clause}: row {name}, column {column} has {mark}, not one of {marks}"
                )
            cells[name, column] = mark
    return MappingProxyType(cells)


def _no_doubles(clause: Clause, kind: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise BadGrid(f"{clause}: {kind} {name} stands twice")
