"""Tables over the API: orders, what a viewer sees, what is offered, and rounds."""

from __future__ import annotations

from typing import Any

from litestar import get, post
from litestar.params import FromPath
from litestar.serialization import encode_json
from litestar.types import ASGIApp, Receive, Scope, Send

from houseway.records.settlement import RoundReport, rounds_told
from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.access.guards import account_of, signed_in
from houseway.service.api.openapi import AsksTable
from houseway.service.api.responses import LineSeen, Ordered, RoundSeen, TableSeen, refusals
from houseway.service.commands import submit
from houseway.service.floor import Asking, Floor, OpenFloor, stream_of
from houseway.service.live.fragments import not_assigned
from houseway.store import codec
from houseway.table.offers import Offer, offers
from houseway.table.table import Table
from houseway.table.view import View

_MOST_ROUNDS = 200


def may_see(account: Account, table: str) -> None:
    if not account.assigned_to(table):
        raise not_assigned(account, table)


class Straight:
    """Calls the function of a route without what the framework does for routes in general.

    A busy house answers hundreds of commands a second: finding out what to call a function with,
    and what its answer looks like, takes longer than most rulings. Who is asking, the token of the
    page, and what becomes of a failure are the same as for every route.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request: Asking = scope["litestar_app"].request_class(scope, receive, send)
        account_of(request)
        call: Any = scope["route_handler"].fn
        answer = await call(request, request.app.state.floor, **scope["path_params"])
        content = encode_json(answer)
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(content)),
        ]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": content, "more_body": False})


@post(
    "/api/tables/{table:str}/commands",
    guards=[signed_in],
    middleware=[Straight],
    by_token=True,
    status_code=200,
    operation_class=AsksTable,
    responses=refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
    tags=["tables"],
)
async def give_order(request: Asking, floor: OpenFloor, table: FromPath[str]) -> Ordered:
    """Give an order to a table: what happened, and the table as you see it."""
    return await submit.order(floor, request.user, table, await request.body())


@get("/api/tables", guards=[signed_in], by_token=True, responses=refusals(401), tags=["tables"])
async def list_tables(request: Asking, floor: OpenFloor) -> list[TableSeen]:
    """Every table that you may see."""
    return await floor.blocking(seen_tables, floor, request.user)


def seen_tables(floor: Floor, account: Account) -> list[TableSeen]:
    names = [each for each in floor.tables() if account.assigned_to(each)]
    found = [floor.runner.look(stream_of(name), _seen(name)) for name in names]
    return [each for each in found if each is not None]


def _seen(name: str) -> Any:
    def see(table: Table, version: int) -> TableSeen | None:
        if table.play is None:
            return None
        awaited = "" if table.closed else table.game.awaits(table.play).sentence
        return TableSeen(
            name, version, table.slug, table.game.cite.title, not table.closed, table.virtual,
            table.play.round, awaited,
        )  # fmt: skip

    return see


@get(
    "/api/tables/{table:str}",
    guards=[signed_in],
    by_token=True,
    responses=refusals(400, 401, 403, 404),
    tags=["tables"],
)
async def see_table(request: Asking, floor: OpenFloor, table: FromPath[str]) -> View:
    """A table as you may see it."""
    may_see(request.user, table)
    return await floor.blocking(floor.view, table, request.user.viewer)


@get(
    "/api/tables/{table:str}/offers",
    guards=[signed_in],
    by_token=True,
    responses=refusals(400, 401, 403, 404),
    tags=["tables"],
)
async def see_offers(request: Asking, floor: OpenFloor, table: FromPath[str]) -> tuple[Offer, ...]:
    """What you may do there now, and why some of it not."""
    may_see(request.user, table)
    return await floor.blocking(offers_to, floor, table, request.user)


def offers_to(floor: Floor, table: str, account: Account) -> tuple[Offer, ...]:
    if account.role is None:
        return ()
    return floor.look(table, lambda found, _: offers(found, account.viewer, floor.now_us()))


@get(
    "/api/tables/{table:str}/rounds",
    guards=[signed_in],
    by_token=True,
    responses=refusals(400, 401, 403, 404),
    tags=["tables"],
)
async def see_rounds(request: Asking, floor: OpenFloor, table: FromPath[str]) -> list[RoundSeen]:
    """The latest finished rounds, oldest first."""
    may_see(request.user, table)
    return await floor.blocking(seen_rounds, floor, table, request.user)


def seen_rounds(floor: Floor, table: str, account: Account) -> list[RoundSeen]:
    edition, current = floor.look(table, lambda found, _: (found.edition, found.play.round))
    told = rounds_told(codec.decode(edition, each) for each in floor.log.read(stream_of(table)))
    finished = [each for each in told if each.round < current or each.result]
    return [_round(each, account) for each in finished[-_MOST_ROUNDS:]]


def _round(report: RoundReport, account: Account) -> RoundSeen:
    own = account.role in (Role.PATRON, None)
    lines = tuple(
        LineSeen(
            each.patron, each.wager, each.box, each.stake, each.result, each.paid, each.returned,
            each.clauses,
        )
        for each in report.lines
        if not own or each.patron == account.name
    )  # fmt: skip
    return RoundSeen(report.round, report.result, report.hands, report.void, lines)


ROUTES = [give_order, list_tables, see_table, see_offers, see_rounds]
