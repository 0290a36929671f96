"""Live streams over HTTP: server-sent events, one multiplexed stream for a page or a client.

The first message of every topic is its full current state. `id:` is a composite cursor
(`table/1=345;table/2=77`); a client that comes back with it is told exactly what it has missed.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from houseway.games.events import Event
from houseway.service.floor import Floor
from houseway.service.live.fragments import Topic
from houseway.service.live.hub import Asker, Watcher
from houseway.service.live.parts import Rendered
from houseway.store.log import Entry
from houseway.table.table import Table
from houseway.table.view import View, Viewer

MISSED_AT_MOST = 500  # events told again; anyone who missed more starts from the state
NOTHING_NEW = "at"  # a table has moved on, and the page shows it as it is
_RETURN = re.compile(r"\r\n?")
STILL_HERE = b": still here\n\n"
_PART = re.compile(r"([a-z]{1,20}/[a-z0-9][a-z0-9-]{0,39})=(\d{1,15})")
Cursor = dict[str, int]


class Happened(Struct, frozen=True):
    """An event as anybody may know of it: that it happened, when, and by which clause."""

    version: int
    kind: str
    at_us: int
    clause: str | None


class Change(Struct, frozen=True):
    """A table as its viewer sees it now, and what happened since the message before.

    `since` is null where there was no message before, or too much has happened since.
    """

    table: str
    version: int
    since: tuple[Happened, ...] | None
    view: View


class _Cited(Struct):
    clause: str | None = None
    clauses: tuple[str, ...] = ()


_cited = msgspec.json.Decoder(_Cited)


def happened(entry: Entry) -> Happened:
    cited = _cited.decode(entry.body)
    clause = cited.clause or (cited.clauses[0] if cited.clauses else None)
    return Happened(entry.version, entry.kind, entry.at_us, clause)


def happened_now(event: Event, version: int, at_us: int) -> Happened:
    """The same of an event that has just been stored."""
    clauses = getattr(event, "clauses", ())
    clause = getattr(event, "clause", None) or (clauses[0] if clauses else None)
    return Happened(version, type(event).__name__, at_us, clause)


def cursor_of(text: str) -> Cursor:
    """The cursor that a client brings back; what cannot be read is left out."""
    return {stream: int(version) for stream, version in _PART.findall(text[:4_000])}


def cursor_text(cursor: Mapping[str, int]) -> str:
    return ";".join(f"{stream}={version}" for stream, version in cursor.items())


def message(event: str, body: str, cursor: Mapping[str, int]) -> bytes:
    """One server-sent event; every line of the body is a line of its own.

    A line ends where the standard says so, not at the other characters of `splitlines`.
    """
    body = body.removesuffix("\n")
    if "\r" in body:
        body = _RETURN.sub("\n", body)
    lines = body.replace("\n", "\ndata: ")
    return f"id: {cursor_text(cursor)}\nevent: {event}\ndata: {lines}\n\n".encode()


async def _turns(floor: Floor, watcher: Watcher) -> AsyncIterator[set[str]]:
    """Every turn of a stream: the streams of the log that changed, or none for a heartbeat.

    With every heartbeat, and as often where there is no pause for one, the session is looked at.
    """
    seconds, clock = floor.settings.heartbeat_seconds, asyncio.get_running_loop().time
    allowed = clock()
    yield set(watcher.streams)
    while True:
        changed = await watcher.next(seconds)
        due = clock() - allowed >= seconds
        if watcher.over or watcher.look_again or due or not changed:
            watcher.look_again, allowed = False, clock()
            if not await floor.hub.still_allowed(watcher):
                return
        yield changed


async def fragments(
    floor: Floor, topics: list[Topic], viewer: Viewer, asker: Asker
) -> AsyncIterator[bytes]:
    """HTML for a page: first all of each topic, then what changes of it."""
    page = _Page(floor, tuple(topics), viewer)
    streams = frozenset(each.stream for each in topics)
    with floor.hub.watching(streams, asker, page.topics, viewer) as watcher:
        async for changed in _turns(floor, watcher):
            new = await page.messages(changed, watcher.drawn) if changed else page.still_here()
            if new:
                yield new


class _Page:
    """What one page has been sent."""

    def __init__(self, floor: Floor, topics: tuple[Topic, ...], viewer: Viewer) -> None:
        self.topics = topics
        self._floor, self._viewer = floor, viewer
        self._sent: dict[str, Rendered] = {}
        self._cursor: Cursor = {}

    async def messages(self, changed: set[str], drawn: Mapping[str, Rendered | None]) -> bytes:
        """What the page has to be sent, as its streams stand now; `drawn` for all who watch.

        A felt is drawn before the rest of its page. The cursor of a stream goes on once everything
        that the page shows of it has.
        """
        wanted = [each for each in self.topics if each.stream in changed]
        known = dict(self._cursor)
        found = []
        for topic, new in zip(wanted, await self._latest(wanted, drawn), strict=True):
            before = self._sent.get(topic.name)
            if before is not None and new.version < before.version:
                continue  # drawn for others before this page began
            body = new.since(before)
            self._sent[topic.name] = new
            if body:
                found.append((topic.name, body))
        for topic in wanted:
            if topic.table:
                self._cursor[topic.stream] = self._least_sent(topic.stream)
        if not found and known != self._cursor:
            found.append((NOTHING_NEW, ""))
        return b"".join(message(name, body, self._cursor) for name, body in found)

    def still_here(self) -> bytes:
        """Nothing new. A browser passes no comment on to its page, so this is a message."""
        return message(NOTHING_NEW, "", self._cursor)

    def _least_sent(self, stream: str) -> int:
        """The version of a stream that everything on the page has reached."""
        return min(self._sent[each.name].version for each in self.topics if each.stream == stream)

    async def _latest(
        self, wanted: list[Topic], drawn: Mapping[str, Rendered | None]
    ) -> list[Rendered]:
        """As it was drawn for all who watch, or for this page alone when it begins."""
        latest = [drawn.get(each.name, self._sent.get(each.name)) for each in wanted]
        if self._sent and all(latest):
            return [each for each in latest if each]
        draw = self._floor.renderer.fragments
        return await self._floor.drawing(draw, self._floor, wanted, self._viewer)


async def changes(
    floor: Floor,
    followed: Mapping[str, Callable[[int | None], Any]],
    asker: Asker,
    cursor: Cursor,
) -> AsyncIterator[bytes]:
    """JSON for a client: what is followed as its viewer sees it, and each event exactly once.

    `followed`: for each stream of the log what it is now, and what happened after a version.
    """
    cursor = {stream: version for stream, version in cursor.items() if stream in followed}
    first = set(followed)
    with floor.hub.watching(frozenset(followed), asker) as watcher:
        async for changed in _turns(floor, watcher):
            if not changed:
                yield STILL_HERE
            for stream in sorted(changed):
                new = await floor.blocking(followed[stream], cursor.get(stream))
                if stream not in first and new.version == cursor[stream]:
                    continue
                kind = "state" if stream in first else "change"
                first.discard(stream)
                cursor[stream] = new.version
                yield message(kind, msgspec.json.encode(new).decode(), cursor)


def change(floor: Floor, table: str, viewer: Viewer, after: int | None) -> Change:
    """The table now, and what happened after a version. Blocks: call it in a thread."""

    def see(found: Table, version: int) -> Change:
        since = None
        if after is not None and version - MISSED_AT_MOST <= after <= version:
            entries = floor.log.read(f"table/{table}", after=after, limit=version - after)
            since = tuple(map(happened, entries))
        return Change(table, version, since, floor.seen(found, table, version, viewer))

    return floor.look(table, see)


async def begun(content: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """A stream whose first message is there: what refuses it does so before the answer begins."""
    first = await anext(content)
    return _from(first, content)


async def _from(first: bytes, content: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for each in content:
        yield each
