"""The administrator's console: accounts, offices, tables, sessions, tokens, devices, the record.

A password that was made and a device's token are shown once, on a page of their own.
"""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple
from urllib.parse import quote

import msgspec
from litestar import get, post
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect, Template
from msgspec import Struct

from houseway.games.base_commands import DEVICES
from houseway.service.access.accounts import ADMINISTRATOR, OFFICES, Account, account_id
from houseway.service.access.desk import ChangeAccount
from houseway.service.access.devices import Device
from houseway.service.access.guards import administrators
from houseway.service.access.record import STREAM
from houseway.service.consoles.page import CONFIRMED, Confirmation, Link, ask, page
from houseway.service.consoles.public.shown_once import OneTimeSecret, show_once
from houseway.service.errors import Problem, Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.forms.form_data import FormData
from houseway.service.texts.text import Term, Text, texts
from houseway.store.log import Entry

SHOWN = 40  # of the latest events
SORTS = texts({"name": "name", "role": "role", "sessions": "sessions"})
# What is said after a change was made, by its name in the address; {whose} is a name.
DONE = texts({
    "added": "{whose} has been added.",
    "office": "The role of {whose} has been changed. {whose} must sign in again.",
    "tables": "The tables of {whose} have been changed.",
    "password": "The password of {whose} has been changed.",
    "disable": "{whose} has been disabled and can no longer sign in.",
    "enable": "{whose} can sign in again.",
    "revoke": "All sessions and tokens of {whose} have ended.",
    "session": "The session has ended.",
    "everyone": "All tokens and all other sessions have ended.",
    "token": "The token has been revoked.",
    "device": "The token of the device has been revoked.",
})  # fmt: skip
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
    confirmed: str = ""


class DeviceForm(Struct, frozen=True):
    id: str = ""
    kind: str = ""
    table: str = ""


def _tables(text: str) -> tuple[str, ...]:
    return tuple(filter(None, re.split(r"[\s,]+", text)))


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
    kind = Term(_HUMP.sub(" ", entry.kind).lower())
    return PeopleEntry(
        entry.at_us, entry.actor, kind, body.get("name", ""), " ".join(filter(None, more))
    )


class ListQuery(NamedTuple):
    """Which accounts are listed, and in which order."""

    words: str = ""
    sort: str = "name"

    def listed(self, accounts: list[Account], sessions: Mapping[str, int]) -> list[Account]:
        wanted = self.words.casefold().split()
        found = [
            each
            for each in accounts
            if all(word in f"{each.name} {each.office}".casefold() for word in wanted)
        ]
        keys: dict[str, Callable[[Account], object]] = {
            "name": lambda each: each.name.casefold(),
            "role": lambda each: (each.office, each.name.casefold()),
            "sessions": lambda each: (-sessions.get(each.name, 0), each.name.casefold()),
        }
        return sorted(found, key=keys.get(self.sort, keys["name"]))  # type: ignore[arg-type]


_ALL = ListQuery()


async def _shown(
    request: Asking, problem: Problem | None = None, status: int = 200,
    query: ListQuery = _ALL, done: str = "",
) -> Template:  # fmt: skip
    floor = request.app.state.floor
    desk = floor.desk
    everybody = await floor.blocking(desk.accounts.all)
    sessions = await floor.blocking(desk.sessions.open_ones)
    counts = Counter(each.name for each in sessions)
    shown = await page(
        request, "people/page.html", query=query, done=done, sorts=SORTS, counts=counts,
        people=query.listed(everybody, counts), everybody=len(everybody),
        owners={account_id(each.name): each.name for each in everybody},
        devices=await floor.blocking(desk.devices.all),
        sessions=sessions, signed_in=dict(desk.accounts.known.signed_in_us),
        tokens=await floor.blocking(desk.tokens.store.all),
        lately=await floor.blocking(_lately, floor),
        tables=await floor.blocking(floor.tables),
        this=request.auth.id, now_us=floor.now_us(), offices=OFFICES, kinds=DEVICES,
        problem=problem,
    )  # fmt: skip
    shown.status_code = status
    return shown


async def _refused(request: Asking, wrong: Wrong) -> Template:
    return await _shown(request, wrong.problem, wrong.status)


@get("/people", include_in_schema=False, guards=[administrators])
async def people(
    request: Asking, q: FromQuery[str] = "", sort: FromQuery[str] = "name",
    done: FromQuery[str] = "", whose: FromQuery[str] = "",
) -> Template:  # fmt: skip
    sentence = DONE[done].with_values({"whose": whose}) if done in DONE else ""
    return await _shown(request, query=ListQuery(q.strip(), sort), done=sentence)


def _back(done: str, whose: str = "") -> Redirect:
    """Return to the page, which says what has been done."""
    return Redirect(f"/people?done={done}&whose={quote(whose)}", status_code=303)


