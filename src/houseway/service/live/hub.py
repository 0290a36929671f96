"""The hub: whoever watches is woken when a table changes, and fetches what it may see by itself.

Nothing is queued for a watcher but the names of the streams that changed. A slow one therefore
misses no change and holds up nobody: it is sent the state as it is once it can take it.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from typing import NamedTuple

from houseway.games.events import Event
from houseway.service.access.accounts import Account
from houseway.service.access.record import STREAM as PEOPLE
from houseway.service.access.sessions import Session
from houseway.service.access.sign_in_limits import network_of
from houseway.service.errors import Wrong
from houseway.service.floor_protocols import Publishes
from houseway.service.live.fragments import EVERY_TABLE
from houseway.service.settings import MINUTE_US, SECOND_US

FLOOR_SECONDS = 0.25  # between two looks at the whole floor
# Live streams that may be open together. A stranger cannot take the places of wall screens
# elsewhere: all of one address have a share, and all addresses together a limit.
MOST_OF_A_SESSION = 24
MOST_OF_AN_ACCOUNT = 60
MOST_OF_AN_ADDRESS = 40  # without a session
MOST_OF_NOBODY = 1_000  # without a session, from everywhere


_STREAMS = ("session ", "address ")  # each stream is counted under one of these


class Asker(NamedTuple):
    """Who asks for a live stream: the session, if there is one, and the address."""

    session: Session | None
    address: str = ""

    @property
    def shares(self) -> tuple[tuple[str, int], ...]:
        """What a stream is counted under, and how many there may be of each."""
        if self.session is None:
            of_address = (f"address {network_of(self.address)}", MOST_OF_AN_ADDRESS)
            return (of_address, ("nobody", MOST_OF_NOBODY))
        of_account = (f"account {self.session.account.name}", MOST_OF_AN_ACCOUNT)
        return ((f"session {self.session.id}", MOST_OF_A_SESSION), of_account)


class Watcher:
    """One open stream: which streams of the log it follows, and which of them have changed.

    `topics` are the fragments that its page shows, if it is a page.
    """

    def __init__(
        self, streams: frozenset[str], session: Session | None, topics: frozenset[str]
    ) -> None:
        self.streams = streams
        self.topics = topics
        self.session = session
        self._changed: set[str] = set()
        self._woken = asyncio.Event()
        self.look_again = False  # the session may have ended
        self.over = False

    def changed(self, stream: str) -> None:
        self._changed.add(stream)
        self._woken.set()

    def wake(self) -> None:
        self._woken.set()

    async def next(self, seconds: float) -> set[str]:
        """The streams that have changed since the last time; none after so many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._woken.wait()
        self._woken.clear()
        changed, self._changed = self._changed, set()
        return changed


class Hub:
    """All watchers of one process."""

    def __init__(self, floor: Publishes) -> None:
        self._floor = floor
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: dict[str, set[Watcher]] = {}
        self._open: Counter[str] = Counter()
        self._floor_due = False
        self._stop = threading.Event()
        self._follower: threading.Thread | None = None
        self.at_stop: list[Callable[[], None]] = []  # whoever else lets open requests go

    def start(self) -> None:
        """Begin, on the running loop; a log shared with other processes is followed."""
        self._loop = asyncio.get_running_loop()
        if self._floor.settings.shared:
            from houseway.service.live.listen import follow

            self._follower = threading.Thread(
                target=follow, args=(self._floor, self._stop), name="follower", daemon=True
            )
            self._follower.start()

    def stop(self) -> None:
        """End every stream; from any thread."""
        self._stop.set()
        self._soon(self._end_all)

    @property
    def open_streams(self) -> int:
        """How many live streams are open."""
        return sum(n for share, n in self._open.items() if share.startswith(_STREAMS))

    def wait_until_stopped(self) -> None:
        """Nobody reads the log for us any more. Blocks for one turn of the follower at the most."""
        if self._follower is not None:
            self._follower.join()

    def _soon(self, work: object, *given: object) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(work, *given)  # type: ignore[arg-type]

    def _end_all(self) -> None:
        for done in self.at_stop:
            done()
        for watcher in self._everyone():
            watcher.over = True
            watcher.wake()

    def _everyone(self) -> set[Watcher]:
        return {each for watchers in self._watchers.values() for each in watchers}

    # Being told

    def told(self, stream: str, version: int, events: tuple[Event, ...]) -> None:
        """A stream has changed; from any thread. What changed is read by whoever may see it."""
        if stream == PEOPLE:
            self._soon(self._look_again)
        else:
            self._soon(self._changed, stream)

    def changed(self, stream: str) -> None:
        """Something that is not in the log has changed; from any thread."""
        self._soon(self._wake, stream)

    def _wake(self, stream: str) -> None:
        for watcher in self._watchers.get(stream, ()):
            watcher.changed(stream)

    def look_again(self) -> None:
        """Sessions may have ended: whoever watches under one that has is let go."""
        self._soon(self._look_again)

    def _changed(self, stream: str) -> None:
        self._wake(stream)
        if EVERY_TABLE in self._watchers and self._loop and not self._floor_due:
            self._floor_due = True
            self._loop.call_later(FLOOR_SECONDS, self._floor_changed)

    def _floor_changed(self) -> None:
        """Whoever watches the whole floor is woken now and then, not with every order of it."""
        self._floor_due = False
        for watcher in self._watchers.get(EVERY_TABLE, ()):
            watcher.changed(EVERY_TABLE)

    def _look_again(self) -> None:
        for watcher in self._everyone():
            watcher.look_again = True
            watcher.wake()

    # Watching

    @contextmanager
    def watching(
        self,
        streams: frozenset[str],
        asker: Asker,
        topics: frozenset[str] = frozenset(),
    ) -> Iterator[Watcher]:
        for share, most in asker.shares:
            if self._open[share] >= most:
                raise _too_many(most)
        watcher = Watcher(streams, asker.session, topics)
        self._open.update(share for share, _most in asker.shares)
        for stream in streams:
            self._watchers.setdefault(stream, set()).add(watcher)
        try:
            yield watcher
        finally:
            self._let_go(watcher, asker)

    def _let_go(self, watcher: Watcher, asker: Asker) -> None:
        for stream in watcher.streams:
            self._watchers[stream].discard(watcher)
            if not self._watchers[stream]:
                del self._watchers[stream]
        for share, _most in asker.shares:
            self._open[share] -= 1
            if not self._open[share]:
                del self._open[share]

    @property
    def watchers(self) -> int:
        return len(self._everyone())

    def people_at(self, topic: str = "") -> list[Account]:
        """Who has a page open that shows a topic, or any page; each account once for each page."""
        return [
            each.session.account
            for each in self._everyone()
            if each.session is not None and (not topic or topic in each.topics)
        ]

    async def still_allowed(self, watcher: Watcher) -> bool:
        """Whether a stream may go on: the house is open and the session has not ended."""
        if watcher.over:
            return False
        if watcher.session is None:
            return True
        found = await self._floor.blocking(self._floor.desk.current, watcher.session)
        return found is not None and found.account == watcher.session.account


def _too_many(most: int) -> Wrong:
    sentence = f"{most} live streams are open from here: close a page, or wait a minute"
    again = MINUTE_US // SECOND_US
    return Wrong(HTTPStatus.TOO_MANY_REQUESTS, "too_many_streams", sentence, again=again)
