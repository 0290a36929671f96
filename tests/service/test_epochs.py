"""Requests that wait together are answered by one reading of the epoch, which began after them."""

from __future__ import annotations

import asyncio
import threading
from typing import cast

from houseway.service.access.epochs import Epochs
from houseway.service.access.store import Database


class SlowDatabase:
    """A shared store whose epoch is read when the test says so."""

    shared = True

    def __init__(self) -> None:
        self.number = self.readings = 0
        self.begun, self.may_end = threading.Semaphore(0), threading.Semaphore(0)

    def epoch(self) -> int:
        read = self.number
        self.readings += 1
        self.begun.release()
        self.may_end.acquire()
        return read


async def _begun(database: SlowDatabase) -> None:
    await asyncio.to_thread(database.begun.acquire)


def test_whoever_asks_during_a_reading_is_answered_by_the_next_one() -> None:
    """What ended before the question is known, though a reading from before was under way."""
    database = SlowDatabase()
    epochs = Epochs(cast(Database, database))

    async def ask() -> tuple[int, list[int]]:
        first = asyncio.create_task(epochs.now())
        await _begun(database)
        database.number = 1  # something ends
        later = [asyncio.create_task(epochs.now()) for _ in range(5)]
        await asyncio.sleep(0)
        database.may_end.release()
        await _begun(database)
        database.may_end.release()
        return await first, [await each for each in later]

    assert asyncio.run(ask()) == (0, [1] * 5)
    assert database.readings == 2


def test_a_request_that_is_given_up_takes_no_other_along() -> None:
    database = SlowDatabase()
    epochs = Epochs(cast(Database, database))

    async def ask() -> int:
        given_up, waiting = (asyncio.create_task(epochs.now()) for _ in range(2))
        await _begun(database)
        given_up.cancel()
        database.may_end.release()
        return await waiting

    assert asyncio.run(ask()) == 0
