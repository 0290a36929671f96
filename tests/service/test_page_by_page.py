"""A page is sent what was drawn for it, at one version, without waiting for the other pages."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

from houseway.rulebook.roles import Role
from houseway.service.draw import felt_pieces
from houseway.service.live.boards import DrawingTurns
from houseway.service.live.fragments import Drawing, Fragment, Shown, Topic
from houseway.service.live.hub import Asker, Hub, Watcher
from houseway.service.live.parts import Rendered
from houseway.service.live.sse import _Page
from houseway.service.storage.metrics import Meter
from houseway.store.sqlite import SqliteLog
from houseway.table.view import Viewer
from tests.service.conftest import House
from tests.waiting import PATIENCE

STREAM = "table/1"
OWN = Topic(Fragment("own", apart=True), "1")
FELT = Topic(Fragment("felt", drawing=Drawing(str, felt_pieces), apart=True), "1")
SHARED = Topic(Fragment("shared", apart=True, alike=True), "1")
ANA, BEN = (Viewer(Role.PATRON, patron=name) for name in ("Ana", "Ben"))

Take = Callable[[int, dict[Shown, Rendered]], None]


class StepByStep:
    """A drawing process that draws one page, and the others when it is let go on."""

    def __init__(self) -> None:
        self.version = 0
        self.starts = 0
        self.felts: list[bool] = []
        self.streams: list[str] = []
        self.go_on = threading.Event()

    def start(self) -> None:
        self.starts += 1

    def draw(
        self, stream: str, pages: Sequence[Any], _before: Any, take: Take, *, felts: bool
    ) -> bool:
        self.felts.append(felts)
        self.streams.append(stream)
        self.version += 1
        for number, page in enumerate(pages):
            if number:
                assert self.go_on.wait(PATIENCE)
            take(number, {each: Rendered(self.version, ("",), {}) for each in page})
        return True

    def forget(self, _stream: str) -> None:
        """Nothing was remembered."""


def hub_of(*clients: StepByStep) -> Hub:
    async def drawing(work: Callable[..., Any], *given: object) -> Any:
        return await asyncio.to_thread(work, *given)

    settings = SimpleNamespace(shared=False)
    floor: Any = SimpleNamespace(
        settings=settings, draw_clients=clients, drawing=drawing, meter=Meter()
    )
    return Hub(floor)


def test_a_table_is_always_drawn_by_the_same_process() -> None:
    """The process sends what has changed since what it drew last."""
    asyncio.run(_shared_out())


async def _shared_out() -> None:
    clients = StepByStep(), StepByStep()
    hub = hub_of(*clients)
    hub.start()
    tables = [f"table/{number}" for number in range(20)]
    with ExitStack() as pages:
        for stream in tables:
            own = Topic(OWN.fragment, stream.removeprefix("table/"))
            pages.enter_context(hub.watching(frozenset({stream}), Asker(None), (own,), ANA))
        for version in (1, 2, 3):
            for stream in tables:
                hub.told(stream, version, ())
            for stream in tables:
                await _at_rest(hub, stream)
    one, other = (set(each.streams) for each in clients)
    assert one
    assert other
    assert not one & other
    assert one | other == set(tables)


def versions(page: Watcher) -> list[int]:
    return [each.version for each in page.drawn.values() if each is not None]


def test_the_first_page_that_shows_a_table_has_the_drawing_process_started() -> None:
    """A house that nobody watches, or only a program that reads events, needs none."""
    asyncio.run(_started_by_a_page())


async def _started_by_a_page() -> None:
    client = StepByStep()
    hub = hub_of(client)
    hub.start()
    by_the_server = Topic(Fragment("pit"), "1")
    with (
        hub.watching(frozenset({STREAM}), Asker(None)),
        hub.watching(frozenset({STREAM}), Asker(None), (by_the_server,), ANA),
    ):
        assert client.starts == 0
        with hub.watching(frozenset({STREAM}), Asker(None), (OWN,), ANA):
            assert client.starts == 1


def test_a_page_does_not_wait_for_the_last_page_of_its_table() -> None:
    asyncio.run(_first_page_first())


async def _first_page_first() -> None:
    client = StepByStep()
    hub = hub_of(client)
    hub.start()
    topics, nobody = (OWN, SHARED), Asker(None)
    with (
        hub.watching(frozenset({STREAM}), nobody, topics, ANA) as ana,
        hub.watching(frozenset({STREAM}), nobody, topics, BEN) as ben,
    ):
        hub.told(STREAM, 1, ())
        woken = {each: asyncio.create_task(each.next(PATIENCE)) for each in (ana, ben)}
        done, _ = await asyncio.wait(woken.values(), return_when=asyncio.FIRST_COMPLETED)
        (first,) = (page for page, task in woken.items() if task in done)
        second = ben if first is ana else ana

        assert versions(first) == [1, 1]
        assert versions(second) == []

        client.go_on.set()
        assert await woken[second] == {STREAM}
        assert versions(second) == [1, 1]


def test_what_is_shared_comes_to_a_page_with_the_rest_of_its_version() -> None:
    """A page that is slow shows no fragment of a version whose others it does not have."""
    asyncio.run(_one_version())


async def _one_version() -> None:
    client = StepByStep()
    client.go_on.set()
    hub = hub_of(client)
    hub.start()
    topics, nobody = (OWN, SHARED), Asker(None)
    with (
        hub.watching(frozenset({STREAM}), nobody, topics, ANA) as ana,
        hub.watching(frozenset({STREAM}), nobody, topics, BEN) as ben,
    ):
        hub.told(STREAM, 1, ())
        await asyncio.gather(ana.next(PATIENCE), ben.next(PATIENCE))
        client.go_on.clear()
        hub.told(STREAM, 2, ())
        woken = {each: asyncio.create_task(each.next(PATIENCE)) for each in (ana, ben)}
        await asyncio.wait(woken.values(), return_when=asyncio.FIRST_COMPLETED)

        assert sorted(versions(ana) + versions(ben)) == [1, 1, 2, 2]

        client.go_on.set()
        await asyncio.gather(*woken.values())
        assert versions(ana) == versions(ben) == [2, 2]


def test_the_felts_of_all_pages_come_before_the_rest_of_any() -> None:
    asyncio.run(_felts_first())


async def _felts_first() -> None:
    client = StepByStep()
    hub = hub_of(client)
    hub.start()
    topics, nobody = (OWN, FELT), Asker(None)
    with (
        hub.watching(frozenset({STREAM}), nobody, topics, ANA) as ana,
        hub.watching(frozenset({STREAM}), nobody, topics, BEN) as ben,
    ):
        boards = hub._boards[STREAM]
        assert [
            [(group.pages, [*group.shown]) for group in board.groups([ana, ben])]
            for board in boards
        ] == [
            [([ana], [("felt:1", ANA)]), ([ben], [("felt:1", BEN)])],
            [([ana], [("own:1", ANA)]), ([ben], [("own:1", BEN)])],
        ]
        client.go_on.set()
        hub.told(STREAM, 1, ())
        await _at_rest(hub)
        assert client.felts == [True, False]


def test_the_rest_of_a_page_has_its_turn_after_a_few_felts() -> None:
    """Where more happens than can be drawn, felts are in time and offers do not wait for ever."""
    assert asyncio.run(_in_turns()) == [
        "felt 1", "felt 2", "felt 3", "rest 1", "felt 4", "felt 5", "rest 2",
    ]  # fmt: skip


async def _in_turns() -> list[str]:
    turns, drawn = DrawingTurns(), list[str]()

    async def draw(name: str, *, felts: bool) -> None:
        async with turns.turn(felts=felts):
            drawn.append(name)
            await asyncio.sleep(0)

    rests = [draw(f"rest {number}", felts=False) for number in (1, 2)]
    felts = [draw(f"felt {number}", felts=True) for number in (1, 2, 3, 4, 5)]
    await asyncio.gather(felts[0], *rests, *felts[1:])
    assert not turns.taken
    return drawn


def test_who_no_longer_waits_for_a_turn_keeps_it_from_nobody() -> None:
    """A page may be left while its table waits to be drawn, or just as its turn comes."""
    assert asyncio.run(_given_up()) == ["first", "last"]


async def _given_up() -> list[str]:
    turns, drawn = DrawingTurns(), list[str]()
    let_go = asyncio.Event()

    async def draw(name: str) -> None:
        async with turns.turn(felts=False):
            drawn.append(name)
            await let_go.wait()
        if name == "first":
            turned.cancel()  # whose turn has come, and who has not begun

    tasks = [asyncio.create_task(draw(name)) for name in ("first", "left", "turned", "last")]
    first, left, turned, last = tasks
    await asyncio.sleep(0)
    left.cancel()
    let_go.set()
    await asyncio.gather(first, last)
    assert not turns.taken
    return drawn


def test_the_cursor_goes_on_once_the_whole_page_has() -> None:
    """A command names the version of its page: what it offers, not only the felt, is of it."""
    asyncio.run(_cursor_last())


async def _cursor_last() -> None:
    async def drawing(*_given: object) -> list[Rendered]:
        return [Rendered(1, (each,), {}) for each in ("first felt", "first offers")]

    floor: Any = SimpleNamespace(drawing=drawing, renderer=SimpleNamespace(fragments=None))
    page = _Page(floor, (FELT, OWN), ANA)
    await page.messages({STREAM}, {})

    felt = Rendered(2, ("felt",), {})
    early = await page.messages({STREAM}, {"felt:1": felt})
    late = await page.messages(
        {STREAM}, {"felt:1": felt, "own:1": Rendered(2, ("first offers",), {})}
    )

    assert early == b"id: table/1=1\nevent: felt:1\ndata: <!--2-->felt\n\n"
    assert late == b"id: table/1=2\nevent: at\ndata: \n\n"


def test_a_commit_is_drawn_once_though_it_is_heard_of_twice() -> None:
    """Pages are drawn while the writer still waits for the anchor of the log."""
    asyncio.run(_drawn_once())


async def _drawn_once() -> None:
    client = StepByStep()
    client.go_on.set()
    hub = hub_of(client)
    hub.start()
    with hub.watching(frozenset({STREAM}), Asker(None), (OWN,), ANA) as ana:
        hub.committed(STREAM, 1)
        assert await ana.next(PATIENCE) == {STREAM}
        hub.told(STREAM, 1, ())
        await _at_rest(hub)
        assert client.version == 1
        hub.told(STREAM, 2, ())
        assert await ana.next(PATIENCE) == {STREAM}
        assert versions(ana) == [2]


async def _at_rest(hub: Hub, stream: str = STREAM) -> None:
    """Once the hub has heard of everything so far, and draws nothing."""
    for _ in range(2):
        await asyncio.sleep(0)
        await asyncio.gather(*(each.drawing for each in hub._boards[stream] if each.drawing))


def test_a_house_on_sqlite_draws_from_the_commit_on(house: House) -> None:
    log = house.floor.log
    assert isinstance(log, SqliteLog)
    assert house.floor.hub.committed in log.committed
