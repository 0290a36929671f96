"""The administrator's console: accounts, offices, tables, sessions, tokens, devices, the record.

What is told once (a password that was made, a device's token) is on the page that answers the
order, and on no other.
"""

from __future__ import annotations

import re
import secrets
from typing import Literal, NamedTuple

import msgspec
from litestar import get, post
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect, Template
from msgspec import Struct

from houseway.games.base_commands import DEVICES
from houseway.service.access.accounts import ADMINISTRATOR, OFFICES, Account, account_id
from houseway.service.access.desk import ChangeAccount
from houseway.service.access.devices import Device
from houseway.service.access.guards import administrators
from houseway.service.access.record import STREAM
from houseway.service.consoles.page import Link, page
from houseway.service.errors import Problem, Wrong
from houseway.service.floor import Floor
from houseway.service.http.request import Asking, OpenFloor
from houseway.store.log import Entry

SHOWN = 40  # of the latest events
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


class PersonForm(Struct, frozen=True):
    name: str = ""
    office: str = ""
    password: str = ""
    tables: str = ""


class ChangeForm(Struct, frozen=True):
    """One form for each kind of change, told apart by `what`."""

    what: Literal["office", "tables", "password", "disable", "enable", "revoke"]
    value: str = ""


class DeviceForm(Struct, frozen=True):
    id: str = ""
    kind: str = ""
    table: str = ""


def _tables(text: str) -> tuple[str, ...]:
    return tuple(filter(None, re.split(r"[\s,]+", text)))


class PageNotice(NamedTuple):
    """What is on the page once: something that was refused, or a secret that was made."""

    problem: Problem | None = None
    whose: str = ""
    secret: str = ""
    ends_us: int = 0  # until when a password is to be changed


_NOTHING = PageNotice()


class PeopleEntry(NamedTuple):
    """An event of the stream `people`, as the page tells it."""

    at_us: int
    actor: str
    kind: str
    name: str
    more: str


def _lately(floor: Floor) -> list[PeopleEntry]:
    """The latest events about people, the newest first."""
    head = floor.log.heads().get(STREAM)
    if head is None:
        return []
    entries = floor.log.read(STREAM, after=max(0, head.version - SHOWN))
    return [_happened(each) for each in reversed(entries)]


def _happened(entry: Entry) -> PeopleEntry:
    body = msgspec.json.decode(entry.body)
    more = [body.get("token", ""), body.get("office", ""), body.get("why", "")]
    more += body.get("tables", ())
    kind = _HUMP.sub(" ", entry.kind).lower()
    return PeopleEntry(
        entry.at_us, entry.actor, kind, body.get("name", ""), " ".join(filter(None, more))
    )


async def _shown(request: Asking, told: PageNotice = _NOTHING, status: int = 200) -> Template:
    floor = request.app.state.floor
    desk = floor.desk
    everybody = await floor.blocking(desk.accounts.all)
    shown = await page(
        request, "people/page.html",
        people=everybody, owners={account_id(each.name): each.name for each in everybody},
        devices=await floor.blocking(desk.devices.all),
        sessions=await floor.blocking(desk.sessions.open_ones),
        tokens=await floor.blocking(desk.tokens.store.all),
        lately=await floor.blocking(_lately, floor),
        tables=await floor.blocking(floor.tables),
        this=request.auth.id, now_us=floor.now_us(), offices=OFFICES, kinds=DEVICES, told=told,
    )  # fmt: skip
    shown.status_code = status
    return shown


async def _refused(request: Asking, wrong: Wrong) -> Template:
    return await _shown(request, PageNotice(wrong.problem), wrong.status)


@get("/people", include_in_schema=False, guards=[administrators])
async def people(request: Asking) -> Template:
    return await _shown(request)


