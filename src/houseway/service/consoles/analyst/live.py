"""Simulations as live fragments: anyone who watches one is woken when there is more."""

from __future__ import annotations

import re
import threading

from houseway.service.consoles.analyst.simulations import OVER, Shelf, Simulation, no_such
from houseway.service.live.hub import Hub

_LOOK_SECONDS = 0.2
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")


def stream_of(number: int) -> str:
    return f"simulation/{number}"


def number_of(name: str) -> int:
    if not _NUMBER.fullmatch(name):
        raise no_such(name)
    return int(name)


class Following:
    """Looks at the simulations that have been shown and are not over, while there are any.

    It compares with the version that was shown, so nothing that happens in between is missed.
    """

    def __init__(self, shelf: Shelf, hub: Hub) -> None:
        self._shelf, self._hub = shelf, hub
        self._shown: dict[int, int] = {}
        self._guard = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def shown(self, simulation: Simulation) -> None:
        """Follow a simulation from what was shown of it. From any thread."""
        with self._guard:
            self._shown.setdefault(simulation.number, simulation.version)
            if self._thread is None and not self._stop.is_set():
                self._thread = threading.Thread(target=self._look, name="following", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        thread = self._thread
        if thread is not None:
            thread.join()

    def _look(self) -> None:
        while not self._stop.wait(_LOOK_SECONDS):
            with self._guard:
                changed = self._changed()
                over = not self._shown
                if over:
                    self._thread = None
            for number in changed:
                self._hub.changed(stream_of(number))
            if over:
                return

    def _changed(self) -> list[int]:
        """Those of which something else is to be seen; one that is over is followed no more."""
        now = {number: self._shelf.version(number) for number in self._shown}
        changed = [number for number, version in now.items() if version != self._shown[number]]
        self._shown = {number: version for number, version in now.items() if version < OVER}
        return changed
