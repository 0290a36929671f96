"""The ballot: a table and a seat for everybody, worked out from a seed, so that anyone can again.

1. Those with a fixed seat have it, and are not drawn for.
2. Each table has as many places as the one in charge allows. Where there are more places than
   people, places are taken away one at a time from the table that has most left, and among equals
   from the one named last. A fixed seat is never taken away.
3. At each table, in the order in which the tables are named, the boxes left are shuffled and so
   many of them kept as there are places; they are then put in rising order.
4. The people, by entry number, are shuffled. The first gets the first seat of the first table, the
   next the next, through all the tables.
5. If someone then sits at one table with someone whom the conditions keep apart from them, steps
   3 and 4 are done again with the numbers that follow, until nobody does.

Shuffles and numbers are those of `equipment.seeds`. As a draw is repeated as a whole, every
seating that the conditions allow is equally likely.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from houseway.equipment.seeds import SeedStream
from houseway.tournament.session_vocabulary import TablePlan
from houseway.tournament.state import Seat

ATTEMPTS = 1000  # a ballot that cannot keep people apart by then is given up
SEED_DIGITS = 32  # 128 bits at least, so that nobody can try them all


class Drawn(NamedTuple):
    seats: dict[int, Seat]
    attempts: int


def is_seed(text: str) -> bool:
    """Whole bytes in lower-case hex, and enough of them."""
    even = len(text) % 2 == 0 and len(text) >= SEED_DIGITS
    return even and set(text) <= set("0123456789abcdef")


def draw(
    seed: str,
    people: Sequence[int],
    tables: Sequence[TablePlan],
    fixed: Mapping[int, Seat],
    apart: Iterable[frozenset[int]],
) -> Drawn | None:
    """The seats, fixed ones among them; None where people cannot be kept apart."""
    stream, groups = SeedStream(seed), list(apart)
    waiting = sorted(set(people) - set(fixed))
    places = _places(len(waiting), tables, fixed)
    for attempt in range(1, ATTEMPTS + 1):
        free = [seat for plan in tables for seat in _seats(stream, plan, places, fixed)]
        seats = {**fixed, **dict(zip(stream.shuffled(waiting), free, strict=True))}
        if not together(seats, groups):
            return Drawn(seats, attempt)
    return None


def _places(waiting: int, tables: Sequence[TablePlan], fixed: Mapping[int, Seat]) -> dict[str, int]:
    """Step 2: how many are drawn to each table."""
    places = {plan.table: plan.players - _fixed_at(plan.table, fixed) for plan in tables}
    for _ in range(sum(places.values()) - waiting):
        fullest = max(
            (plan.table for plan in reversed(tables) if places[plan.table]),
            key=lambda table: places[table] + _fixed_at(table, fixed),
        )
        places[fullest] -= 1
    return places


def _fixed_at(table: str, fixed: Mapping[int, Seat]) -> int:
    return sum(seat.table == table for seat in fixed.values())


def _seats(
    stream: SeedStream, plan: TablePlan, places: Mapping[str, int], fixed: Mapping[int, Seat]
) -> list[Seat]:
    """Step 3: the seats of one table that are drawn for."""
    taken = {seat.box for seat in fixed.values() if seat.table == plan.table}
    boxes = stream.shuffled([box for box in sorted(plan.boxes) if box not in taken])
    return [Seat(plan.table, box) for box in sorted(boxes[: places[plan.table]])]


def together(seats: Mapping[int, Seat], apart: Iterable[frozenset[int]]) -> bool:
    """Whether two of a group that is kept apart sit at one table."""
    for group in apart:
        tables = [seats[entry].table for entry in group if entry in seats]
        if len(tables) != len(set(tables)):
            return True
    return False
