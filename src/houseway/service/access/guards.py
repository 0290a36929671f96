"""Who is asking: the session behind a cookie, and guards that let an office through or not."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.handlers import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.types import Guard

from houseway.service.access.accounts import ADMINISTRATOR, Account
from houseway.service.access.sessions import Session, Sessions, hash_of
from houseway.service.errors import Wrong, not_signed_in
from houseway.service.settings import Settings

# Said to a browser at sign-out: whatever pages have kept for their comfort is not the next one's.
CLEARED = {"clear-site-data": '"storage"'}
Connection = ASGIConnection[Any, Any, Any, Any]


def cookie_name(settings: Settings) -> str:
    """The prefix makes a browser refuse the cookie unless it is secure and of this host alone."""
    return "__Host-houseway" if settings.secure_cookies else "houseway"


def session_cookie(settings: Settings, token: str) -> Cookie:
    return Cookie(
        key=cookie_name(settings), value=token, path="/", httponly=True, samesite="strict",
        secure=settings.secure_cookies,
    )  # fmt: skip


def ended_cookie(settings: Settings) -> Cookie:
    return Cookie(
        key=cookie_name(settings), value="", path="/", httponly=True, samesite="strict",
        secure=settings.secure_cookies, max_age=0,
    )  # fmt: skip


class Recognise(AbstractAuthenticationMiddleware):
    """Puts the account and the session on every request; None where nobody has signed in."""

    async def authenticate_request(self, connection: Connection) -> AuthenticationResult:
        floor = connection.app.state.floor
        token = connection.cookies.get(cookie_name(floor.settings), "")
        session = await _session(floor.desk.sessions, token) if token else None
        return AuthenticationResult(user=session.account if session else None, auth=session)


async def _session(sessions: Sessions, token: str) -> Session | None:
    kept = sessions.remembered(hash_of(token))
    return kept.session if kept else await asyncio.to_thread(sessions.of_token, token)


def account_of(connection: Connection) -> Account:
    """Who has signed in; nobody is answered with 401."""
    account: Account | None = connection.scope.get("user")
    if account is None:
        raise not_signed_in()
    return account


def signed_in(connection: Connection, _: BaseRouteHandler) -> None:
    """A guard: anybody with an account."""
    account_of(connection)


def only(*offices: str) -> Guard:
    """A guard: these offices and no other."""
    allowed = frozenset(map(str, offices))

    def guard(connection: Connection, _: BaseRouteHandler) -> None:
        account = account_of(connection)
        if account.office not in allowed:
            raise Wrong(
                HTTPStatus.FORBIDDEN,
                "office_may_not",
                f"not for the office of {account.office}",
            )

    return guard


administrators = only(ADMINISTRATOR)
