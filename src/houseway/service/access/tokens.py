"""Personal access tokens: with one header a program acts for a person, and may do no more.

A token is `hwp_<id>_<secret>`. The id is public and names the row; of the whole only a hash is
stored. It acts in the role that its owner had when it was made, and ends when that role changes:
roles are not nested (a dealer deals, a supervisor may not), so no other role would be less.
"""

from __future__ import annotations

import hmac
import re
import secrets
import threading
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from houseway.service.access.accounts import Account, Accounts, TokenHolder, account_id
from houseway.service.access.sessions import KEPT_US, Session, hash_of
from houseway.service.access.signatures import TOKEN, USED, Signatures, Statement, mac_of
from houseway.service.access.store import Database
from houseway.service.settings import MINUTE_US

_SHAPE = re.compile(r"hwp_([0-9a-f]{16})_[A-Za-z0-9_-]{43}")
_NO_HASH = "0" * 64  # compared with where there is no such token
_MOST_CACHED = 10_000
_LISTED = "SELECT id, account, name, office, tables, commands, created_us, ends_us, used_us"


class AccessToken(Struct, frozen=True):
    """A token in the list of them. No tables: every table of its owner. `used_us` 0: never."""

    id: str
    account: str
    name: str
    office: str
    tables: tuple[str, ...]
    commands: bool
    created_us: int
    ends_us: int
    used_us: int = 0


class TokenSession(Session, frozen=True):
    """A program that shows a token. `id` is the token's; `commands`: it may do more than read."""

    commands: bool


class CachedToken(NamedTuple):
    """An answer about a token: its hash and whom it lets in, when it was given, in which epoch."""

    hash: str
    session: TokenSession | None
    at_us: int
    epoch: int


def id_in(text: str) -> str:
    """The id within what is shown as a token; empty where it cannot be one."""
    match = _SHAPE.fullmatch(text)
    return match[1] if match else ""


