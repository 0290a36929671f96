"""The house at the virtual tables of this process: it brings the facts that they await.

A table is looked at after every order. Of several processes on one log, the one that leads deals.
A table at which the house cannot go on is stopped, with an alert, until a supervisor has ruled on
it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterator
from typing import Protocol

from houseway.conducting.reservations import Reservations
from houseway.games.commands import CallNoMoreBets, Command, LeaveTable
from houseway.games.events import Event
from houseway.rulebook.roles import Role
from houseway.runner import Answer, Order
from houseway.service.floor_protocols import Deals, Reads
from houseway.service.live.hub import Hub
from houseway.service.table_views import stream_of
from houseway.store.log import LogError, LogFailed
from houseway.table.state import HOUSE, Table
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


# Patrons who have closed the screen of a virtual table leave it.

SECOND_US = 1_000_000
LEAVES_US = 60 * SECOND_US  # after which a patron whose screen is closed has left
SITS_OUT_US = 10 * SECOND_US  # and already then, where betting is about to close
LOOK_SECONDS = 2.0
_SEAT = "seat:"
_STAYS, _WAITS, _LEAVES = "stays", "waits", "leaves"


class HasSeats(Reads, Protocol):
    """What is needed of the house."""

    reservations: Reservations

    @property
    def hub(self) -> Hub: ...

    def rule(self, stream: str, order: Order) -> Answer: ...


class Absent:
    """Who was at a table's screen and is no longer, and since when."""

    def __init__(self, floor: HasSeats) -> None:
        self._floor = floor
        self._here: set[tuple[str, str]] = set()  # table and patron
        self._visits = -1  # of the hub at the last look
        self._away: dict[tuple[str, str], int] = {}

    async def keep_looking(self) -> None:
        """Look now and then, until cancelled."""
        if self._floor.settings.shared:
            return  # other processes serve some of the pages
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            self.look()
            if any(self._absent(LEAVES_US)):
                await asyncio.to_thread(self.let_leave)

    def look(self) -> None:
        """Compare the open pages with those of the last look; from the loop of the service."""
        if self._visits == self._floor.hub.visits:
            return
        self._visits = self._floor.hub.visits
        found = {
            (topic.removeprefix(_SEAT), account.name)
            for topic, account in self._floor.hub.people_by_topic()
            if topic.startswith(_SEAT) and account.role == Role.PATRON
        }
        now_us = self._floor.now_us()
        gone = (self._here | self._away.keys()) - found
        self._away = {each: self._away.get(each, now_us) for each in gone}
        self._here = found

    def before(self, table: str, command: Command) -> None:
        """Betting is about to close at a table: anyone who is away sits out. Blocks."""
        if isinstance(command, CallNoMoreBets) and any(self._absent(SITS_OUT_US, table)):
            self.let_leave(table, SITS_OUT_US)

    def let_leave(self, table: str = "", after_us: int = LEAVES_US) -> None:
        """Enter that those who are away have left, where nothing of theirs lies. Blocks."""
        for where, patron in list(self._absent(after_us, table)):
            try:
                if self._is_over(where, patron):
                    self._away.pop((where, patron), None)
            except Exception:
                _logger.exception("%s could not leave table %s", patron, where)

    def _absent(self, after_us: int, table: str = "") -> Iterator[tuple[str, str]]:
        now_us = self._floor.now_us()
        for (where, patron), since_us in list(self._away.items()):
            if table in ("", where) and now_us - since_us >= after_us:
                yield where, patron

    def _is_over(self, table: str, patron: str) -> bool:
        """Let the patron leave; whether that is done with. Wagers on the layout are waited for."""
        stream = stream_of(table)

        def see(found: Table, _version: int) -> str:
            if not found.virtual or found.closed or patron not in found.play.layout.idle_rounds:
                return _STAYS
            return _WAITS if found.play.layout.of(patron) else _LEAVES

        does = self._floor.runner.look(stream, see)
        if does == _LEAVES and not self._floor.reservations.binder(stream):
            order = Order(LeaveTable(patron), Role.DEALER, HOUSE, secrets.token_hex(8))
            self._floor.rule(stream, order)
        return does != _WAITS
