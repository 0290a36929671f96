"""The inspector's drift check: settled money of every table against exact expectation."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from http import HTTPStatus
from typing import Any, NamedTuple

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from houseway.analysis import module_of
from houseway.analysis.drift import (
    Drift,
    Takings,
    compared,
    expected,
    in_chips,
    share_of_chance,
    why_not,
)
from houseway.analysis.figures import Analysis, WagerFigures, percent_text
from houseway.equipment.chips import ChipSet
from houseway.games import game, short_name
from houseway.service.api.tables import may_see
from houseway.service.consoles.analyst.pages import counted
from houseway.service.consoles.analyst.questions import Options, Question
from houseway.service.consoles.inspector.pages import GUARDS
from houseway.service.consoles.page import page
from houseway.service.errors import Wrong, no_such_table
from houseway.service.floor import Asking, Floor, OpenFloor, stream_of
from houseway.service.texts.text import Text
from houseway.takings.till import Till

# Drift at the tables: the money settled on each wager against its exact expectation.

CHANCES = {"1000": Fraction(1, 1_000), "1000000": Fraction(1, 1_000_000)}
Figures = Mapping[Question, Analysis | None]
_Key = tuple[Options, str]  # options in force, element
_Place = tuple[str, _Key]  # table, and what was settled there


class DriftLine(NamedTuple):
    """One wager at one table, under one set of options. Cents, from the patrons' side."""

    wager: str
    options: str
    rounds: int
    staked: int
    gained: int
    drift: Drift | None  # None: not compared, or its figures are being counted
    why_not: str
    edge: str  # of the stakes as they were

    @property
    def expected(self) -> int:
        return round(self.drift.expected) if self.drift else 0

    @property
    def away(self) -> int:
        return round(self.drift.away) if self.drift else 0

    @property
    def share(self) -> int:
        """How much of the limit is used up, in hundredths, at most 100."""
        if self.drift is None or not self.drift.limit:
            return 0
        return min(100, int(100 * abs(self.drift.away) / self.drift.limit))


class At(NamedTuple):
    """A table."""

    table: str
    slug: str
    title: str
    rounds: int
    left_out: int
    lines: tuple[DriftLine, ...]

    @property
    def outside(self) -> int:
        return sum(each.drift is not None and not each.drift.within for each in self.lines)

    @property
    def compared(self) -> int:
        return sum(each.drift is not None for each in self.lines)


def tables_of(floor: Floor, seen: Iterable[str]) -> dict[str, str]:
    """Tables with the edition that each is of, those left out that were never opened. Blocks."""
    editions = {
        name: floor.runner.look(stream_of(name), lambda found, _version: str(found.edition))
        for name in seen
    }
    return {name: edition for name, edition in editions.items() if edition}


def needed(floor: Floor, tables: Mapping[str, str]) -> list[Question]:
    """The figures that these tables are to be held against. Blocks."""
    tills = floor.analysing.tills
    found: dict[Question, None] = {}
    for table, edition in tables.items():
        settled = tills.read(stream_of(table), edition, lambda till: list(till.takings()))
        for options, element in settled:
            if not why_not(edition, element):
                found[Question("figures", short_name(edition), options)] = None
    return list(found)


def drifts(floor: Floor, tables: Mapping[str, str], figures: Figures, chance: Fraction) -> list[At]:
    """Every table, its wagers against the figures that are known. Blocks.

    The chance is that of any false alarm on the floor, at whatever time and whichever of its
    tables are looked at: all wagers of all tables share it.
    """
    places = _places(floor)

    def share(table: str, key: _Key) -> Fraction:
        return share_of_chance(chance, places.get((table, key), len(places) + 1))

    def view(table: str) -> Callable[[Till], At]:
        return lambda till: _at(table, till, figures, partial(share, table))

    tills = floor.analysing.tills
    return [tills.read(stream_of(table), edition, view(table)) for table, edition in tables.items()]


