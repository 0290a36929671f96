"""The door: signing in and out, and the account page with its password, sessions and tokens."""

from __future__ import annotations

import re
from http import HTTPStatus

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect, Template
from msgspec import Struct

from houseway.service.access.guards import CLEARED, ended_cookie, session_cookie, signed_in
from houseway.service.access.sessions import hash_of
from houseway.service.access.token_desk import NewToken
from houseway.service.api.session import address_of, device_of, known_browser
from houseway.service.consoles.page import Link, basics, home_of, page
from houseway.service.consoles.public.shown_once import OneTimeSecret, show_once
from houseway.service.errors import Problem, Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.texts.text import Text


class SignInForm(Struct, frozen=True):
    name: str = ""
    password: str = ""
    then: str = "/"


class EntryForm(Struct, frozen=True):
    name: str = ""


class PasswordForm(Struct, frozen=True):
    old: str = ""
    new: str = ""
    again: str = ""
    then: str = "/"


class TokenForm(Struct, frozen=True):
    name: str = ""
    commands: str = ""
    tables: str = ""
    days: str = ""
    password: str = ""

    def read(self) -> NewToken:
        days = int(self.days) if re.fullmatch(r"[0-9]{1,6}", self.days) else 0
        tables = tuple(filter(None, re.split(r"[\s,]+", self.tables)))
        return NewToken(self.name.strip(), self.password, bool(self.commands), tables, days)


def _within(path: str) -> str:
    """Only a path of our own: nobody is sent elsewhere after signing in."""
    safe = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if safe else "/"


@get("/sign-in", include_in_schema=False)
async def sign_in_page(
    request: Asking,
    then: FromQuery[str] = "/",
    ended: FromQuery[str] = "",
    signed_out: FromQuery[str] = "",
) -> Template:
    """`ended`: the session of this browser is over, by time or by an administrator.
    `signed_out`: the person has just ended it."""
    return await page(
        request, "door/sign_in.html", then=_within(then), problem=None, name="",
        ended=bool(ended), signed_out=bool(signed_out),
    )  # fmt: skip


@post("/sign-in", include_in_schema=False, status_code=200)
async def sign_in(
    request: Asking,
    floor: OpenFloor,
    data: URLEncodedBody[SignInForm],
) -> Response[None] | Template | Redirect:
    before = request.auth.id if request.auth else ""
    then = _within(data.then)
    try:
        device = device_of(request)
        token = await floor.desk.sign_in(
            data.name, data.password, address_of(request), before, device
        )
    except Wrong as wrong:
        context = {**basics(request), "then": then, "problem": wrong.problem, "name": data.name,
                   "ended": False, "signed_out": False}  # fmt: skip
        return Template("door/sign_in.html", context=context, status_code=wrong.status)
    account = floor.desk.accounts.find(data.name.strip())
    if account and then == "/":
        then = home_of(request, account)
    cookies = [session_cookie(floor.settings, token), known_browser(request, data.name)]
    return Redirect(then, status_code=303, cookies=cookies)


@get("/demo/{secret:str}", include_in_schema=False, any_password=True)
async def open_demonstration(request: Asking, floor: OpenFloor, secret: FromPath[str]) -> Redirect:
    """The one-time link of a demonstration: from now on this browser enters as any person of it."""
    given = await floor.blocking(
        request.app.state.entrances.open, request, secret, address_of(request)
    )
    return Redirect("/", status_code=303, cookies=[given] if given else [])


@post("/enter", include_in_schema=False, status_code=303, any_password=True)
async def enter(request: Asking, floor: OpenFloor, data: URLEncodedBody[EntryForm]) -> Redirect:
    """Become one of the people of a demonstration, in a browser that opened its link."""
    person = request.app.state.entrances.person(request, data.name)
    if person is None:
        sentence = Text("this house asks for a password: sign in")
        raise Wrong(HTTPStatus.FORBIDDEN, "no_free_entry", sentence)
    before = request.auth.id if request.auth else ""
    token = await floor.blocking(
        floor.desk.enter, person.name, str(person.office), address_of(request), before
    )
    cookies = [session_cookie(floor.settings, token)]
    then = await floor.blocking(request.app.state.entrances.console_of, person)
    return Redirect(then, status_code=303, cookies=cookies)


@post("/sign-out", include_in_schema=False, guards=[signed_in], any_password=True, status_code=303)
async def sign_out(request: Asking, floor: OpenFloor) -> Redirect:
    await floor.blocking(floor.desk.sign_out, request.auth)
    cookies = [ended_cookie(floor.settings)]
    address = "/sign-in?signed_out=yes"
    return Redirect(address, status_code=303, cookies=cookies, headers=CLEARED)


