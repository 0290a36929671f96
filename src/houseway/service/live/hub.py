"""The hub wakes the viewers of a table when it changes; each reads what it may see by itself.

Nothing is queued for a watcher but the names of the streams that changed. A slow one therefore
misses no change and holds up nobody: it is sent the state as it is once it can take it. What pages
show of a stream is rendered for all of them together (`live/boards.py`), each fragment once for
those who are shown the same, and they are woken when it is there.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from typing import NamedTuple
from zlib import crc32

from houseway.games.events import Event
from houseway.service.access.accounts import Account
from houseway.service.access.record import STREAM as PEOPLE
from houseway.service.access.sessions import Session
from houseway.service.access.sign_in_limits import network_of
from houseway.service.errors import Wrong
from houseway.service.floor_protocols import DrawsApart, Publishes
from houseway.service.live.boards import Board, DrawingTurns, PageGroup, every, together
from houseway.service.live.fragments import EVERY_TABLE, Shown, Topic
from houseway.service.live.parts import Rendered
from houseway.service.settings import MINUTE_US, SECOND_US
from houseway.service.texts.text import Text
from houseway.table.view import Viewer

FLOOR_SECONDS = 0.25  # between two looks at the whole floor
# Between two drawings of a stream that had to wait for its turn: what happens meanwhile comes
# together.
REST_SECONDS = 0.04
MANY_WAITING = 4  # streams that wait to be drawn
# Live streams that may be open together. A stranger cannot take the places of wall screens
# elsewhere: all of one address have a share, and all addresses together a limit.
MOST_OF_A_SESSION = 24
MOST_OF_AN_ACCOUNT = 60
MOST_OF_AN_ADDRESS = 40  # without a session
MOST_OF_NOBODY = 1_000  # without a session, from everywhere


_logger = logging.getLogger("houseway.service")
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

    `topics` are the fragments that its page shows, if it is a page, and `viewer` is who looks.
    """

    def __init__(
        self,
        streams: frozenset[str],
        session: Session | None,
        topics: tuple[Topic, ...],
        viewer: Viewer | None,
    ) -> None:
        self.streams = streams
        self.topics = topics
        self.names = frozenset(each.name for each in topics)
        self.session = session
        self.drawn: dict[str, Rendered | None] = {}  # the latest of each topic of its page
        self._shown = {each: _shown(topics, each, viewer) for each in streams} if viewer else {}
        self._changed: set[str] = set()
        self._woken = asyncio.Event()
        self._waits_since = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self.look_again = False  # the session may have ended
        self.over = False

    def changed(self, stream: str) -> None:
        self._changed.add(stream)
        self._woken.set()

    def shown(self, stream: str) -> dict[Shown, Topic]:
        """What its page shows of a stream, and for whom."""
        return self._shown.get(stream, {})

    def show(self, stream: str, drawn: Mapping[Shown, Rendered]) -> None:
        """Its page has been drawn, or a part of it."""
        for each, topic in self.shown(stream).items():
            if each in drawn:
                self.drawn[topic.name] = drawn[each]
        self.changed(stream)

    def show_nothing(self, stream: str) -> None:
        """Its page could not be drawn: it has to ask by itself."""
        self.drawn.update(dict.fromkeys(topic.name for topic in self.shown(stream).values()))
        self.changed(stream)

    def wake(self) -> None:
        self._woken.set()

    async def next(self, seconds: float) -> set[str]:
        """The streams that have changed since the last time; none after so many seconds."""
        if not self._woken.is_set():
            self._wake_after(seconds)
            await self._woken.wait()
        self._woken.clear()
        changed, self._changed = self._changed, set()
        return changed

    def _wake_after(self, seconds: float) -> None:
        """One timer serves many waits: a busy page would only ever cancel one of its own."""
        loop = asyncio.get_running_loop()
        self._waits_since = loop.time()
        if self._timer is None:
            self._timer = loop.call_later(seconds, self._waited, loop, seconds)

    def _waited(self, loop: asyncio.AbstractEventLoop, seconds: float) -> None:
        rest = self._waits_since + seconds - loop.time()
        if rest > 0:
            self._timer = loop.call_later(rest, self._waited, loop, seconds)
        else:
            self._timer = None
            self._woken.set()

    def let_go(self) -> None:
        """Nobody waits any more."""
        if self._timer is not None:
            self._timer.cancel()


