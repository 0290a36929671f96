"""Figures as pages: outcome tables in the form analysts know, and two analyses side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from houseway.analysis import analyse, approved
from houseway.analysis.composition import Composition
from houseway.analysis.figures import (
    EXACTLY,
    Analysis,
    DecisionTable,
    Outcome,
    Pay,
    WagerFigures,
    decimal_text,
    percent_text,
)
from houseway.analysis.rule_data import BadChange, Difference, changed, differences
from houseway.games import game
from houseway.rulebook.document import Document
from houseway.rulebook.parsing import toml_as

# What if a rule were otherwise: the changed figures beside the approved ones.


class WhatIf(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked: another number of decks, other options, other cells."""

    game: str = ""
    decks: int | None = None
    options: dict[str, Any] = {}
    change: dict[str, Any] = {}


def read_what_if(text: str) -> WhatIf:
    try:
        return toml_as(text, WhatIf)
    except ValueError as wrong:
        raise BadChange(f"the what-if cannot be read: {wrong}") from wrong


def changed_data(data: Any, change: Mapping[str, Any]) -> Any:
    """The rule data with the cells of `[change]` filled otherwise."""
    for table, given in change.items():
        places = given if isinstance(given, dict) else {"": given}
        for place, value in places.items():
            data = changed(data, table, place, value)
    return data


class Moved(NamedTuple):
    """An outcome that is settled or comes about otherwise; nothing where one lacks it.

    `was` and `now` are what it pays and how likely it is.
    """

    wager: str
    outcome: str
    was: tuple[Fraction, Fraction] | None
    now: tuple[Fraction, Fraction] | None

    @property
    def settled_otherwise(self) -> bool:
        return self.was is None or self.now is None or self.was[0] != self.now[0]


class Comparison(Struct, frozen=True):
    """Two analyses side by side, with the cells in which their rules differ."""

    approved: Analysis
    changed: Analysis
    cells: tuple[Difference, ...]

    @property
    def edges(self) -> dict[str, tuple[Fraction | None, Fraction | None]]:
        """The edge of every wager of either, approved and changed."""
        was = {each.name: each.edge for each in self.approved.wagers}
        now = {each.name: each.edge for each in self.changed.wagers}
        return {name: (was.get(name), now.get(name)) for name in dict.fromkeys([*was, *now])}

    @property
    def moved(self) -> tuple[Moved, ...]:
        """Every outcome that pays otherwise, or is more or less likely."""
        was, now = _outcomes(self.approved), _outcomes(self.changed)
        return tuple(
            Moved(*case, was.get(case), now.get(case))
            for case in dict.fromkeys([*was, *now])
            if was.get(case) != now.get(case)
        )


def _outcomes(analysis: Analysis) -> dict[tuple[str, str], tuple[Fraction, Fraction]]:
    return {
        (wager.name, each.name): (each.pays, wager.probability(each))
        for wager in analysis.wagers
        for each in wager.outcomes
    }


def what_if(
    slug: str,
    asked: WhatIf,
    *,
    options: Any = None,
    composition: Composition | None = None,
    pay: Pay = EXACTLY,
) -> Comparison:
    """The approved figures under these options, and those of the changed rules."""
    if asked.game and asked.game != slug:
        raise BadChange(f"the what-if is about {asked.game}, not {slug}")
    chosen = game(slug).options() if options is None else options
    others = _options(chosen, asked.options)
    own, data = approved(slug, chosen), changed_data(approved(slug, others), asked.change)
    if asked.decks is not None:
        data = changed(data, "decks", "", asked.decks)
    return Comparison(
        analyse(slug, options=chosen, composition=composition, pay=pay),
        analyse(slug, options=others, data=data, composition=composition, pay=pay),
        differences(own, data),
    )


def _options(options: Any, asked: Mapping[str, Any]) -> Any:
    try:
        return msgspec.convert({**msgspec.to_builtins(options), **asked}, type(options))
    except msgspec.ValidationError as wrong:
        raise BadChange(f"options: {wrong}") from wrong


class ClauseDifference(NamedTuple):
    """A clause that two editions word otherwise; nothing where one of them lacks it."""

    number: str
    was: str | None
    now: str | None


class Edition(NamedTuple):
    """An edition of a document with its rule data, as this program holds it."""

    document: Document
    data: Any
    options: Any = None


class EditionComparison(NamedTuple):
    """Two editions of one game: clauses that differ, cells that differ, figures that differ."""

    clauses: tuple[ClauseDifference, ...]
    figures: Comparison


def compare_editions(slug: str, earlier: Edition, later: Edition) -> EditionComparison:
    first = analyse(slug, options=earlier.options, data=earlier.data)
    second = analyse(slug, options=later.options, data=later.data)
    figures = Comparison(
        msgspec.structs.replace(first, edition=earlier.document.edition),
        msgspec.structs.replace(second, edition=later.document.edition),
        differences(earlier.data, later.data),
    )
    return EditionComparison(clause_differences(earlier.document, later.document), figures)


def clause_differences(earlier: Document, later: Document) -> tuple[ClauseDifference, ...]:
    """Clauses in the order of the earlier edition, then those that the later one adds."""
    was = {number: row.must for number, row in earlier.clauses.items()}
    now = {number: row.must for number, row in later.clauses.items()}
    return tuple(
        ClauseDifference(number, was.get(number), now.get(number))
        for number in dict.fromkeys([*was, *now])
        if was.get(number) != now.get(number)
    )


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
