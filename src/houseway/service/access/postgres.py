"""The side store of access on PostgreSQL: one connection, made again when it was lost."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from houseway.service.access.schema import SHAPE
from houseway.store.batch import storable
from houseway.store.log import BadAppend, LogFailed

LOST = (psycopg.OperationalError, psycopg.InterfaceError)


def _check(given: tuple[Any, ...]) -> None:
    if not storable(*(each for each in given if isinstance(each, str))):
        raise BadAppend("a text has a character that no database holds")


@contextmanager
def _told() -> Iterator[None]:
    """A database that does not answer is the house's failure, not a mistake of its own."""
    try:
        yield
    except LOST as down:
        raise LogFailed(f"the database does not answer: {down}") from down


class PostgresDatabase:
    """See `houseway.service.access.store.Database`."""

    shared = True

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._db = self._connected()
        with self._db.transaction():  # of several workers that start together, one makes them
            self._db.execute("SELECT pg_advisory_xact_lock(4842)")
            for statement in SHAPE:
                self._db.execute(statement.encode())

    def _connected(self) -> psycopg.Connection[Any]:
        with _told():
            return psycopg.connect(self._url, autocommit=True)

    def _alive(self) -> psycopg.Connection[Any]:
        if self._db.closed:
            self._db = self._connected()
        return self._db

    def ask(self, question: str, *given: Any) -> list[tuple[Any, ...]]:
        """Asked again once where the connection was lost meanwhile: a question changes nothing."""
        _check(given)
        with self._lock, _told():
            try:
                return self._alive().execute(question.replace("?", "%s"), given).fetchall()
            except LOST:
                self._db.close()
                return self._alive().execute(question.replace("?", "%s"), given).fetchall()

    def do(self, statement: str, *given: Any) -> int:
        _check(given)
        with self._lock, _told():
            return self._alive().execute(statement.replace("?", "%s"), given).rowcount

    def note(self, *statements: tuple[str, tuple[Any, ...]]) -> None:
        for _, given in statements:
            _check(given)
        with self._lock, _told(), self._alive().transaction():
            self._db.execute("SET LOCAL synchronous_commit TO off")
            for statement, given in statements:
                self._db.execute(statement.replace("?", "%s"), given)

    def close(self) -> None:
        self._db.close()
