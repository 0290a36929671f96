"""What every answer says to a browser: nothing from elsewhere, nothing inline, no frame."""

from __future__ import annotations

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
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
