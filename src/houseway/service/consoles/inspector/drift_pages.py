"""The inspector's drift check: settled money of every table against exact expectation."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from http import HTTPStatus
from typing import Any

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from houseway.analysis.figures import Analysis
from houseway.service.api.tables import may_see
from houseway.service.consoles.analyst.pages import counted
from houseway.service.consoles.analyst.questions import Question
from houseway.service.consoles.inspector import drift
from houseway.service.consoles.inspector.pages import GUARDS
from houseway.service.consoles.page import page
from houseway.service.errors import Wrong, no_such_table
from houseway.service.floor import Floor
from houseway.service.http.request import Asking, OpenFloor
from houseway.service.texts.text import Text

USUAL = "1000"


def _chance(text: str) -> Fraction:
    if text not in drift.CHANCES:
        known = " or ".join(drift.CHANCES)
        raise Wrong(
            HTTPStatus.BAD_REQUEST, "no_such_chance", Text("one chance in {known}", known=known)
        )
    return drift.CHANCES[text]


async def _figures(request: Asking, floor: Floor, asked: list[Question]) -> drift.Figures:
    found: list[Analysis | None] = await asyncio.gather(
        *(counted(request, floor, each) for each in asked)
    )
    return dict(zip(asked, found, strict=True))


async def _found(
    request: Asking, floor: Floor, tables: dict[str, str], chance: str
) -> dict[str, Any]:
    """What both pages show."""
    asked = await floor.blocking(drift.needed, floor, tables)
    figures = await _figures(request, floor, asked)
    found = await floor.blocking(drift.drifts, floor, tables, figures, _chance(chance))
    return {
        "tab": "drift", "found": found, "chance": chance, "chances_known": list(drift.CHANCES),
        "counting": any(each is None for each in figures.values()), "now_us": floor.now_us(),
        "query": str(request.url.query),
    }  # fmt: skip


@get("/inspect/drift", include_in_schema=False, guards=GUARDS)
async def every_table(
    request: Asking, floor: OpenFloor, chance: FromQuery[str] = USUAL
) -> Template:
    names = [each for each in await floor.blocking(floor.tables) if request.user.assigned_to(each)]
    tables = await floor.blocking(drift.tables_of, floor, names)
    return await page(request, "inspect/drift.html", **await _found(request, floor, tables, chance))


@get("/inspect/drift/{table:str}", include_in_schema=False, guards=GUARDS)
async def one_table(
    request: Asking, floor: OpenFloor, table: FromPath[str], chance: FromQuery[str] = USUAL
) -> Template:
    may_see(request.user, table)
    tables = await floor.blocking(drift.tables_of, floor, [table])
    if not tables:
        raise no_such_table(table)
    found = await _found(request, floor, tables, chance)
    return await page(request, "inspect/drift_table.html", table=table, **found)


ROUTES = [every_table, one_table]
