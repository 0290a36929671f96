"""The front desk for access tokens: who may make, see and revoke one; each act is an event."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from msgspec import Struct

from houseway.service.access import record as p
from houseway.service.access.accounts import Account, account_id
from houseway.service.access.sessions import Session
from houseway.service.access.sign_in_limits import Recent, network_of
from houseway.service.access.tokens import AccessToken, Tokens, TokenSession, id_in
from houseway.service.errors import Wrong, too_many_tries
from houseway.service.settings import HOUR_US, Settings
from houseway.service.texts.text import Text

MOST_DAYS = 366
MOST_TOKENS = 20  # of one account
_MOST_TABLES = 50
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")  # also of a table
UNKNOWN = "token_unknown"

Record = Callable[..., object]
CheckPassword = Callable[[Session, str, str], Awaitable[None]]


class NewToken(Struct, frozen=True, forbid_unknown_fields=True):
    """A token for a program, in the role of the person who makes it.

    `commands`: it may send commands, and not only read. No tables: every table of its owner. The
    password is asked for again, because a token outlives the session that made it.
    """

    name: str
    password: str
    commands: bool = False
    tables: tuple[str, ...] = ()
    days: int = 30


class TokenDesk:
    """Makes and revokes tokens, and answers those that are shown."""

    def __init__(
        self,
        store: Tokens,
        record: Record,
        check_password: CheckPassword,
        settings: Settings,
        now_us: Callable[[], int],
    ) -> None:
        self.store = store
        self._record, self._check_password, self._now_us = record, check_password, now_us
        self._refused = Recent(settings.tries_per_minute, now_us)
        self._noted = Recent(1, now_us)

    async def create(
        self, session: Session, asked: NewToken, address: str
    ) -> tuple[AccessToken, str]:
        """Make a token; the text that is returned with it is known to nobody afterwards."""
        owner = session.account
        _check(owner, asked)
        await self._check_password(session, asked.password, address)
        return await asyncio.to_thread(self._create, owner, asked)

    def _create(self, owner: Account, asked: NewToken) -> tuple[AccessToken, str]:
        if len(self.store.of_owner(owner)) >= MOST_TOKENS:
            sentence = Text(
                "{most_tokens} tokens are the most: revoke one first", most_tokens=MOST_TOKENS
            )
            raise Wrong(HTTPStatus.CONFLICT, "too_many_tokens", sentence)
        now = self._now_us()
        wanted = AccessToken(
            "", account_id(owner.name), asked.name, owner.office, asked.tables, asked.commands,
            now, now + asked.days * 24 * HOUR_US,
        )  # fmt: skip
        text = self.store.create(wanted)
        if text is None:
            sentence = Text("you have a token {name} already: choose another name", name=asked.name)
            raise Wrong(HTTPStatus.CONFLICT, "token_name_taken", sentence)
        made = next(each for each in self.store.of_owner(owner) if each.id == id_in(text))
        return made, text

    def revoke_own(self, id_: str, by: Account) -> None:
        """One of the account's own; another's is answered as if there were none."""
        self._revoke(id_, by, self.store.of_owner(by))

    def revoke(self, id_: str, by: Account) -> None:
        """Anybody's."""
        self._revoke(id_, by, self.store.all())

    def _revoke(self, id_: str, by: Account, among: list[AccessToken]) -> None:
        found = next((each for each in among if each.id == id_), None)
        if found is None:
            raise Wrong(HTTPStatus.NOT_FOUND, "no_such_token", Text("that token has ended already"))
        self._record(by, p.TokenRevoked(self.store.owner_name(found), found.name, id_))

    async def recognise(self, text: str, address: str) -> TokenSession:
        """Whom a token lets in; one that is not known is refused, and counted by address."""
        session = await self.store.of_text_now(text)
        if session is not None:
            return session
        network = network_of(address)
        if self._refused.too_many(network):
            raise too_many_tries(Text("too many unknown tokens from here: wait a minute"))
        if not self._noted.too_many(network):
            await asyncio.to_thread(self._record, None, p.TokenRefused("", address))
        raise Wrong(
            HTTPStatus.UNAUTHORIZED,
            UNKNOWN,
            Text(
                "this token is not known here: it was revoked, has ended, or was copied"
                " incompletely"
            ),
        )


def _check(owner: Account, asked: NewToken) -> None:
    if not _NAME.fullmatch(asked.name):
        raise _not_possible(
            "not_a_token_name",
            Text(
                "the name of a token has at most 40 small letters, digits and -, and no - at the"
                " front"
            ),
        )
    if not 1 <= asked.days <= MOST_DAYS:
        raise _not_possible(
            "not_a_lifetime", Text("a token lasts 1 to {days} days", days=MOST_DAYS)
        )
    if len(asked.tables) > _MOST_TABLES or not all(map(_NAME.fullmatch, asked.tables)):
        sentence = Text(
            "name at most {most_tables} tables, each in small letters, digits and -",
            most_tables=_MOST_TABLES,
        )
        raise _not_possible("not_a_table_name", sentence)
    if not all(map(owner.assigned_to, asked.tables)):
        sentence = Text("a token reaches no table that you are not assigned to")
        raise Wrong(HTTPStatus.FORBIDDEN, "not_your_tables", sentence)


def _not_possible(code: str, sentence: str) -> Wrong:
    return Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, code, sentence)
