"""The list of tables, live, and a plain page for each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import get
from litestar.params import FromPath
from litestar.response import Template

from houseway.service.access.accounts import Account
from houseway.service.access.guards import signed_in
from houseway.service.api.tables import may_see, seen_tables
from houseway.service.asking import Asking, OpenFloor
from houseway.service.floor import Floor
from houseway.service.fragments import Fragment
from houseway.service.pages.page import Link, page
from houseway.table.view import Viewer


def _tables(floor: Floor, _table: str, _viewer: Viewer) -> Mapping[str, Any]:
    return {"tables": seen_tables(floor, Account("", "patron"))}


@get("/", include_in_schema=False, guards=[signed_in])
async def home(request: Asking) -> Template:
    return await page(request, "tables/list.html", topics=["tables"])


@get("/tables/{table:str}", include_in_schema=False, guards=[signed_in])
async def table_page(request: Asking, floor: OpenFloor, table: FromPath[str]) -> Template:
    may_see(request.user, table)
    return await page(request, "tables/table.html", topics=[f"step:{table}"], table=table)


ROUTES = [home, table_page]
NAVIGATION = [Link("Tables", "/", order=10)]
FRAGMENTS = [
    Fragment("tables", "tables/rows.html", more=_tables, whole_floor=True),
    Fragment("step", "tables/step.html"),
]
