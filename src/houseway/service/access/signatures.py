"""Keyed hashes of the rows of the side store: a row that this house did not write is not believed.

The key is the store key in the house's folder. An account, session, token, device or training
record whose row was changed or added by hand has no effect: it is as if it were not there, and the
house says so once in its error log. A house from before there were signatures signs its rows once,
which is an event.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from houseway.service.access.store import Database, open_database
from houseway.store.adoption import NAME, STREAM
from houseway.store.journal import Journal
from houseway.store.keyfile import read_key
from houseway.store.log import Log
from houseway.store.mac import Field, StoreKey
from houseway.store.open import is_shared, path_of

Statement = tuple[str, tuple[Any, ...]]
ACCOUNT, SESSION, SEEN, DEVICE = "account", "session", "seen", "device"
TOKEN, USED, TRAINING = "token", "token use", "training"
ROWS = {
    ACCOUNT: "SELECT account.id, name, office, password, tables, disabled, created_us,"
    " COALESCE(ends_us, 0) FROM account"
    " LEFT JOIN given_password ON given_password.id = account.id",
    DEVICE: "SELECT token, id, kind, stands_at, created_us FROM device WHERE revoked = 0",
    SESSION: "SELECT token, account, created_us, ends_us FROM session WHERE revoked = 0",
    SEEN: "SELECT token, seen_us FROM session WHERE revoked = 0",
    TOKEN: "SELECT id, account, name, office, tables, commands, hash, created_us, ends_us"
    " FROM access_token",
    USED: "SELECT id, used_us FROM access_token",
    TRAINING: "SELECT id, account, what, body, changed_us FROM training",
}
_IDS = {ACCOUNT: "account.id", DEVICE: "token", SESSION: "token", SEEN: "token"}
_IDS |= {TOKEN: "access_token.id", USED: "access_token.id", TRAINING: "training.id"}
_SIGN = (
    "INSERT INTO row_mac VALUES (?, ?, ?) ON CONFLICT (what, id) DO UPDATE SET mac = excluded.mac"
)
_logger = logging.getLogger("houseway.service")


def mac_of(what: str) -> str:
    """The signature of a row as one more column of it: read together, they belong together."""
    return f"(SELECT mac FROM row_mac WHERE what = '{what}' AND row_mac.id = {_IDS[what]})"


SIGNED = {
    what: question.replace(" FROM ", f", {mac_of(what)} FROM ", 1)
    for what, question in ROWS.items()
}


class RowsSigned(Struct, frozen=True):
    """The rows that the side store had were taken as they were, and signed with this key."""

    fingerprint: str


class Signatures:
    """Signs rows, and tells those that were signed from those that were not."""

    def __init__(self, database: Database, key: StoreKey) -> None:
        self._database, self._key = database, key
        self._told: set[tuple[str, str]] = set()
        self._lock = threading.Lock()

    def sign(self, what: str, *row: Field) -> Statement:
        """The statement that signs a row, to be carried out together with the change of it."""
        return _SIGN, (what, row[0], self._mac(what, row))

    def _mac(self, what: str, row: tuple[Field, ...]) -> str:
        return self._key.reference(what, *row)

    def genuine(self, what: str, row: tuple[Field, ...], mac: str | None) -> bool:
        """Whether this house wrote a row as it is; the first field is its id.

        The signature comes from the same statement as the row: read after it, it could be that of
        a change made in between.
        """
        if mac is not None and mac == self._mac(what, row):
            return True
        self._tell(what, str(row[0]))
        return False

    def ask(self, what: str, which: str = "", *given: Any) -> list[tuple[Any, ...]]:
        """The rows of one kind that this house wrote, as it wrote them."""
        rows = self._database.ask(f"{SIGNED[what]} {which}", *given)
        return [row for *columns, mac in rows if self.genuine(what, row := tuple(columns), mac)]

    def _tell(self, what: str, id_: str) -> None:
        """Once for each row, however often it is looked up."""
        with self._lock:
            new = (what, id_) not in self._told
            self._told.add((what, id_))
        if new:
            name = id_ if what == ACCOUNT else id_[:8]
            _logger.critical("the stored %s %s was not written by this house: ignored", what, name)

    def sign_all_once(self, log: Log, now_us: Callable[[], int]) -> None:
        """Sign what a house of earlier software has stored; never again under the same key."""
        own = self._key.fingerprint
        signed = [each for each in log.read(STREAM) if each.kind == RowsSigned.__name__]
        if signed and msgspec.json.decode(signed[-1].body, type=RowsSigned).fingerprint == own:
            return
        for what, question in ROWS.items():
            for row in self._database.ask(question):
                self._database.do_together(self.sign(what, *row))
        Journal(log, STREAM, now_us).record(RowsSigned(own), actor="houseway", office="house")

    def problems(self) -> list[str]:
        """Every row that this house did not write, and every signature whose row is gone."""
        changed = [
            (what, str(row[0]))
            for what, question in SIGNED.items()
            for *row, mac in self._database.ask(question)
            if mac != self._mac(what, tuple(row))
        ]
        without_row = [
            (what, id_)
            for what in _WITHOUT_ROW  # a session or a token may have ended
            for (id_,) in self._database.ask(_WITHOUT_ROW[what])
        ]
        return [
            f"the stored {what} {id_[:12]} is not as this house wrote it"
            for what, id_ in sorted(changed + without_row)
        ]


_WITHOUT_ROW = {
    ACCOUNT: "SELECT id FROM row_mac WHERE what = 'account' AND id NOT IN (SELECT id FROM account)",
    DEVICE: "SELECT id FROM row_mac WHERE what = 'device'"
    " AND id NOT IN (SELECT token FROM device WHERE revoked = 0)",
    TRAINING: "SELECT id FROM row_mac WHERE what = 'training'"
    " AND id NOT IN (SELECT id FROM training)",
}


def people_problems(address: str, folder: Path | None) -> list[str]:
    """What is wrong with the stored accounts, sessions and devices of a house.

    Nothing is looked at where its store key or the side store is not at hand.
    """
    place = folder or (None if is_shared(address) else path_of(address).parent)
    if place is None or not os.access(place / NAME, os.R_OK):
        return []
    if not is_shared(address) and not (place / "access.db").exists():
        return []
    with closing(open_database(address, place)) as database:
        return Signatures(database, StoreKey(read_key(place / NAME))).problems()
