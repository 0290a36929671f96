"""Results of every table, folded from the log and kept up to date beside the runner."""

from __future__ import annotations

import threading

from houseway.store import codec
from houseway.store.log import Log
from houseway.table.results import Results


class _Fold:
    def __init__(self) -> None:
        self.results = Results()
        self.version = 0
        self.lock = threading.Lock()


class ResultsKept:
    """One fold for each table; `up_to` reads only what has come since."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._folds: dict[str, _Fold] = {}
        self._guard = threading.Lock()

    def up_to(self, stream: str, slug: str, version: int) -> Results:
        """The results of a table at least up to a version. Blocks: call it in a thread."""
        with self._guard:
            fold = self._folds.setdefault(stream, _Fold())
        with fold.lock:
            if fold.version < version:
                for entry in self._log.read(stream, after=fold.version):
                    fold.results.apply(codec.decode(slug, entry))
                    fold.version = entry.version
            return fold.results
