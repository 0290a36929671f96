"""Accounts and devices over the API, for the administrator."""

from __future__ import annotations

from http import HTTPStatus

from litestar import Response, get, patch, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from houseway.service.access.accounts import Account
from houseway.service.access.desk import ChangeAccount
from houseway.service.access.devices import Device
from houseway.service.access.guards import administrators
from houseway.service.api.responses import refusals
from houseway.service.http.request import Asking, OpenFloor


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """Someone new. No tables: every table. The password is for the first sign-in alone."""

    name: str
    office: str
    password: str
    tables: tuple[str, ...] = ()


class NewDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """A device at a table: a shoe, a wheel or dice."""

    id: str
    kind: str
    table: str


class DeviceToken(Struct, frozen=True):
    """The token of a new device, told this once."""

    id: str
    token: str


@get("/api/people", guards=[administrators], responses=refusals(401, 403), tags=["people"])
async def list_people(floor: OpenFloor) -> list[Account]:
    """Every account."""
    return await floor.blocking(floor.desk.accounts.all)


@post(
    "/api/people",
    guards=[administrators],
    responses=refusals(400, 401, 403, 409, 415, 422),
    tags=["people"],
)
async def add_person(
    request: Asking, floor: OpenFloor, data: JSONBody[NewAccount]
) -> Response[Account]:
    """Take someone in."""
    account = Account(data.name, data.office, data.tables, created_us=floor.now_us())
    taken_in = await floor.desk.create(account, data.password, request.user)
    return Response(taken_in, status_code=HTTPStatus.CREATED)


@patch(
    "/api/people/{name:str}",
    guards=[administrators],
    responses=refusals(400, 401, 403, 404, 409, 415, 422),
    tags=["people"],
)
async def change_person(
    request: Asking, floor: OpenFloor, name: FromPath[str], data: JSONBody[ChangeAccount]
) -> Account:
    """Change an account: its office, tables, password, or whether it may sign in.

    Everything that is given changes, or nothing does.
    """
    return await floor.desk.change(name, data, request.user)


@get("/api/devices", guards=[administrators], responses=refusals(401, 403), tags=["devices"])
async def list_devices(floor: OpenFloor) -> list[Device]:
    """Every device."""
    return await floor.blocking(floor.desk.devices.all)


@post(
    "/api/devices",
    guards=[administrators],
    responses=refusals(400, 401, 403, 409, 415, 422),
    tags=["devices"],
)
async def add_device(
    request: Asking, floor: OpenFloor, data: JSONBody[NewDevice]
) -> Response[DeviceToken]:
    """Register a device; its token is told this once."""
    device = Device(data.id, data.kind, data.table)
    token = await floor.blocking(floor.desk.register_device, device, request.user)
    return Response(DeviceToken(device.id, token), status_code=HTTPStatus.CREATED)


@post(
    "/api/devices/{device:str}/revoke",
    guards=[administrators],
    status_code=HTTPStatus.OK,
    responses=refusals(400, 401, 403, 404, 415),
    tags=["devices"],
)
async def revoke_device(request: Asking, floor: OpenFloor, device: FromPath[str]) -> None:
    """A device's token is taken no more."""
    await floor.blocking(floor.desk.revoke_device, device, request.user)


ROUTES = [list_people, add_person, change_person, list_devices, add_device, revoke_device]