def _places(floor: Floor) -> dict[_Place, int]:
    """The wagers of the floor that are compared, numbered as they were first settled. Blocks."""
    first: list[tuple[int, _Place]] = []
    for table, edition in tables_of(floor, floor.tables()).items():
        settled = floor.analysing.tills.read(
            stream_of(table), edition, lambda till: dict(till.first_settled_us())
        )
        first += [
            (at_us, (table, key)) for key, at_us in settled.items() if not why_not(edition, key[1])
        ]
    return {place: number for number, (_, place) in enumerate(sorted(first), 1)}


def _at(table: str, till: Till, figures: Figures, share: Callable[[_Key], Fraction]) -> At:
    takings = till.takings()
    lines = [_line(till, key, each, figures, share(key)) for key, each in takings.items()]
    return At(
        table,
        game(till.edition).slug,
        game(till.edition).cite.title,
        len({number for each in takings.values() for number in each.by_round}),
        till.left_out,
        tuple(sorted(lines, key=lambda line: -line.staked)),
    )


def _line(till: Till, key: _Key, takings: Takings, figures: Figures, chance: Fraction) -> DriftLine:
    options, element = key
    why = why_not(till.edition, element)
    analysis = None if why else figures.get(Question("figures", short_name(till.edition), options))
    wager = expected(analysis).get(element) if analysis else None
    found = _compared(till.edition, wager, takings, till.chips, chance) if wager else None
    return DriftLine(
        element,
        ", ".join(f"{name} {value}" for name, value in options),
        len(takings.by_round),
        sum(takings.by_round.values()),
        takings.gained,
        found,
        why,
        percent_text(-found.expected / found.staked) if found else "",
    )


def _compared(
    edition: str, wager: WagerFigures, takings: Takings, chips: ChipSet, chance: Fraction
) -> Drift:
    """Where a document pays up to the next chip, every stake has figures of its own."""
    if module_of(edition).ROUNDS_BY is None:
        return compared(wager, takings, chance)
    return compared(wager, takings, chance, lambda stake: in_chips(wager, stake, chips))


USUAL = "1000"


def _chance(text: str) -> Fraction:
    if text not in CHANCES:
        known = " or ".join(CHANCES)
        raise Wrong(
            HTTPStatus.BAD_REQUEST, "no_such_chance", Text("one chance in {known}", known=known)
        )
    return CHANCES[text]


async def _figures(request: Asking, floor: Floor, asked: list[Question]) -> Figures:
    found: list[Analysis | None] = await asyncio.gather(
        *(counted(request, floor, each) for each in asked)
    )
    return dict(zip(asked, found, strict=True))


async def _found(
    request: Asking, floor: Floor, tables: dict[str, str], chance: str
) -> dict[str, Any]:
    """What both pages show."""
    asked = await floor.blocking(needed, floor, tables)
    figures = await _figures(request, floor, asked)
    found = await floor.blocking(drifts, floor, tables, figures, _chance(chance))
    return {
        "tab": "drift", "found": found, "chance": chance, "chances_known": list(CHANCES),
        "counting": any(each is None for each in figures.values()), "now_us": floor.now_us(),
        "query": str(request.url.query),
    }  # fmt: skip


@get("/inspect/drift", include_in_schema=False, guards=GUARDS)
async def every_table(
    request: Asking, floor: OpenFloor, chance: FromQuery[str] = USUAL
) -> Template:
    names = [each for each in await floor.blocking(floor.tables) if request.user.assigned_to(each)]
    tables = await floor.blocking(tables_of, floor, names)
    return await page(request, "inspect/drift.html", **await _found(request, floor, tables, chance))


@get("/inspect/drift/{table:str}", include_in_schema=False, guards=GUARDS)
async def one_table(
    request: Asking, floor: OpenFloor, table: FromPath[str], chance: FromQuery[str] = USUAL
) -> Template:
    may_see(request.user, table)
    tables = await floor.blocking(tables_of, floor, [table])
    if not tables:
        raise no_such_table(table)
    found = await _found(request, floor, tables, chance)
    return await page(request, "inspect/drift_table.html", table=table, **found)


ROUTES = [every_table, one_table]
