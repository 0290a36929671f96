"""The dealer console: the next step in large type, two keys a card, payouts in chips."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from litestar import get, post
from litestar.params import FromPath
from litestar.response import Template

from houseway.equipment.cards import RANKS
from houseway.equipment.tiles import LINES
from houseway.games.commands import ChangeWager, Command, FindWager, PlaceWager, WithdrawWager
from houseway.rulebook.roles import DIRECTORS, STAFF, Role
from houseway.rulebook.shown import CONSOLE, WAGERS, rules_on
from houseway.service.access.accounts import Account
from houseway.service.access.guards import only
from houseway.service.api.responses import TableSeen
from houseway.service.api.tables import may_see, seen_tables
from houseway.service.consoles.dealer.forms import LISTS, forms, ruling
from houseway.service.consoles.dealer.money import money
from houseway.service.consoles.dealer.preparation import preparation
from houseway.service.consoles.dealer.step import step
from houseway.service.consoles.page import Link, page
from houseway.service.consoles.public import session_panel
from houseway.service.draw.tiles import HEIGHT, WIDTH, tile
from houseway.service.errors import Wrong
from houseway.service.floor import Floor
from houseway.service.forms.form_data import FormData
from houseway.service.http.request import Asking, OpenFloor
from houseway.service.live.fragments import Fragment
from houseway.service.texts.text import Text
from houseway.table.betting import LAST_CALL_SECONDS, takes_wagers
from houseway.table.offers import offers
from houseway.table.table import Table
from houseway.table.view import Viewer

OFFICES = frozenset(map(str, STAFF | DIRECTORS))
# fmt: off
SUITS = (("s", "♠", "spades"), ("h", "♥", "hearts"), ("d", "♦", "diamonds"), ("c", "♣", "clubs"))
# fmt: on
_WAGERS: dict[type[Command], Text] = {
    PlaceWager: Text("places"),
    ChangeWager: Text("changes to"),
    WithdrawWager: Text("takes back"),
    FindWager: Text("is found with"),
}
TILES = tuple(sorted({each for line in LINES for each in line.tiles}))


def _tables(floor: Floor, _table: str, _viewer: Viewer) -> Mapping[str, Any]:
    tables = seen_tables(floor, Account("", "dealer"))
    return {"tables": tables, "betting": {each.table for each in tables if _betting(floor, each)}}


def _betting(floor: Floor, seen: TableSeen) -> bool:
    return seen.open and floor.look(seen.table, lambda found, _: takes_wagers(found))


def _step(floor: Floor, table: str, viewer: Viewer) -> Mapping[str, Any]:
    """The step as the table stands: the view is taken again, so that both are of one version."""

    def see(found: Table, version: int) -> Mapping[str, Any]:
        view = floor.seen(found, table, version, viewer)
        people = tuple(each.patron for each in view.places)
        if found.closed:
            return {
                "view": view,
                "step": None,
                "preparation": (),
                "offices": tuple(Role),
                "people": people,
                "clock": None,
            }
        now = floor.now_us()
        calls = offers(found, viewer, now, of=lambda kind: bool(kind.call))
        doing = step(found, view, viewer, now, calls)
        return {
            "view": view, "step": doing, "preparation": preparation(found), "offices": tuple(Role),
            "people": people, "clock": floor.betting_clock(table, found, version),
        }  # fmt: skip

    return floor.look(table, see)


def _money(floor: Floor, table: str, viewer: Viewer) -> Mapping[str, Any]:
    def see(found: Table, version: int) -> Mapping[str, Any]:
        view = floor.seen(found, table, version, viewer)
        return {"view": view, "money": money(found, view, viewer, floor.now_us())}

    return floor.look(table, see)


@get("/dealer", include_in_schema=False, guards=[only(*OFFICES)])
async def dealers(request: Asking) -> Template:
    return await page(request, "dealer/tables.html", topics=["dealers"])


@get("/dealer/{table:str}", include_in_schema=False, guards=[only(*OFFICES)])
async def console(request: Asking, floor: OpenFloor, table: FromPath[str]) -> Template:
    may_see(request.user, table)
    session = await floor.blocking(session_panel.topics, floor, table)
    topics = [f"dealer:{table}", f"dealer-money:{table}", f"felt:{table}", *session]
    return await page(
        request, "dealer/page.html", topics=topics, session=session, table=table,
        ranks=RANKS[::-1], suits=SUITS,
        tiles={each: tile(each) for each in TILES}, tile_size=(WIDTH, HEIGHT),
        now_us=floor.now_us(), last_call=LAST_CALL_SECONDS,
        **await floor.blocking(floor.look, table, _wagering),
    )  # fmt: skip


def _wagering(table: Table, _version: int) -> dict[str, Any]:
    """What a patron's wager is entered with; it does not change while a table is open."""
    spots = table.game.spots(table.play, "")
    return {
        "does": [
            (kind.__name__, text) for kind, text in _WAGERS.items() if kind in table.game.orders
        ],
        "boxes": any(spot.box for spot in spots),
        "kinds": list(dict.fromkeys(spot.wager for spot in spots)),
        "denominations": table.play.chips.denominations[::-1],
        "edition": table.edition,
        "conduct": rules_on(CONSOLE, table.game.cite),
        "patrons_conduct": rules_on(WAGERS, table.game.cite),
    }