class Tokens:
    """The tokens of the house, in the side store. `changed` is called when one may have ended."""

    def __init__(
        self,
        database: Database,
        signatures: Signatures,
        accounts: Accounts,
        now_us: Callable[[], int],
        changed: Callable[[], None],
    ) -> None:
        self._database, self._signatures, self._accounts = database, signatures, accounts
        self._now_us, self._changed = now_us, changed
        self._cached: dict[str, CachedToken] = {}
        self._lock = threading.Lock()

    def create(self, token: AccessToken) -> str | None:
        """Store a token under an id of its own; return it this once, None if its name is taken."""
        id_ = secrets.token_hex(8)
        text = f"hwp_{id_}_{secrets.token_urlsafe(32)}"
        self._database.do_together(*_deleting("ends_us <= ?", self._now_us()))
        row = (
            id_, token.account, token.name, token.office,
            msgspec.json.encode(token.tables).decode(), int(token.commands), hash_of(text),
            token.created_us, token.ends_us,
        )  # fmt: skip
        made = self._database.do(
            "INSERT INTO access_token VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0) ON CONFLICT DO NOTHING",
            *row,
        )
        if not made:
            return None
        self._database.do_together(
            self._signatures.sign(TOKEN, *row), self._signatures.sign(USED, id_, 0)
        )
        return text

    def _delete(self, which: str, *values: Any) -> None:
        self._database.change_access(*_deleting(which, *values))

    def remembered(self, id_: str, epoch: int) -> CachedToken | None:
        """What was answered within the last second and holds; asks nobody, so it never waits."""
        cached = self._cached.get(id_)
        if cached is None or cached.epoch != epoch:
            return None
        return cached if 0 <= self._now_us() - cached.at_us < KEPT_US else None

    def of_text(self, text: str, epoch: int | None = None) -> TokenSession | None:
        """Whom a token lets in, compared in the same time whatever was shown.

        `epoch` is one that was read after the token was shown.
        """
        found = self._answer(id_in(text), epoch)
        good = hmac.compare_digest(found.hash, hash_of(text))
        return found.session if good else None

    def current(self, id_: str) -> TokenSession | None:
        """Whom a token that was shown before lets in now."""
        return self._answer(id_, None).session

    def _answer(self, id_: str, epoch: int | None) -> CachedToken:
        epoch = self._database.epoch() if epoch is None else epoch
        cached = self.remembered(id_, epoch)
        if cached:
            return cached
        found = self._looked_up(id_, self._now_us(), epoch)
        with self._lock:
            if len(self._cached) >= _MOST_CACHED:
                self._cached.clear()
            self._cached[id_] = found
        return found

    def _looked_up(self, id_: str, now: int, epoch: int) -> CachedToken:
        rows = self._database.ask(
            "SELECT account, name, office, tables, commands, hash, created_us, ends_us, used_us,"
            f" {mac_of(TOKEN)}, {mac_of(USED)} FROM access_token WHERE id = ?",
            id_,
        )
        for *row, used_us, mac, mac_of_used in rows:
            signed = self._signatures.genuine(TOKEN, (id_, *row), mac)
            if not signed or not self._signatures.genuine(USED, (id_, used_us), mac_of_used):
                break
            account, name, office, tables, commands, hashed, created_us, ends_us = row
            holder = self._holder(account, name, office, tuple(msgspec.json.decode(tables)))
            if holder is None or now >= ends_us:
                break
            if now - used_us >= MINUTE_US:
                self._note_used(id_, now)
            session = TokenSession(id_, holder, created_us, ends_us, bool(commands))
            return CachedToken(hashed, session, now, epoch)
        return CachedToken(_NO_HASH, None, now, epoch)

    def _holder(
        self, account: str, name: str, office: str, tables: tuple[str, ...]
    ) -> TokenHolder | None:
        """The owner as far as a token goes; None where nothing of it is left."""
        owner = self._accounts.find(account)
        if owner is None or owner.disabled or owner.must_change or owner.office != office:
            return None
        common = _common(owner.tables, tables)
        return None if common is None else TokenHolder(owner.name, office, common, token=name)

    def _note_used(self, id_: str, now: int) -> None:
        self._database.do_together(
            ("UPDATE access_token SET used_us = ? WHERE id = ?", (now, id_)),
            self._signatures.sign(USED, id_, now),
        )

    def all(self) -> list[AccessToken]:
        """Every token that has not ended, by owner and name."""
        rows = self._database.ask(
            f"{_LISTED} FROM access_token WHERE ends_us > ? ORDER BY account, name", self._now_us()
        )
        return [_token(row) for row in rows]

    def of_owner(self, owner: Account) -> list[AccessToken]:
        return [each for each in self.all() if each.account == account_id(owner.name)]

    def owner_name(self, token: AccessToken) -> str:
        owner = self._accounts.find(token.account)
        return owner.name if owner else token.account

    def revoke(self, id_: str) -> None:
        self._delete("id = ?", id_)
        self.forget()

    def revoke_all(self, name: str) -> None:
        self._delete("account = ?", account_id(name))
        self.forget()

    def revoke_everybody(self) -> None:
        self._delete("ends_us > ?", 0)
        self.forget()

    def forget(self) -> None:
        """Ask the store again, and let everybody who holds a stream be looked at again."""
        with self._lock:
            self._cached.clear()
        self._changed()


def _token(row: tuple[Any, ...]) -> AccessToken:
    id_, account, name, office, tables, commands, *times = row
    tables = tuple(msgspec.json.decode(tables))
    return AccessToken(id_, account, name, office, tables, bool(commands), *times)


def _common(own: tuple[str, ...], asked: tuple[str, ...]) -> tuple[str, ...] | None:
    """The tables of both, where none named is all of them; None where they share none."""
    if not asked:
        return own
    return tuple(each for each in asked if not own or each in own) or None


def _deleting(which: str, *values: Any) -> tuple[Statement, ...]:
    """Statements that delete tokens with their signatures: without one no row is a token again."""
    chosen = f"SELECT id FROM access_token WHERE {which}"
    return (
        (f"DELETE FROM row_mac WHERE what = '{TOKEN}' AND id IN ({chosen})", values),
        (f"DELETE FROM row_mac WHERE what = '{USED}' AND id IN ({chosen})", values),
        (f"DELETE FROM access_token WHERE {which}", values),
    )
