"""A password or token that was just made, on a page of its own: once, for a minute.

Only the session that asked for it sees it there, as often as it asks within the minute.
"""

from __future__ import annotations

import secrets
from http import HTTPStatus
from typing import NamedTuple

from litestar import get
from litestar.params import FromPath
from litestar.response import Redirect, Template

from houseway.service.access.guards import signed_in
from houseway.service.consoles.page import page
from houseway.service.errors import Wrong
from houseway.service.forms.pressed_once import ForAMinute
from houseway.service.http.request import Asking
from houseway.service.texts.text import Text


class OneTimeSecret(NamedTuple):
    """What is shown, what it is, and the page to return to."""

    title: str
    text: str
    back: str
    ends_us: int = 0  # until when a password is to be changed


def show_once(request: Asking, secret: OneTimeSecret) -> Redirect:
    """Lead to the page that shows it; its address says nothing of it."""
    name = secrets.token_hex(12)
    shown: ForAMinute[OneTimeSecret] = request.app.state.shown_once
    shown.keep(name, request.auth.id, secret)
    return Redirect(f"/shown-once/{name}", status_code=303)


@get("/shown-once/{name:str}", include_in_schema=False, guards=[signed_in])
async def shown_once(request: Asking, name: FromPath[str]) -> Template:
    shown: ForAMinute[OneTimeSecret] = request.app.state.shown_once
    secret = shown.find(name, request.auth.id)
    if secret is None:
        sentence = Text(
            "what was shown here once is no longer kept: if nobody has written it down, replace it"
            " with a new one"
        )
        raise Wrong(HTTPStatus.GONE, "no_longer_shown", sentence)
    return await page(request, "door/shown_once.html", secret=secret)


ROUTES = [shown_once]