def _show_once(request: Asking, title: str, secret: str, ends_us: int = 0) -> Redirect:
    return show_once(request, OneTimeSecret(title, secret, "/people", ends_us))


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
        title = Text("The password of {name}", name=data.name)
        return _show_once(request, title, made, taken_in.password_ends_us)
    return _back("added", data.name)


@post("/people/{name:str}", include_in_schema=False, guards=[administrators], status_code=200)
async def change_person(
    request: Asking, floor: OpenFloor, name: FromPath[str], data: URLEncodedBody[ChangeForm]
) -> Template | Redirect:
    question = _question(name, data)
    if question and not data.confirmed:
        return await ask(request, question, {"what": data.what, "value": data.value})
    made = "" if data.value else secrets.token_urlsafe(12)
    try:
        if data.what == "password":
            ends = await floor.desk.reset_password(name, data.value or made, request.user)
            if made:
                title = Text("The new password of {name}", name=name)
                return _show_once(request, title, made, ends)
        else:
            await floor.desk.change(name, _change(data), request.user)
    except Wrong as wrong:
        return await _refused(request, wrong)
    return _back(data.what, name)


_ASKED = {
    "disable": (
        Text("Disable {name}?"),
        Text("{name} can no longer sign in. Every session and token of {name} ends now."),
        Text("Disable {name}"),
    ),
    "office": (
        Text("Change the role of {name}?"),
        Text("{name} becomes {role}. Every session and token of {name} ends now."),
        Text("Make {name} {role}"),
    ),
    "revoke": (
        Text("End all sessions of {name}?"),
        Text("{name} must sign in again on every device. Every token of {name} ends now."),
        Text("End all sessions"),
    ),
}


def _question(name: str, form: ChangeForm) -> Confirmation | None:
    """What is asked before a change that takes something away from a person."""
    if form.what not in _ASKED:
        return None
    about: dict[str, object] = {"name": name, "role": Term(form.value)}
    title, follows, button = (each.with_values(about) for each in _ASKED[form.what])
    return Confirmation(title, follows, button, back="/people")


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
    return _back("session")


_EVERYONE = Confirmation(
    Text("End every session but this one?"),
    Text("Everyone else must sign in again, at every table. Every access token ends now."),
    Text("End all sessions and tokens"),
    back="/people",
)


@post("/sessions/revoke", include_in_schema=False, guards=[administrators], status_code=200)
async def revoke_everybody(request: Asking, floor: OpenFloor) -> Template | Redirect:
    """Make everyone sign in again, except the administrator who asks for it."""
    if not (await FormData.of(request)).yes(CONFIRMED):
        return await ask(request, _EVERYONE, {})
    await floor.blocking(floor.desk.revoke_everybody, request.auth)
    return _back("everyone")


_REVOKED = Confirmation(
    Text("Revoke this token?"),
    Text("Programs and devices that use it stop working now. It cannot be restored."),
    Text("Revoke the token"),
    back="/people",
)


@post(
    "/tokens/{token:str}/revoke",
    include_in_schema=False,
    guards=[administrators],
    status_code=200,
)
async def revoke_token(
    request: Asking, floor: OpenFloor, token: FromPath[str]
) -> Template | Redirect:
    """Revoke an access token of any person, after a question."""
    if not (await FormData.of(request)).yes(CONFIRMED):
        return await ask(request, _REVOKED, {})
    try:
        await floor.blocking(floor.desk.tokens.revoke, token, request.user)
    except Wrong as wrong:
        return await _refused(request, wrong)
    return _back("token")


@post("/devices", include_in_schema=False, guards=[administrators], status_code=200)
async def add_device(
    request: Asking, floor: OpenFloor, data: URLEncodedBody[DeviceForm]
) -> Template | Redirect:
    device = Device(data.id, data.kind, data.table)
    try:
        token = await floor.blocking(floor.desk.register_device, device, request.user)
    except Wrong as wrong:
        return await _refused(request, wrong)
    return _show_once(request, Text("The token of {device}", device=device.id), token)


@post(
    "/devices/{device:str}/revoke",
    include_in_schema=False,
    guards=[administrators],
    status_code=200,
)
async def revoke_device(
    request: Asking, floor: OpenFloor, device: FromPath[str]
) -> Template | Redirect:
    if not (await FormData.of(request)).yes(CONFIRMED):
        return await ask(request, _REVOKED, {})
    await floor.blocking(floor.desk.revoke_device, device, request.user)
    return _back("device")


ROUTES = [
    people, add_person, change_person, revoke_session, revoke_everybody, revoke_token, add_device,
    revoke_device,
]  # fmt: skip
NAVIGATION = [
    Link(
        Text("People"),
        "/people",
        offices=frozenset({ADMINISTRATOR}),
        order=70,
        home_of=frozenset({ADMINISTRATOR}),
    )
]
