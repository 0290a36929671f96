"""What the house says of itself while it runs: one line an event, for people or for programs."""

from __future__ import annotations

import json
import logging
import sys
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
