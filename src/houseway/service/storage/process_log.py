"""What the house says of itself while it runs: one line an event, for people or for programs."""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from typing import Literal

Form = Literal["plain", "json"]


class JsonLines(logging.Formatter):
    """A JSON object a line: time, level, source, message, and the trace where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        said = {
            "time": f"{at}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "source": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def write_to_stderr(form: Form) -> None:
    """From now on; before that nothing was written."""
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if form == "json" else plain)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)


class Sparingly:
    """Writes one kind of message at most once in a while, and how many were left out since.

    A database that is down fails every request: one line says so as well as a thousand.
    """

    def __init__(self, logger: logging.Logger, *, seconds: float = 10.0) -> None:
        self._logger, self._seconds = logger, seconds
        self._lock = threading.Lock()
        self._next = 0.0
        self._left_out = 0

    def error(self, message: str, *given: object) -> None:
        with self._lock:
            now = time.monotonic()
            if now < self._next:
                self._left_out += 1
                return
            left_out, self._left_out = self._left_out, 0
            self._next = now + self._seconds
        more = f" ({left_out} more like this since the last line)" if left_out else ""
        self._logger.error(message + more, *given)
