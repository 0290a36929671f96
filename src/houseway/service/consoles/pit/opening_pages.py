"""Opening a table from the pit: choose the document, fill in the form, look, confirm."""

from __future__ import annotations

import secrets
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template

from houseway.games import game, playable
from houseway.games.commands import Command
from houseway.runner import Order
from houseway.service.access.guards import only
from houseway.service.api.tables import may_see
from houseway.service.commands import decode
from houseway.service.consoles.page import page
from houseway.service.consoles.pit.fields import Given, NotFilledIn
from houseway.service.consoles.pit.opening import Opening, documents, opening, opening_fields
from houseway.service.consoles.pit.pages import OFFICES
from houseway.service.errors import RuledOut, Wrong
from houseway.service.floor import Floor, stream_of
from houseway.service.http.request import Asking, OpenFloor
from houseway.table.table import Table

_MOST_ORDERS = 3


def _check(slug: str) -> None:
    if not playable(slug):
        raise Wrong(HTTPStatus.NOT_FOUND, "no_such_game", f"{slug} is not in the rulebook")


async def _page(request: Asking, slug: str, given: Given, **told: Any) -> Template:
    found = game(slug)
    context = {"look": None, "problem": "", "name": "", **told}
    return await page(
        request, "pit/opening.html", document=found.cite, fields=opening_fields(found, given),
        directed=found.table.directed, key=secrets.token_hex(12), **context,
    )  # fmt: skip


@get("/open-table", include_in_schema=False, guards=[only(*OFFICES)])
async def choose(request: Asking) -> Template:
    return await page(request, "pit/documents.html", documents=documents())


@get("/open-table/{slug:str}", include_in_schema=False, guards=[only(*OFFICES)])
async def fill_in(request: Asking, slug: FromPath[str]) -> Template:
    _check(slug)
    return await _page(request, slug, {})


@post("/open-table/{slug:str}", include_in_schema=False, guards=[only(*OFFICES)], status_code=200)
async def look(request: Asking, floor: OpenFloor, slug: FromPath[str]) -> Template:
    """What would stand there; nothing is done."""
    _check(slug)
    filled = await request.form()
    given = {name: tuple(map(str, filled.getall(name))) for name in filled}
    name = (given.get("table") or ("",))[0].strip()
    may_see(request.user, name)
    try:
        found = await floor.blocking(_look, floor, request, slug, given, name)
    except NotFilledIn as wrong:
        return await _page(request, slug, given, problem=str(wrong))
    return await _page(request, slug, given, look=found, name=name)


def _look(floor: Floor, request: Asking, slug: str, given: Given, name: str) -> Opening:
    def see(table: Table, _version: int) -> Opening:
        return opening(table, game(slug), given, request.user.viewer, floor.now_us())

    try:
        stream = stream_of(name)
    except Wrong as wrong:
        sentence = "a table's name has small letters, digits and hyphens, at most 40"
        raise NotFilledIn(sentence) from wrong
    return floor.runner.look(stream, see)


@post("/open-table/{slug:str}/confirm", include_in_schema=False, guards=[only(*OFFICES)])
async def confirm(request: Asking, floor: OpenFloor, slug: FromPath[str]) -> Redirect:
    """Open it as it was shown."""
    filled = await request.form()
    table, key = str(filled.get("table", "")), str(filled.get("key", ""))
    may_see(request.user, table)
    for number, command in enumerate(_orders(str(filled.get("orders", "")))):
        order = Order(
            command, request.user.role, request.user.name,
            f"{request.user.name} {key} {number}"[: decode.LONGEST_KEY],
        )  # fmt: skip
        async with floor.taking(request.user, f"table/{table}"):
            answer = await floor.order(table, order)
        if answer.refused:
            raise RuledOut(answer.refused)
    return Redirect(f"/pit/{table}", status_code=303)


def _orders(text: str) -> list[Command]:
    try:
        found = msgspec.json.decode(text, type=list[msgspec.Raw])
    except msgspec.MsgspecError as wrong:
        raise decode.not_understood(wrong) from wrong
    return [decode.read_command("", each) for each in found[:_MOST_ORDERS]]


ROUTES = [choose, fill_in, look, confirm]
