"""A stream of the log that is no aggregate: facts are appended in turn, and nobody judges them."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable

import msgspec
from msgspec import Struct

from houseway.store.log import Append, Conflict, Log, NewEvent
from houseway.version import __version__

_TRIES = 20  # how often a fact is appended again when another process was first


class Journal:
    """One such stream; what others append to it meanwhile is read first."""

    def __init__(self, log: Log, stream: str, now_us: Callable[[], int]) -> None:
        self._log, self.stream, self._now_us = log, stream, now_us
        self._lock = threading.Lock()
        head = log.heads().get(stream)
        self._version = head.version if head else 0

    def record(self, *facts: Struct, actor: str, office: str, key: str = "") -> bool:
        """Append facts that belong together; durable when it returns.

        With a key of their own they are appended once: false where that was done before.
        """
        new = tuple(NewEvent(type(each).__name__, 1, msgspec.json.encode(each)) for each in facts)
        body = b"\n".join(each.body for each in new)
        at_us = self._now_us()
        with self._lock:
            for _ in range(_TRIES):
                digest = hashlib.sha256(body).hexdigest()[:16]
                own = key or f"{self.stream} {self._version + 1} {digest} {at_us}"
                append = Append(
                    self.stream, self._version, own, own, new, at_us, actor, office, "",
                    __version__,
                )  # fmt: skip
                try:
                    receipt = self._log.append([append])[0]
                    self._version = max(self._version, receipt.version)
                    return not receipt.replayed
                except Conflict as conflict:
                    self._version, last = conflict.actual, conflict
            raise last
