"""The tables: all of them at a glance, and one with its felt, its sign and what it awaits.

The fragment `felt:<table>` is the table as its viewer may see it, for every console; `step:<table>`
says what is awaited, from whom and by which clause; `board:<table>` has the sign, the settlements,
the last rounds and, of a virtual table, what it has committed to.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template
from markupsafe import Markup

from houseway.equipment.chips import Cents
from houseway.games.commands import PlaceWager
from houseway.rulebook.document import Clause, document
from houseway.rulebook.roles import Role
from houseway.rulebook.shown import WAGERS, rules_on
from houseway.service import draw
from houseway.service.access.guards import signed_in
from houseway.service.api.tables import may_see
from houseway.service.consoles.page import Link, page
from houseway.service.consoles.patron.status import Status, status_of
from houseway.service.draw import small
from houseway.service.floor import Asking, Floor, OpenFloor, stream_of
from houseway.service.live.fragments import Drawing, Fragment
from houseway.service.live.render import clause_address
from houseway.service.table_views import listed_by
from houseway.service.texts.text import Text
from houseway.table.betting import takes_wagers
from houseway.table.life import sign_lines
from houseway.table.table import Table
from houseway.table.view import View, Viewer


class TableCard(NamedTuple):
    """A table in the list of them."""

    table: str
    slug: str
    title: str
    casino: str
    open: bool
    virtual: bool
    stage: str
    betting: bool
    round: int
    limits: str
    patrons: tuple[str, ...]
    mine: bool  # the viewer plays here
    turn: bool  # and is awaited
    chips: Cents | None  # of the viewer, where they are counted


def cards(floor: Floor, viewer: Viewer) -> list[TableCard]:
    """Every table that has been opened: the viewer's own first, then by game. Blocks."""
    found = (
        floor.runner.look(stream_of(name), partial(_card, name=name, viewer=viewer))
        for name in floor.tables()
    )
    return sorted((each for each in found if each is not None), key=_place_of)


def _place_of(card: TableCard) -> tuple[bool, tuple[str, int, str]]:
    return not card.mine, listed_by(card.title, card.table, card.slug)


def _card(table: Table, _version: int, *, name: str, viewer: Viewer) -> TableCard | None:
    play = table.play
    if play is None:
        return None
    layout = play.layout
    patrons = tuple(layout.idle_rounds)
    awaited = None if table.closed else table.game.awaits(play)
    sign = sign_lines(table)
    return TableCard(
        name, table.slug, table.game.cite.title, table.game.cite.metadata.casino,
        not table.closed, table.virtual, play.stage,
        awaited is not None and PlaceWager in awaited.commands, play.round,
        sign[0][0] if sign else "", patrons,
        bool(viewer.patron) and viewer.patron in patrons,
        awaited is not None and bool(viewer.patron) and awaited.who == viewer.patron,
        layout.chips[viewer.patron] if viewer.patron in layout.counted else None,
    )  # fmt: skip


def _tables(floor: Floor, _table: str, viewer: Viewer) -> Mapping[str, Any]:
    return {
        "cards": cards(floor, viewer),
        "emblem": lambda slug: Markup(small.emblem(slug)),  # noqa: S704 - drawn by us
        "suits": Markup(small.suits()),  # noqa: S704 - drawn by us
        "plays": viewer.role == Role.PATRON and bool(viewer.patron),
    }


def felt(view: View, *, interactive: bool = False) -> Markup:
    """The table in both shapes, ready for a template."""
    return Markup(draw.both(view, interactive=interactive))  # noqa: S704 - escaped where drawn


def live_felt(view: View, *, interactive: bool = False) -> Markup:
    """The same for the template of a fragment, which is sent in parts."""
    drawn = draw.both_in_parts(view, interactive=interactive)
    return Markup(drawn)  # noqa: S704 - escaped where drawn


def _step(floor: Floor, table: str, viewer: Viewer) -> Mapping[str, Any]:
    """For a patron who watches: the step in a patron's words. Staff read the game's own."""
    if viewer.staff:
        return {"status": None}

    def see(found: Table, version: int) -> Status:
        view = floor.seen(found, table, version, viewer)
        return status_of(view, viewer.patron, takes_wagers(found))

    return {"status": floor.look(table, see)}


def _board(floor: Floor, table: str, viewer: Viewer) -> Mapping[str, Any]:
    """The clause that keeps the list of results from patrons, if there is one (reading G15)."""

    def withheld(found: Table, _version: int) -> Clause | None:
        return None if viewer.staff else found.game.table.results_withheld(found.play.options)

    return {"withheld": floor.look(table, withheld)}


@get("/tables/{table:str}", include_in_schema=False, guards=[signed_in])
async def table_page(request: Asking, floor: OpenFloor, table: FromPath[str]) -> Template:
    may_see(request.user, table)
    view = await floor.blocking(floor.view, table, request.user.viewer)
    topics = [f"felt:{table}", f"step:{table}", f"board:{table}"]
    plays = request.user.role == Role.PATRON
    return await page(
        request, "tables/table.html", topics=topics, table=table, name=view.title, plays=plays,
        conduct=rules_on(WAGERS, document(view.edition)), edition=view.edition,
    )  # fmt: skip


@get("/clause", include_in_schema=False)
async def clause(cited: FromQuery[str], overlay: FromQuery[str] = "") -> Redirect:
    """Where a citation stands in the rulebook: for scripts, which have only its words."""
    return Redirect(clause_address(cited) + ("?overlay=yes" if overlay else ""))


ROUTES = [table_page, clause]
NAVIGATION = [Link(Text("Tables"), "/", order=10, also=("/play", "/tables"))]
FRAGMENTS = [
    Fragment("tables", "tables/cards.html", more=_tables, whole_floor=True),
    Fragment("felt", drawing=Drawing(draw.felt_seen, draw.felt_pieces), apart=True),
    Fragment("step", "tables/step.html", more=_step, apart=True),
    Fragment(
        "board", "tables/board.html", more=_board, alike=True, apart=True, made_of=("withheld",),
        reads=("edition", "settlements", "voided", "sign", "dealer", "notices", "last", "virtual",
               "commitment"),
    ),
]  # fmt: skip
