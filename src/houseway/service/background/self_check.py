"""The house checks its own software: when it starts, every day, and when someone asks.

That it started and that it was closed are on record with it, so that a house that went down unasked
is seen by the next start.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from pathlib import Path

import msgspec

from houseway.service.access.accounts import Account
from houseway.service.floor_protocols import Works
from houseway.service.settings import Settings
from houseway.software import STREAM, Finding, SoftwareAltered, SoftwareRecord, manifest, told
from houseway.store.house_key import write_public
from houseway.store.journal import Journal
from houseway.store.log import Appended, LogError, LogFailed
from houseway.store.receipt import make_promise
from houseway.store.sealing import Sealer
from houseway.store.seals import AnySeal, last_checkpoint, last_seal, open_sealing
from houseway.store.witness import Witnessed

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


# The house signs checkpoints of its log: every minute in use, and when a shift ends.

KEY = "house.key"
LOOK_SECONDS = 10.0  # how often it is asked whether a checkpoint is due


class Sealing:
    """The checkpoints of one house; of several processes on one log, the one that leads signs."""

    def __init__(self, floor: Works) -> None:
        self._floor, self._told = floor, list[str]()
        settings = floor.settings
        copies = [Path(settings.checkpoint_copy)] if settings.checkpoint_copy else []
        self.signing = open_sealing(floor.log, settings.path / KEY, *copies)
        self.signing.check()
        self._sealer = Sealer(self.signing)
        self.witnessed = Witnessed(settings.path, self.signing.key.public_key())
        write_public(settings.path / KEY, self.signing.key, self.witnessed.policy())

    def promise(self, stream: str, receipt: Appended) -> str:
        """What the house signs with each answer to a command."""
        at_us = self._floor.now_us()
        return make_promise(stream, receipt.version, receipt.head, at_us, self.signing.key)

    async def keep_sealing(self) -> None:
        """Until cancelled: make a checkpoint when it is due, and one more at the end."""
        try:
            while True:
                await self._floor.blocking(self.look)
                await self._floor.blocking(self.push)
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            await self._floor.blocking(self.closed)

    def closed(self) -> None:
        """Cover what came since the last checkpoint. Blocks: call it in a thread."""
        try:
            if self._floor.leads:
                self._sealer.closed(self._floor.now_us())
        except LogError:
            _logger.exception("no checkpoint could be made before the house closed")

    def look(self) -> None:
        """Make a checkpoint if it is due. Blocks: call it in a thread."""
        try:
            if self._floor.leads:
                self._sealer.tick(self._floor.now_us())
        except LogFailed as failed:
            self._floor.log_failed(failed)
        except LogError:
            _logger.exception("no checkpoint could be made")

    def push(self) -> None:
        """Send the newest checkpoint to the witnesses that have not cosigned it. Blocks."""
        try:
            signed = last_checkpoint(self._floor.log)
            if signed is None or not self._floor.leads:
                return
            problems = self.witnessed.push(self.signing.tree, signed)
        except LogError as wrong:
            problems = [str(wrong)]
        if problems and problems != self._told:
            _logger.warning("a checkpoint was not cosigned: %s", "; ".join(problems))
        self._told = problems

    def shift_ended(self, by: Account) -> AnySeal | None:
        """Make one at once, in the name of who ended the shift. Blocks: call it in a thread."""
        self._sealer.shift_ended(self._floor.now_us(), actor=by.name, role=by.office)
        return last_seal(self._floor.log)
