"""Every page that a role can reach by links from the home page."""

from __future__ import annotations

import html
import re
from collections import deque
from collections.abc import Iterator
from urllib.parse import urldefrag, urljoin, urlsplit

from tests.attack.client import Client, Reply

_LINK = re.compile(rb"""(?:href|hx-get|src|action)="([^"]+)""")
_ENDLESS = ("/live", "/api/events", "/stream")
_STARTS = (
    "/",
    "/tables",
    "/wall",
    "/rules",
    "/pit",
    "/dealer",
    "/inspect",
    "/inspect/log",
    "/people",
    "/me",
    "/director/spring",
    "/desk/fountain",
    "/fair",
    "/analysis",
    "/promotions",
    "/tournaments",
)


def crawl(client: Client, *, most: int) -> Iterator[tuple[str, Reply]]:
    """Addresses and their answers, nearest first; the same page with other numbers a few times."""
    seen: set[str] = set()
    shapes: dict[str, int] = {}
    waiting = deque(_STARTS)
    while waiting and len(seen) < most:
        path = waiting.popleft()
        shape = re.sub(r"\d+", "0", path)
        if path in seen or shapes.get(shape, 0) >= 3 or any(each in path for each in _ENDLESS):
            continue
        seen.add(path)
        shapes[shape] = shapes.get(shape, 0) + 1
        reply = client.get(path)
        yield path, reply
        if "text/html" in reply.headers.get("content-type", ""):
            waiting.extend(links(path, reply.body))


def links(page: str, body: bytes) -> Iterator[str]:
    for found in _LINK.findall(body):
        target = urldefrag(urljoin(page, html.unescape(found.decode("utf-8", "replace")))).url
        parts = urlsplit(target)
        if not parts.scheme and not parts.netloc and target.startswith("/"):
            yield target
