"""What trainees have learnt, in the side store: one signed row for each account and game or course.

It is training, not a qualification: what counts for a personnel file is in the log. A row that this
house did not write is not believed, and its owner begins again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec

from houseway.service.access.accounts import account_id
from houseway.service.access.signatures import TRAINING, Signatures
from houseway.service.access.store import Database

T = TypeVar("T")
_STORE = (
    "INSERT INTO training VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
    " account = excluded.account, what = excluded.what, body = excluded.body,"
    " changed_us = excluded.changed_us"
)


class TrainingRecords:
    """Progress by account and by what is learnt: a game, or a course as `course/NAME`."""

    def __init__(
        self, database: Database, signatures: Signatures, now_us: Callable[[], int]
    ) -> None:
        self._database, self._signatures, self._now_us = database, signatures, now_us
        self._lock = threading.Lock()  # an answer is read, counted and stored in one step

    def read(self, account: str, what: str, new: Callable[[], T]) -> T:
        """What was stored, or a new one."""
        rows = self._signatures.ask(TRAINING, "WHERE training.id = ?", _id(account, what))
        return _decoded(rows[0][3], new()) if rows else new()

    def change(self, account: str, what: str, new: Callable[[], T], change: Callable[[T], object]
               ) -> T:  # fmt: skip
        """Change one record and store it. A power cut may lose the last answer."""
        with self._lock:
            record = self.read(account, what, new)
            change(record)
            body = msgspec.json.encode(record).decode()
            row = (_id(account, what), account, what, body, self._now_us())
            self._database.note((_STORE, row), self._signatures.sign(TRAINING, *row))
        return record

    def everybody(self, what: str, new: Callable[[], T]) -> Iterator[tuple[str, T]]:
        """The record of each account that has one."""
        for row in self._signatures.ask(TRAINING, "WHERE what = ? ORDER BY training.id", what):
            yield row[1], _decoded(row[3], new())

    def forget(self, account: str) -> None:
        """Delete everything that was stored for an account."""
        like = f"{account_id(account)}/"
        self._database.do_together(
            ("DELETE FROM training WHERE substr(id, 1, ?) = ?", (len(like), like)),
            (
                f"DELETE FROM row_mac WHERE what = '{TRAINING}' AND substr(id, 1, ?) = ?",
                (len(like), like),
            ),
        )


def _id(account: str, what: str) -> str:
    return f"{account_id(account)}/{what}"


def _decoded(body: str, new: T) -> T:
    return msgspec.json.decode(body, type=type(new))
