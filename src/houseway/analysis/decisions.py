"""Tables of decisions: what the best play does with each hand, and what hangs on a reading."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from houseway.rulebook.document import Clause


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