@get("/dealer/{table:str}/orders/{which:str}", include_in_schema=False, guards=[only(*OFFICES)])
async def order_forms(
    request: Asking, floor: OpenFloor, table: FromPath[str], which: FromPath[str]
) -> Template:
    """The orders of a list as forms."""
    may_see(request.user, table)
    if which not in LISTS:
        raise Wrong(
            HTTPStatus.NOT_FOUND, "no_such_list", Text("there is no list {which}", which=which)
        )

    def see(found: Table, _version: int) -> Any:
        return forms(found, request.user.viewer, floor.now_us(), which), found.edition

    listed, edition = await floor.blocking(floor.look, table, see)
    context = {"forms": listed, "which": which, "table": table, "edition": edition}
    return Template("dealer/orders.html", context=context)


@post(
    "/dealer/{table:str}/ruling", include_in_schema=False, guards=[only(*OFFICES)], status_code=200,
    repeatable=True,
)  # fmt: skip
async def preview_ruling(request: Asking, floor: OpenFloor, table: FromPath[str]) -> Template:
    """Show what would follow from a form; nothing is done."""
    may_see(request.user, table)
    data = await FormData.of(request)

    def see(found: Table, version: int) -> dict[str, Any]:
        result = ruling(found, version, request.user.viewer, floor.now_us(), data)
        return {"ruling": result, "edition": found.edition}

    context = await floor.blocking(floor.look, table, see)
    context |= {"table": table, "reason": data.text("reason"), "role": request.user.role,
                "offices": tuple(Role)}  # fmt: skip
    return Template("dealer/ruling.html", context=context)


ROUTES = [dealers, console, order_forms, preview_ruling]
NAVIGATION = [
    Link(Text("Deal"), "/dealer", offices=OFFICES, order=20, home_of=frozenset({Role.DEALER}))
]
FRAGMENTS = [
    Fragment("dealers", "dealer/rows.html", more=_tables, whole_floor=True, offices=OFFICES),
    Fragment(
        "dealer", "dealer/step.html", more=_step, offices=OFFICES,
        reads=("table", "edition", "title", "round", "next", "stage", "virtual", "dealer",
               "alerts"),
        made_of=("step", "preparation", "people", "clock"), apart=True,
    ),
    Fragment(
        "dealer-money", "dealer/money.html", more=_money, offices=OFFICES, made_of=("money",),
        reads=("table", "edition", "title", "round", "chips_asked"), apart=True,
    ),
]  # fmt: skip
