"""The house checks its own software: when it starts, every day, and when someone asks.

That it started and that it was closed are on record with it, so that a house that went down unasked
is seen by the next start."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import msgspec

from houseway.service.access.accounts import Account
from houseway.service.floor_protocols import Works
from houseway.service.settings import Settings
from houseway.software import STREAM, Finding, SoftwareAltered, SoftwareRecord, manifest, told
from houseway.store.journal import Journal
from houseway.store.log import LogError

HOUSE = ("house", "house")  # the actor and the office of what nobody in particular does
DAY_SECONDS = 24 * 3600.0
FIRST_SECONDS = 5.0  # after the start: nobody waits at the door for it
_logger = logging.getLogger("houseway.service")


class SelfCheck:
    """Of several processes on one log, the one that leads checks."""

    def __init__(self, floor: Works) -> None:
        self._floor = floor
        self._record = SoftwareRecord(floor.log, Journal(floor.log, STREAM, floor.now_us))
        self.last: Finding | None = None
        self._started = False

    async def keep_checking(self) -> None:
        """Until cancelled: as soon as the house is open, then every day."""
        await asyncio.sleep(FIRST_SECONDS)
        while True:
            await self._floor.blocking(self.look)
            await asyncio.sleep(DAY_SECONDS)

    def look(self) -> None:
        """By itself: the first time because the house has started. Blocks."""
        try:
            if self._floor.leads:
                self._found(self._occasion(), *HOUSE)
                self._started = True
        except LogError:
            _logger.exception("what was found of the software could not be put on record")

    def _occasion(self) -> str:
        if self._started:
            return "daily"
        if not self._record.went_down():
            return "started"
        _logger.warning("the house before this one went down without being closed")
        return "restarted"

    def stop(self) -> None:
        """The house is being closed. One without its log cannot say so. Blocks."""
        if not self._started:
            return
        with suppress(LogError):
            self._record.stop(actor=HOUSE[0], office=HOUSE[1])

    def asked(self, by: Account) -> Finding:
        """At once, in the name of the person who asked. Blocks: call it in a thread."""
        return self._found("asked", by.name, by.office)

    def _found(self, occasion: str, actor: str, office: str) -> Finding:
        found = manifest(configuration={"settings": _settings(self._floor.settings)})
        self.last = self._record.check(found, occasion, actor=actor, office=office)
        if isinstance(self.last, SoftwareAltered):
            _logger.critical("%s", told(self.last))
        return self.last


def _settings(settings: Settings) -> bytes:
    """What the house was told, but for where its files lie."""
    given = msgspec.structs.replace(settings, folder="", database="")
    return msgspec.json.encode(given)
