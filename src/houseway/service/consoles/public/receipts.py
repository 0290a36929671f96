"""Receipts of rulings: a list to choose from, one on paper with its QR code, and the file."""

from __future__ import annotations

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import Response, Template
from markupsafe import Markup

from houseway.rulebook import approved
from houseway.rulebook.roles import DIRECTORS, SUPERVISORS, Role
from houseway.service.access.guards import only
from houseway.service.api.tables import may_see
from houseway.service.consoles.page import Link, page
from houseway.service.floor import Asking, OpenFloor
from houseway.service.storage import receipts
from houseway.service.table_views import named_tables
from houseway.service.texts.text import Text
from houseway.store.receipt import SUFFIX, qr_code

HOLDERS = frozenset(
    map(str, SUPERVISORS | DIRECTORS | {Role.PATRON, Role.INSPECTOR, Role.SURVEILLANCE})
)
GUARDS = [only(*HOLDERS)]


@get("/receipts", include_in_schema=False, guards=GUARDS)
async def receipt_list(request: Asking, floor: OpenFloor, table: FromQuery[str] = "") -> Template:
    """The newest rulings of a table that one may have a receipt of."""
    every = await floor.blocking(floor.tables)
    assigned = [each for each in every if request.user.assigned_to(each)]
    tables = await floor.blocking(named_tables, floor, assigned)
    found = None
    if table:
        may_see(request.user, table)
        found = await floor.blocking(receipts.recent, floor, request.user, table)
    chosen = next((each for each in tables if each.table == table), None)
    return await page(
        request, "receipts/list.html", tables=tables, table=table, chosen=chosen, found=found
    )


@get("/receipts/{table:str}/{version:int}", include_in_schema=False, guards=GUARDS)
async def receipt(
    request: Asking, floor: OpenFloor, table: FromPath[str], version: FromPath[int]
) -> Template:
    """One receipt, to be printed."""
    may_see(request.user, table)
    made = await floor.blocking(receipts.make, floor, request.user, table, version)
    edition = made.ruling.edition
    drawn = qr_code(made.content).svg_inline(omitsize=True, border=4, light="white")
    return await page(
        request, "receipts/page.html", table=table, version=version, made=made,
        instrument={each: approved.cited(each, edition) for each in made.ruling.clauses},
        code=Markup(drawn),  # noqa: S704 - drawn by us
    )  # fmt: skip


@get("/receipts/{table:str}/{version:int}/file", include_in_schema=False, guards=GUARDS)
async def receipt_file(
    request: Asking, floor: OpenFloor, table: FromPath[str], version: FromPath[int]
) -> Response[bytes]:
    """The same as a file."""
    may_see(request.user, table)
    made = await floor.blocking(receipts.make, floor, request.user, table, version)
    name = f"{table}-{version}{SUFFIX}"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(made.content, media_type="application/octet-stream", headers=headers)


ROUTES = [receipt_list, receipt, receipt_file]
NAVIGATION = [Link(Text("Receipts"), "/receipts", offices=HOLDERS, order=85)]
