"""How many orders one account may give: bursts are fine, a flood that goes on is held back.

A bucket an account: an order takes one from it, and it fills at the pace of the settings up to two
minutes' worth. What is held back is not ruled on and not kept; that it was is said in the log once
a minute at the most, with how many they were.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple

from houseway.service.settings import MINUTE_US, SECOND_US

PLAIN_BYTES = 500  # of an order without a long text
BYTES_AN_ORDER = 100  # beyond that, for each of which it counts as one more
HEAVIEST = 60  # what a list out of a file counts for
MINUTES = 2  # worth of orders that may come at once
_MOST_ACCOUNTS = 10_000  # remembered; anyone who has been idle the longest has a full bucket anyway


def weight_of(size: int) -> int:
    """For how many orders one counts: long texts fill the log, so they count for many."""
    return min(HEAVIEST, 1 + max(0, size - PLAIN_BYTES) // BYTES_AN_ORDER)


class Held(NamedTuple):
    """An order was held back: when to come again, and how many to write down now (0: none)."""

    seconds: int
    told: int


class _Bucket:
    """What is left is in shares: an order is as many of them as a minute has microseconds."""

    __slots__ = ("at_us", "held", "left", "told_us")

    def __init__(self, left: int, at_us: int) -> None:
        self.left, self.at_us = left, at_us
        self.held, self.told_us = 0, at_us - MINUTE_US


class Pace:
    """The buckets of one process. `a_minute` is how many orders go on for ever; 0: no limit."""

    def __init__(self, a_minute: int, now_us: Callable[[], int]) -> None:
        self._a_minute, self._now_us = a_minute, now_us
        self._most = MINUTES * a_minute * MINUTE_US
        self._by: OrderedDict[str, _Bucket] = OrderedDict()

    def take(self, whose: str, size: int = 0) -> Held | None:
        """Take an order of so many bytes out of someone's bucket; where there is too little in
        it, for how long not."""
        if self._a_minute <= 0:
            return None
        now = self._now_us()
        bucket = self._found(whose, now)
        passed = max(0, now - bucket.at_us)
        bucket.left = min(self._most, bucket.left + passed * self._a_minute)
        bucket.at_us = now
        needed = weight_of(size) * MINUTE_US
        if bucket.left >= needed:
            bucket.left -= needed
            return None
        return self._held(bucket, needed, now)

    def _found(self, whose: str, now: int) -> _Bucket:
        bucket = self._by.get(whose)
        if bucket is None:
            bucket = self._by[whose] = _Bucket(self._most, now)
        self._by.move_to_end(whose)
        if len(self._by) > _MOST_ACCOUNTS:
            self._by.popitem(last=False)
        return bucket

    def _held(self, bucket: _Bucket, needed: int, now: int) -> Held:
        bucket.held += 1
        told = 0
        if now - bucket.told_us >= MINUTE_US:
            told, bucket.held, bucket.told_us = bucket.held, 0, now
        missing = needed - bucket.left
        wait_us = -(-missing // self._a_minute)
        return Held(-(-wait_us // SECOND_US), told)
