"""Where outcomes come from: the raw bytes of the source, and what live tables make of them."""

from __future__ import annotations

import math
import secrets
from collections.abc import Callable, Iterator
from itertools import islice

from houseway.equipment.cards import DECK
from houseway.equipment.seeds import SeedStream
from houseway.promotion.lottery import Stream, digest_of, mixed_with_shares
from houseway.randomness import new_seed, pick
from houseway.rng.battery import Outcomes

NUMBERS_PER_SECRET = 500  # as many as a live table takes from one
BLOCK = 65_536
POCKETS, FACES, TICKETS = 37, 6, 1_000


def raw() -> Iterator[int]:
    """The bytes of the operating system, as they come."""
    while True:
        yield from secrets.token_bytes(BLOCK)


def written(name: str, count: int, block: int = BLOCK) -> Iterator[bytes]:
    """So many outcomes, or without end for 0: raw bytes as they are, others one to a line."""
    left = count or math.inf
    values = SOURCES[name][1]()
    while left > 0:
        many = int(min(left, block))
        left -= many
        if name == "raw":
            yield secrets.token_bytes(many)
        else:
            yield "".join(f"{each}\n" for each in islice(values, many)).encode()


def picks() -> Iterator[int]:
    """Whole numbers below 52 as the terminal's practice tables take them."""
    while True:
        yield pick(len(DECK))


def spins() -> Iterator[int]:
    """Pockets of the wheel, from one committed secret after another."""
    return _numbers(POCKETS)


def dice() -> Iterator[int]:
    return _numbers(FACES)


def _numbers(below: int) -> Iterator[int]:
    while True:
        stream = SeedStream(new_seed())
        for _ in range(NUMBERS_PER_SECRET):
            yield stream.pick(below)


def shuffles() -> Iterator[int]:
    """Where the cards of shuffled decks came from: the first five places of each deck.

    The places of one shuffle hang together a little, as no card comes twice; one place of each of
    five decks at a time does not.
    """
    order = list(range(len(DECK)))
    while True:
        decks = [SeedStream(new_seed()).shuffled(order) for _ in range(5)]
        yield from (decks[at][at * 10] for at in range(5))


def draws() -> Iterator[int]:
    """Winning tickets of promotional draws among a thousand, each with its own seed and list."""
    while True:
        digest = digest_of([(new_seed(), 1)])
        mixed = mixed_with_shares(digest, share=new_seed(), public=new_seed())
        stream = Stream(new_seed(), mixed)
        for _ in range(100):
            yield stream.pick(TICKETS)


SOURCES: dict[str, tuple[int, Callable[[], Iterator[int]]]] = {
    "raw": (256, raw),
    "picks": (len(DECK), picks),
    "shuffles": (len(DECK), shuffles),
    "spins": (POCKETS, spins),
    "dice": (FACES, dice),
    "draws": (TICKETS, draws),
}


def collect(name: str, count: int) -> Outcomes:
    """So many outcomes of a source."""
    kinds, source = SOURCES[name]
    return Outcomes(name, kinds, list(islice(source(), count)))
