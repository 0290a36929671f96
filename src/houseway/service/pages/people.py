"""The administrator's console: accounts, offices, tables assigned, devices."""

from __future__ import annotations

import re
from typing import Literal

from litestar import get, post
from litestar.params import FromPath, URLEncodedBody
from litestar.response import Redirect, Template
from msgspec import Struct

from houseway.service.access.accounts import ADMINISTRATOR, OFFICES, Account
from houseway.service.access.devices import FACTS, Device
from houseway.service.access.guards import administrators
from houseway.service.api.people import ChangeAccount, change
from houseway.service.asking import Asking, OpenFloor
from houseway.service.errors import Problem, Wrong
from houseway.service.pages.page import Link, page


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


async def _shown(
    request: Asking, problem: Problem | None = None, token: str = "", status: int = 200
) -> Template:
    floor = request.app.state.floor
    people = await floor.blocking(floor.desk.accounts.all)
    devices = await floor.blocking(floor.desk.devices.all)
    shown = await page(
        request, "people/page.html", people=people, devices=devices, offices=OFFICES,
        kinds=list(FACTS), problem=problem, token=token,
    )  # fmt: skip
    shown.status_code = status
    return shown


@get("/people", include_in_schema=False, guards=[administrators])
async def people(request: Asking) -> Template:
    return await _shown(request)


@post("/people", include_in_schema=False, guards=[administrators], status_code=200)
async def add_person(
    request: Asking, floor: OpenFloor, data: URLEncodedBody[PersonForm]
) -> Template | Redirect:
    account = Account(data.name, data.office, _tables(data.tables), created_us=floor.now_us())
    try:
        await floor.desk.create(account, data.password, request.user)
    except Wrong as wrong:
        return await _shown(request, wrong.problem, status=wrong.status)
    return Redirect("/people", status_code=303)


@post("/people/{name:str}", include_in_schema=False, guards=[administrators], status_code=200)
async def change_person(
    request: Asking, floor: OpenFloor, name: FromPath[str], data: URLEncodedBody[ChangeForm]
) -> Template | Redirect:
    try:
        if data.what == "password":
            await floor.desk.reset_password(name, data.value, request.user)
        else:
            await floor.blocking(change, floor.desk, name, _change(data), request.user)
    except Wrong as wrong:
        return await _shown(request, wrong.problem, status=wrong.status)
    return Redirect("/people", status_code=303)


def _change(form: ChangeForm) -> ChangeAccount:
    return ChangeAccount(
        office=form.value if form.what == "office" else None,
        tables=_tables(form.value) if form.what == "tables" else None,
        disabled={"disable": True, "enable": False}.get(form.what),
        revoke=form.what == "revoke",
    )


@post("/devices", include_in_schema=False, guards=[administrators], status_code=200)
async def add_device(
    request: Asking, floor: OpenFloor, data: URLEncodedBody[DeviceForm]
) -> Template:
    """The token is on the page that answers, and nowhere else ever again."""
    device = Device(data.id, data.kind, data.table)
    try:
        token = await floor.blocking(floor.desk.register_device, device, request.user)
    except Wrong as wrong:
        return await _shown(request, wrong.problem, status=wrong.status)
    return await _shown(request, token=f"{device.id}: {token}")


@post("/devices/{device:str}/revoke", include_in_schema=False, guards=[administrators])
async def revoke_device(request: Asking, floor: OpenFloor, device: FromPath[str]) -> Redirect:
    await floor.blocking(floor.desk.revoke_device, device, request.user)
    return Redirect("/people", status_code=303)


ROUTES = [people, add_person, change_person, add_device, revoke_device]
NAVIGATION = [Link("People", "/people", offices=frozenset({ADMINISTRATOR}), order=70)]
