"""What every answer says to a browser: nothing from elsewhere, nothing inline, no frame."""

from __future__ import annotations

from litestar.datastructures import MutableScopeHeaders
from litestar.types import ASGIApp, Message, Receive, Scope, Send

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


def strict_headers(app: ASGIApp) -> ASGIApp:
    """A middleware: our headers on everything; nothing is kept by a browser but static files."""

    async def middleware(scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                for name, value in HEADERS.items():
                    headers[name] = value
                versioned = scope["path"].startswith("/static/") and b"v=" in scope["query_string"]
                headers["cache-control"] = _KEPT if versioned else "no-store"
                if scope["scheme"] == "https":
                    headers["strict-transport-security"] = "max-age=31536000"
            await send(message)

        await app(scope, receive, sending)

    return middleware
