"""Commands of several tables are ruled on by one thread and stored together, each by itself."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from houseway.games.commands import JoinTable
from houseway.rulebook.roles import Role
from houseway.runner import Answer, Order, Runner, Storing
from houseway.service.commands.lane import Lane
from houseway.store.log import Append, Appended, Conflict, LogFailed, LogUnread
from houseway.store.sqlite import SqliteLog
from tests.offices import decider, opening_of

SECONDS = 60  # for what must come
NOW_US = 1_790_000_000_000_000  # in September 2026
TABLES = ("table/1", "table/2", "table/3")
Asked = Callable[["Room"], Awaitable[None]]


class Room:
    """Three tables of Mini Baccarat, and a lane that says what it stored together."""

    def __init__(self, path: Path) -> None:
        self.log = SqliteLog(path / "log.sqlite")
        self.runner = Runner(self.log, lambda: NOW_US)
        self.together: list[list[str]] = []
        for stream in TABLES:
            opening = Order(opening_of("mini-baccarat"), decider("mini-baccarat"), "Dora", "open")
            assert self.runner.order(stream, opening).refused is None

    def run(self, asked: Asked) -> None:
        async def whole() -> None:
            with ThreadPoolExecutor(4) as threads:
                self.lane = Lane(self.runner, self._append_each, threads)
                try:
                    await asyncio.wait_for(asked(self), SECONDS)
                finally:
                    await asyncio.to_thread(self.lane.close)

        asyncio.run(whole())

    def _append_each(self, batches: Sequence[Sequence[Append]]) -> list[list[Appended] | Exception]:
        self.together.append([each.stream for batch in batches for each in batch])
        return self.log.append_each(batches)

    def join(self, stream: str, patron: str, expected: int | None = None) -> asyncio.Task[Answer]:
        order = Order(JoinTable(patron), Role.PATRON, patron, f"{patron} joins", expected)
        return asyncio.create_task(self.lane.do(stream, self.runner.ordering(stream, order)))

    async def busy(self, until: threading.Event) -> asyncio.Task[None]:
        """Keep the lane at work, so that what is asked meanwhile comes together."""
        began = threading.Event()

        def steps() -> Storing[None]:
            began.set()
            until.wait(SECONDS)
            return
            yield []  # it appends nothing

        working = asyncio.create_task(self.lane.do("table/1", steps()))
        assert await asyncio.to_thread(began.wait, SECONDS)
        return working


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    found = Room(tmp_path)
    yield found
    found.log.close()


def test_commands_of_several_tables_are_stored_together(room: Room) -> None:
    async def asked(room: Room) -> None:
        until = threading.Event()
        busy = await room.busy(until)
        joining = [room.join(stream, "Ana") for stream in TABLES]
        await asyncio.sleep(0)  # all of them are in the queue
        until.set()
        answers = await asyncio.gather(*joining)
        await busy
        assert [each.refused for each in answers] == [None, None, None]

    room.run(asked)
    assert room.together == [list(TABLES)]
    assert all("Ana" in room.runner.table(each).play.layout.idle_rounds for each in TABLES)


def test_a_second_command_of_a_table_waits_for_the_first(room: Room) -> None:
    """It is judged by the state that the first one leaves, once that is durable."""

    async def asked(room: Room) -> None:
        until = threading.Event()
        busy = await room.busy(until)
        joining = [room.join("table/2", "Ana"), room.join("table/2", "Ben")]
        await asyncio.sleep(0)
        until.set()
        await asyncio.gather(busy, *joining)

    room.run(asked)
    assert room.together == [["table/2"], ["table/2"]]
    kinds = [each.kind for each in room.log.read("table/2")][-2:]
    assert kinds == ["PatronJoined", "PatronJoined"]


def test_a_locked_table_holds_up_no_other(room: Room) -> None:
    async def asked(room: Room) -> None:
        release, held = threading.Event(), threading.Event()

        def look() -> None:
            def see(*_: object) -> None:
                held.set()
                release.wait(SECONDS)

            room.runner.look("table/1", see)

        looking = asyncio.create_task(asyncio.to_thread(look))
        await asyncio.to_thread(held.wait, SECONDS)
        locked, free = room.join("table/1", "Ana"), room.join("table/2", "Ben")
        assert (await free).refused is None
        assert not locked.done()
        release.set()
        assert (await locked).refused is None
        await looking

    room.run(asked)
    assert room.together == [["table/2"]]


def test_a_command_that_cannot_be_stored_fails_alone(room: Room) -> None:
    """Ana has seen an older version of her table; Ben asks at another one."""

    async def asked(room: Room) -> None:
        until = threading.Event()
        busy = await room.busy(until)
        stale, current = room.join("table/2", "Ana", expected=1), room.join("table/3", "Ben")
        await asyncio.sleep(0)
        until.set()
        with pytest.raises(Conflict):
            await stale
        assert (await current).refused is None
        await busy

    room.runner.order("table/2", Order(JoinTable("Chen"), Role.PATRON, "Chen", "Chen joins"))
    version = room.runner.version("table/2")
    room.run(asked)
    assert room.together == [["table/2", "table/3"]]
    assert room.runner.version("table/2") == version
    assert "Ana" not in room.runner.table("table/2").play.layout.idle_rounds


def test_a_table_that_serves_a_tournament_or_is_not_in_memory_is_not_held(room: Room) -> None:
    class Bound:
        def binder(self, stream: str) -> str:
            return "tournament/spring" if stream == "table/1" else ""

    room.runner.binding = Bound()  # type: ignore[assignment]
    assert room.runner.hold("table/1") is None
    assert room.runner.hold("table/9") is None
    lock = room.runner.hold("table/2")
    assert lock is not None
    lock.release()


def test_a_table_about_which_nothing_can_be_read_fails_alone(room: Room) -> None:
    """The lane goes on: whatever failed there, everybody else is answered."""

    class Unread:
        def binder(self, stream: str) -> str:
            if stream == "table/1":
                raise LogUnread("disk I/O error")
            return ""

    async def asked(room: Room) -> None:
        unread, free = room.join("table/1", "Ana"), room.join("table/2", "Ben")
        with pytest.raises(LogUnread):
            await unread
        assert (await free).refused is None

    room.runner.binding = Unread()  # type: ignore[assignment]
    room.run(asked)


def test_a_closed_log_fails_every_command(tmp_path: Path) -> None:
    async def asked(room: Room) -> None:
        room.log.close()
        for stream in TABLES[1:]:
            with pytest.raises(LogFailed, match="closed"):
                await room.join(stream, "Ana")

    Room(tmp_path).run(asked)


def test_a_command_whose_giver_has_gone_is_stored_all_the_same(room: Room) -> None:
    async def asked(room: Room) -> None:
        until = threading.Event()
        busy, joining = await room.busy(until), room.join("table/2", "Ana")
        await asyncio.sleep(0)
        joining.cancel()
        until.set()
        await busy
        assert (await room.join("table/3", "Ben")).refused is None

    room.run(asked)
    assert "Ana" in room.runner.table("table/2").play.layout.idle_rounds
