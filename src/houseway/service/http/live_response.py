"""The response of a live stream: once it has begun, its messages go straight to the connection.

Headers, cookies and errors are the business of the middlewares, and only the start of a response
passes through those. A house sends a thousand messages a second, and each layer would take its
share of every one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from litestar.response import Stream
from litestar.response.base import ASGIResponse
from litestar.response.streaming import ASGIStreamingResponse
from litestar.types import Receive, Scope, Send

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
