"""The ballot worked out once more from its seed, by the published steps and nothing of the program.

The seed's HMAC-SHA-256 over 0, 1, 2, ... (eight bytes, big end first) gives numbers; one modulo n
is a place among n, unless it lies beyond the last whole multiple of n, when the next is taken. A
shuffle goes from the last thing down and swaps each with the place drawn. Places are taken from the
fullest table, the one named last first, until there are as many as people. At each table the boxes
are shuffled, so many kept as there are places, and sorted; then the people are shuffled and take
the seats table by table. Where two sit together who may not, all of it goes on with later numbers.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

Seats = dict[int, tuple[str, int]]
Table = tuple[str, tuple[int, ...], int]


def numbers(seed: str) -> Iterator[int]:
    for at in range(100_000):
        block = hmac.new(bytes.fromhex(seed), at.to_bytes(8, "big"), hashlib.sha256).digest()
        yield int.from_bytes(block, "big")


def shuffled(things: list[int], drawn: Iterator[int]) -> list[int]:
    result = things[:]
    for last in reversed(range(1, len(result))):
        many = last + 1
        number = next(each for each in drawn if each < 2**256 // many * many)
        other = number % many
        result[last], result[other] = result[other], result[last]
    return result


def recounted(
    seed: str, people: list[int], tables: list[Table], fixed: Seats, apart: list[set[int]]
) -> Seats:
    """Where everybody must sit; tables are a name, the boxes and how many sit there."""
    people = sorted(set(people) - fixed.keys())
    places = {name: many - _at(name, fixed) for name, _, many in tables}
    while sum(places.values()) > len(people):
        full = {name: places[name] + _at(name, fixed) for name in places if places[name]}
        last_named = [name for name, _, _ in tables][::-1]
        places[next(each for each in last_named if full.get(each) == max(full.values()))] -= 1
    drawn = numbers(seed)
    for _ in range(1000):
        seats = fixed | _once(people, tables, places, fixed, drawn)
        if not any(_together(seats, group) for group in apart):
            return seats
    raise AssertionError("nobody can be seated")


def _at(name: str, fixed: Seats) -> int:
    return sum(table == name for table, _ in fixed.values())


def _once(
    people: list[int],
    tables: list[Table],
    places: dict[str, int],
    fixed: Seats,
    drawn: Iterator[int],
) -> Seats:
    free: list[tuple[str, int]] = []
    for name, boxes, _ in tables:
        left = sorted(set(boxes) - {box for table, box in fixed.values() if table == name})
        kept = shuffled(left, drawn)[: places[name]]
        free += [(name, box) for box in sorted(kept)]
    return dict(zip(shuffled(people, drawn), free, strict=True))


def _together(seats: Seats, group: set[int]) -> bool:
    tables = [seats[each][0] for each in group if each in seats]
    return len(tables) > len(set(tables))
