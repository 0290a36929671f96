"""The house at the virtual tables of this process: it brings the facts that they await.

A table is looked at after every order. Of several processes on one log, the one that leads deals.
A table at which the house cannot go on is stopped, with an alert, until a supervisor has ruled on
it.
"""

from __future__ import annotations

import asyncio
import logging

from houseway.games.events import Event
from houseway.service.floor_protocols import Deals
from houseway.store.log import LogError, LogFailed
from houseway.virtual import HouseStopped

_logger = logging.getLogger("houseway.service")


class Dealing:
    """Deals at one table at a time once, and again if an order came meanwhile."""

    def __init__(self, floor: Deals) -> None:
        self._floor = floor
        self._loop: asyncio.AbstractEventLoop | None = None
        self._again: dict[str, bool] = {}  # tables being dealt at; whether to look once more
        self._tasks: set[asyncio.Task[None]] = set()
        self._recorded: set[str] = set()  # tables at which people bring every fact, for ever

    def start(self) -> None:
        """Begin on the running loop, where the log stands."""
        self._loop = asyncio.get_running_loop()
        self.wake_all()

    def wake_all(self) -> None:
        """Look at every table; from any thread."""
        for stream in self._floor.log.heads():
            self.told(stream, 0, ())

    @property
    def at_rest(self) -> bool:
        """Whether no table is being dealt at just now."""
        return not self._again

    async def stop(self) -> None:
        self._loop = None
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def told(self, stream: str, version: int, events: tuple[Event, ...]) -> None:
        """A table has moved on; from any thread."""
        if not (self._floor.leads and stream.startswith("table/")) or stream in self._recorded:
            return
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, stream)

    def _wake(self, stream: str) -> None:
        if stream in self._again:
            self._again[stream] = True
            return
        self._again[stream] = False
        task = asyncio.ensure_future(self._deal(stream))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deal(self, stream: str) -> None:
        """One fact after the other, at the pace of a dealer's hands where a pace is set."""
        floor, pace = self._floor, self._floor.settings.card_seconds
        try:
            while await floor.blocking(self._bring, stream):
                if pace and self._loop is not None:
                    await asyncio.sleep(pace)
        except LogFailed as failed:
            floor.log_failed(failed)
        except (HouseStopped, LogError):
            _logger.exception("the house cannot deal at %s", stream)
        finally:
            if self._again.pop(stream) and self._loop is not None:
                self._wake(stream)

    def _bring(self, stream: str) -> bool:
        """One command that a virtual table awaits of the house; whether to look again."""
        if not self._floor.leads:
            return False
        if self._floor.house.step(stream):
            return True
        if self._floor.house.is_recorded(stream):
            self._recorded.add(stream)
        return False