async def _own_page(
    request: Asking,
    floor: Floor,
    *,
    problem: Problem | None = None,
    token: str = "",
    token_problem: Problem | None = None,
) -> Template:
    """`token`: of the session that goes on after the password was changed."""
    sessions = await floor.blocking(floor.desk.own_sessions, request.user)
    this = hash_of(token) if token else request.auth.id
    shown = await page(
        request, "door/me.html", problem=problem, done=bool(token), sessions=sessions, this=this,
        tokens=await floor.blocking(floor.desk.tokens.store.of_owner, request.user),
        token_problem=token_problem,
    )  # fmt: skip
    if token:
        shown.set_cookie(session_cookie(floor.settings, token))
    return shown


@get("/me", include_in_schema=False, guards=[signed_in])
async def me(request: Asking, floor: OpenFloor) -> Template:
    return await _own_page(request, floor)


@get("/me/password", include_in_schema=False, guards=[signed_in], any_password=True)
async def own_password_page(request: Asking, then: FromQuery[str] = "/") -> Template | Redirect:
    """The first page of someone whose password was set by someone else, and their only one."""
    if not request.user.must_change:
        return Redirect("/me")
    return await _choose_page(request, then)


async def _choose_page(request: Asking, then: str, problem: Problem | None = None) -> Template:
    return await page(request, "door/choose.html", then=_within(then), problem=problem)


@post(
    "/me/password",
    include_in_schema=False,
    guards=[signed_in],
    any_password=True,
    status_code=200,
)
async def change_password(
    request: Asking,
    floor: OpenFloor,
    data: URLEncodedBody[PasswordForm],
) -> Template | Redirect:
    """A changed password ends every session and begins a new one under a new token."""
    first = request.user.must_change
    try:
        if data.new != data.again:
            raise Wrong(422, "not_the_same", Text("the two new passwords are not the same"))
        address = address_of(request)
        token = await floor.desk.change_password(request.auth, data.old, data.new, address)
    except Wrong as wrong:
        if first:
            shown = await _choose_page(request, data.then, wrong.problem)
        else:
            shown = await _own_page(request, floor, problem=wrong.problem)
        shown.status_code = wrong.status
        return shown
    if first:
        cookies = [session_cookie(floor.settings, token)]
        return Redirect(_within(data.then), status_code=303, cookies=cookies)
    return await _own_page(request, floor, token=token)


@post("/me/sessions/{session:str}/end", include_in_schema=False, guards=[signed_in])
async def end_session(
    request: Asking, floor: OpenFloor, session: FromPath[str]
) -> Template | Redirect:
    """One of one's own sessions: a screen that was left open somewhere."""
    try:
        await floor.blocking(floor.desk.end_own_session, session, request.user)
    except Wrong as wrong:
        shown = await _own_page(request, floor, problem=wrong.problem)
        shown.status_code = wrong.status
        return shown
    return Redirect("/me", status_code=303)


@post("/me/sessions/end-others", include_in_schema=False, guards=[signed_in])
async def end_other_sessions(request: Asking, floor: OpenFloor) -> Redirect:
    await floor.blocking(floor.desk.end_other_sessions, request.auth)
    return Redirect("/me", status_code=303)


@post("/me/tokens", include_in_schema=False, guards=[signed_in], status_code=200)
async def create_token(
    request: Asking, floor: OpenFloor, data: URLEncodedBody[TokenForm]
) -> Template | Redirect:
    try:
        made, text = await floor.desk.tokens.create(request.auth, data.read(), address_of(request))
    except Wrong as wrong:
        return await _token_refused(request, floor, wrong)
    title = Text("The token {name}", name=made.name)
    return show_once(request, OneTimeSecret(title, text, "/me"))


@post("/me/tokens/{token:str}/revoke", include_in_schema=False, guards=[signed_in])
async def revoke_token(
    request: Asking, floor: OpenFloor, token: FromPath[str]
) -> Template | Redirect:
    try:
        await floor.blocking(floor.desk.tokens.revoke_own, token, request.user)
    except Wrong as wrong:
        return await _token_refused(request, floor, wrong)
    return Redirect("/me", status_code=303)


async def _token_refused(request: Asking, floor: Floor, wrong: Wrong) -> Template:
    shown = await _own_page(request, floor, token_problem=wrong.problem)
    shown.status_code = wrong.status
    return shown


ROUTES = [
    sign_in_page, sign_in, open_demonstration, enter, sign_out, me, own_password_page,
    change_password, end_session,
    end_other_sessions, create_token, revoke_token,
]  # fmt: skip
NAVIGATION = [Link(Text("Account"), "/me", order=90)]