@post("/people", include_in_schema=False, guards=[administrators], status_code=200)
async def add_person(
    request: Asking, floor: OpenFloor, data: URLEncodedBody[PersonForm]
) -> Template | Redirect:
    account = Account(data.name, data.office, _tables(data.tables), created_us=floor.now_us())
    made = "" if data.password else secrets.token_urlsafe(12)
    try:
        taken_in = await floor.desk.create(account, data.password or made, request.user)
    except Wrong as wrong:
        return await _refused(request, wrong)
    if made:
        return await _shown(
            request,
            PageNotice(None, f"The password of {data.name}", made, taken_in.password_ends_us),
        )
    return Redirect("/people", status_code=303)


@post("/people/{name:str}", include_in_schema=False, guards=[administrators], status_code=200)
async def change_person(
    request: Asking, floor: OpenFloor, name: FromPath[str], data: URLEncodedBody[ChangeForm]
) -> Template | Redirect:
    made = "" if data.value else secrets.token_urlsafe(12)
    try:
        if data.what == "password":
            ends = await floor.desk.reset_password(name, data.value or made, request.user)
            if made:
                return await _shown(
                    request, PageNotice(None, f"The new password of {name}", made, ends)
                )
        else:
            await floor.desk.change(name, _change(data), request.user)
    except Wrong as wrong:
        return await _refused(request, wrong)
    return Redirect("/people", status_code=303)


def _change(form: ChangeForm) -> ChangeAccount:
    return ChangeAccount(
        office=form.value if form.what == "office" else None,
        tables=_tables(form.value) if form.what == "tables" else None,
        disabled={"disable": True, "enable": False}.get(form.what),
        revoke=form.what == "revoke",
    )


@post("/sessions/{session:str}/revoke", include_in_schema=False, guards=[administrators])
async def revoke_session(
    request: Asking, floor: OpenFloor, session: FromPath[str]
) -> Template | Redirect:
    try:
        await floor.blocking(floor.desk.revoke_session, session, request.user)
    except Wrong as wrong:
        return await _refused(request, wrong)
    return Redirect("/people", status_code=303)


@post("/sessions/revoke", include_in_schema=False, guards=[administrators])
async def revoke_everybody(request: Asking, floor: OpenFloor) -> Redirect:
    """Everybody signs in anew, but whoever ordered it."""
    await floor.blocking(floor.desk.revoke_everybody, request.auth)
    return Redirect("/people", status_code=303)


@post("/tokens/{token:str}/revoke", include_in_schema=False, guards=[administrators])
async def revoke_token(
    request: Asking, floor: OpenFloor, token: FromPath[str]
) -> Template | Redirect:
    """Revoke anybody's access token."""
    try:
        await floor.blocking(floor.desk.tokens.revoke, token, request.user)
    except Wrong as wrong:
        return await _refused(request, wrong)
    return Redirect("/people", status_code=303)


@post("/devices", include_in_schema=False, guards=[administrators], status_code=200)
async def add_device(
    request: Asking, floor: OpenFloor, data: URLEncodedBody[DeviceForm]
) -> Template:
    """The token is on the page that answers, and nowhere else ever again."""
    device = Device(data.id, data.kind, data.table)
    try:
        token = await floor.blocking(floor.desk.register_device, device, request.user)
    except Wrong as wrong:
        return await _refused(request, wrong)
    return await _shown(request, PageNotice(None, f"The token of {device.id}", token))


@post("/devices/{device:str}/revoke", include_in_schema=False, guards=[administrators])
async def revoke_device(request: Asking, floor: OpenFloor, device: FromPath[str]) -> Redirect:
    await floor.blocking(floor.desk.revoke_device, device, request.user)
    return Redirect("/people", status_code=303)


ROUTES = [
    people, add_person, change_person, revoke_session, revoke_everybody, revoke_token, add_device,
    revoke_device,
]  # fmt: skip
NAVIGATION = [
    Link(
        "People",
        "/people",
        offices=frozenset({ADMINISTRATOR}),
        order=70,
        home_of=frozenset({ADMINISTRATOR}),
    )
]
