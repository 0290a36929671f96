"""Sessions: an opaque token in a cookie, its hash in the store, an end, and a way to revoke it.

A token is only ever made here, at a sign-in: one that a client brings is looked up, never adopted.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from houseway.service.access.accounts import Account, Accounts, account_id
from houseway.service.access.store import Database
from houseway.service.settings import MINUTE_US, SECOND_US, Settings

KEPT_US = SECOND_US  # how long an answer about a session is kept in memory
_MOST_KEPT = 10_000


class Session(Struct, frozen=True):
    """Somebody who has signed in. `id` is the hash of the token; the token itself is not kept."""

    id: str
    account: Account
    created_us: int
    ends_us: int


class OpenSession(NamedTuple):
    """A session in the list of them: whose it is, since when, last seen, and its latest end."""

    id: str
    name: str
    created_us: int
    seen_us: int
    ends_us: int


class Kept(NamedTuple):
    """An answer about a session, and when it was given."""

    session: Session | None
    at_us: int


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Sessions:
    """The sessions of the house. `ended` is told of every session that is revoked here."""

    def __init__(
        self,
        database: Database,
        accounts: Accounts,
        settings: Settings,
        now_us: Callable[[], int],
    ) -> None:
        self._database, self._accounts = database, accounts
        self._settings, self._now_us = settings, now_us
        self._kept: dict[str, Kept] = {}
        self._lock = threading.Lock()
        self.ended: list[Callable[[], None]] = []

    def begin(self, account: Account) -> str:
        """A new session, always under a new token; the token is returned once."""
        token = secrets.token_urlsafe(32)
        now = self._now_us()
        self._database.do("DELETE FROM session WHERE ends_us <= ?", now)
        self._database.do(
            "INSERT INTO session VALUES (?, ?, ?, ?, ?, 0)",
            hash_of(token), account_id(account.name), now, now, now + self._settings.longest_us,
        )  # fmt: skip
        return token

    def of_token(self, token: str) -> Session | None:
        return self.current(hash_of(token))

    def remembered(self, session: str) -> Kept | None:
        """What was answered within the last second; asks nobody, so it never waits."""
        kept = self._kept.get(session)
        return kept if kept and 0 <= self._now_us() - kept.at_us < KEPT_US else None

    def current(self, session: str) -> Session | None:
        """The session, if it has neither ended nor been left alone for too long."""
        kept = self.remembered(session)
        if kept:
            return kept.session
        now = self._now_us()
        found = self._looked_up(session, now)
        with self._lock:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[session] = Kept(found, now)
        return found

    def _looked_up(self, session: str, now: int) -> Session | None:
        rows = self._database.ask(
            "SELECT s.created_us, s.seen_us, s.ends_us, a.name FROM session s"
            " JOIN account a ON a.id = s.account"
            " WHERE s.token = ? AND s.revoked = 0 AND a.disabled = 0",
            session,
        )
        for created, seen, ends, name in rows:
            if now >= ends or now - seen >= self._settings.idle_us:
                return None
            if now - seen >= MINUTE_US:
                self._database.note("UPDATE session SET seen_us = ? WHERE token = ?", now, session)
            account = self._accounts.find(name)
            return Session(session, account, created, ends) if account else None
        return None

    def open_ones(self) -> list[OpenSession]:
        """Every session that has not ended, the one last seen first."""
        now = self._now_us()
        rows = self._database.ask(
            "SELECT s.token, a.name, s.created_us, s.seen_us, s.ends_us FROM session s"
            " JOIN account a ON a.id = s.account"
            " WHERE s.revoked = 0 AND a.disabled = 0 AND s.ends_us > ? AND s.seen_us > ?"
            " ORDER BY s.seen_us DESC, s.token",
            now, now - self._settings.idle_us,
        )  # fmt: skip
        return [OpenSession(*row) for row in rows]

    def revoke(self, session: str) -> None:
        self._database.do("UPDATE session SET revoked = 1 WHERE token = ?", session)
        self.forget()

    def revoke_all(self, name: str, *, but: str = "") -> None:
        self._database.do(
            "UPDATE session SET revoked = 1 WHERE account = ? AND token <> ?",
            account_id(name), but,
        )  # fmt: skip
        self.forget()

    def revoke_everybody(self, *, but: str) -> None:
        self._database.do("UPDATE session SET revoked = 1 WHERE token <> ?", but)
        self.forget()

    def forget(self) -> None:
        """Ask the store again, and let everybody who holds a stream be looked at again."""
        with self._lock:
            self._kept.clear()
        for tell in self.ended:
            tell()
