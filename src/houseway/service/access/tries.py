"""Limits on sign-in: so many a minute from one address, so many failures in a row for one name."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from houseway.service.access.accounts import account_id
from houseway.service.access.store import Database
from houseway.service.settings import MINUTE_US, Settings

_MOST_ADDRESSES = 10_000


class Tries:
    """Counts failures by name, known or not, so that a lock says nothing about who exists."""

    def __init__(self, database: Database, settings: Settings, now_us: Callable[[], int]) -> None:
        self._database, self._settings, self._now_us = database, settings, now_us
        self._by_address: dict[str, deque[int]] = {}

    def too_many_from(self, address: str) -> bool:
        """Count a try from an address; true when the last minute has had too many."""
        now = self._now_us()
        if len(self._by_address) >= _MOST_ADDRESSES:
            self._by_address.clear()
        recent = self._by_address.setdefault(address, deque(maxlen=self._settings.tries_per_minute))
        full = len(recent) == recent.maxlen and now - recent[0] < MINUTE_US
        if not full:
            recent.append(now)
        return full

    def locked_until(self, name: str) -> int:
        """When the lock on a name ends; 0 if there is none."""
        rows = self._database.ask(
            "SELECT locked_until_us FROM tries WHERE id = ?", account_id(name)
        )
        until = int(rows[0][0]) if rows else 0
        return until if until > self._now_us() else 0

    def failed(self, name: str) -> int:
        """Count a failure; when it was one too many, the time until which the name is locked."""
        self._database.do(
            "INSERT INTO tries VALUES (?, 1, 0) ON CONFLICT (id)"
            " DO UPDATE SET failures = tries.failures + 1",
            account_id(name),
        )
        rows = self._database.ask("SELECT failures FROM tries WHERE id = ?", account_id(name))
        if rows[0][0] < self._settings.tries_before_lock:
            return 0
        until = self._now_us() + self._settings.lock_us
        self._database.do(
            "UPDATE tries SET failures = 0, locked_until_us = ? WHERE id = ?",
            until, account_id(name),
        )  # fmt: skip
        return until

    def succeeded(self, name: str) -> None:
        self._database.do("DELETE FROM tries WHERE id = ?", account_id(name))
