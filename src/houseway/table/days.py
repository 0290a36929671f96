"""Days of the calendar as whole numbers: the core has no clock and asks nobody for the date."""

from __future__ import annotations

import re

MINUTE_US = 60_000_000
DAY_US = 24 * 60 * MINUTE_US
_MONTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")


def day_number(text: str) -> int | None:
    """Days since 1 January 1970 of a day written `2017-12-06`, or None if there is none such."""
    found = _ISO.fullmatch(text)
    if found is None:
        return None
    year, month, day = map(int, found.groups())
    if not (year and 1 <= month <= 12 and 1 <= day <= _length(year, month)):
        return None
    return _new_year(year) + sum(_length(year, each) for each in range(1, month)) + day - 1


def day_text(number: int) -> str:
    """`2017-12-06` of the days since 1 January 1970."""
    year = 1970 + number // 366
    while _new_year(year + 1) <= number:
        year += 1
    left, month = number - _new_year(year), 1
    while left >= _length(year, month):
        left, month = left - _length(year, month), month + 1
    return f"{year:04}-{month:02}-{left + 1:02}"


def day_at(at_us: int, minutes_east: int) -> int:
    """The day of a moment where the table stands."""
    return (at_us + minutes_east * MINUTE_US) // DAY_US


def _new_year(year: int) -> int:
    return 365 * (year - 1970) + _leap_days(year - 1) - _leap_days(1969)


def _leap_days(year: int) -> int:
    return year // 4 - year // 100 + year // 400


def _length(year: int, month: int) -> int:
    leap = month == 2 and _leap_days(year) > _leap_days(year - 1)
    return _MONTHS[month - 1] + leap
