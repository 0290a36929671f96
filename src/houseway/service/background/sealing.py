"""The house signs checkpoints of its log: every minute in use, and when a shift ends.

The key and the record of how far it has signed lie in the house's folder, outside the log. A house
whose log does not begin with what was signed does not open.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from houseway.service.access.accounts import Account
from houseway.service.floor_protocols import Works
from houseway.store.house_key import write_public
from houseway.store.log import Appended, LogError, LogFailed
from houseway.store.receipt import make_promise
from houseway.store.sealing import Sealer
from houseway.store.seals import AnySeal, last_checkpoint, last_seal, open_sealing
from houseway.store.witnessed import Witnessed

KEY = "house.key"
LOOK_SECONDS = 10.0  # how often it is asked whether a checkpoint is due
_logger = logging.getLogger("houseway.service")


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
