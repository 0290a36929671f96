"""Questions made ahead: while a person reads one, the next is made and drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from houseway.service.errors import Wrong
from houseway.service.floor import Floor
from houseway.store.log import LogError
from houseway.training.generate import NoDrill

AFTER_S = 0.05  # the page that is being sent comes first
UNDER_WAY: set[asyncio.Task[None]] = set()


def go_ahead(floor: Floor, make: Callable[..., None], *given: object) -> None:
    """Make a drill while nobody waits for it; what cannot be made is made when it is asked for."""
    task = asyncio.ensure_future(_made(floor, make, given))
    UNDER_WAY.add(task)
    task.add_done_callback(UNDER_WAY.discard)


async def _made(floor: Floor, make: Callable[..., None], given: tuple[object, ...]) -> None:
    await asyncio.sleep(AFTER_S)
    # RuntimeError: the house has closed meanwhile
    with suppress(NoDrill, Wrong, LogError, RuntimeError):
        await floor.blocking(make, *given)
