"""Tournaments over the API: orders, and what a viewer sees; live changes are in `following`."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromPath
from msgspec import Struct

from houseway.service.access.guards import signed_in
from houseway.service.aggregates.tournaments import KIND
from houseway.service.api.aggregates import give
from houseway.service.api.openapi import AsksTournament
from houseway.service.api.responses import refusals
from houseway.service.floor import Asking, OpenFloor
from houseway.service.live.sse import Happened
from houseway.tournament.shown import TournamentView


class TournamentOrdered(Struct, frozen=True):
    """An order was accepted: where the tournament is now, what happened, what the giver sees.

    `head` is the hash of the event that ends the stream: a receipt. `replayed` says that the key
    had been answered before, and nothing was done twice. `promise` is signed by the house.
    """

    tournament: str
    version: int
    head: str
    replayed: bool
    events: tuple[Happened, ...]
    view: TournamentView
    promise: str


class TournamentListed(Struct, frozen=True):
    """A tournament in a list of them."""

    tournament: str
    version: int
    document: str
    title: str
    life: str
    entrants: int
    sessions: int


@post(
    "/api/tournaments/{tournament:str}/commands",
    guards=[signed_in],
    by_token=True,
    status_code=200,
    operation_class=AsksTournament,
    responses=refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
    tags=["tournaments"],
)
async def give_order(
    request: Asking, floor: OpenFloor, tournament: FromPath[str]
) -> TournamentOrdered:
    """Give an order to a tournament: what happened, and the tournament as you see it."""
    given = await give(floor, request.user, KIND, tournament, await request.body())
    return TournamentOrdered(tournament, *given)


@get(
    "/api/tournaments",
    guards=[signed_in],
    by_token=True,
    responses=refusals(401),
    tags=["tournaments"],
)
async def list_tournaments(request: Asking, floor: OpenFloor) -> list[TournamentListed]:
    """Every tournament."""
    found: list[TournamentView] = await floor.blocking(KIND.every, floor, request.user.viewer)
    return [_listed(each) for each in found]


def _listed(seen: TournamentView) -> TournamentListed:
    return TournamentListed(
        seen.name, seen.version, seen.document, seen.title, seen.life, seen.entrants,
        len(seen.sessions),
    )  # fmt: skip


@get(
    "/api/tournaments/{tournament:str}",
    guards=[signed_in],
    by_token=True,
    responses=refusals(400, 401, 403, 404),
    tags=["tournaments"],
)
async def see_tournament(
    request: Asking, floor: OpenFloor, tournament: FromPath[str]
) -> TournamentView:
    """A tournament as you may see it."""
    found: TournamentView = await floor.blocking(KIND.seen, floor, tournament, request.user.viewer)
    return found


ROUTES = [give_order, list_tournaments, see_tournament]
