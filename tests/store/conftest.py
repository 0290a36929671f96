"""The two engines that one suite runs on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from houseway.store.chain import StoreKey
from houseway.store.log import TreeLog
from houseway.store.postgres import PostgresLog
from houseway.store.sqlite import SqliteLog
from tests.store.postgres import Server, shared

L = TypeVar("L", bound=TreeLog)
STORE_KEY = StoreKey(bytes(32))
Opener = Callable[[], TreeLog]  # opens the same log again


@pytest.fixture(scope="session")
def postgres() -> Server:
    return shared()


@pytest.fixture(params=["sqlite", "postgres"])
def opener(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    if request.param == "sqlite":
        return lambda: keyed(SqliteLog(tmp_path / "floor.db"))
    server: Server = request.getfixturevalue("postgres")
    url = server.new_database("floor")
    return lambda: keyed(PostgresLog(url, anchor=tmp_path / "floor.anchor"))


def keyed(log: L) -> L:
    """A log that uses a store key from its first event on."""
    log.take_key(STORE_KEY, 0)
    return log


@pytest.fixture
def log(opener: Opener) -> Iterator[TreeLog]:
    opened = opener()
    yield opened
    opened.close()
