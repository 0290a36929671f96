"""Simulations as live fragments: anyone who watches one is woken when its process has told more."""

from __future__ import annotations

import re
import threading

from houseway.service.consoles.analyst.simulations import Shelf, no_such
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
    """Looks at the simulations that are not over, in a thread, for as long as there are any."""

    def __init__(self, shelf: Shelf, hub: Hub) -> None:
        self._shelf, self._hub = shelf, hub
        self._guard = threading.Lock()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Look, unless someone looks already. From any thread."""
        with self._guard:
            if self._thread is None and not self._stop.is_set():
                self._thread = threading.Thread(target=self._look, name="following", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        thread = self._thread
        if thread is not None:
            thread.join()

    def _look(self) -> None:
        seen: dict[int, int] = {}
        while True:
            ended = self._stop.wait(_LOOK_SECONDS)
            with self._guard:
                live = [each for each in self._shelf.numbers() if self._shelf.alive(each)]
                if ended or not live:
                    self._thread = None
            for number in {*live, *seen}:
                if self._shelf.version(number) != seen.get(number):
                    self._hub.changed(stream_of(number))
            if ended or not live:
                return
            seen = {number: self._shelf.version(number) for number in live}
