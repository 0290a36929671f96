"""What answers each clause, looked up beside the service: reading the whole project takes seconds.

The first page that asks begins it in a thread; until it is done pages are shown without it.
"""

from __future__ import annotations

import threading

from houseway.coverage import Coverage, survey_here


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
            self._found = survey_here()
        finally:
            self._done.set()


SURVEY = Survey()
