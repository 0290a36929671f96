"""Requests that wait together are answered by one reading of the log, which began after them."""

from __future__ import annotations

import asyncio
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from houseway.service.access.accounts import Account
from houseway.service.access.desk import Desk
from houseway.service.access.store import SqliteDatabase
from houseway.service.settings import Settings
from houseway.store import adoption
from houseway.store.log import Entry
from houseway.store.sqlite import SqliteLog


class SharedLog(SqliteLog):
    """A log that others may append to, and that is read when the test says so."""

    shared = True

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.readings, self.slow = 0, False
        self.begun, self.may_end = threading.Semaphore(0), threading.Semaphore(0)

    def known_end(self, stream: str) -> int | None:
        return None

    def read(self, stream: str, *, after: int = 0, limit: int | None = None) -> list[Entry]:
        found = super().read(stream, after=after, limit=limit)
        if self.slow:
            self.readings += 1
            self.begun.release()
            self.may_end.acquire()
        return found


@pytest.fixture
def desks(tmp_path: Path) -> Any:
    """Two workers of one house, and their log."""
    with closing(SharedLog(tmp_path / "floor.db")) as log:
        adoption.adopt(log, tmp_path, 0)
        settings = Settings(folder=str(tmp_path))
        database = SqliteDatabase(tmp_path / "access.db")
        with closing(database):
            yield (
                Desk(log, database, settings, lambda: 1),
                Desk(log, database, settings, lambda: 1),
                log,
            )


async def _begun(log: SharedLog) -> None:
    await asyncio.to_thread(log.begun.acquire)


def test_whoever_asks_during_a_reading_is_answered_by_the_next_one(
    desks: tuple[Desk, Desk, SharedLog],
) -> None:
    """What ended before the question is known, though a reading from before was under way."""
    here, there, log = desks

    async def ask() -> list[set[str]]:
        log.slow = True
        first = asyncio.create_task(here.accounts.fresh())
        await _begun(log)
        log.slow = False
        there.create_hashed(Account("Ana", "patron"), "", None)  # something happens elsewhere
        log.slow = True
        later = [asyncio.create_task(here.accounts.fresh()) for _ in range(5)]
        await asyncio.sleep(0)
        seen = set(here.accounts.known.accounts)
        log.may_end.release()
        await first
        await _begun(log)
        log.may_end.release()
        return [seen, *[set((await each).accounts) for each in later]]

    assert asyncio.run(ask()) == [set(), *[{"ana"}] * 5]
    assert log.readings == 2


def test_a_request_that_is_given_up_takes_no_other_along(
    desks: tuple[Desk, Desk, SharedLog],
) -> None:
    here, there, log = desks
    there.create_hashed(Account("Ana", "patron"), "", None)

    async def ask() -> set[str]:
        log.slow = True
        given_up, waiting = (asyncio.create_task(here.accounts.fresh()) for _ in range(2))
        await _begun(log)
        given_up.cancel()
        log.may_end.release()
        return set((await waiting).accounts)

    assert asyncio.run(ask()) == {"ana"}


def test_of_two_workers_that_create_one_account_one_is_refused(
    desks: tuple[Desk, Desk, SharedLog],
) -> None:
    """Each decides by the people as the log has them when its event is stored."""
    here, there, log = desks
    here.create_hashed(Account("Ana", "patron"), "", None)
    with pytest.raises(Exception, match="an account named Ana already exists"):
        there.create_hashed(Account("Ana", "administrator"), "", None)
    assert [each.office for each in there.accounts.all()] == ["patron"]
    assert len(log.read("people")) == 1
