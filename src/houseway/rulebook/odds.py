"""Odds as the rules write them: "19 to 20", "1 to 1 less 5%". Never a decimal."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from houseway.rulebook.document import Clause

Case = TypeVar("Case", bound=Hashable)


class Odds(Struct, frozen=True, gc=False):
    """What a winning wager earns for each unit staked, less a percentage of the winnings if any."""

    pays: int
    for_each: int
    less_percent: int = 0

    def winnings(self, stake: int) -> Fraction:
        """The exact winnings of a stake, the stake itself not counted."""
        return Fraction(stake * self.pays * (100 - self.less_percent), self.for_each * 100)

    def cents(self, stake: int) -> tuple[int, bool]:
        """The winnings of a stake in whole cents, rounded up, and whether they are exact."""
        whole, left = divmod(stake * self.pays * (100 - self.less_percent), self.for_each * 100)
        return whole + bool(left), not left

    def less(self, *, percent: int) -> Odds:
        return replace(self, less_percent=percent)

    @property
    def exact(self) -> Fraction:
        """Winnings for one unit."""
        return self.winnings(1)

    def __str__(self) -> str:
        taken = f" less {self.less_percent}%" if self.less_percent else ""
        return f"{self.pays} to {self.for_each}{taken}"


def to(pays: int, for_each: int) -> Odds:
    """`to(19, 20)` is "19 to 20"."""
    if pays <= 0 or for_each <= 0:
        raise ValueError(f"odds of {pays} to {for_each}: both sides must be positive")
    return Odds(pays, for_each)


_ODDS = re.compile(r"([0-9]+) to ([0-9]+)(?: less ([0-9]+)%)?")


def parse_odds(text: str) -> Odds:
    """Read odds as `str` writes them: `19 to 20`, `1 to 1 less 5%`."""
    found = _ODDS.fullmatch(" ".join(text.split()))
    if found is None:
        raise ValueError(f"{text!r} is not a payout: {_instead(text)}")
    pays, for_each, percent = (int(part or 0) for part in found.groups())
    if percent >= 100:
        raise ValueError(f"{text!r}: nothing would be left of the winnings")
    return to(pays, for_each).less(percent=percent)


def _instead(text: str) -> str:
    """What to write; of 9:1 and its like, the same figures."""
    figures = re.fullmatch(r"\s*([0-9]+)\s*[:/-]\s*([0-9]+)\s*", text)
    if figures:
        return "write it as {} to {}".format(*figures.groups())
    return "write 19 to 20, or 1 to 1 less 5%"


class Pays(NamedTuple, Generic[Case]):
    """One line of an approved list of odds."""

    case: Case
    odds: Odds
    clause: Clause


class Paytable(Generic[Case]):
    """An approved list of odds, in its own order; every case stands in it once."""

    def __init__(self, *lines: Pays[Case]) -> None:
        self.lines = lines
        self._by_case = {line.case: line for line in lines}
        if len(self._by_case) != len(lines):
            raise ValueError(f"{lines[0].clause}: a case of this pay table stands in it twice")

    def __getitem__(self, case: Case) -> Pays[Case]:
        return self._by_case[case]

    def __contains__(self, case: object) -> bool:
        return case in self._by_case

    def __iter__(self) -> Iterator[Pays[Case]]:
        return iter(self.lines)


# Tables of the rules, written to look like the approved ones, and checking themselves.

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
