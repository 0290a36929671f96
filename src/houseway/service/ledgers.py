"""The ledger of every table, folded from the log and kept up to date beside the runner."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from houseway.store import codec
from houseway.store.log import Log
from houseway.table.ledger import Ledger

T = TypeVar("T")


class _Fold:
    def __init__(self) -> None:
        self.ledger = Ledger()
        self.version = 0
        self.lock = threading.Lock()


class LedgersKept:
    """One fold for each table; reading one takes only what has come since."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._folds: dict[str, _Fold] = {}
        self._guard = threading.Lock()

    def read(self, stream: str, slug: str, see: Callable[[Ledger], T]) -> T:
        """What a function sees of the ledger of a table. Blocks: call it in a thread."""
        with self._guard:
            fold = self._folds.setdefault(stream, _Fold())
        with fold.lock:
            for entry in self._log.read(stream, after=fold.version):
                fold.ledger.take(codec.decode(slug, entry), entry.at_us)
                fold.version = entry.version
            return see(fold.ledger)
