"""The log on PostgreSQL for anyone who only reads: the database itself refuses every change."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psycopg

from houseway.store.batch import Batch
from houseway.store.log import LogFailed, Tile
from houseway.store.postgres import PostgresLog
from houseway.store.postgres_schema import MIGRATIONS
from houseway.store.receipts import Receipts


class PostgresReader(PostgresLog):
    """See `houseway.store.log.Log`; whatever would write is refused."""

    _settings = ("SET default_transaction_read_only = on",)

    def __init__(self, url: str, *, folder: Path | None = None) -> None:
        self.url = url
        self._anchor, self._folder = None, folder
        self._receipts = Receipts()
        self._readers = threading.local()
        self._open: list[psycopg.Connection[Any]] = []
        try:
            self._check_shape()
        except LogFailed:
            self.close()
            raise

    def _check_shape(self) -> None:
        try:
            shape = self._ask("SELECT max(number) FROM migration")[0][0]
        except psycopg.errors.UndefinedTable as missing:
            raise LogFailed("the database holds no log") from missing
        if shape != len(MIGRATIONS):
            raise LogFailed(f"the log has shape {shape}; this software reads {len(MIGRATIONS)}")

    def _submit(self, job: Batch) -> None:
        raise LogFailed("the log was opened for reading only")

    def save_snapshot(self, stream: str, version: int, body: bytes) -> None:
        raise LogFailed("the log was opened for reading only")

    def save_tiles(self, tiles: Sequence[Tile]) -> None:
        raise LogFailed("the log was opened for reading only")

    def horizon(self) -> int:
        """What is visible now; a reader may lock nothing."""
        return int(self._ask("SELECT coalesce(max(seq), 0) FROM event")[0][0])

    def rebuild(self) -> None:
        raise LogFailed("the log was opened for reading only")

    def close(self) -> None:
        for reader in self._open:
            reader.close()
