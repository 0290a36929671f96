"""Files of a promotion to take away: its draw, and what is owed as a list or a calendar."""

from __future__ import annotations

import io
from collections.abc import Iterable
from http import HTTPStatus

import msgspec
from litestar.response import Response

from houseway.promotion.due import Due
from houseway.promotion.state import Promotion
from houseway.records.drawfile import BadDrawFile, draw_file, written
from houseway.records.duelist import calendar, write_csv
from houseway.service.access.accounts import Account
from houseway.service.aggregates.promotions import KIND
from houseway.service.consoles.promotions.status import DueAtPromotion
from houseway.service.consoles.promotions.view import DESK
from houseway.service.errors import Wrong
from houseway.service.floor import Floor
from houseway.service.texts.text import Text

FILE_TYPE = "application/octet-stream"


async def drawn_file(floor: Floor, name: str, account: Account | None) -> Response[bytes]:
    """The file of a draw: for the desk once it is made, for everybody once it is published."""
    body = await floor.blocking(_drawn, floor, name, account is not None and account.office in DESK)
    return attached(body, FILE_TYPE, f"{name}.hwdraw")


def _drawn(floor: Floor, name: str, whole: bool) -> bytes:
    def see(found: Promotion, _version: int) -> bytes:
        if not (whole or found.draw.published):
            raise not_published(name)
        return written(draw_file(KIND.stream(name), found))

    try:
        return KIND.look(floor, name, see)
    except BadDrawFile as wrong:
        raise Wrong(HTTPStatus.NOT_FOUND, "no_draw", str(wrong)) from wrong


def not_published(name: str) -> Wrong:
    sentence = Text("the draw of {name} has not been published", name=name)
    return Wrong(HTTPStatus.NOT_FOUND, "not_published", sentence)


def attached(body: bytes, kind: str, name: str) -> Response[bytes]:
    """Something that a browser keeps as a file."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type=kind, headers=headers)


def due_file(owed: Iterable[DueAtPromotion], form: str, now_us: int) -> Response[bytes]:
    """What is owed, of one promotion or of all, as a list for a desk or a calendar for a diary."""
    found = [_named(each) for each in owed]
    if form == "ics":
        body = calendar("promotions", found, now_us).encode()
        return attached(body, "text/calendar; charset=utf-8", "due.ics")
    text = io.StringIO()
    write_csv(found, now_us, text)
    return attached(text.getvalue().encode(), "text/csv; charset=utf-8", "due.csv")


def _named(owed: DueAtPromotion) -> Due:
    return msgspec.structs.replace(owed.due, what=f"{owed.name}: {owed.due.what}")
