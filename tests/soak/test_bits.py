"""Any bit of any field of any event: one changed bit breaks the chain of its stream.

The log is that of a simulated floor; positions are drawn in every field of an event, at its first
byte, its last and between.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from houseway.soak.floor import Floor
from houseway.store.chain import ChainCheck
from houseway.store.log import Entry
from tests.scale import scaled

EVENTS = scaled(1_000, 100_000)
FLIPS = scaled(12, 400)  # in each field


@pytest.fixture(scope="module")
def streams() -> list[list[Entry]]:
    """Every stream of floors with so many events together."""
    found: list[list[Entry]] = []
    seed = 50
    while sum(map(len, found)) < EVENTS:
        floor = Floor(seed, faults=False)
        floor.run(min(EVENTS, 8_000))
        found += floor.disk.streams.values()
        seed += 1
    return found


def flipped(value: Any, chance: random.Random) -> Any:
    """The value with one bit changed; of a text one that leaves it a text."""
    if isinstance(value, int):
        return value ^ (1 << chance.randrange(40))
    content = bytearray(value.encode() if isinstance(value, str) else value)
    if not content:
        return "x" if isinstance(value, str) else b"x"
    at = chance.choice((0, len(content) - 1, chance.randrange(len(content))))
    content[at] ^= 1 << chance.randrange(4)  # stays within the first half of the code table
    return content.decode(errors="replace") if isinstance(value, str) else bytes(content)


def problems(entries: list[Entry], last: Entry) -> list[str]:
    check = ChainCheck(contiguous=False)
    check.take(entries)
    if check.heads[last.stream].hash != last.hash.hex():
        check.problems.append("the head is another")
    return check.problems


@pytest.mark.parametrize("field", Entry.__struct_fields__)
def test_one_changed_bit_of_a_field_is_noticed(field: str, streams: list[list[Entry]]) -> None:
    chance = random.Random(field)
    for _ in range(FLIPS):
        entries = chance.choice(streams)
        at = chance.randrange(len(entries))
        value = getattr(entries[at], field)
        other = flipped(value, chance)
        assert other != value
        changed = [*entries]
        changed[at] = msgspec.structs.replace(entries[at], **{field: other})
        if field == "stream":  # it would be looked for under its own name: it is missing here
            changed = [each for each in changed if each.stream == entries[0].stream]
            assert len(changed) < len(entries)
            if not changed:
                continue
        assert problems(changed, entries[-1]), (field, value, other)


def test_events_that_are_gone_doubled_or_swapped_are_noticed(streams: list[list[Entry]]) -> None:
    chance = random.Random(9)
    long = [entries for entries in streams if len(entries) > 5]
    for _ in range(FLIPS):
        entries = chance.choice(long)
        at = chance.randrange(len(entries) - 1)
        gone = entries[:at] + entries[at + 1 :]
        doubled = entries[: at + 1] + entries[at:]
        swapped = [*entries]
        swapped[at], swapped[at + 1] = swapped[at + 1], swapped[at]
        cut = entries[: at + 1]
        for altered in (gone, doubled, swapped, cut):
            assert problems(altered, entries[-1])
