"""What answers each clause, looked up beside the service: reading the whole project takes seconds
and hundreds of megabytes.

The first page that asks begins it in a process of its own; until it is done pages are shown without
it.
"""

from __future__ import annotations

import subprocess
import sys
import threading

import msgspec

from houseway.coverage import Coverage

_COMMAND = (sys.executable, "-m", "houseway.coverage")


class Survey:
    """The survey of this installation; None while it is being made."""

    def __init__(self) -> None:
        self._found: Coverage | None = None
        self._begun = threading.Lock()
        self._done = threading.Event()

    def now(self) -> Coverage | None:
        """What is known at this moment; the first to ask sets it going."""
        if self._found is None and self._begun.acquire(blocking=False):
            threading.Thread(target=self._make, name="survey", daemon=True).start()
        return self._found

    def wait(self, seconds: float) -> Coverage | None:
        """What is known once it is done, or after so long."""
        self.now()
        self._done.wait(seconds)
        return self._found

    def _make(self) -> None:
        try:
            made = subprocess.run(_COMMAND, stdout=subprocess.PIPE, check=True)  # noqa: S603 - our own module
            self._found = msgspec.msgpack.decode(made.stdout, type=Coverage)
        finally:
            self._done.set()


SURVEY = Survey()
