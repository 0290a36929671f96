"""Whether the house is up, and whether it takes orders."""

from __future__ import annotations

from litestar import get
from msgspec import Struct

from houseway import __version__
from houseway.service.api.answers import refusals
from houseway.service.asking import OpenFloor


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


ROUTES = [healthy, ready]
