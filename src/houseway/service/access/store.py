"""The side store of access: what the log must not have or need not keep.

A SQLite file beside the log, or tables in the same PostgreSQL database. One connection, one thread
at a time: a question is a few dozen microseconds.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import apsw

from houseway.service.access.schema import SHAPE
from houseway.store.log import LogFailed


class Database(Protocol):
    """What the store asks of either engine; a question mark stands for each value given.

    `shared`: other processes may change it.
    """

    shared: bool

    def ask(self, question: str, *given: Any) -> list[tuple[Any, ...]]:
        """The rows of an answer."""

    def do(self, statement: str, *given: Any) -> int:
        """Change something, durably; how many rows it touched."""

    def note(self, *statements: tuple[str, tuple[Any, ...]]) -> None:
        """Run statements that a power cut may undo, all or none: no disk is waited for."""

    def close(self) -> None:
        """Let go of it."""


class SqliteDatabase:
    """A file of its own, readable by its owner alone. One process changes it."""

    shared = False

    def __init__(self, path: Path) -> None:
        try:
            self._open(path)
        except (apsw.Error, OSError) as wrong:
            raise LogFailed(f"{path} cannot be opened: {wrong}") from wrong

    def _open(self, path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        self._db = apsw.Connection(str(path))
        self._lock = threading.Lock()
        self._db.set_busy_timeout(5_000)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        for statement in SHAPE:
            self._db.execute(statement)
        ((sound,), *_) = self._db.execute("PRAGMA quick_check")
        if sound != "ok":
            raise LogFailed(f"{path} is damaged: {sound}")

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One thread at a time; a file that cannot be used is the house's failure, said so."""
        with self._lock:
            try:
                yield
            except apsw.Error as wrong:
                raise LogFailed(f"the accounts cannot be read or written: {wrong}") from wrong

    def ask(self, question: str, *given: Any) -> list[tuple[Any, ...]]:
        with self._alone():
            return list(self._db.execute(question, given))

    def do(self, statement: str, *given: Any) -> int:
        with self._alone():
            self._db.execute(statement, given)
            return self._db.changes()

    def note(self, *statements: tuple[str, tuple[Any, ...]]) -> None:
        with self._alone():
            self._db.execute("PRAGMA synchronous = NORMAL")
            try:
                with self._db:
                    for statement, given in statements:
                        self._db.execute(statement, given)
            finally:
                self._db.execute("PRAGMA synchronous = FULL")

    def close(self) -> None:
        self._db.close()


def open_database(address: str, folder: Path) -> Database:
    """Beside a log that is a file; inside the database of a log that is none."""
    if address.startswith(("postgresql://", "postgres://")):
        from houseway.service.access.postgres import PostgresDatabase

        return PostgresDatabase(address)
    return SqliteDatabase(folder / "access.db")
