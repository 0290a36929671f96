"""Live changes over the API: any tables and what is beside them, on one stream."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

from litestar import get
from litestar.params import FromQuery

from houseway.service.access.accounts import Account
from houseway.service.access.guards import signed_in
from houseway.service.aggregates.kind import Kind
from houseway.service.aggregates.promotions import KIND as PROMOTION
from houseway.service.aggregates.tournaments import KIND as TOURNAMENT
from houseway.service.api.aggregates import moved
from houseway.service.api.responses import refusals
from houseway.service.api.session import address_of
from houseway.service.api.tables import may_see
from houseway.service.errors import Wrong
from houseway.service.floor import Asking, Floor, OpenFloor, stream_of
from houseway.service.http.bounds import LiveStream
from houseway.service.live.hub import Asker
from houseway.service.live.sse import begun, change, changes, cursor_of
from houseway.service.texts.text import Text

_MOST = 50  # on one stream


@get(
    "/api/events",
    guards=[signed_in],
    by_token=True,
    responses=refusals(400, 401, 403, 404, 429),
    tags=["live"],
    media_type="text/event-stream",
)
async def follow(
    request: Asking,
    floor: OpenFloor,
    tables: FromQuery[str] = "",
    tournaments: FromQuery[str] = "",
    promotions: FromQuery[str] = "",
    after: FromQuery[str] = "",
) -> LiveStream:
    """Live changes of tables (`tables=1,2`), tournaments and promotions, as server-sent events.

    `state` comes first for each, then a `change` whenever one moves on. A client that comes back
    with `Last-Event-ID`, or `after`, is told in `since` exactly what it has missed.
    """
    beside = ((TOURNAMENT, _named(tournaments)), (PROMOTION, _named(promotions)))
    followed = await floor.blocking(_followed, floor, request.user, _named(tables), beside)
    cursor = cursor_of(request.headers.get("last-event-id", after))
    asker = Asker(request.auth, address_of(request))
    content = await begun(changes(floor, followed, asker, cursor))
    return LiveStream(content)


Followed = Callable[[int | None], Any]


def _followed(
    floor: Floor, account: Account, tables: list[str], beside: Iterable[tuple[Kind, list[str]]]
) -> Mapping[str, Followed]:
    """What is told of each after a version; raises where one is not there or not to be seen."""
    found = dict(_tables(floor, account, tables))
    for kind, names in beside:
        found.update(_beside(floor, account, kind, names))
    if not 0 < len(found) <= _MOST:
        sentence = Text("name 1 to {most} tables, tournaments or promotions", most=_MOST)
        raise Wrong(HTTPStatus.BAD_REQUEST, "nothing_followed", sentence)
    return found


def _named(text: str) -> list[str]:
    return [each for each in dict.fromkeys(text.split(",")) if each]


def _tables(floor: Floor, account: Account, names: list[str]) -> Iterator[tuple[str, Followed]]:
    for name in names:
        may_see(account, name)
        floor.look(name, _nothing)
        yield stream_of(name), partial(change, floor, name, account.viewer)


def _beside(
    floor: Floor, account: Account, kind: Kind, names: list[str]
) -> Iterator[tuple[str, Followed]]:
    for name in names:
        kind.look(floor, name, _nothing)
        yield kind.stream(name), partial(moved, floor, kind, name, account.viewer)


def _nothing(_state: Any, _version: int) -> None:
    """It is there."""


ROUTES = [follow]
