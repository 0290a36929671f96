"""When each account last signed in, as the log has it."""

from __future__ import annotations

import threading
from collections.abc import Mapping

import msgspec

from houseway.service.access.record import STREAM, SignedIn
from houseway.store.log import Log


class LastSignIns:
    """The time of every account's last sign-in. Each look reads only what the log has added."""

    def __init__(self, log: Log) -> None:
        self._log, self._lock = log, threading.Lock()
        self._version = 0
        self._at_us: dict[str, int] = {}

    def by_name(self) -> Mapping[str, int]:
        with self._lock:
            for entry in self._log.read(STREAM, after=self._version):
                self._version = entry.version
                if entry.kind == SignedIn.__name__:
                    self._at_us[msgspec.json.decode(entry.body)["name"]] = entry.at_us
            return dict(self._at_us)
