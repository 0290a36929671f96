"""The house seals its log: every hour while something happens, and when a shift ends.

The key lies in the house's folder, outside the log, made at first start; its public half beside it
is for whoever verifies.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from houseway.service.access.accounts import Account
from houseway.store.log import LogError, LogFailed
from houseway.store.sealing import Sealer
from houseway.store.seals import Seal, last_seal, open_key

if TYPE_CHECKING:
    from houseway.service.floor import Floor

KEY = "house.key"
LOOK_SECONDS = 60.0  # how often it is asked whether a seal is owed
_logger = logging.getLogger("houseway.service")


class Sealing:
    """The seals of one house; of several processes on one log, the one that leads seals."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._sealer = Sealer(floor.log, open_key(floor.settings.path / KEY))

    async def keep_sealing(self) -> None:
        """Until cancelled: seal when it is due."""
        while True:
            await self._floor.blocking(self.look)
            await asyncio.sleep(LOOK_SECONDS)

    def look(self) -> None:
        """Seal if it is due. Blocks: call it in a thread."""
        try:
            if self._floor.leads:
                self._sealer.tick(self._floor.now_us())
        except LogFailed as failed:
            self._floor.log_failed(failed)
        except LogError:
            _logger.exception("the log could not be sealed")

    def shift_ended(self, by: Account) -> Seal | None:
        """Seal at once, in the name of whoever ended the shift. Blocks: call it in a thread."""
        self._sealer.shift_ended(self._floor.now_us(), actor=by.name, role=by.office)
        return last_seal(self._floor.log)
