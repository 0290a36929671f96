"""What no request may contain, refused before any route is asked.

A path has short parts without control characters and numbers that storage can hold. A body is
text in UTF-8 without NUL, which PostgreSQL cannot store. Everything else is left to the routes.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Any

from litestar import Litestar, Request
from litestar.datastructures import FormMultiDict
from litestar.response import Stream
from litestar.response.base import ASGIResponse
from litestar.response.streaming import ASGIStreamingResponse
from litestar.types import HTTPScope, Message, Receive, Scope, Send

from houseway.rulebook.parsing import TooMuch, check_json
from houseway.service.errors import Problem, Wrong, json_of
from houseway.service.texts.text import Text
from houseway.store.batch import STORED

# The response of a live stream: once it has begun, its messages go straight to the connection.

CONNECTION = "houseway_send"  # where a scope has the server's own `send`
_MEDIA_TYPE = "text/event-stream"
_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}


class LiveStream(Stream):
    """Server-sent events, as they come."""

    def __init__(self, content: AsyncIterator[bytes]) -> None:
        super().__init__(content, media_type=_MEDIA_TYPE)
        self._content = content

    def to_asgi_response(self, app: Any, request: Any, **given: Any) -> ASGIResponse:
        return _Straight(iterator=self._content, headers=_HEADERS, media_type=_MEDIA_TYPE)


class _Straight(ASGIStreamingResponse):
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.start_response(send)
        await self.send_body(scope.get(CONNECTION, send), receive)  # type: ignore[arg-type]
        await self.after_response()


# What every answer says to a browser: nothing from elsewhere, nothing inline, no frame.

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
_ENCODED = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_KEPT, _NOT_KEPT = b"public, max-age=31536000, immutable", b"no-store"
_ONLY_TLS = ((b"strict-transport-security", b"max-age=31536000"),)
_OWN = {*(name for name, _ in (*_ENCODED, *_ONLY_TLS)), b"cache-control"}


async def add_headers(message: Message, scope: Scope) -> None:
    """Before anything is sent: a browser keeps nothing but what has its version in its address."""
    if message["type"] != "http.response.start":
        return
    versioned = scope["path"].startswith("/static/") and b"v=" in scope["query_string"]
    keeps = _KEPT if versioned and message["status"] == 200 else _NOT_KEPT
    others = [each for each in message["headers"] if each[0].lower() not in _OWN]
    over_tls = _ONLY_TLS if scope["scheme"] == "https" else ()
    message["headers"] = [*others, *_ENCODED, (b"cache-control", keeps), *over_tls]


def json_headers(body: bytes, scheme: str) -> list[tuple[bytes, bytes]]:
    """The headers of an answer that is sent past the framework, as `add_headers` leaves them."""
    own = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    over_tls = _ONLY_TLS if scheme == "https" else ()
    return [*own, *_ENCODED, (b"cache-control", _NOT_KEPT), *over_tls]


def problem_headers(body: bytes, again: int | None = None) -> list[tuple[bytes, bytes]]:
    """The headers of a problem that is answered before the application is asked."""
    told = {"content-type": "application/json", "content-length": str(len(body)), **HEADERS}
    told["cache-control"] = "no-store"
    if again is not None:
        told["retry-after"] = str(again)
    return [(name.encode(), value.encode()) for name, value in told.items()]


def problem_response(status: int, problem: Problem, again: int | None = None) -> bytes:
    """A whole response as bytes, for a connection that is closed after it."""
    body = json_of(problem)
    line = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode()
    headers = [*problem_headers(body, again), (b"connection", b"close")]
    lines = [line, *(name + b": " + value for name, value in headers)]
    return b"\r\n".join([*lines, b"", body])


API = "/api/"
LONGEST_PATH = 1_000  # characters
LONGEST_PART = 200  # characters between two slashes
LONGEST_QUERY = 8_000  # bytes
LONGEST_FIELD = 50_000  # characters of one field of a form
_NOT_IN_A_PATH = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffd]")
_NOT_IN_A_FIELD = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
_REFERENCE = re.compile(r"(?<=/register/)(?:kept/)?[0-9a-f]{32}(?=/|$)")  # may be all digits
_LONG_NUMBER = re.compile(r"(?:^|/)-?\d{16,}(?:/|$)")  # beyond what a version or round can be
_NUL = re.compile(rb"\\u0000|\x00|%00", re.IGNORECASE)


class HouseApp(Litestar):
    """The application, behind a look at the address that was asked for."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        fault = _fault_of(scope) if scope["type"] == "http" else None
        if fault is not None:
            await _refuse(send, fault)
            return
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        scope[CONNECTION] = send
        STORED.set([])
        try:
            await super().__call__(scope, receive, send)
        finally:  # it refers to the scope: together they would wait for garbage collection
            scope.pop(CONNECTION)


