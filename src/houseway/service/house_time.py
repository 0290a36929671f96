"""Times of day in the time zone of the house, as its pages show and its forms read them.

The log, files and the API keep UTC.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

WORLD = "UTC"
_TIME = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})[ ,T]+(\d{1,2}):(\d{2})")
# 2026-12-31 18:00 UTC or 31/12/2026 18:00 UTC, as the engine writes them, with or without seconds
_IN_SENTENCE = re.compile(
    r"(?:(\d{4})-(\d\d)-(\d\d)|(\d\d)/(\d\d)/(\d{4})) (\d\d:\d\d)(:\d\d)? UTC"
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class UnknownZone(ValueError):
    """A name that no time zone has on this machine."""


@cache
def zone_named(name: str) -> tzinfo:
    """The zone of a name such as `Australia/Sydney`. UTC needs no list of zones."""
    if name == WORLD:
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as wrong:
        raise UnknownZone(f"{name} is no time zone of this machine") from wrong


def is_known(name: str) -> bool:
    try:
        zone_named(name)
    except UnknownZone:
        return False
    return True


class HouseTime:
    """The clock on the wall of the house."""

    def __init__(self, name: str = WORLD) -> None:
        self.name = name
        self.zone = zone_named(name)

    @property
    def is_world_time(self) -> bool:
        return self.zone is UTC

    def local(self, at_us: int) -> datetime:
        return (_EPOCH + timedelta(microseconds=at_us)).astimezone(self.zone)

    def clock(self, at_us: int) -> str:
        """Time of day, 24 hours."""
        return self.local(at_us).strftime("%H:%M:%S")

    def day(self, at_us: int) -> str:
        return self.local(at_us).strftime("%d/%m/%Y")

    def date(self, at_us: int) -> str:
        """The day as files and addresses have it: 2026-12-31."""
        return self.local(at_us).date().isoformat()

    def abbreviation(self, at_us: int) -> str:
        """`AEDT`, or the name of a zone that has no letters of its own."""
        return self.local(at_us).tzname() or self.name

    def in_sentence(self, sentence: str) -> str:
        """A sentence of the engine, which has times in UTC, with the times of the house."""
        if self.is_world_time:
            return sentence
        return _IN_SENTENCE.sub(self._shown, sentence)

    def _shown(self, match: re.Match[str]) -> str:
        year, month, day = match.group(1, 2, 3) if match[1] else match.group(6, 5, 4)
        written = f"{year}-{month}-{day} {match[7]}{match[8] or ''}+00:00"
        try:
            local = datetime.fromisoformat(written).astimezone(self.zone)
        except (ValueError, OverflowError):  # words of a person that only look like a time
            return match[0]
        return local.strftime("%d/%m/%Y %H:%M:%S" if match[8] else "%d/%m/%Y %H:%M")

    def field(self, at_us: int) -> str:
        """A time as a form shows it and `read` reads it; empty for none."""
        return self.local(at_us).strftime("%d/%m/%Y %H:%M") if at_us else ""

    def read(self, text: str) -> int | None:
        """The moment of a day and a time of day such as `31/12/2026 18:00`; None if it is none.

        Of an hour that comes twice, when clocks are put back, the first is meant.
        """
        match = _TIME.fullmatch(text)
        try:
            day, month, year, hour, minute = map(int, match.groups() if match else ())
            at = datetime(year, month, day, hour, minute, tzinfo=self.zone)
            return (at.astimezone(UTC) - _EPOCH) // timedelta(microseconds=1)
        except (ValueError, OverflowError):
            return None


WORLD_TIME = HouseTime()
