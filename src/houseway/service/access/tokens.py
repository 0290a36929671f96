"""Personal access tokens: with one header a program acts for a person, and may do no more.

A token is `hwp_<id>_<secret>`. The id is public; of the whole the log has a hash alone. It acts in
the role that its owner had when it was made, and ends when that role changes: roles are not nested
(a dealer deals, a supervisor may not), so no other role would be less.
"""

from __future__ import annotations

import asyncio
import hmac
import re
import secrets
from collections.abc import Callable

from msgspec import Struct

from houseway.service.access import record as p
from houseway.service.access.accounts import Account, TokenHolder, account_id
from houseway.service.access.people import KnownToken, People, State
from houseway.service.access.sessions import LastSeen, Session, hash_of
from houseway.service.settings import MINUTE_US

_SHAPE = re.compile(r"hwp_([0-9a-f]{16})_[A-Za-z0-9_-]{43}")
_NO_HASH = "0" * 64  # compared with where there is no such token


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


def id_in(text: str) -> str:
    """The id within what is shown as a token; empty where it cannot be one."""
    match = _SHAPE.fullmatch(text)
    return match[1] if match else ""


class Tokens:
    """The tokens of the house, as its log has them."""

    def __init__(self, people: People, seen: LastSeen, now_us: Callable[[], int]) -> None:
        self._people, self._seen, self._now_us = people, seen, now_us

    def create(self, token: AccessToken) -> str | None:
        """Make a token under an id of its own; return it this once, None if its name is taken."""
        id_ = secrets.token_hex(8)
        text = f"hwp_{id_}_{secrets.token_urlsafe(32)}"

        def decision(state: State) -> tuple[p.PeopleEvent, ...]:
            own = [each for each in state.tokens.values() if each.account == token.account]
            if any(each.name == token.name and self._now_us() < each.ends_us for each in own):
                return ()
            owner = state.accounts[token.account]
            created = p.TokenCreated(
                owner.name, token.name, token.office, token.commands, token.tables, token.ends_us,
                id_, hash_of(text),
            )  # fmt: skip
            return (created,)

        owner = self._people.find(token.account)
        return text if self._people.decide(owner, decision) else None

    async def of_text_now(self, text: str) -> TokenSession | None:
        """The same as `of_text`, without a thread where nothing has to be read or noted."""
        await self._people.fresh()
        recently = 0 <= self._now_us() - self._seen.known(id_in(text)) < MINUTE_US
        if recently or id_in(text) not in self._people.known.tokens:
            return self._of_text(text)
        return await asyncio.to_thread(self.of_text, text)

    def of_text(self, text: str) -> TokenSession | None:
        """Whom a token lets in, compared in the same time whatever was shown. Blocks."""
        self._people.state()
        session = self._of_text(text)
        if session and not 0 <= self._now_us() - self._seen.known(session.id) < MINUTE_US:
            self._seen.note(session.id, self._now_us(), session.ends_us)
        return session

    def _of_text(self, text: str) -> TokenSession | None:
        known = self._people.known.tokens.get(id_in(text))
        good = hmac.compare_digest(known.hash if known else _NO_HASH, hash_of(text))
        return self._session(known) if good and known else None

    def current(self, id_: str) -> TokenSession | None:
        """Whom a token that was shown before lets in now. Blocks."""
        known = self._people.state().tokens.get(id_)
        return self._session(known) if known else None

    def _session(self, known: KnownToken) -> TokenSession | None:
        """The owner as far as a token goes; None where nothing of it is left."""
        owner = self._people.known.accounts.get(known.account)
        if owner is None or owner.shut_out or owner.must_change or owner.office != known.office:
            return None
        common = _common(owner.tables, known.tables)
        if common is None or self._now_us() >= known.ends_us:
            return None
        holder = TokenHolder(owner.name, known.office, common, token=known.name)
        return TokenSession(known.id, holder, known.created_us, known.ends_us, known.commands)

    def all(self) -> list[AccessToken]:
        """Every token that has not ended, by owner and name. Blocks."""
        now = self._now_us()
        found = [
            AccessToken(
                each.id, each.account, each.name, each.office, each.tables, each.commands,
                each.created_us, each.ends_us, self._seen.read(each.id),
            )
            for each in list(self._people.state().tokens.values())
            if each.ends_us > now
        ]  # fmt: skip
        return sorted(found, key=lambda each: (each.account, each.name))

    def of_owner(self, owner: Account) -> list[AccessToken]:
        return [each for each in self.all() if each.account == account_id(owner.name)]

    def owner_name(self, token: AccessToken) -> str:
        owner = self._people.find(token.account)
        return owner.name if owner else token.account


def _common(own: tuple[str, ...], asked: tuple[str, ...]) -> tuple[str, ...] | None:
    """The tables of both, where none named is all of them; None where they share none."""
    if not asked:
        return own
    return tuple(each for each in asked if not own or each in own) or None
