"""What every answer says to a browser: nothing from elsewhere, nothing inline, no frame."""

from __future__ import annotations

from http import HTTPStatus

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
