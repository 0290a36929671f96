"""Sessions: an opaque token in a cookie, its hash in the store, an end, and a way to revoke it.

A token is only ever made here, at a sign-in: one that a client brings is looked up, never adopted.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.service.access.accounts import Account, Accounts, account_id
from houseway.service.access.epochs import Epochs
from houseway.service.access.signatures import SEEN, SESSION, Signatures, Statement, mac_of
from houseway.service.access.store import Database
from houseway.service.settings import MINUTE_US, SECOND_US, Settings

KEPT_US = SECOND_US  # how long an answer is kept at least, and one that nobody is let in
_LONGEST_KEPT_US = MINUTE_US
_OF_IDLE = 30  # an answer is kept for so small a part of the time after which a session ends
_MOST_KEPT = 10_000


class Session(Struct, frozen=True):
    """Someone who has signed in. `id` is the hash of the token; the token itself is not kept."""

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


class CachedSession(NamedTuple):
    """An answer about a session, when it was given, and in which epoch."""

    session: Session | None
    at_us: int
    epoch: int


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Sessions:
    """The sessions of the house. `ended` is told of every session that is revoked here."""

    def __init__(
        self,
        database: Database,
        signatures: Signatures,
        accounts: Accounts,
        settings: Settings,
        now_us: Callable[[], int],
    ) -> None:
        self._database, self._signatures, self._accounts = database, signatures, accounts
        self._settings, self._now_us = settings, now_us
        self.epochs = Epochs(database)
        self._kept_us = max(KEPT_US, min(_LONGEST_KEPT_US, settings.idle_us // _OF_IDLE))
        self._kept: dict[str, CachedSession] = {}
        self._lock = threading.Lock()
        self.ended: list[Callable[[], None]] = []

    def begin(self, account: Account) -> str:
        """A new session, always under a new token; the token is returned once."""
        token = secrets.token_urlsafe(32)
        now = self._now_us()
        self._database.do_together(*_ending("ends_us <= ?", now))
        self._database.do("DELETE FROM session WHERE ends_us <= ?", now)
        own, whose, ends = hash_of(token), account_id(account.name), now + self._settings.longest_us
        self._database.do_together(
            ("INSERT INTO session VALUES (?, ?, ?, ?, ?, 0)", (own, whose, now, now, ends)),
            self._signatures.sign(SESSION, own, whose, now, ends),
            self._signatures.sign(SEEN, own, now),
        )
        return token

    def _end(self, which: str, *given: Any) -> None:
        self._database.change_access(*_ending(which, *given))

    def of_token(self, token: str) -> Session | None:
        return self.current(hash_of(token))

    async def current_now(self, session: str) -> Session | None:
        """The same as `current`, without a thread where the answer is known and still holds."""
        epoch = await self.epochs.now()
        kept = self.remembered(session, epoch)
        return kept.session if kept else await asyncio.to_thread(self.current, session, epoch)

    def remembered(self, session: str, epoch: int | None = None) -> CachedSession | None:
        """What was answered a short time ago and still holds; asks nobody, so it never waits.

        Without an epoch it may just have ended: that does for what a page is decorated with.
        """
        kept, now = self._kept.get(session), self._now_us()
        if kept is None or epoch not in (None, kept.epoch):
            return None
        ended = kept.session is None or now >= kept.session.ends_us
        most = KEPT_US if ended else self._kept_us
        return kept if 0 <= now - kept.at_us < most else None

    def current(self, session: str, epoch: int | None = None) -> Session | None:
        """The session, if it has neither ended nor been left alone for too long.

        `epoch` is one that was read after the question came up. Blocks: call it in a thread.
        """
        epoch = self._database.epoch() if epoch is None else epoch
        kept = self.remembered(session, epoch)
        if kept:
            return kept.session
        now = self._now_us()
        found = self._looked_up(session, now)
        with self._lock:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[session] = CachedSession(found, now, epoch)
        return found

    def _looked_up(self, session: str, now: int) -> Session | None:
        rows = self._database.ask(
            f"SELECT account, created_us, seen_us, ends_us, {mac_of(SESSION)}, {mac_of(SEEN)}"
            " FROM session WHERE token = ? AND revoked = 0",
            session,
        )
        for whose, created, seen, ends, mac, mac_of_seen in rows:
            if now >= ends or now - seen >= self._settings.idle_us:
                return None
            signed = self._signatures.genuine(SESSION, (session, whose, created, ends), mac)
            if not signed or not self._signatures.genuine(SEEN, (session, seen), mac_of_seen):
                return None
            if now - seen >= MINUTE_US:
                self._note_seen(session, now)
            account = self._accounts.find(whose)
            found = account and not account.disabled
            return Session(session, account, created, ends) if account and found else None
        return None

    def _note_seen(self, session: str, now: int) -> None:
        self._database.note(
            ("UPDATE session SET seen_us = ? WHERE token = ?", (now, session)),
            self._signatures.sign(SEEN, session, now),
        )

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
        self._end("token = ?", session)
        self.forget()

    def revoke_all(self, name: str, *, but: str = "") -> None:
        self._end("account = ? AND token <> ?", account_id(name), but)
        self.forget()

    def revoke_everybody(self, *, but: str) -> None:
        self._end("token <> ?", but)
        self.forget()

    def forget(self) -> None:
        """Ask the store again, and let everybody who holds a stream be looked at again."""
        with self._lock:
            self._kept.clear()
        for tell in self.ended:
            tell()


def _ending(which: str, *given: Any) -> tuple[Statement, ...]:
    """Statements that take the signatures of sessions away: without them none is one again."""
    chosen = f"SELECT token FROM session WHERE {which}"
    return (
        (f"DELETE FROM row_mac WHERE what = '{SESSION}' AND id IN ({chosen})", given),
        (f"DELETE FROM row_mac WHERE what = '{SEEN}' AND id IN ({chosen})", given),
        (f"UPDATE session SET revoked = 1 WHERE {which}", given),
    )
