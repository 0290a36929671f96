"""The epoch of the side store: a number that changes with everything that changes who is let in.

An answer about a session or a token holds while the epoch is the one that was read before the
answer was looked up. So one small question, asked once for all requests that wait for it, shows
that none of the answers in memory has become wrong, whichever process made a change.
"""

from __future__ import annotations

import asyncio

from houseway.service.access.store import Database


class Epochs:
    """Reads the epoch for the requests of one process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._latest: asyncio.Task[int] | None = None
        self._next: asyncio.Task[int] | None = None  # a reading that has not begun

    async def now(self) -> int:
        """The epoch as a reading shows it that begins after this call.

        Whatever ended before the call is therefore known. Those who call while one reading is under
        way share the next one.
        """
        if not self._database.shared:
            return self._database.epoch()
        if self._next is None:
            reading = self._read(self._latest)
            self._latest = self._next = asyncio.get_running_loop().create_task(reading)
        return await asyncio.shield(self._next)

    async def _read(self, before: asyncio.Task[int] | None) -> int:
        if before is not None and not before.done():
            await asyncio.wait([before])
        self._next = None
        return await asyncio.to_thread(self._database.epoch)
