"""Personal access tokens over the API: made, listed and revoked by a person who has signed in."""

from __future__ import annotations

from http import HTTPStatus

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Struct

from houseway.service.access.guards import signed_in
from houseway.service.access.token_desk import NewToken
from houseway.service.access.tokens import AccessToken
from houseway.service.api.responses import refusals
from houseway.service.api.session import address_of
from houseway.service.http.request import Asking, OpenFloor


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


ROUTES = [list_tokens, create_token, revoke_token]
