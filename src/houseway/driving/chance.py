"""Whole numbers below another one, from a generator that its caller has seeded."""

from __future__ import annotations

import random

from houseway.games.game import Pick


def below(chance: random.Random) -> Pick:
    """The same numbers as `chance.randrange`, for one positive number, in a single call."""
    bits = chance.getrandbits

    def pick(end: int) -> int:
        if end < 1:
            raise ValueError("there is nothing to choose from")
        size = end.bit_length()
        number = bits(size)
        while number >= end:
            number = bits(size)
        return number

    return pick
