"""What the house does, counted for anyone who watches over it: the text format of Prometheus."""

from __future__ import annotations

import json
import logging
import resource
import sys
import threading
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

# Seconds within which an order is answered or a page drawn; the last bucket takes every other.
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_STATUS = Path("/proc/self/statm")  # where the system has one


class Histogram:
    """How often something took so many seconds."""

    def __init__(self) -> None:
        self._within = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    def add(self, seconds: float) -> None:
        self._within[bisect_left(BUCKETS, seconds)] += 1
        self._seconds += seconds

    def lines(self, name: str, label: str = "") -> Iterator[str]:
        """The figures under a name; `label` is written as `part="felt"`."""
        reached, labels = 0, f"{{{label}}}" if label else ""
        for bound, count in zip((*BUCKETS, "+Inf"), self._within, strict=True):
            reached += count
            yield f'{name}_bucket{{{f"{label}," if label else ""}le="{bound}"}} {reached}'
        yield f"{name}_sum{labels} {self._seconds:.6f}"
        yield f"{name}_count{labels} {reached}"


class Meter:
    """Counts of one process, from its start on; any thread may add to them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._began = time.monotonic()
        self.orders: Counter[str] = Counter()  # accepted, refused, failed, held back
        self._answers = Histogram()
        self._pages = {"felt": Histogram(), "rest": Histogram()}

    def answered(self, how: str, seconds: float) -> None:
        with self._lock:
            self.orders[how] += 1
            self._answers.add(seconds)

    def drawn(self, seconds: float, *, felts: bool) -> None:
        """The felts of a table, or the rest of its pages, so long after something changed there."""
        with self._lock:
            self._pages["felt" if felts else "rest"].add(seconds)

    def held_back(self) -> None:
        """An order was one too many, and not ruled on."""
        with self._lock:
            self.orders["held"] += 1

    def lines(self, **gauges: float) -> Iterator[str]:
        """Every figure with its kind; `gauges` are what is so just now."""
        with self._lock:
            orders = dict(self.orders)
            times = [*self._answers.lines("houseway_order_seconds")]
            pages = [
                line
                for part, found in self._pages.items()
                for line in found.lines("houseway_page_seconds", f'part="{part}"')
            ]
        yield "# TYPE houseway_orders_total counter"
        for how in ("accepted", "refused", "failed", "held"):
            yield f'houseway_orders_total{{answer="{how}"}} {orders.get(how, 0)}'
        yield "# TYPE houseway_order_seconds histogram"
        yield from times
        yield "# TYPE houseway_page_seconds histogram"
        yield from pages
        now = {
            "up_seconds": time.monotonic() - self._began,
            "memory_peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1_024,
            "memory_bytes": _memory(),
            **gauges,
        }
        for name, value in now.items():
            yield f"# TYPE houseway_{name} gauge"
            yield f"houseway_{name} {value:.15g}"


def _memory() -> int:
    """What the process holds now; 0 where the system does not say."""
    if not _STATUS.exists():
        return 0
    return int(_STATUS.read_text(encoding="utf-8").split()[1]) * resource.getpagesize()


# What the house says of itself while it runs: one line an event, for people or for programs.

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
