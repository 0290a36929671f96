"""Whether anybody is looking: a demonstration that nobody watches rests."""

from __future__ import annotations

from houseway.service.floor import Floor
from houseway.service.settings import MINUTE_US

RESTS_AFTER_US = 2 * MINUTE_US  # after the last live page was closed


class Attention:
    """Live pages of this house, remembered for a while after the last one has closed.

    Where several processes serve the house, one does not know of the pages of the others, and
    the demonstration goes on.
    """

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._watched_us = floor.now_us()

    def is_watched(self) -> bool:
        now_us = self._floor.now_us()
        if self._floor.hub.open_streams or self._floor.settings.shared:
            self._watched_us = now_us
        return now_us - self._watched_us < RESTS_AFTER_US
