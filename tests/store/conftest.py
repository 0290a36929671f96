"""The two engines that one suite runs on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from houseway.store.log import TreeLog
from houseway.store.postgres import PostgresLog
from houseway.store.sqlite import SqliteLog
from tests.store.postgres import Server, running

Opener = Callable[[], TreeLog]  # opens the same log again
_numbers = count()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    with running(durable=False) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def opener(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    if request.param == "sqlite":
        return lambda: SqliteLog(tmp_path / "floor.db")
    server: Server = request.getfixturevalue("postgres")
    url = server.new_database(f"floor{next(_numbers)}")
    return lambda: PostgresLog(url, anchor=tmp_path / "floor.anchor")


@pytest.fixture
def log(opener: Opener) -> Iterator[TreeLog]:
    opened = opener()
    yield opened
    opened.close()
