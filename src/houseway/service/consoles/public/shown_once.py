"""A password or token that was just made, on a page of its own: once, for a minute.

Only the session that asked for it sees it there, as often as it asks within the minute. It stands
encrypted in the address, so that every process of the house can show it and none has to keep it.
"""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from http import HTTPStatus

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from litestar import get
from litestar.params import FromPath
from litestar.response import Redirect, Template

from houseway.service.access.guards import signed_in
from houseway.service.consoles.page import page
from houseway.service.errors import Wrong
from houseway.service.floor import Asking
from houseway.service.settings import MINUTE_US, Settings
from houseway.service.texts.text import Text, as_plain

_NONCE = 12  # bytes


class OneTimeSecret(msgspec.Struct, frozen=True, array_like=True):
    """What is shown, what it is, and the page to return to."""

    title: str
    text: str
    back: str
    ends_us: int = 0  # until when a password is to be changed


def show_once(request: Asking, secret: OneTimeSecret) -> Redirect:
    """Lead to the page that shows it; nobody else can read its address."""
    until_us = request.app.state.now_us() + MINUTE_US
    content = msgspec.json.encode((until_us, secret), enc_hook=as_plain)
    nonce = secrets.token_bytes(_NONCE)
    sealed = nonce + _cipher(request).encrypt(nonce, content, request.auth.id.encode())
    return Redirect(f"/shown-once/{urlsafe_b64encode(sealed).decode()}", status_code=303)


def _cipher(request: Asking) -> AESGCM:
    settings: Settings = request.app.state.settings
    return AESGCM(sha256(f"shown once {settings.secret()}".encode()).digest())


def _opened(request: Asking, sealed: str) -> OneTimeSecret | None:
    try:
        content = urlsafe_b64decode(sealed)
        plain = _cipher(request).decrypt(
            content[:_NONCE], content[_NONCE:], request.auth.id.encode()
        )
    except (ValueError, InvalidTag):
        return None
    until_us, secret = msgspec.json.decode(plain, type=tuple[int, OneTimeSecret])
    return secret if request.app.state.now_us() < until_us else None


@get("/shown-once/{sealed:str}", include_in_schema=False, guards=[signed_in])
async def shown_once(request: Asking, sealed: FromPath[str]) -> Template:
    secret = _opened(request, sealed)
    if secret is None:
        sentence = Text(
            "what was shown here once is no longer kept: if nobody has written it down, replace it"
            " with a new one"
        )
        raise Wrong(HTTPStatus.GONE, "no_longer_shown", sentence)
    return await page(request, "door/shown_once.html", secret=secret)


ROUTES = [shown_once]
