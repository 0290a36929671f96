"""Tournaments and promotions of a demonstration: when one is over, the next one is opened.

The first has a name such as `spring`, the next ones `spring-2`, `spring-3` and so on. What people
registered under such a name is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from houseway.games.commands import Command
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.aggregates.kind import Kind
from houseway.service.demo.people import ACTOR
from houseway.service.floor import Floor
from houseway.service.settings import MINUTE_US

OPENER = f"{ACTOR} opening"  # who opens what a demonstration shows


async def give_in_turn(
    floor: Floor,
    stream: str,
    steps: Iterable[tuple[Command, Role]],
    completed: Callable[[Floor, str, Order], Order] = lambda floor, stream, order: order,
) -> None:
    """Give the orders that open something; where that was cut short, those that are missing.

    `completed` adds what only the house knows. What was opened in another way is left alone.
    """
    given = [each.key for each in await floor.blocking(floor.log.read, stream)]
    for number, (command, by) in enumerate(steps, start=1):
        order = Order(command, by, OPENER, f"{OPENER} {number}")
        if order.key in given:
            continue
        if number == 1 and given:
            return
        answer = await floor.order_stream(stream, completed(floor, stream, order))
        if answer.refused:
            raise RuntimeError(f"{type(command).__name__}: {answer.refused}")


class Series(NamedTuple):
    """All tournaments or promotions that a demonstration opens one after the other."""

    kind: Kind
    first: str

    def name(self, number: int) -> str:
        return self.first if number == 1 else f"{self.first}-{number}"

    def last(self, floor: Floor) -> str:
        """The name of the one opened last; "" where a demonstration opened none. Blocks."""
        taken = set(self.kind.names(floor))
        number = self._free(taken) - 1
        return next((self.name(at) for at in range(number, 0, -1) if self._is_ours(floor, at)), "")

    def following(self, floor: Floor) -> str:
        """A name for the next one. Blocks."""
        return self.name(self._free(set(self.kind.names(floor))))

    def _free(self, taken: set[str]) -> int:
        return next(at for at in range(1, len(taken) + 2) if self.name(at) not in taken)

    def _is_ours(self, floor: Floor, number: int) -> bool:
        first = floor.log.read(self.kind.stream(self.name(number)), limit=1)
        return bool(first) and first[0].actor == OPENER


# Whether anybody is looking: a demonstration that nobody watches rests.

RESTS_AFTER_US = 2 * MINUTE_US  # after the last live page was closed


class Attention:
    """Live pages of this house, remembered for a while after the last one has closed.

    Where several processes serve the house, one does not know of the pages of the others, and
    the demonstration goes on.
    """

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._watched_us = floor.now_us()

    def is_watched(self) -> bool:
        now_us = self._floor.now_us()
        if self._floor.hub.open_streams or self._floor.settings.shared:
            self._watched_us = now_us
        return now_us - self._watched_us < RESTS_AFTER_US
