"""The side store of access on PostgreSQL: one connection, made anew when it was lost."""

from __future__ import annotations

import threading
from typing import Any

import psycopg

from houseway.service.access.store import SHAPE


class PostgresDatabase:
    """See `houseway.service.access.store.Database`."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._db = self._connected()
        with self._db.transaction():  # of several workers that start together, one makes them
            self._db.execute("SELECT pg_advisory_xact_lock(4842)")
            for statement in SHAPE:
                self._db.execute(statement.encode())

    def _connected(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self._url, autocommit=True)

    def _run(self, statement: str, given: tuple[Any, ...]) -> psycopg.Cursor[Any]:
        with self._lock:
            return self._alive().execute(statement.replace("?", "%s"), given)

    def _alive(self) -> psycopg.Connection[Any]:
        if self._db.closed:
            self._db = self._connected()
        return self._db

    def ask(self, question: str, *given: Any) -> list[tuple[Any, ...]]:
        return self._run(question, given).fetchall()

    def do(self, statement: str, *given: Any) -> int:
        return self._run(statement, given).rowcount

    def do_together(self, *statements: tuple[str, tuple[Any, ...]]) -> None:
        with self._lock, self._alive().transaction():
            for statement, given in statements:
                self._db.execute(statement.replace("?", "%s").encode(), given)

    def note(self, statement: str, *given: Any) -> None:
        with self._lock, self._alive().transaction():
            self._db.execute("SET LOCAL synchronous_commit TO off")
            self._db.execute(statement.replace("?", "%s"), given)

    def close(self) -> None:
        self._db.close()
