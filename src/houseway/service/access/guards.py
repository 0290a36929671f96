"""Who is asking: the session behind a cookie or the token behind a header, and guards.

A request has one identity: a cookie and a token together are refused. A token is accepted where a
route says so (`by_token=True`); public pages are served to its holder as to anybody.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.handlers import BaseRouteHandler
from litestar.middleware import AbstractAuthenticationMiddleware, AuthenticationResult
from litestar.middleware.csrf import CSRFMiddleware
from litestar.types import Guard, Receive, Scope, Send

from houseway.service.access.accounts import ADMINISTRATOR, Account
from houseway.service.access.sessions import hash_of
from houseway.service.access.tokens import TokenSession
from houseway.service.errors import Wrong, not_signed_in, password_must_change, token_may_not
from houseway.service.settings import Settings
from houseway.service.texts.text import Term, Text

# Said to a browser at sign-out: whatever pages have kept for their comfort is not the next one's.
CLEARED = {"clear-site-data": '"storage"'}
# A route for those as well who have yet to change a password that someone else has set.
ANY_PASSWORD = "any_password"  # noqa: S105 - the name of an option
# A route that programs may use with a personal access token.
BY_TOKEN = "by_token"  # noqa: S105 - the name of an option
OWN_BEARER = "own_bearer"  # a route that reads the header itself
Connection = ASGIConnection[Any, Any, Any, Any]


def cookie_name(settings: Settings) -> str:
    """The prefix makes a browser refuse the cookie unless it is secure and of this host alone."""
    return "__Host-houseway" if settings.secure_cookies else "houseway"


def csrf_cookie_name(settings: Settings) -> str:
    return "__Host-csrf" if settings.secure_cookies else "csrf"


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

    Anyone who must change a password has a session and, wherever it is not changed, no account.
    """

    async def authenticate_request(self, connection: Connection) -> AuthenticationResult:
        floor = connection.app.state.floor
        token = connection.cookies.get(cookie_name(floor.settings), "")
        bearer = _bearer(connection)
        if bearer is not None:
            return await _by_token(connection, bearer, has_cookie=bool(token))
        session = await floor.desk.sessions.current_now(hash_of(token)) if token else None
        account = session.account if session else None
        if account and account.must_change and not _option(connection, ANY_PASSWORD):
            account = None
        return AuthenticationResult(user=account, auth=session)


def _option(connection: Connection, name: str) -> bool:
    return bool(getattr(connection.scope.get("route_handler"), "opt", {}).get(name))


def _bearer(connection: Connection) -> str | None:
    """What is shown as a token; None where nothing is, or the route reads it itself."""
    scheme, _, text = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or _option(connection, OWN_BEARER):
        return None
    return text


async def _by_token(connection: Connection, text: str, *, has_cookie: bool) -> AuthenticationResult:
    if has_cookie:
        sentence = Text("a session cookie and a token came together: send one of them")
        raise Wrong(HTTPStatus.BAD_REQUEST, "two_credentials", sentence)
    address = connection.client.host if connection.client else ""
    session: TokenSession = await connection.app.state.floor.desk.tokens.recognise(text, address)
    reads = connection.scope.get("method") == "GET"
    if not _option(connection, BY_TOKEN):
        if not reads:
            raise token_may_not()
        return AuthenticationResult(user=None, auth=session)
    if not session.commands and not reads:
        sentence = Text("this token only reads: make one that may send commands")
        raise Wrong(HTTPStatus.FORBIDDEN, "token_only_reads", sentence)
    return AuthenticationResult(user=session.account, auth=session)


class PageToken(CSRFMiddleware):
    """Checks that what a browser sends comes from one of our pages.

    A program that is let in by a token sends no cookie that a foreign page could use.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        by_token = isinstance(scope.get("auth"), TokenSession) and scope.get("user") is not None
        await (self.app if by_token else super().__call__)(scope, receive, send)


def account_of(connection: Connection) -> Account:
    """Who has signed in; nobody is answered with 401."""
    account: Account | None = connection.scope.get("user")
    if account is not None:
        return account
    session = connection.scope.get("auth")
    if isinstance(session, TokenSession):
        raise token_may_not()
    raise password_must_change() if session else not_signed_in()


# Guards are coroutines: Litestar runs a plain function in a thread, which each request waits for.
async def signed_in(connection: Connection, _: BaseRouteHandler) -> None:
    """A guard: anybody with an account."""
    account_of(connection)


def only(*offices: str) -> Guard:
    """A guard: these offices and no other."""
    allowed = frozenset(map(str, offices))

    async def guard(connection: Connection, _: BaseRouteHandler) -> None:
        account = account_of(connection)
        if account.office not in allowed:
            raise Wrong(
                HTTPStatus.FORBIDDEN,
                "office_may_not",
                Text("not for the role of {role}", role=Term(account.office)),
            )

    return guard


administrators = only(ADMINISTRATOR)
