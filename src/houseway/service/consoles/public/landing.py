"""The first page: what Houseway is, a live table, and what a visitor can do next.

Someone who has signed in sees the tables instead. The fragment `watch:<table>` is the felt as any
passer-by sees it; patrons are named by their seats, because a visitor need not know who plays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from litestar import get
from litestar.params import FromPath
from litestar.response import Redirect, Template
from markupsafe import Markup
from msgspec.structs import replace

from houseway.games import slugs
from houseway.rulebook.document import documents
from houseway.rulebook.roles import Role
from houseway.service.access.guards import account_of
from houseway.service.consoles.page import page
from houseway.service.consoles.public.tables import TableCard, cards, live_felt
from houseway.service.draw import small
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.live.fragments import Fragment
from houseway.service.table_views import named_table
from houseway.table.view import View, Viewer

_PASSER_BY = Viewer(Role.PATRON)


def without_names(view: View) -> View:
    """The view with every patron named by a seat."""
    names = {each.patron: f"Seat {each.box or at}" for at, each in enumerate(view.places, 1)}

    def seat(patron: str) -> str:
        return names.setdefault(patron, f"Seat {len(names) + 1}") if patron else ""

    lying = view.felt
    return replace(
        view,
        felt=replace(
            lying,
            hands=tuple(replace(each, patron=seat(each.patron)) for each in lying.hands),
            seats={seat(patron): box for patron, box in lying.seats.items()},
            notes={seat(patron): note for patron, note in lying.notes.items()},
        ),
        wagers=tuple(replace(each, patron=seat(each.patron)) for each in view.wagers),
        settlements=tuple(replace(each, patron=seat(each.patron)) for each in view.settlements),
        places=tuple(replace(each, patron=seat(each.patron), chips=None) for each in view.places),
        shares={},
    )


def _watched(floor: Floor, table: str, _viewer: Viewer) -> Mapping[str, Any]:
    view = without_names(floor.view(table, _PASSER_BY))
    return {"view": view, "felt": live_felt(view)}


def shown_first(listed: Sequence[TableCard]) -> str:
    """The table that the first page shows: of those that are open the one with most rounds."""
    return max(listed, key=lambda each: each.round).table if listed else ""


@get("/", include_in_schema=False)
async def home(request: Asking, floor: OpenFloor) -> Template:
    if request.auth is not None:
        account_of(request)  # a password that must be changed is changed first
        return await page(request, "tables/list.html", topics=["tables"])
    every = await floor.blocking(cards, floor, _PASSER_BY)
    listed = [each for each in every if each.open]
    table = shown_first(listed)
    return await page(
        request, "landing/page.html", topics=[f"watch:{table}"] if table else [], table=table,
        tables=listed, games=len(slugs()), closed_demonstration=request.app.state.entrances.offered,
        clauses=sum(len(each.clauses) for each in documents()),
        emblem=lambda slug: Markup(small.emblem(slug)), suits=Markup(small.suits()),  # noqa: S704
    )  # fmt: skip


@get("/watch/{table:str}", include_in_schema=False)
async def watch(request: Asking, floor: OpenFloor, table: FromPath[str]) -> Template:
    """One table for anybody, without the names of those who play."""
    named = await floor.blocking(named_table, floor, table)
    return await page(
        request,
        "landing/watch.html",
        topics=[f"watch:{table}"],
        table=table,
        slug=named.slug,
        name=named.title,
    )


@get("/favicon.ico", include_in_schema=False)
async def icon() -> Redirect:
    """Browsers ask for it by this name, whatever a page says."""
    return Redirect("/static/mark.svg")


ROUTES = [home, watch, icon]
FRAGMENTS = [Fragment("watch", "landing/felt.html", more=_watched, public=True, alike=True)]
