"""Accounts and devices over the API, for the administrator."""

from __future__ import annotations

from http import HTTPStatus

from litestar import Response, get, patch, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from houseway.service.access.accounts import Account
from houseway.service.access.desk import ChangeAccount
from houseway.service.access.devices import Device
from houseway.service.access.guards import administrators, signed_in
from houseway.service.access.token_desk import NewToken
from houseway.service.access.tokens import AccessToken
from houseway.service.api.openapi import AsksTable
from houseway.service.api.responses import Ordered, refusals
from houseway.service.api.session import address_of
from houseway.service.commands import submit
from houseway.service.errors import Wrong
from houseway.service.floor import Asking, OpenFloor
from houseway.service.texts.text import Text


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


# Personal access tokens over the API: made, listed and revoked by a person who has signed in.


class ShownOnce(Struct, frozen=True):
    """A new token. `token` is shown this once."""

    id: str
    name: str
    commands: bool
    tables: tuple[str, ...]
    ends_us: int
    token: str


@get("/api/tokens", guards=[signed_in], responses=refusals(401, 403), tags=["tokens"])
async def list_tokens(request: Asking, floor: OpenFloor) -> list[AccessToken]:
    """List your own tokens, with their last use."""
    return await floor.blocking(floor.desk.tokens.store.of_owner, request.user)


@post(
    "/api/tokens",
    guards=[signed_in],
    responses=refusals(400, 401, 403, 409, 415, 422, 429),
    tags=["tokens"],
)
async def create_token(
    request: Asking, floor: OpenFloor, data: JSONBody[NewToken]
) -> Response[ShownOnce]:
    """Make a token for a program. It acts in your role, and is shown this once."""
    made, text = await floor.desk.tokens.create(request.auth, data, address_of(request))
    created = ShownOnce(made.id, made.name, made.commands, made.tables, made.ends_us, text)
    return Response(created, status_code=HTTPStatus.CREATED)


@post(
    "/api/tokens/{token:str}/revoke",
    guards=[signed_in],
    status_code=HTTPStatus.OK,
    responses=refusals(400, 401, 403, 404, 415),
    tags=["tokens"],
)
async def revoke_token(request: Asking, floor: OpenFloor, token: FromPath[str]) -> None:
    """Revoke one of your own tokens, by its id. Its live streams end."""
    await floor.blocking(floor.desk.tokens.revoke_own, token, request.user)


# Devices: an electronic shoe, wheel or cup reports its facts under a token of its own.


@post(
    "/api/devices/{device:str}/facts",
    status_code=200,
    exclude_from_csrf=True,
    own_bearer=True,
    operation_class=AsksTable,
    responses=refusals(400, 401, 403, 404, 409, 413, 415, 422, 503),
    tags=["devices"],
)
async def report_fact(request: Asking, floor: OpenFloor, device: FromPath[str]) -> Ordered:
    """Report a card, a spin or a roll, with `Authorization: Bearer <token>`."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    found = await floor.blocking(floor.desk.devices.of_token, token)
    if scheme.lower() != "bearer" or found is None or found.id != device:
        raise Wrong(
            HTTPStatus.UNAUTHORIZED, "not_this_device", Text("that token is not this device's")
        )
    return await submit.report(floor, found, await request.body())


ROUTES = [
    list_people,
    add_person,
    change_person,
    list_devices,
    add_device,
    revoke_device,
    list_tokens,
    create_token,
    revoke_token,
    report_fact,
]
