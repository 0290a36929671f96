"""The daily report as rows: for programs in whole cents, for spreadsheets as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, TextIO

from houseway.analysis.figures import decimal_text, ratio
from houseway.equipment.chips import money
from houseway.records.exporting import cell
from houseway.takings.daily import Day

# fmt: off
COLUMNS = (
    "day", "table", "game", "rounds", "drop", "handle", "win", "count_difference", "hold",
    "compared_win", "expected_win", "from", "to", "within", "not_compared",
)
# fmt: on
_MONEY = frozenset(("drop", "handle", "win", "count_difference", "compared_win", "from", "to"))
_ROUNDED = 2  # decimals of an expected win in dollars
_PLACES = 6  # decimals of a hold, as a share of 1


def row(day: Day) -> dict[str, Any]:
    """One line for programs: whole cents, shares as fractions; `table` is empty for the total."""
    low, high = day.interval
    return {
        "day": day.day, "table": day.table, "game": day.title, "rounds": day.rounds,
        "drop": day.drop, "handle": day.handle, "win": day.win,
        "count_difference": day.difference,
        "hold": None if day.hold is None else ratio(day.hold),
        "compared_win": day.compared, "expected_win": ratio(day.expectation.win),
        "from": low, "to": high, "within": day.within, "not_compared": list(day.not_compared),
    }  # fmt: skip


def write_csv(days: Iterable[Day], file: TextIO) -> None:
    """The report as CSV: dollars with two decimals, the hold as a share of 1."""
    writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for each in days:
        printed = row(each)
        printed |= {name: money(printed[name]) for name in _MONEY}
        printed["hold"] = "" if each.hold is None else decimal_text(each.hold, _PLACES)
        printed["expected_win"] = decimal_text(Fraction(each.expectation.win) / 100, _ROUNDED)
        printed["within"] = "yes" if each.within else "no"
        printed["not_compared"] = "; ".join(each.not_compared)
        writer.writerow({name: _cell(name, value) for name, value in printed.items()})


def _cell(name: str, value: Any) -> Any:
    """Only names can hold what a spreadsheet would work out; an amount below zero is a number."""
    return cell(value) if name in ("table", "game", "not_compared") else value
