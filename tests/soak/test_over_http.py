"""The people of the floor act over HTTP at a house that is really served.

A test run has the house in a thread of its own; a soak in a process that is killed (-9) again and
again, with orders under way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.rulebook.roles import Role
from houseway.service import table_views
from houseway.soak.audience import LOOKING, Audience, Client
from houseway.soak.auditor import Wrong
from houseway.soak.house import Clock, House, furnish, settings_of
from houseway.soak.mirror import Mirror, ServedTable
from houseway.soak.over_http import PEOPLE, ServedFloor
from houseway.store.batch import Streams
from houseway.store.open import read_log
from houseway.store.sqlite import SqliteLog
from houseway.table import view as table_view
from houseway.table.view import Viewer
from tests.scale import SOAK, scaled
from tests.service.apps import application
from tests.service.server import Serving

PASSWORD = "long enough for everybody"  # noqa: S105 - of the tests' own people
ORDERS = scaled(100, 3_000)
ENOUGH = 400  # orders within which a broken copy must be found out
KILL_EVERY = 100  # orders, in a soak
FEW = {"table": 3, "tournament": 1, "promotion": 1}
GAMES = ("tournament-canberra-poker", "tournament-pai-gow", "mini-baccarat")


class InThread:
    """A house that this process serves: nobody kills it."""

    def __init__(self, port: int, clock: Clock) -> None:
        self.port, self.clock = port, clock

    def kill(self) -> None:
        raise NotImplementedError("a thread is not killed")

    def open(self) -> None:
        raise NotImplementedError("a thread is not opened again")


@contextmanager
def in_thread(folder: Path, kinds: Mapping[str, int]) -> Iterator[ServedFloor]:
    settings, clock = settings_of(folder), Clock(folder)
    furnish(settings, PEOPLE, PASSWORD)
    with application(settings, clock.now_us) as app:
        server = Serving(app)
        server.start()
        try:
            with closing(read_log(settings.log_address)) as log:
                house = InThread(server.port, clock)
                yield ServedFloor(
                    1, house, log, PASSWORD, kinds=kinds, games=GAMES, looking=("Ana", "Max")
                )
        finally:
            server.stop()


@contextmanager
def in_process(folder: Path) -> Iterator[ServedFloor]:
    house = House(folder)
    furnish(house.settings, PEOPLE, PASSWORD)
    house.open()
    try:
        with closing(read_log(house.settings.log_address)) as log:
            yield ServedFloor(1, house, log, PASSWORD, kill_every=KILL_EVERY)
    finally:
        house.close()


def test_nothing_goes_wrong_over_http(tmp_path: Path) -> None:
    """All is checked after every answer while it runs; here, that much did happen."""
    with in_process(tmp_path) if SOAK else in_thread(tmp_path, FEW) as floor:
        found = floor.run(ORDERS)
    assert found.orders >= ORDERS
    assert found.accepted > ORDERS // 3
    assert found.messages > 0
    assert min(found.statuses[200], found.statuses[422] + found.statuses[403]) > 0
    assert found.faults.total() > ORDERS // 20
    assert found.faults["killed"] >= (ORDERS // KILL_EVERY - 1 if SOAK else 0)


# What the search for secrets finds


ANA, BEN = Viewer(Role.PATRON, "Ana"), Viewer(Role.PATRON, "Ben")


@pytest.fixture
def mirror(tmp_path: Path) -> Iterator[Mirror]:
    """A mirror that has seen Ana look at two cards, at version 5 of a table."""
    with closing(SqliteLog(tmp_path / "floor.db")) as log:
        found = Mirror(log)
        table = found.streams["table/1"] = ServedTable("table/1")
        table.hidden[5] = {"box 1": ("Ana", ("8h", "Kd"))}
        yield found


@pytest.mark.parametrize("text", ['{"cards":["8h"]}', "<title>king of diamonds</title>"])
def test_a_face_in_any_byte_to_somebody_else_is_found(mirror: Mirror, text: str) -> None:
    with pytest.raises(Wrong, match="was told"):
        mirror.nothing_told("table/1", BEN, 5, text)
    mirror.nothing_told("table/1", ANA, 5, text)
    mirror.nothing_told("table/1", BEN, 6, text)  # the rules have laid it open


def test_what_somebody_named_is_no_secret_told(mirror: Mirror) -> None:
    mirror.nothing_told("table/1", BEN, 5, "8h is not in the hand", {"8h"})


def test_a_version_that_is_left_out_or_told_twice_is_found(mirror: Mirror) -> None:
    audience = Audience(mirror, {}, dict.fromkeys(LOOKING, Client(0)))
    told = {"version": 3, "since": [{"version": 2}, {"version": 3}]}
    audience.told_once("Ana at", "table/1", {"version": 1, "since": None})
    audience.told_once("Ana at", "table/1", told)
    with pytest.raises(Wrong, match="told"):
        audience.told_once("Ana at", "table/1", told)
    with pytest.raises(Wrong, match="told"):
        audience.told_once("Ana at", "table/1", {"version": 5, "since": [{"version": 5}]})


# Copies that are broken on purpose


def _keys_forgotten(broken: pytest.MonkeyPatch) -> None:
    """A message that comes twice is carried out twice."""
    right = Streams.__init__

    def begin(streams: Streams, at: Any, used: Any, *others: Any, **more: Any) -> None:
        right(streams, at, (), *others, **more)

    broken.setattr(Streams, "__init__", begin)


def _everybody_sees_as_ana(broken: pytest.MonkeyPatch) -> None:
    def shown(table: Any, name: str, version: int, viewer: Any, results: Any = None) -> Any:
        seen = msgspec.structs.replace(viewer, patron="Ana")
        return table_view.view(table, name, version, seen, results)

    broken.setattr(table_views, "view", shown)


@pytest.mark.parametrize("breaking", [_keys_forgotten, _everybody_sees_as_ana])
def test_a_broken_copy_is_caught_over_http(
    breaking: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with in_thread(tmp_path, {"table": 2}) as floor:
        breaking(monkeypatch)
        with pytest.raises(Wrong):
            floor.run(ENOUGH)
