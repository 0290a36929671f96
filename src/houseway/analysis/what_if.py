"""What if a rule were otherwise: the changed figures beside the approved ones.

A small TOML says what changes; everything else stays as approved.

    game = "mini-baccarat"
    decks = 6

    [options]
    settlement = "non-commission"

    [change]
    naturals = [9]

    [change.odds]
    tie = "9 to 1"

    [change.banker_draws]
    "3 8" = "D"
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from houseway.analysis import analyse, approved
from houseway.analysis.composition import Composition
from houseway.analysis.figures import Analysis
from houseway.analysis.rounding import EXACTLY, Pay
from houseway.analysis.rule_data import BadChange, Difference, changed, differences
from houseway.games import game
from houseway.rulebook.document import Document
from houseway.rulebook.parsing import toml_as


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
