"""Whether the house is up, and whether it takes orders."""

from __future__ import annotations

import hmac
from http import HTTPStatus

from litestar import MediaType, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery
from msgspec import Struct

from houseway.service.api.responses import refusals
from houseway.service.errors import Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.texts.text import Text
from houseway.store.checkpoint import LONGEST, NoteWrong, Signed, read_checkpoint
from houseway.store.log import LogError
from houseway.store.merkle import TreeBroken
from houseway.store.seals import last_checkpoint
from houseway.store.witness import offer
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


# What a witness outside the house uses: the newest checkpoint, a proof, and its cosignature back.

MOST = 2**53  # events


def _newest(floor: Floor) -> Signed:
    found = last_checkpoint(floor.log)
    if found is None:
        raise NotFoundException("the house has made no checkpoint yet")
    return found


@get("/log/checkpoint", media_type=MediaType.TEXT, include_in_schema=False)
async def checkpoint(floor: OpenFloor) -> str:
    """The newest checkpoint (C2SP tlog-checkpoint)."""
    return str(await floor.blocking(_newest, floor))


@get("/log/offer", media_type=MediaType.TEXT, include_in_schema=False)
async def offered(floor: OpenFloor, old: FromQuery[int] = 0) -> str:
    """The newest checkpoint with the proof that it begins with the first `old` events."""
    if not 0 <= old <= MOST:
        raise Wrong(
            HTTPStatus.BAD_REQUEST, "no_such_size", Text("old must be from 0 to {most}", most=MOST)
        )

    def of() -> str:
        return str(offer(floor.sealing.signing.tree, old, _newest(floor)))

    return await floor.blocking(of)


@post(
    "/log/cosignature",
    status_code=200,
    media_type=MediaType.TEXT,
    exclude_from_csrf=True,
    include_in_schema=False,
    request_max_body_size=LONGEST,
)
async def cosigned(request: Asking, floor: OpenFloor) -> str:
    """Take the cosignature of a witness that the house lists."""
    try:
        taken = await floor.blocking(_taken, floor, await request.body())
    except NoteWrong as wrong:
        raise Wrong(HTTPStatus.FORBIDDEN, "not_cosigned", str(wrong)) from wrong
    return f"taken from {taken}\n"


def _taken(floor: Floor, content: bytes) -> str:
    signed = read_checkpoint(content)
    tree = floor.sealing.signing.tree
    try:
        root = tree.root(signed.checkpoint.size) if signed.checkpoint.size <= tree.size else b""
    except TreeBroken as wrong:
        raise LogError(str(wrong)) from wrong
    return floor.sealing.witnessed.accept(signed, root).name


ROUTES = [
    healthy,
    ready,
    metrics,
    checkpoint,
    offered,
    cosigned,
]
