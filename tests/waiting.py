"""Wait for what happens in another thread or process: for half a minute, then say for what."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 30.0  # seconds; only a failure waits so long


def wait_for_start(what: str, ready: Callable[[], bool], ended: Callable[[], bool]) -> None:
    """Wait for a process, however busy the machine is, unless it ends. Then a clock may start."""
    while not ready():
        if ended():
            raise ChildProcessError(f"{what} has ended")
        time.sleep(0.02)


def wait_until(
    what: str, look: Callable[[], T], shown: Callable[[], object] = lambda: "not yet"
) -> T:
    """What `look` returns once that is true. A failure says what was awaited, and what is shown."""
    end = time.monotonic() + PATIENCE
    while not (found := look()):
        if time.monotonic() > end:
            raise TimeoutError(f"waited {PATIENCE:.0f} s for {what}: {shown()}")
        time.sleep(0.01)
    return found
