"""The door: signing in and out, one's own password."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromQuery, URLEncodedBody
from litestar.response import Redirect, Template
from msgspec import Struct

from houseway.service.access.guards import ended_cookie, session_cookie, signed_in
from houseway.service.api.session import address_of
from houseway.service.asking import Asking, OpenFloor
from houseway.service.errors import Wrong
from houseway.service.pages.page import Link, basics, page


class SignInForm(Struct, frozen=True):
    name: str = ""
    password: str = ""
    then: str = "/"


class PasswordForm(Struct, frozen=True):
    old: str = ""
    new: str = ""
    again: str = ""


def _within(path: str) -> str:
    """Only a path of our own: nobody is sent elsewhere after signing in."""
    safe = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if safe else "/"


@get("/sign-in", include_in_schema=False)
async def sign_in_page(
    request: Asking, then: FromQuery[str] = "/", ended: FromQuery[str] = ""
) -> Template:
    """`ended`: the session of this browser is over, by time or by an administrator."""
    return await page(
        request, "door/sign_in.html", then=_within(then), problem=None, name="", ended=bool(ended)
    )


@post("/sign-in", include_in_schema=False, status_code=200)
async def sign_in(
    request: Asking,
    floor: OpenFloor,
    data: URLEncodedBody[SignInForm],
) -> Response[None] | Template | Redirect:
    before = request.auth.id if request.auth else ""
    then = _within(data.then)
    try:
        token = await floor.desk.sign_in(data.name, data.password, address_of(request), before)
    except Wrong as wrong:
        context = {**basics(request), "then": then, "problem": wrong.problem, "name": data.name,
                   "ended": False}  # fmt: skip
        return Template("door/sign_in.html", context=context, status_code=wrong.status)
    return Redirect(then, status_code=303, cookies=[session_cookie(floor.settings, token)])


@post("/sign-out", include_in_schema=False, guards=[signed_in], status_code=303)
async def sign_out(request: Asking, floor: OpenFloor) -> Redirect:
    await floor.blocking(floor.desk.sign_out, request.auth)
    return Redirect("/sign-in", status_code=303, cookies=[ended_cookie(floor.settings)])


@get("/me", include_in_schema=False, guards=[signed_in])
async def me(request: Asking) -> Template:
    return await page(request, "door/me.html", problem=None, done=False)


@post("/me/password", include_in_schema=False, guards=[signed_in], status_code=200)
async def change_password(
    request: Asking,
    floor: OpenFloor,
    data: URLEncodedBody[PasswordForm],
) -> Template:
    """A changed password ends every session and begins a new one under a new token."""
    try:
        if data.new != data.again:
            raise Wrong(422, "not_the_same", "the two new passwords are not the same")
        token = await floor.desk.change_password(request.auth, data.old, data.new)
    except Wrong as wrong:
        context = {**basics(request), "problem": wrong.problem, "done": False}
        return Template("door/me.html", context=context, status_code=wrong.status)
    context = {**basics(request), "problem": None, "done": True}
    cookies = [session_cookie(floor.settings, token)]
    return Template("door/me.html", context=context, cookies=cookies)


ROUTES = [sign_in_page, sign_in, sign_out, me, change_password]
NAVIGATION = [Link("Account", "/me", order=90)]
