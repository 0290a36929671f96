"""The clock of a record of a table, set by lines such as `18:10` and `after 20 minutes`.

Times are the house's own, as its clock shows them; a time of day earlier than the last one is of
the next day.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from houseway.records.sentences import BadSentence
from houseway.table.days import DAY_US, MINUTE_US

_TIME_OF_DAY = re.compile(r"(?:at )?(\d\d?):(\d\d)")
_LATER = re.compile(r"after (\d+) (minute|hour)s?")
_UNITS = {"minute": MINUTE_US, "hour": 60 * MINUTE_US}

Moment = Callable[[int, int], int]  # the next time at which a clock shows this hour and minute


def is_time(text: str) -> bool:
    """Return whether a line sets the clock."""
    return bool(_TIME_OF_DAY.fullmatch(text) or _LATER.fullmatch(text))


class Clock:
    """A clock that a text sets: it only goes forward, past midnight if need be."""

    def __init__(self, begins_us: int) -> None:
        self.now_us = begins_us

    def moment(self, hour: int, minute: int) -> int:
        """Return the next time at which the clock shows this."""
        if hour > 23 or minute > 59:
            shown = f"{hour:02}:{minute:02}"
            raise BadSentence(f"{shown!r} is not a time of day: write 00:00 to 23:59")
        at_us = self.now_us - self.now_us % DAY_US + (hour * 60 + minute) * MINUTE_US
        return at_us if at_us >= self.now_us else at_us + DAY_US

    def read(self, text: str) -> bool:
        """Set the clock if the line says a time, and return whether it does."""
        if match := _TIME_OF_DAY.fullmatch(text):
            self.now_us = self.moment(int(match[1]), int(match[2]))
        elif match := _LATER.fullmatch(text):
            self.now_us += int(match[1]) * _UNITS[match[2]]
        return match is not None
