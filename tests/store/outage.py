"""Storage that fails at a call of one's choice, with what the engines raise when it does."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import apsw
import psycopg
import pytest


class Outage:
    """Counts what is asked of the storage; from `at` on, or there alone, it does not answer.

    `done`: the call fails after it was carried out, as when only its answer is lost.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.end()

    def begin(self, at: int, *, lasting: bool = False, done: bool = False) -> None:
        with self._lock:
            self.calls, self.at, self.lasting, self.done = 0, at, lasting, done
            self.failed = 0

    def end(self) -> None:
        with self._lock:
            self.calls, self.at, self.lasting, self.done, self.failed = 0, 0, False, False, 0

    def begins(self, failure: Callable[[], Exception]) -> None:
        """A connection is asked for; of one that fails nothing is left."""
        if self._fails():
            raise failure()

    def call(self, carry_out: Callable[[], Any], failure: Callable[[], Exception]) -> Any:
        if not self._fails():
            return carry_out()
        if self.done:
            carry_out()
        raise failure()

    def _fails(self) -> bool:
        with self._lock:
            if not self.at:
                return False
            self.calls += 1
            fails = self.calls == self.at or (self.lasting and self.calls > self.at)
            self.failed += fails
            return fails


@contextmanager
def storage() -> Iterator[Outage]:
    """Within it, every connection that is opened to either engine can fail."""
    outage = Outage()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(apsw, "Connection", _sqlite(outage))
        patch.setattr(psycopg, "connect", _postgres(outage))
        yield outage


def _sqlite(outage: Outage) -> type[apsw.Connection]:
    def failure() -> Exception:
        return apsw.IOError("disk I/O error")

    class Failing(apsw.Connection):
        def execute(self, *given: Any, **named: Any) -> Any:
            return outage.call(lambda: super(Failing, self).execute(*given, **named), failure)

        def executemany(self, *given: Any, **named: Any) -> Any:
            return outage.call(lambda: super(Failing, self).executemany(*given, **named), failure)

    return Failing


def _postgres(outage: Outage) -> Callable[..., psycopg.Connection[Any]]:
    def failure(connection: psycopg.Connection[Any] | None = None) -> Exception:
        if connection is not None:
            connection.close()
        return psycopg.OperationalError("server closed the connection unexpectedly")

    class Failing(psycopg.Cursor[Any]):
        def execute(self, *given: Any, **named: Any) -> Any:
            return outage.call(
                lambda: super(Failing, self).execute(*given, **named),
                lambda: failure(self.connection),
            )

        def executemany(self, *given: Any, **named: Any) -> None:
            outage.call(
                lambda: super(Failing, self).executemany(*given, **named),
                lambda: failure(self.connection),
            )

    def connect(*given: Any, **named: Any) -> psycopg.Connection[Any]:
        outage.begins(failure)
        return psycopg.Connection.connect(*given, cursor_factory=Failing, **named)

    return connect
