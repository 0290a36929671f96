"""Signing in and out over the API."""

from __future__ import annotations

from http import HTTPStatus

from litestar import Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from msgspec import Struct

from houseway.service.access.accounts import Account, TokenHolder
from houseway.service.access.guards import CLEARED, ended_cookie, session_cookie, signed_in
from houseway.service.access.sign_in_limits import device_cookie, device_cookie_name
from houseway.service.api.responses import refusals
from houseway.service.floor import Asking, Floor, OpenFloor


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    password: str


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """The password in use, and the one that takes its place."""

    old: str
    new: str


class Me(Struct, frozen=True, omit_defaults=True):
    """Who has signed in, or for whom a token acts; `token` is its name.

    `must_change_password`: an administrator has set the password, and its owner must change it
    before doing anything else.
    """

    name: str
    office: str
    tables: tuple[str, ...]
    must_change_password: bool
    token: str = ""


def address_of(request: Asking) -> str:
    return request.client.host if request.client else ""


def device_of(request: Asking) -> str:
    """Return the cookie by which this browser is known, or an empty text."""
    return request.cookies.get(device_cookie_name(request.app.state.floor.settings), "")


def known_browser(request: Asking, name: str) -> Cookie:
    """Return the cookie by which this browser is known from now on to one more account."""
    floor = request.app.state.floor
    value = floor.desk.known_devices.add(device_of(request), name.strip())
    return device_cookie(floor.settings, value)


def _me(account: Account) -> Me:
    token = account.token if isinstance(account, TokenHolder) else ""
    return Me(account.name, account.office, account.tables, account.must_change, token)


@post(
    "/api/session", status_code=200, responses=refusals(400, 401, 403, 415, 429), tags=["session"]
)
async def sign_in(request: Asking, floor: OpenFloor, data: JSONBody[SignIn]) -> Response[Me]:
    """Sign in; the session is in a cookie, and always a new one."""
    before = request.auth.id if request.auth else ""
    device = device_of(request)
    token = await floor.desk.sign_in(data.name, data.password, address_of(request), before, device)
    answer = await _begun(floor, token)
    answer.set_cookie(known_browser(request, data.name))
    return answer


async def _begun(floor: Floor, token: str) -> Response[Me]:
    session = await floor.blocking(floor.desk.sessions.of_token, token)
    if session is None:
        raise RuntimeError("a session that has just begun has ended")
    return Response(_me(session.account), cookies=[session_cookie(floor.settings, token)])


@get(
    "/api/session",
    guards=[signed_in],
    any_password=True,
    by_token=True,
    responses=refusals(401),
    tags=["session"],
)
async def who_am_i(request: Asking) -> Me:
    """Who has signed in."""
    return _me(request.user)


@post(
    "/api/session/password",
    guards=[signed_in],
    any_password=True,
    status_code=200,
    responses=refusals(400, 401, 403, 415, 422, 429),
    tags=["session"],
)
async def change_password(
    request: Asking, floor: OpenFloor, data: JSONBody[NewPassword]
) -> Response[Me]:
    """Change the own password; every session ends, and this one goes on under a new cookie."""
    address = address_of(request)
    token = await floor.desk.change_password(request.auth, data.old, data.new, address)
    return await _begun(floor, token)


@delete(
    "/api/session",
    guards=[signed_in],
    any_password=True,
    status_code=HTTPStatus.OK,
    responses=refusals(401, 403),
    tags=["session"],
)
async def sign_out(request: Asking, floor: OpenFloor) -> Response[None]:
    """End the session; its token is worth nothing from now on."""
    await floor.blocking(floor.desk.sign_out, request.auth)
    return Response(None, cookies=[ended_cookie(floor.settings)], headers=CLEARED)


ROUTES = [sign_in, who_am_i, change_password, sign_out]
