"""The HTTP connection: limits on headers and on slow requests, before the application is asked.

The parser of httptools has no limit on headers or time. Here a request has so many bytes and lines
of headers and so many seconds to arrive; and when too many connections wait for the rest of a
request, the one that has waited longest gives way, so a new visitor is always let in.
"""

from __future__ import annotations

import asyncio
import resource
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from houseway.service.errors import Problem
from houseway.service.http.bounds import problem_response

HEADER_BYTES = 32 * 1024  # of the request line and all headers
HEADER_LINES = 100
HEADER_SECONDS = 10.0  # from the connection, or the first byte of the next request
BODY_SECONDS = 30.0  # from the end of the headers
MOST_HALF_OPEN = 500  # connections that wait for the rest of a request
_LEFT_FREE = 200  # descriptors for files, the database and streams


def most_half_open() -> int:
    """Fewer where the system gives the process few descriptors."""
    descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return max(20, min(MOST_HALF_OPEN, (descriptors - _LEFT_FREE) // 2))


class BoundedProtocol(HttpToolsProtocol):
    """One connection. `_waiting` are all that have not sent a whole request, oldest first."""

    _waiting: ClassVar[dict[BoundedProtocol, None]] = {}
    _deadline: asyncio.TimerHandle | None = None
    _in_headers = True
    _header_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._await_within(HEADER_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._in_headers:
            if self._deadline is None:  # the next request of a connection that was kept open
                self._await_within(HEADER_SECONDS)
            self._header_bytes += len(data)
        try:
            self._feed(data)
        finally:
            if self._in_headers and self._header_bytes > HEADER_BYTES:
                self._refuse(431, "headers_too_long", f"headers have {HEADER_BYTES} bytes at most")

    def _feed(self, data: bytes) -> None:
        """In pieces no longer than all headers may be, so that one long piece is not taken in."""
        for start in range(0, len(data), HEADER_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + HEADER_BYTES])
            if self._in_headers and start + HEADER_BYTES < len(data):
                self._header_bytes = HEADER_BYTES + 1
                return

    def on_header(self, name: bytes, value: bytes) -> None:
        if len(self.headers) >= HEADER_LINES:
            self._refuse(431, "headers_too_long", f"a request has {HEADER_LINES} headers at most")
            return
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        if self.transport.is_closing():
            return
        self._in_headers = False
        self._await_within(BODY_SECONDS)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        self._arrived()
        self._in_headers, self._header_bytes = True, 0
        if not self.transport.is_closing():
            super().on_message_complete()

    # Time

    def _await_within(self, seconds: float) -> None:
        self._arrived()
        self._deadline = self.loop.call_later(seconds, self._too_slow)
        self._waiting[self] = None
        if len(self._waiting) > most_half_open():
            next(iter(self._waiting))._give_way()

    def _arrived(self) -> None:
        self._waiting.pop(self, None)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        self._refuse(408, "too_slow", "the request did not arrive in time")

    def _give_way(self) -> None:
        self._refuse(503, "too_busy", "too many unfinished requests: send it again", again=1)

    def _refuse(self, status: int, code: str, sentence: str, **more: Any) -> None:
        """Answer where the request has no answer of its own yet, and close."""
        self._arrived()
        if self.transport.is_closing():
            return
        if self._in_headers and (self.cycle is None or self.cycle.response_complete):
            problem = Problem(code, None, sentence)
            self.transport.write(problem_response(status, problem, **more))
        self.transport.close()
