"""Whether the house is up, and whether it takes orders."""

from __future__ import annotations

import hmac
from http import HTTPStatus

from litestar import MediaType, get
from msgspec import Struct

from houseway.service.api.responses import refusals
from houseway.service.errors import Wrong
from houseway.service.http.request import Asking, OpenFloor
from houseway.service.texts.text import Text
from houseway.version import __version__

METRICS_SECRET = "metrics.secret"  # noqa: S105 - the file in the house's folder that has it


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
async def metrics(request: Asking, floor: OpenFloor) -> str:
    """Figures for monitoring, given to a program that shows the secret in the house's folder."""
    secret = await floor.blocking(floor.settings.secret, METRICS_SECRET)
    shown = request.headers.get("authorization", "")
    if not hmac.compare_digest(shown.encode(), f"Bearer {secret}".encode()):
        sentence = Text(
            "figures are for monitoring: send the content of {file} as a bearer token",
            file=METRICS_SECRET,
        )
        raise Wrong(HTTPStatus.UNAUTHORIZED, "not_signed_in", sentence)
    heads = await floor.blocking(floor.log.heads)
    last = max((head.seq for head in heads.values()), default=0)
    gauges = {
        "streams_watching": floor.hub.open_streams,
        "log_sequence": last,
        "log_streams": len(heads),
    }
    return "\n".join([*floor.meter.lines(**gauges), ""])


ROUTES = [healthy, ready, metrics]
