"""Giving an order from the pit: facts filled in, what would follow shown, then confirmed.

Nothing happens before the confirmation, and it holds only for what was shown: when the table has
moved on and something else would follow, it is shown again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template

from houseway.games.commands import Command
from houseway.service.access.guards import only
from houseway.service.api.responses import Ordered
from houseway.service.api.tables import may_see
from houseway.service.commands import decode, submit
from houseway.service.consoles.page import page
from houseway.service.consoles.pit.actions import given_here, kind_of
from houseway.service.consoles.pit.fields import Form, Given, NotFilledIn, form, read
from houseway.service.consoles.pit.overview import SignSeen, signs
from houseway.service.consoles.pit.pages import OFFICES
from houseway.service.consoles.pit.preview import Remedy, remedy
from houseway.service.errors import RuledOut, Wrong
from houseway.service.floor import Floor
from houseway.service.http.request import Asking, OpenFloor
from houseway.store.log import Conflict
from houseway.table.offers import Offer
from houseway.table.people_vocabulary import AskCorrection
from houseway.table.table import Table
from houseway.table.view import Viewer, tagged

MOVED = "The table has moved on and something else would follow now: look again before you confirm."
_LONGEST = 4_000  # characters of an order that comes back for confirmation


class Looked(NamedTuple):
    """A form, and what would follow from what was filled in."""

    shape: Form
    version: int
    command: Command | None = None
    remedy: Remedy | None = None
    problem: str = ""
    signs: tuple[SignSeen, ...] = ()

    @property
    def order(self) -> str:
        return msgspec.json.encode(self.command).decode() if self.command else ""


def _offer(table: Table, viewer: Viewer, at_us: int, order: str) -> tuple[Offer, type[Command]]:
    kind = kind_of(table.edition, order)
    found = next((each for each in given_here(table, viewer, at_us) if each.order == order), None)
    if kind is None or found is None:
        sentence = f"{order} is not an order of your office at this table now"
        raise Wrong(HTTPStatus.NOT_FOUND, "no_such_order", sentence)
    return found, kind


def look(viewer: Viewer, at_us: int, order: str, given: Given, *, filled: bool) -> Any:
    """What a form shows: empty, or with what would follow from what is filled in."""

    def see(table: Table, version: int) -> Looked:
        offer, kind = _offer(table, viewer, at_us, order)
        shape = form(table, offer, kind, given)
        if not filled and any(field.required for field in shape.fields):
            return Looked(shape, version)
        try:
            command = read(table, kind, shape, given, at_us)
        except NotFilledIn as wrong:
            return Looked(shape, version, problem=str(wrong))
        found = remedy(table, command, viewer, at_us)
        return Looked(shape, version, command, found, signs=tuple(signs(table)))

    return see


async def _page(request: Asking, table: str, looked: Looked, **told: Any) -> Template:
    shown = await page(
        request, "pit/ruling.html", topics=[f"felt:{table}", f"step:{table}"], table=table,
        looked=looked, key=secrets.token_hex(12), now_us=request.app.state.floor.now_us(),
        **{"notice": "", "refusal": None, **told},
    )  # fmt: skip
    if told:
        shown.status_code = HTTPStatus.CONFLICT if told.get("notice") else 422
    return shown


def _query(request: Asking) -> Given:
    return {name: (value,) for name, value in request.query_params.items() if value}


@get("/pit/{table:str}/orders/{order:str}", include_in_schema=False, guards=[only(*OFFICES)])
async def ask_facts(
    request: Asking, floor: OpenFloor, table: FromPath[str], order: FromPath[str]
) -> Template:
    may_see(request.user, table)
    given = _query(request)
    see = look(request.user.viewer, floor.now_us(), order, given, filled=False)
    return await _page(request, table, await floor.blocking(floor.look, table, see))


@post(
    "/pit/{table:str}/orders/{order:str}",
    include_in_schema=False,
    guards=[only(*OFFICES)],
    status_code=200,
)
async def show_remedy(
    request: Asking, floor: OpenFloor, table: FromPath[str], order: FromPath[str]
) -> Template:
    """What would follow; nothing is done."""
    may_see(request.user, table)
    filled = await request.form()
    given = {name: tuple(map(str, filled.getall(name))) for name in filled}
    see = look(request.user.viewer, floor.now_us(), order, given, filled=True)
    return await _page(request, table, await floor.blocking(floor.look, table, see))


class Confirmation(NamedTuple):
    """What comes back with the confirmation: the order as it was shown, and what was seen."""

    order: str
    seen: str
    key: str
    reason: str = ""

    @classmethod
    async def of(cls, request: Asking) -> Confirmation:
        filled = await request.form()
        texts = {name: str(filled.get(name, ""))[:_LONGEST] for name in cls._fields}
        return cls(**texts)


@post(
    "/pit/{table:str}/confirm/{order:str}",
    include_in_schema=False,
    guards=[only(*OFFICES)],
    status_code=200,
)
async def confirm(
    request: Asking, floor: OpenFloor, table: FromPath[str], order: FromPath[str]
) -> Template | Redirect:
    """Give the order, or ask for the second person whom it takes, if it is still what was seen."""
    may_see(request.user, table)
    said = await Confirmation.of(request)
    looked = await floor.blocking(floor.look, table, _again(floor, request.user.viewer, said))
    if looked.remedy is None or looked.remedy.seen != said.seen:
        return await _page(request, table, looked, notice=MOVED)
    given = looked.command
    if said.reason.strip():
        given = AskCorrection(looked.order, said.reason.strip())
    try:
        answer = await _give(request, floor, table, given, said.key, looked.version)
    except RuledOut as refused:
        return await _page(request, table, looked, refusal=refused.problem)
    except Conflict:
        return await _page(request, table, looked, notice=MOVED)
    first = answer.version - len(answer.events) + 1
    return Redirect(f"/pit/{table}?done={first}-{answer.version}", status_code=303)


def _again(floor: Floor, viewer: Viewer, said: Confirmation) -> Callable[[Table, int], Looked]:
    def see(table: Table, version: int) -> Looked:
        command = decode.read_command(table.edition, msgspec.Raw(said.order.encode()))
        now = floor.now_us()
        offer, kind = _offer(table, viewer, now, type(command).__name__)
        shape = form(table, offer, kind, {})
        return Looked(shape, version, command, remedy(table, command, viewer, now))

    return see


async def _give(
    request: Asking, floor: Floor, table: str, command: Command | None, key: str, version: int
) -> Ordered:
    body = {"key": key, "expected_version": version, "command": tagged(command or Command())}
    return await submit.order(floor, request.user, table, msgspec.json.encode(body))


ROUTES = [ask_facts, show_remedy, confirm]
