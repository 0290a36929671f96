"""Sessions: an opaque token in a cookie, its hash in the log, an end, and a way to revoke it.

A token is only ever made here, at a sign-in: one that a client brings is looked up, never adopted.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from houseway.service.access import record as p
from houseway.service.access.accounts import Account, account_id
from houseway.service.access.people import People
from houseway.service.access.store import Database
from houseway.service.settings import MINUTE_US, Settings
from houseway.store.chain import StoreKey

_NOTE = (
    "INSERT INTO seen VALUES (?, ?, ?, ?)"
    " ON CONFLICT (id) DO UPDATE SET at_us = excluded.at_us, mac = excluded.mac"
)


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


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class LastSeen:
    """When sessions and tokens were last used, to the minute: in memory, and in signed rows.

    A row that is put back shows an earlier time, so it can only end a session that was idle.
    """

    def __init__(self, database: Database, key: StoreKey) -> None:
        self._database, self._key = database, key
        self._noted: dict[str, int] = {}

    def known(self, id_: str) -> int:
        """As this process has seen it; 0 where it has not."""
        return self._noted.get(id_, 0)

    def read(self, id_: str) -> int:
        """As any process has seen it. Blocks."""
        rows = self._database.ask("SELECT at_us, mac FROM seen WHERE id = ?", id_)
        genuine = [int(at) for at, mac in rows if hmac.compare_digest(mac, self._mac(id_, at))]
        return max([self.known(id_), *genuine])

    def note(self, id_: str, now_us: int, ends_us: int) -> None:
        """Blocks; once a minute for each is enough. A power cut may lose it."""
        if len(self._noted) > 10_000:
            self._noted.clear()
        self._noted[id_] = now_us
        self._database.note(
            ("DELETE FROM seen WHERE ends_us <= ?", (now_us,)),
            (_NOTE, (id_, now_us, ends_us, self._mac(id_, now_us))),
        )

    def _mac(self, id_: str, at_us: int) -> str:
        return self._key.reference("seen", id_, at_us)


class Sessions:
    """The sessions of the house."""

    def __init__(
        self, people: People, seen: LastSeen, settings: Settings, now_us: Callable[[], int]
    ) -> None:
        self._people, self._seen, self._settings, self._now_us = people, seen, settings, now_us

    def begin(self, account: Account, *, address: str = "", entered: bool = False,
              before: str = "") -> str:  # fmt: skip
        """A new session, always under a new token; the token is returned once."""
        token = secrets.token_urlsafe(32)
        signed_in = p.SignedIn(
            account.name, address, entered, hash_of(token), self.ends_us(), before
        )
        self._people.record(account, signed_in)
        return token

    def ends_us(self) -> int:
        """When a session ends that begins now."""
        return self._now_us() + self._settings.longest_us

    def of_token(self, token: str) -> Session | None:
        return self.current(hash_of(token))

    async def current_now(self, session: str) -> Session | None:
        """The same as `current`, without a thread where nothing has to be read or noted."""
        await self._people.fresh()
        begun = self._people.known.sessions.get(session)
        if begun is None or 0 <= self._now_us() - self._seen.known(session) < MINUTE_US:
            return self.remembered(session)
        return await asyncio.to_thread(self.current, session)

    def remembered(self, session: str) -> Session | None:
        """The session as this process knows it; asks nobody, so it never waits."""
        return self._of(session, max(self._seen.known(session), self._begun_us(session)))

    def _begun_us(self, session: str) -> int:
        begun = self._people.known.sessions.get(session)
        return begun.created_us if begun else 0

    def _of(self, session: str, seen_us: int) -> Session | None:
        state, now = self._people.known, self._now_us()
        begun = state.sessions.get(session)
        if begun is None or now >= begun.ends_us or now - seen_us >= self._settings.idle_us:
            return None
        account = state.accounts.get(begun.account)
        if account is None or account.shut_out:
            return None
        return Session(session, account, begun.created_us, begun.ends_us)

    def current(self, session: str) -> Session | None:
        """The session, if it has neither ended nor been left alone for too long. Blocks."""
        self._people.state()
        now, seen_us = self._now_us(), self._last_seen(session)
        found = self._of(session, seen_us)
        if found and now - self._seen.known(session) >= MINUTE_US:
            self._seen.note(session, now, found.ends_us)
        return found

    def _last_seen(self, session: str) -> int:
        """When it was last used, from the row where this process has not seen it for long."""
        known = max(self._seen.known(session), self._begun_us(session))
        idle = self._now_us() - known >= self._settings.idle_us
        return max(known, self._seen.read(session)) if idle else known

    def open_ones(self) -> list[OpenSession]:
        """Every session that has not ended, the one last seen first. Blocks."""
        found = []
        for id_, begun in list(self._people.state().sessions.items()):
            seen_us = max(begun.created_us, self._seen.read(id_))
            session = self._of(id_, seen_us)
            if session:
                name = session.account.name
                found.append(OpenSession(id_, name, begun.created_us, seen_us, begun.ends_us))
        return sorted(found, key=lambda each: (-each.seen_us, each.id))

    def has_any(self, name: str) -> bool:
        """Whether an account has a session or a token that could end."""
        state, id_ = self._people.state(), account_id(name)
        begun = any(each.account == id_ for each in list(state.sessions.values()))
        return begun or any(each.account == id_ for each in list(state.tokens.values()))
