"""What a server holds for those who watch and order: gone when they are, and no more each time."""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

import pytest
from markupsafe import Markup
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service import table_views
from houseway.service.access.accounts import Account
from houseway.service.live import render
from houseway.service.settings import Settings
from houseway.soak.audience import Client, Listener, Message
from tests.offices import opening_of
from tests.service.conftest import HASH, PASSWORD
from tests.service.server import Serving, serving
from tests.waiting import wait_until

TABLES = ("1", "2")
PEOPLE = {"Ana": Role.PATRON, "Eli": Role.DEALER}
PAGES = {
    "Ana": ("/events?topics=layout:1,seat:1", "/events?topics=layout:2,seat:2"),
    "Eli": ("/events?topics=dealer:1,felt:1", "/events?topics=dealer:2,felt:2"),
}
BOTH = "/api/events?tables=1,2"
ORDERS = 60  # in an evening
KEPT = 20  # views, and fragments: soon as many as there may be
ASKED = 30  # requests on one connection
BLOCKS = 5  # of memory that an order may leave behind
EVENINGS = 9  # a leak is one that each of them has
_numbers = count()


class Held(NamedTuple):
    """What a server has in hand for others."""

    streams: int
    watchers: int
    tasks: int


def held(server: Serving) -> Held:
    hub = server.floor.hub
    assert hub._loop is not None
    return Held(hub.open_streams, hub.watchers, len(asyncio.all_tasks(hub._loop)))


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serving]:
    monkeypatch.setattr(table_views, "VIEWS", KEPT)
    monkeypatch.setattr(render, "KEPT", KEPT)
    with serving(Settings(folder=str(tmp_path))) as found:
        for name, role in PEOPLE.items():
            found.floor.desk.create_hashed(Account(name, role), HASH, None)
        for table in TABLES:
            _opened(found, f"table/{table}")
        yield found


def _opened(server: Serving, stream: str) -> None:
    for command, by in (
        (opening_of("mini-baccarat"), Role.GAMING_SUPERVISOR),
        (TakeAsPrepared(), Role.DEALER),
    ):
        assert server.floor.runner.order(stream, Order(command, by, "Dora", by)).refused is None


def evening(server: Serving, clients: dict[str, Client]) -> None:
    """Pages are opened, orders given and told, and everybody goes home."""
    before, heard = held(server), SimpleQueue[Message]()
    looking = [
        Listener(name, path, client, heard)
        for name, client in clients.items()
        for path in (*PAGES[name], BOTH)
    ]
    for each in looking:
        each.look_at(each.title)
        each.start()
    _until(server, lambda now: now.streams == before.streams + len(looking))
    for number in range(ORDERS):
        _refused_at(clients["Eli"], TABLES[number % len(TABLES)])
    for each in looking:
        each.stop()
    for client in clients.values():
        client.close()
    # A request that had just been answered may still have counted before.
    _until(server, lambda now: all(a <= b for a, b in zip(now, before, strict=True)))


def _refused_at(client: Client, table: str) -> None:
    """An order that the rules refuse: it is told to all, and the table is as it was."""
    body = {"key": f"order {next(_numbers)}", "command": {"type": "SettleWagers"}}
    told = client.post(f"/api/tables/{table}/commands", body)
    assert told.status == 422, told.body


def _until(server: Serving, wanted: Callable[[Held], bool]) -> None:
    wait_until("what was held to be let go", lambda: wanted(held(server)), lambda: held(server))


def blocks() -> int:
    """Of memory, as Python counts them, once nothing is waiting to be given back."""
    gc.collect()
    return sys.getallocatedblocks()


def test_what_is_held_for_people_goes_with_them(server: Serving) -> None:
    """Streams, watchers and tasks are as before; memory is, but for what is learned only once."""
    clients = {name: Client(server.port) for name in PEOPLE}
    for name, client in clients.items():
        client.sign_in(name, PASSWORD)
    evening(server, clients)
    evening(server, clients)  # what is kept for the next time is as much as it may be
    grown = []
    for _ in range(EVENINGS):
        before = blocks()
        evening(server, clients)
        grown.append(blocks() - before)
        if grown[-1] < BLOCKS * ORDERS:
            break
    assert grown[-1] < BLOCKS * ORDERS, f"every evening leaves something behind: {grown}"
    assert len(server.floor.renderer._kept) <= KEPT
    assert len(server.floor._views) <= KEPT


def test_a_request_that_was_answered_leaves_nothing_for_garbage_collection(
    server: Serving,
) -> None:
    """Only the connection refers to its last request, until the next one."""
    client = Client(server.port)
    client.get("/healthz")
    gc.collect()
    before = _requests()
    gc.disable()
    try:
        for _ in range(ASKED):
            assert client.get("/healthz").status == 200
        grown = _requests() - before
    finally:
        gc.enable()
        client.close()
    assert grown <= 1


def _requests() -> int:
    """How many the server has in memory."""
    return sum(isinstance(each, RequestResponseCycle) for each in gc.get_objects())


def test_a_board_is_drawn_when_results_change_and_the_one_before_is_let_go(
    server: Serving,
) -> None:
    drawn: list[int] = []

    def draw(change: int) -> Markup:
        drawn.append(change)
        return Markup("results after {}").format(change)

    for change in range(KEPT):
        for _ in range(2):  # at two versions of the table
            shows = "mini-baccarat", change
            found = server.floor.board("1", shows, partial(draw, change))
            assert found == f"results after {change}"
    assert drawn == list(range(KEPT))
    assert len(server.floor._boards) == 1
