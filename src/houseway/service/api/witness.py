"""What a witness outside the house uses: the newest checkpoint, a proof, and its cosignature back.

Anybody may read checkpoints: they hold no event, only how many there are and their root.
"""

from __future__ import annotations

from http import HTTPStatus

from litestar import MediaType, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromQuery

from houseway.service.errors import Wrong
from houseway.service.floor import Floor
from houseway.service.http.request import Asking, OpenFloor
from houseway.service.texts.text import Text
from houseway.store.checkpoint import Signed, read_checkpoint
from houseway.store.log import LogError
from houseway.store.note import LONGEST, NoteWrong
from houseway.store.seals import last_checkpoint
from houseway.store.tree import TreeBroken
from houseway.store.witness import offer

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


ROUTES = [checkpoint, offered, cosigned]
