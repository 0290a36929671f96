"""The numbers that a seed decides, so that a deal or a ballot can be worked out again.

HMAC-SHA-256 of the seed over a running count of eight bytes gives blocks of 256 bits. A number
below n is a block modulo n; blocks beyond the last whole multiple of n are passed over, so that
every number is equally likely.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import TypeVar

_BLOCK = 2**256
_Thing = TypeVar("_Thing")


class SeedStream:
    """The numbers that a seed decides, one after the other."""

    def __init__(self, seed: str, *, used: int = 0) -> None:
        self.seed = seed
        self._key = bytes.fromhex(seed)
        self.used = used

    def pick(self, below: int) -> int:
        """A whole number below the one given, each equally likely."""
        limit = _BLOCK - _BLOCK % below
        while True:
            block = hmac.digest(self._key, self.used.to_bytes(8, "big"), "sha256")
            self.used += 1
            number = int.from_bytes(block, "big")
            if number < limit:
                return number % below

    def shuffled(self, things: Sequence[_Thing]) -> list[_Thing]:
        """All of them in a drawn order (Fisher and Yates, from the last place to the second)."""
        drawn = list(things)
        for last in range(len(drawn) - 1, 0, -1):
            other = self.pick(last + 1)
            drawn[last], drawn[other] = drawn[other], drawn[last]
        return drawn
