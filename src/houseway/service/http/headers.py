"""What every answer says to a browser: nothing from elsewhere, nothing inline, no frame."""

from __future__ import annotations

from http import HTTPStatus

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

from houseway.service.errors import Problem, json_of

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
_KEPT = "public, max-age=31536000, immutable"


async def add_headers(message: Message, scope: Scope) -> None:
    """Before anything is sent: a browser keeps nothing but what has its version in its address."""
    if message["type"] != "http.response.start":
        return
    headers = MutableScopeHeaders.from_message(message)
    for name, value in HEADERS.items():
        headers[name] = value
    versioned = scope["path"].startswith("/static/") and b"v=" in scope["query_string"]
    headers["cache-control"] = _KEPT if versioned and message["status"] == 200 else "no-store"
    if scope["scheme"] == "https":
        headers["strict-transport-security"] = "max-age=31536000"


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
