"""Devices: an electronic shoe, wheel or cup reports its facts under a token of its own."""

from __future__ import annotations

from http import HTTPStatus

from litestar import post
from litestar.params import FromPath

from houseway.service.api.openapi import AsksTable
from houseway.service.api.responses import Ordered, refusals
from houseway.service.commands import submit
from houseway.service.errors import Wrong
from houseway.service.http.request import Asking, OpenFloor
from houseway.service.texts.text import Text


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


ROUTES = [report_fact]
