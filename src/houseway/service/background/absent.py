"""Patrons who have closed the screen of a virtual table leave it.

Nobody loses a seat by a count of rounds: that takes a decision (Casino War 13.9, 7-Up Baccarat
14.9, Three Card Baccarat 14.10, Mini Baccarat 14.6). But at a virtual table a patron is there by
the screen alone, so one who has closed it has left, as anybody may who has no wager on the layout.
The house enters it after a while, and before betting is closed, so that no missing wager of theirs
is put on record (Tournament American Roulette 4.1) and no table waits for them. Others stay:
patrons of a recorded table are there in person, entrants of a session have their seat by ballot
(Tournament American Roulette 12.6 and its like), and programs open no page.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterator
from typing import Protocol

from houseway.conducting.reservations import Reservations
from houseway.games.commands import CallNoMoreBets, Command, LeaveTable
from houseway.rulebook.roles import Role
from houseway.runner import Answer, Order
from houseway.service.floor_protocols import Reads
from houseway.service.live.hub import Hub
from houseway.service.table_views import stream_of
from houseway.table.state import HOUSE, Table

SECOND_US = 1_000_000
LEAVES_US = 60 * SECOND_US  # after which a patron whose screen is closed has left
SITS_OUT_US = 10 * SECOND_US  # and already then, where betting is about to close
LOOK_SECONDS = 2.0
_SEAT = "seat:"
_STAYS, _WAITS, _LEAVES = "stays", "waits", "leaves"
_logger = logging.getLogger("houseway.service")


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
