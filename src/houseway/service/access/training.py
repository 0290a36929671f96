"""What trainees have learnt, in the side store: one signed row for each account and game or course.

It is training, not a qualification: what counts for a personnel file is in the log. A row that this
house did not write is not believed, and its owner begins again. One that is put back takes its
owner back to what was learnt then.
"""

from __future__ import annotations

import hmac
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import msgspec

from houseway.service.access.accounts import account_id
from houseway.service.access.store import Database
from houseway.store.chain import StoreKey

T = TypeVar("T")
_STORE = (
    "INSERT INTO learnt VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
    " account = excluded.account, what = excluded.what, body = excluded.body,"
    " changed_us = excluded.changed_us, mac = excluded.mac"
)


class TrainingRecords:
    """Progress by account and by what is learnt: a game, or a course as `course/NAME`."""

    def __init__(self, database: Database, key: StoreKey, now_us: Callable[[], int]) -> None:
        self._database, self._key, self._now_us = database, key, now_us
        self._lock = threading.Lock()  # an answer is read, counted and stored in one step

    def read(self, account: str, what: str, new: Callable[[], T]) -> T:
        """What was stored, or a new one."""
        rows = self._rows("id = ?", _id(account, what))
        return _decoded(rows[0][3], new()) if rows else new()

    def change(self, account: str, what: str, new: Callable[[], T], change: Callable[[T], object]
               ) -> T:  # fmt: skip
        """Change one record and store it. A power cut may lose the last answer."""
        with self._lock:
            record = self.read(account, what, new)
            change(record)
            body = msgspec.json.encode(record).decode()
            row = (_id(account, what), account, what, body, self._now_us())
            self._database.note((_STORE, (*row, self._mac(row))))
        return record

    def everybody(self, what: str, new: Callable[[], T]) -> Iterator[tuple[str, T]]:
        """The record of each account that has one."""
        for row in self._rows("what = ? ORDER BY id", what):
            yield row[1], _decoded(row[3], new())

    def forget(self, account: str) -> None:
        """Delete everything that was stored for an account."""
        like = f"{account_id(account)}/"
        self._database.do("DELETE FROM learnt WHERE substr(id, 1, ?) = ?", len(like), like)

    def _rows(self, which: str, value: str) -> list[tuple[Any, ...]]:
        """The rows that this house wrote, without their keyed hashes."""
        rows = self._database.ask(f"SELECT * FROM learnt WHERE {which}", value)
        return [row for *each, mac in rows
                if hmac.compare_digest(mac, self._mac(row := tuple(each)))]  # fmt: skip

    def _mac(self, row: tuple[Any, ...]) -> str:
        return self._key.reference("training", *row)


def _id(account: str, what: str) -> str:
    return f"{account_id(account)}/{what}"


def _decoded(body: str, new: T) -> T:
    return msgspec.json.decode(body, type=type(new))
