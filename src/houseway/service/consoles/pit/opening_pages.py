"""Opening a table from the pit: choose the document, fill in the form, look, confirm."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import msgspec
from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template

from houseway.games import game, playable
from houseway.games.commands import Command
from houseway.rulebook.parsing import json_as
from houseway.runner import Order
from houseway.service.access.guards import only
from houseway.service.api.tables import may_see
from houseway.service.commands import decode
from houseway.service.consoles.page import page
from houseway.service.consoles.pit.opening import Opening, documents, opening, opening_fields
from houseway.service.consoles.pit.pages import OFFICES
from houseway.service.errors import RuledOut, Wrong
from houseway.service.floor import Floor, stream_of
from houseway.service.forms.form_data import FormData, NotFilledIn
from houseway.service.forms.pressed_once import press_of
from houseway.service.http.request import Asking, OpenFloor
from houseway.service.texts.text import Text
from houseway.table.table import Table

_MOST_ORDERS = 3


def _check(slug: str) -> None:
    if not playable(slug):
        raise Wrong(
            HTTPStatus.NOT_FOUND, "no_such_game", Text("{slug} is not in the rulebook", slug=slug)
        )


async def _page(request: Asking, slug: str, data: FormData, **more: Any) -> Template:
    found = game(slug)
    context = {"look": None, "problem": "", "name": "", **more}
    return await page(
        request, "pit/opening.html", document=found.cite, groups=opening_fields(found, data),
        directed=found.table.directed, **context,
    )  # fmt: skip


@get("/open-table", include_in_schema=False, guards=[only(*OFFICES)])
async def choose(request: Asking) -> Template:
    return await page(request, "pit/documents.html", documents=documents())


@get("/open-table/{slug:str}", include_in_schema=False, guards=[only(*OFFICES)])
async def fill_in(request: Asking, slug: FromPath[str]) -> Template:
    _check(slug)
    return await _page(request, slug, FormData())


@post(
    "/open-table/{slug:str}", include_in_schema=False, guards=[only(*OFFICES)], status_code=200,
    repeatable=True,
)  # fmt: skip
async def look(request: Asking, floor: OpenFloor, slug: FromPath[str]) -> Template:
    """What would stand there; nothing is done."""
    _check(slug)
    data = await FormData.of(request)
    name = data.text("table")
    may_see(request.user, name)
    try:
        found = await floor.blocking(_look, floor, request, slug, data, name)
    except NotFilledIn as wrong:
        return await _page(request, slug, data, problem=wrong.problem.sentence)
    return await _page(request, slug, data, look=found, name=name)


def _look(floor: Floor, request: Asking, slug: str, data: FormData, name: str) -> Opening:
    def see(table: Table, _version: int) -> Opening:
        return opening(table, game(slug), data, request.user.viewer, floor.now_us())

    try:
        stream = stream_of(name)
    except Wrong as wrong:
        sentence = Text("a table's name has small letters, digits and hyphens, at most 40")
        raise NotFilledIn(sentence) from wrong
    return floor.runner.look(stream, see)


@post("/open-table/{slug:str}/confirm", include_in_schema=False, guards=[only(*OFFICES)])
async def confirm(request: Asking, floor: OpenFloor, slug: FromPath[str]) -> Redirect:
    """Open it as it was shown."""
    data = await FormData.of(request)
    table = data.text("table")
    may_see(request.user, table)
    for number, command in enumerate(_orders(data.raw("orders"))):
        order = Order(
            command, request.user.role, request.user.name,
            f"{press_of(request)} {number}",
        )  # fmt: skip
        async with floor.taking(request.user, f"table/{table}"):
            answer = await floor.order(table, order)
        if answer.refused:
            raise RuledOut(answer.refused)
    return Redirect(f"/pit/{table}", status_code=303)


def _orders(text: str) -> list[Command]:
    try:
        found = json_as(text, list[msgspec.Raw])
    except ValueError as wrong:
        raise decode.not_understood(wrong) from wrong
    return [decode.read_command("", each) for each in found[:_MOST_ORDERS]]


ROUTES = [choose, fill_in, look, confirm]
