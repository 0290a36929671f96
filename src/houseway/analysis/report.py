"""Figures as pages: outcome tables in the form analysts know, and two analyses side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from houseway.analysis.decisions import DecisionTable
from houseway.analysis.figures import Analysis, Outcome, WagerFigures, decimal_text, percent_text
from houseway.analysis.rule_data import Difference
from houseway.analysis.what_if import Comparison

_DIGITS = 18  # of a number of combinations that is printed in full
_NAMED = 6  # wagers with one and the same table that are named before the rest is counted


def page(analysis: Analysis) -> Iterator[str]:
    """Every wager's table; wagers whose tables are alike share one."""
    for _, group in groupby(analysis.wagers, key=lambda each: each.outcomes):
        alike = list(group)
        yield ""
        yield from wager_table(alike[0], ", ".join(_names([each.name for each in alike])))


def _names(names: list[str]) -> list[str]:
    if len(names) <= _NAMED:
        return names
    return [*names[:_NAMED], f"and {len(names) - _NAMED} more"]


def wager_table(wager: WagerFigures, title: str = "") -> Iterator[str]:
    """Outcome, combinations, probability, pays, return; the total; the figures below."""
    lines = [_cells(wager, each) for each in wager.outcomes]
    total = (
        "total",
        combinations(wager.total),
        decimal_text(1, 6),
        "",
        decimal_text(-wager.edge, 6),
    )
    head = ("outcome", "combinations", "probability", "pays", "return")
    yield f"{title or wager.name}   [{wager.clause}]"
    rows = aligned([head, *lines, total])
    clauses = ["", *(each.clause for each in wager.outcomes), ""]
    for row, clause in zip(rows, clauses, strict=True):
        yield f"  {row}   {clause}".rstrip()
    yield f"  {_summary(wager)}"
    for note in wager.notes:
        yield f"  {note}"


def _cells(wager: WagerFigures, outcome: Outcome) -> tuple[str, ...]:
    return (
        outcome.name,
        combinations(outcome.weight),
        decimal_text(wager.probability(outcome), 6),
        plain(outcome.pays),
        decimal_text(wager.contribution(outcome), 6),
    )


def combinations(weight: int) -> str:
    """A weight in full; one too long to be read, by its first digits and their power of ten."""
    digits = str(weight)
    if len(digits) <= _DIGITS:
        return f"{weight:,}"
    return f"{digits[0]}.{digits[1:6]}e{len(digits) - 1}"


def _summary(wager: WagerFigures) -> str:
    parts = [f"house edge {percent_text(wager.edge)}"]
    if wager.favours_patron:
        parts[0] += ", in the patron's favour"
    if wager.has_later_wagers:
        parts.append(f"element of risk {percent_text(wager.element_of_risk)}")
        parts.append(f"average stake {decimal_text(wager.average_stake, 6)}")
    if wager.by_round:
        parts.append(f"hit frequency {percent_text(wager.hit_frequency)}")
        parts.append(f"standard deviation {wager.standard_deviation(6)}")
    return "   ".join(parts)


def plain(number: Fraction) -> str:
    """A fraction as a decimal where it has one, `1.8`; otherwise as it is, `1/3`."""
    left, places = number.denominator, 0
    while left > 1 and places < 8:
        left, places = left // _shared(left), places + 1
    if left > 1:
        return str(number)
    return decimal_text(number, places)


def _shared(number: int) -> int:
    """The part of a denominator that one more decimal takes away."""
    return (2 if number % 2 == 0 else 1) * (5 if number % 5 == 0 else 1)


def aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Columns of one width: the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if not at else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def decision_page(table: DecisionTable) -> Iterator[str]:
    """A table of decisions with its head, and what its marks mean."""
    yield f"{table.name}   [{table.clause}]"
    for row in aligned([table.head, *table.rows]):
        yield f"  {row}"
    for note in table.notes:
        yield f"  {note}"


def side_by_side(comparison: Comparison, was: str, now: str) -> Iterator[str]:
    """What differs in the rules, then the edge of every wager under either."""
    yield from _changes(comparison.cells)
    rows: list[tuple[str, ...]] = [("wager", was, now, "difference")]
    for names, edges in _alike(comparison.edges.items()):
        before, after = edges
        moved = "" if before is None or after is None else percent_text(after - before)
        rows.append((", ".join(_names(names)), _edge(before), _edge(after), moved))
    yield ""
    favoured = [""] + [_favour(edges[1]) for _, edges in _alike(comparison.edges.items())]
    for row, favour in zip(aligned(rows), favoured, strict=True):
        yield f"  {row}{favour}"


Edges = tuple[Fraction | None, Fraction | None]


def _alike(edges: Iterable[tuple[str, Edges]]) -> Iterator[tuple[list[str], Edges]]:
    for found, group in groupby(edges, key=lambda item: item[1]):
        yield [name for name, _ in group], found


def _edge(edge: Fraction | None) -> str:
    return "not offered" if edge is None else percent_text(edge)


def _favour(edge: Fraction | None) -> str:
    return "   favours the patron" if edge is not None and edge < 0 else ""


def _changes(cells: tuple[Difference, ...]) -> Iterator[str]:
    for cell in cells:
        place = f"{cell.table} {cell.place}".strip()
        yield f"  {place}: {cell.was or 'none'} becomes {cell.now or 'none'}"