def _shown(topics: tuple[Topic, ...], stream: str, viewer: Viewer) -> dict[Shown, Topic]:
    return {
        (topic.name, topic.shown_to(viewer)): topic for topic in topics if topic.stream == stream
    }


class Hub:
    """All watchers of one process."""

    def __init__(self, floor: Publishes) -> None:
        self._floor = floor
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: dict[str, set[Watcher]] = {}
        self._boards: dict[str, tuple[Board, Board]] = {}  # the felts of a stream, and the rest
        self._turns: dict[DrawsApart | None, DrawingTurns] = defaultdict(DrawingTurns)
        self._open: Counter[str] = Counter()
        self.visits = 0  # how often a stream was opened or has ended
        self._floor_due = False
        self._stop = threading.Event()
        self._follower: threading.Thread | None = None
        self.at_stop: list[Callable[[], None]] = []  # others that let open requests go

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
        """A stream has changed; from any thread. Each viewer reads what it may see."""
        if stream == PEOPLE:
            self._soon(self._look_again)
        else:
            self._soon(self._changed, stream, version)

    def committed(self, stream: str, version: int) -> None:
        """A stream is durable at a version, and its giver not yet answered; from any thread.

        Its pages are drawn meanwhile. `told` with the same version draws nothing more.
        """
        if stream in self._boards:
            self._soon(self._redraw, stream, version)

    def changed(self, stream: str) -> None:
        """Something that is not in the log has changed; from any thread."""
        self._soon(self._wake, stream, 0)

    def _wake(self, stream: str, version: int) -> None:
        """Programs at once, pages once that is drawn which they show."""
        for watcher in self._watchers.get(stream, ()):
            if not watcher.topics:
                watcher.changed(stream)
        self._redraw(stream, version)

    def _redraw(self, stream: str, version: int) -> None:
        for board in self._boards.get(stream, ()):
            if self._loop is None:
                return
            board.ask(version, self._loop.time())
            if board.due and board.drawing is None and board.groups(self._pages(stream)):
                board.drawing = self._loop.create_task(self._draw(board, self._loop.time))

    async def _draw(self, board: Board, clock: Callable[[], float]) -> None:
        """Draw what has changed until nothing has; what happens meanwhile comes together.

        A page is woken once it is drawn. While many boards wait for their turn, the pages of one
        are woken together, which takes less of the processor.
        """
        stream = board.stream
        while board.due and stream in self._watchers and not self._stop.is_set():
            turns = self._turns[self._client(stream, board.groups(self._pages(stream)))]
            busy = turns.taken
            async with turns.turn(felts=board.felts):
                if self._stop.is_set():
                    break
                begun = board.begin(clock())  # what changed while others were drawn is drawn once
                groups = board.groups(self._pages(stream))
                if turns.waiting >= MANY_WAITING:
                    groups = [together(groups)]
                latest = await self._deliver(board, groups)
                board.end(latest, begun)
                self._floor.meter.drawn(clock() - begun.waited_since, felts=board.felts)
            await asyncio.sleep(REST_SECONDS if busy else 0)
        board.drawing = None

    async def _deliver(self, board: Board, groups: list[PageGroup]) -> dict[Shown, Rendered]:
        """Have a board drawn, and wake its pages."""
        latest: dict[Shown, Rendered] = {}

        def take(group: PageGroup, drawn: dict[Shown, Rendered]) -> None:
            latest.update(drawn)
            for page in group.pages:
                page.show(board.stream, latest)

        try:
            drawn = await self._floor.drawing(self._drawn, board, groups, take)
        except Exception:  # each page asks by itself, and ends where it fails again
            _logger.exception("%s could not be drawn", board.stream)
            for page in together(groups).pages:
                page.show_nothing(board.stream)
            return {}
        if drawn is not None:
            take(together(groups), drawn)
        return latest

    def _drawn(
        self,
        board: Board,
        groups: list[PageGroup],
        take: Callable[[PageGroup, dict[Shown, Rendered]], None],
    ) -> dict[Shown, Rendered] | None:
        """Everything at one version. Blocks.

        The drawing process draws it where it can: `take` is then called on the loop for each group,
        and nothing is returned.
        """
        client, before = self._client(board.stream, groups), board.latest
        if client:
            shown = [group.shown for group in groups]
            if client.draw(
                board.stream,
                shown,
                before,
                lambda number, drawn: self._soon(take, groups[number], drawn),
                felts=board.felts,
            ):
                return None
        return self._floor.renderer.board(self._floor, board.stream, every(groups), before)

    def _client(self, stream: str, groups: list[PageGroup]) -> DrawsApart | None:
        """The drawing process of a stream, if it can draw all of this; None: the server does."""
        apart = all(topic.fragment.apart for topic in every(groups).values())
        return self._client_of(stream) if apart else None

    def _client_of(self, stream: str) -> DrawsApart | None:
        """A stream is always drawn by the same process, which knows what it drew last."""
        clients = self._floor.draw_clients
        return clients[crc32(stream.encode()) % len(clients)] if clients else None

    def _pages(self, stream: str) -> list[Watcher]:
        return [each for each in self._watchers.get(stream, ()) if each.topics]

    def look_again(self) -> None:
        """Sessions may have ended: anyone who watches under one that has is let go."""
        self._soon(self._look_again)

    def _changed(self, stream: str, version: int) -> None:
        self._wake(stream, version)
        if EVERY_TABLE in self._watchers and self._loop and not self._floor_due:
            self._floor_due = True
            self._loop.call_later(FLOOR_SECONDS, self._floor_changed)

    def _floor_changed(self) -> None:
        """Anyone who watches the whole floor is woken now and then, not with every order of it."""
        self._floor_due = False
        self._wake(EVERY_TABLE, 0)

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
        topics: tuple[Topic, ...] = (),
        viewer: Viewer | None = None,
    ) -> Iterator[Watcher]:
        for share, most in asker.shares:
            if self._open[share] >= most:
                raise _too_many(most)
        watcher = Watcher(streams, asker.session, topics, viewer)
        self.visits += 1
        self._open.update(share for share, _most in asker.shares)
        for stream in streams:
            self._watchers.setdefault(stream, set()).add(watcher)
            if topics:
                if stream not in self._boards:
                    self._boards[stream] = Board(stream, felts=True), Board(stream, felts=False)
                self._pages_changed(stream)
        try:
            for stream in {each.stream for each in topics if each.fragment.apart}:
                if client := self._client_of(stream):
                    client.start()
            yield watcher
        finally:
            self._let_go(watcher, asker)

    def _let_go(self, watcher: Watcher, asker: Asker) -> None:
        watcher.let_go()
        self.visits += 1
        for stream in watcher.streams:
            self._watchers[stream].discard(watcher)
            self._pages_changed(stream)
            if not self._watchers[stream]:
                del self._watchers[stream]
                self._drop_boards(stream)
        for share, _most in asker.shares:
            self._open[share] -= 1
            if not self._open[share]:
                del self._open[share]

    def _pages_changed(self, stream: str) -> None:
        for board in self._boards.get(stream, ()):
            board.pages_changed()

    def _drop_boards(self, stream: str) -> None:
        client = self._client_of(stream)
        if self._boards.pop(stream, None) and client:
            client.forget(stream)

    @property
    def watchers(self) -> int:
        return len(self._everyone())

    def people_at(self, topic: str = "") -> list[Account]:
        """Who has a page open that shows a topic, or any page; each account once for each page."""
        return [
            each.session.account
            for each in self._everyone()
            if each.session is not None and (not topic or topic in each.names)
        ]

    def people_by_topic(self) -> Iterator[tuple[str, Account]]:
        """What every signed-in person's pages show, one topic at a time."""
        for each in self._everyone():
            if each.session is not None:
                yield from ((name, each.session.account) for name in each.names)

    async def still_allowed(self, watcher: Watcher) -> bool:
        """Whether a stream may go on: the house is open and the session has not ended."""
        if watcher.over:
            return False
        if watcher.session is None:
            return True
        found = await self._floor.desk.current(watcher.session)
        return found is not None and found.account == watcher.session.account


def _too_many(most: int) -> Wrong:
    sentence = Text(
        "{most} live streams are open from here: close a page, or wait a minute", most=most
    )
    again = MINUTE_US // SECOND_US
    return Wrong(HTTPStatus.TOO_MANY_REQUESTS, "too_many_streams", sentence, again=again)
