"""The numbers that a seed decides, so that a deal or a ballot can be worked out again.

HMAC-SHA-256 of the seed gives blocks of 256 bits. A number below n is a block modulo n; blocks
beyond the last whole multiple of n are passed over, so that every number is equally likely.

`SeedStream` takes the HMAC over a running count of eight bytes. `SharedStream` takes it over the
index of the number (eight bytes), the mix (32 bytes) and the attempt (four bytes, mostly zero). The
mix holds what the owner of the seed could not know when committing to it.

Secrets come from a chain: each is the SHA-256 of the one that follows, and the SHA-256 of the first
is its root. Once the root is published, no secret can be exchanged for another: each one that is
revealed proves itself against the one before. A secret that stands alone is a chain of one.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from itertools import count, pairwise
from typing import Protocol, TypeVar

import msgspec

CHAIN = 2_048  # secrets of one chain: after so many the house publishes another root
_BLOCK = 2**256
_Thing = TypeVar("_Thing")


def commitment_of(seed: str) -> str:
    """What is published of a secret before it is used: its SHA-256."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def is_digest(text: str) -> bool:
    """64 lower-case hex digits: a SHA-256, or a secret of 32 bytes."""
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def links_of(tip: str) -> Iterator[str]:
    """The secrets of a chain, the last first, and then its root."""
    link = bytes.fromhex(tip)
    for _ in range(CHAIN + 1):
        yield link.hex()
        link = hashlib.sha256(link).digest()


def root_of(tip: str) -> str:
    """What is published of a chain whose last secret is the tip."""
    *_, root = links_of(tip)
    return root


def secret_behind(tip: str, commitment: str) -> str:
    """The secret of a chain whose SHA-256 is the commitment; "" if the chain has none."""
    for link, following in pairwise(links_of(tip)):
        if following == commitment:
            return link
    return ""


class Numbers(Protocol):
    """Numbers one after the other, and how many have been taken."""

    used: int

    def pick(self, below: int) -> int:
        """A whole number below the one given, each equally likely."""


def mix_of(commitment: str, public_value: str, shares: Mapping[str, str]) -> bytes:
    """SHA-256 of a JSON array without spaces: the commitment, the public value, and the shares.

    The shares are pairs of a patron and 64 hex digits, sorted by the patron's name.
    """
    content = msgspec.json.encode((commitment, public_value, sorted(shares.items())))
    return hashlib.sha256(content).digest()


class SharedStream:
    """The numbers that a seed and a mix decide together: one index for each number."""

    def __init__(self, seed: str, mix: bytes, *, used: int = 0) -> None:
        self._key = bytes.fromhex(seed)
        self._mix = mix
        self.used = used

    def pick(self, below: int) -> int:
        """A whole number below the one given, each equally likely."""
        index = self.used.to_bytes(8, "big") + self._mix
        self.used += 1
        limit = _BLOCK - _BLOCK % below
        for attempt in count():
            block = hmac.digest(self._key, index + attempt.to_bytes(4, "big"), "sha256")
            number = int.from_bytes(block, "big")
            if number < limit:
                return number % below
        raise AssertionError("unreachable")


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