def _fault_of(scope: HTTPScope) -> Wrong | None:
    path, query = scope["path"], scope.get("query_string", b"")
    if _NOT_IN_A_PATH.search(path) or _NUL.search(query):
        return not_understood("the address has a character that may not be there")
    parts = (len(each) for each in path.split("/"))
    if len(path) > LONGEST_PATH or max(parts) > LONGEST_PART or len(query) > LONGEST_QUERY:
        sentence = Text(
            "an address has {longest_path} characters, and {longest_part} in a part, at most",
            longest_path=LONGEST_PATH,
            longest_part=LONGEST_PART,
        )
        return Wrong(HTTPStatus.REQUEST_URI_TOO_LONG, "too_long", sentence)
    if path.startswith(API) and scope["method"] not in ("GET", "HEAD") and not _is_json(scope):
        sentence = Text("send JSON, with the header Content-Type: application/json")
        return Wrong(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "not_json", sentence)
    if _LONG_NUMBER.search(_REFERENCE.sub("", path)):
        return Wrong(
            HTTPStatus.NOT_FOUND, "not_found", Text("there is nothing with so large a number")
        )
    return None


def _is_json(scope: HTTPScope) -> bool:
    """Whether a body says that it is JSON, or there is none: a form of another page has another
    type, and a script of one would have to ask first."""
    headers = dict(scope["headers"])
    kind = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
    none = headers.get(b"content-length", b"0") == b"0" and b"transfer-encoding" not in headers
    return kind == b"application/json" or (none and not kind)


async def _refuse(send: Send, wrong: Wrong) -> None:
    body = json_of(wrong.problem)
    headers = problem_headers(body)
    await send({"type": "http.response.start", "status": wrong.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


class HouseRequest(Request[Any, Any, Any]):
    """A request whose body is checked as it is read, whichever route reads it."""

    async def body(self) -> bytes:
        found = await super().body()
        if self.headers.get("content-type", "").startswith("multipart/form-data"):
            return found  # parts of a form are checked one by one
        if fault := fault_of_body(found):
            raise not_understood(fault)
        if found and self.url.path.startswith(API):
            try:
                check_json(found)
            except TooMuch as wrong:
                raise not_understood(f"what was sent is not read: {wrong}") from wrong
        return found

    async def form(self) -> FormMultiDict:
        found = await super().form()
        for name, value in found.multi_items():
            _check_field(name)
            if isinstance(value, str):
                _check_field(value)
        return found


def fault_of_body(body: bytes) -> str:
    """What is wrong with a body that should be text, or ""."""
    if _NUL.search(body):
        return "what was sent has a NUL character"
    try:
        body.decode()
    except UnicodeDecodeError:
        return "what was sent is not text in UTF-8"
    return ""


def _check_field(text: str) -> None:
    if len(text) > LONGEST_FIELD:
        raise not_understood(f"a field of the form has more than {LONGEST_FIELD:,} characters")
    if _NOT_IN_A_FIELD.search(text):
        raise not_understood("a field of the form has a character that may not be there")


def not_understood(sentence: str) -> Wrong:
    return Wrong(HTTPStatus.BAD_REQUEST, "not_understood", sentence)
