"""What the pages that watch a stream show of it, and whose turn it is to be drawn.

Of every stream there are two boards: the felts of its pages, which show what happened and take a
tenth of the time, and the rest of the pages. Each is drawn by itself, at one version. While many
streams wait, felts come first, but the rest of the pages has its turn after a few of them.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import NamedTuple, Protocol

from houseway.service.live.fragments import Shown, Topic
from houseway.service.live.parts import Rendered

FELTS_IN_A_ROW = 3  # that are drawn while the rest of some page waits


class Page(Protocol):
    """An open page."""

    def shown(self, stream: str) -> dict[Shown, Topic]: ...

    def show(self, stream: str, drawn: dict[Shown, Rendered]) -> None: ...

    def show_nothing(self, stream: str) -> None: ...


class PageGroup(NamedTuple):
    """Pages that have everything once this has been drawn, beside what was drawn before it."""

    pages: list[Page]
    shown: dict[Shown, Topic]


class Begun(NamedTuple):
    """A board is being drawn: at this version at least, for what has waited since then."""

    version: int
    waited_since: float


class Board:
    """One part of what the pages of a stream show of it, as it was drawn last: felts, or the rest.

    A change of the log has a version. It is heard of twice where the log is shared, and drawn once.
    """

    def __init__(self, stream: str, *, felts: bool) -> None:
        self.stream, self.felts = stream, felts
        self.latest: dict[Shown, Rendered] = {}
        self.drawing: asyncio.Task[None] | None = None
        self._waits_since: float | None = None  # while something is not drawn, nor being drawn
        self._due = False
        self._asked = self._drawn = 0  # versions
        self._groups: list[PageGroup] | None = None

    @property
    def due(self) -> bool:
        return self._due or self._asked > self._drawn

    def ask(self, version: int, now: float) -> None:
        """Something has changed: the log, up to a version, or (0) what has none."""
        self._asked = max(self._asked, version)
        self._due = self._due or not version
        if self.due and self._waits_since is None:
            self._waits_since = now

    def begin(self, now: float) -> Begun:
        """Whatever changes from now on has to be drawn again."""
        begun = Begun(self._asked, now if self._waits_since is None else self._waits_since)
        self._due, self._waits_since = False, None
        return begun

    def end(self, latest: dict[Shown, Rendered], begun: Begun) -> None:
        self.latest = latest
        self._drawn = max([begun.version, *(each.version for each in latest.values())])
        if not self.due:
            self._waits_since = None

    def groups(self, pages: Sequence[Page]) -> list[PageGroup]:
        """What the pages show on this board, listed once while they are the same."""
        if self._groups is None:
            self._groups = list(self._listed(pages))
        return self._groups

    def pages_changed(self) -> None:
        self._groups = None

    def _listed(self, pages: Sequence[Page]) -> list[PageGroup]:
        """Each fragment once for those who are shown the same."""
        groups: list[PageGroup] = []
        known: set[Shown] = set()
        for page in pages:
            shown = page.shown(self.stream).items()
            own = {each: topic for each, topic in shown if topic.felt is self.felts}
            new = {each: topic for each, topic in own.items() if each not in known}
            known.update(new)
            if new:
                groups.append(PageGroup([page], new))
            elif own:
                groups[-1].pages.append(page)
        return groups


def together(groups: list[PageGroup]) -> PageGroup:
    """All of it in one group."""
    pages = dict.fromkeys(page for group in groups for page in group.pages)
    return PageGroup([*pages], every(groups))


def every(groups: list[PageGroup]) -> dict[Shown, Topic]:
    return {each: topic for group in groups for each, topic in group.shown.items()}


class DrawingTurns:
    """One board is drawn at a time, because others need the processor as well."""

    def __init__(self) -> None:
        self.taken = False
        self._waiting: dict[bool, deque[asyncio.Future[None]]] = {True: deque(), False: deque()}
        self._felts_in_a_row = 0

    @property
    def waiting(self) -> int:
        """How many boards wait for their turn."""
        return sum(map(len, self._waiting.values()))

    @asynccontextmanager
    async def turn(self, *, felts: bool) -> AsyncIterator[None]:
        """While nobody else draws."""
        if self.taken:
            await self._wait(self._waiting[felts])
        self.taken = True
        self._felts_in_a_row = self._felts_in_a_row + 1 if felts else 0
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, line: deque[asyncio.Future[None]]) -> None:
        place = asyncio.get_running_loop().create_future()
        line.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place in line:
                line.remove(place)
            elif not place.cancelled():  # the turn had come already
                self._pass_on()
            raise

    def _pass_on(self) -> None:
        self.taken = False
        while not self.taken and (line := self._next_line()):
            place = line.popleft()
            if not place.done():
                place.set_result(None)
                self.taken = True

    def _next_line(self) -> deque[asyncio.Future[None]]:
        felts, rest = self._waiting[True], self._waiting[False]
        rest_is_next = not felts or self._felts_in_a_row >= FELTS_IN_A_ROW
        return rest if rest and rest_is_next else felts
