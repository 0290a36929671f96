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
from houseway.service.errors import Wrong, not_signed_in, password_must_change
from houseway.service.settings import Settings

# Said to a browser at sign-out: whatever pages have kept for their comfort is not the next one's.
CLEARED = {"clear-site-data": '"storage"'}
# A route for those as well who have yet to change a password that somebody else has set.
ANY_PASSWORD = "any_password"  # noqa: S105 - the name of an option
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
    """Puts the account and the session on every request; None where nobody has signed in.

    Whoever must change a password has a session and, wherever it is not changed, no account.
    """

    async def authenticate_request(self, connection: Connection) -> AuthenticationResult:
        floor = connection.app.state.floor
        token = connection.cookies.get(cookie_name(floor.settings), "")
        session = await _session(floor.desk.sessions, token) if token else None
        account = session.account if session else None
        if account and account.must_change and not _for_any_password(connection):
            account = None
        return AuthenticationResult(user=account, auth=session)


def _for_any_password(connection: Connection) -> bool:
    return bool(getattr(connection.scope.get("route_handler"), "opt", {}).get(ANY_PASSWORD))


async def _session(sessions: Sessions, token: str) -> Session | None:
    kept = sessions.remembered(hash_of(token))
    return kept.session if kept else await asyncio.to_thread(sessions.of_token, token)


def account_of(connection: Connection) -> Account:
    """Who has signed in; nobody is answered with 401."""
    account: Account | None = connection.scope.get("user")
    if account is not None:
        return account
    raise password_must_change() if connection.scope.get("auth") else not_signed_in()


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
