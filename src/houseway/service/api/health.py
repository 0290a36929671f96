"""Whether the house is up, and whether it takes orders."""

from __future__ import annotations

import re
from typing import Any

from litestar import MediaType, Request, get
from litestar.exceptions import NotFoundException
from msgspec import Struct

from houseway.service.api.responses import refusals
from houseway.service.http.request import OpenFloor
from houseway.version import __version__

_LOOPBACK = ("127.0.0.1", "::1")
_OWN_NAMES = ("127.0.0.1", "[::1]", "localhost")
_PORT = re.compile(r":[0-9]+$")
_SENT_ON = ("x-forwarded-for", "x-forwarded-host", "x-real-ip", "forwarded", "via")


class Health(Struct, frozen=True):
    status: str
    version: str


@get("/healthz", tags=["health"])
async def healthy() -> Health:
    """The process answers."""
    return Health("up", __version__)


@get("/readyz", responses=refusals(503), tags=["health"])
async def ready(floor: OpenFloor) -> Health:
    """The log can be read and the side store answers."""
    await floor.blocking(floor.check_ready)
    return Health("ready", __version__)


@get("/metrics", media_type=MediaType.TEXT, include_in_schema=False)
async def metrics(request: Request[Any, Any, Any], floor: OpenFloor) -> str:
    """Figures for monitoring, given only to requests from this machine."""
    if not _from_this_machine(request):
        raise NotFoundException
    heads = await floor.blocking(floor.log.heads)
    last = max((head.seq for head in heads.values()), default=0)
    gauges = {
        "streams_watching": floor.hub.open_streams,
        "log_sequence": last,
        "log_streams": len(heads),
    }
    return "\n".join([*floor.meter.lines(**gauges), ""])


def _from_this_machine(request: Request[Any, Any, Any]) -> bool:
    """Requests of a proxy on this machine come from here too. A request that says that it was
    forwarded, or was asked for under another name than the machine's own, is not from here."""
    client = request.client.host if request.client else ""
    asked = _PORT.sub("", request.headers.get("host", ""))
    sent_on = any(each in request.headers for each in _SENT_ON)
    return client in _LOOPBACK and asked in _OWN_NAMES and not sent_on


ROUTES = [healthy, ready, metrics]
