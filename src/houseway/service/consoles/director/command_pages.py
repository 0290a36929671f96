"""Any order to a tournament as a form: facts filled in, what would follow shown, then confirmed.

Nothing happens before the confirmation. What a ballot would give is not shown beforehand, because
its seed is drawn with the order.
"""

from __future__ import annotations

import secrets
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template

from houseway.games.commands import Command
from houseway.rulebook.ruling import Accepted
from houseway.service.aggregates.tournaments import KIND
from houseway.service.api.aggregates import give_command
from houseway.service.commands import decode
from houseway.service.consoles.director import forms
from houseway.service.consoles.director.pages import GUARDS, console, filled
from houseway.service.consoles.director.titles import Fact, tell
from houseway.service.errors import Problem, RuledOut, Wrong
from houseway.service.floor import Floor
from houseway.service.http.request import Asking, OpenFloor
from houseway.table.view import Viewer
from houseway.tournament.shown import given_by
from houseway.tournament.state import Tournament
from houseway.tournament.tournament import MACHINE, decide, may_give

_LONGEST = 8_000  # characters of an order that comes back for confirmation


class Looked(NamedTuple):
    """A form, and what would follow from what was filled in."""

    shape: forms.Form
    order: str = ""
    facts: tuple[Fact, ...] = ()
    refused: Problem | None = None
    problem: str = ""
    drawn: bool = False


def _kind(tournament: Tournament, viewer: Viewer, order: str) -> type[Command]:
    mine = may_give(tournament, given_by(viewer))
    found = next((each for each in MACHINE.commands if each.__name__ == order), None)
    if found is None or found not in mine or order in forms.OWN_PAGE:
        sentence = f"{order} is not an order of your office at this tournament"
        raise Wrong(HTTPStatus.NOT_FOUND, "no_such_order", sentence)
    return found


def look(viewer: Viewer, at_us: int, order: str, given: forms.Given, *, read: bool) -> Any:
    """What a form shows: empty, or with what would follow."""

    def see(tournament: Tournament, _version: int) -> Looked:
        kind = _kind(tournament, viewer, order)
        shape = forms.form(tournament, kind, given)
        if not read:
            return Looked(shape)
        try:
            command = forms.read(kind, shape, given)
        except forms.NotFilledIn as wrong:
            return Looked(shape, problem=str(wrong))
        return _follows(tournament, viewer, at_us, shape, command)

    return see


def _follows(
    tournament: Tournament, viewer: Viewer, at_us: int, shape: forms.Form, command: Command
) -> Looked:
    text = msgspec.json.encode(command).decode()
    if "seed" in command.__struct_fields__:
        return Looked(shape, text, drawn=True)
    given = given_by(viewer)
    ruling = decide(tournament, command, given.by, at_us, given.actor)
    if isinstance(ruling, Accepted):
        facts = map(tell, ruling.events)
        return Looked(shape, text, tuple(each for each in facts if each.clause))
    return Looked(shape, text, refused=Problem(ruling.code, ruling.clause, ruling.detail))


async def _page(request: Asking, name: str, looked: Looked, problem: Problem | None) -> Template:
    key = secrets.token_hex(12)
    return await console(
        request, "order.html", name, "now", looked=looked, key=key, problem=problem
    )


@get("/director/{name:str}/orders/{order:str}", include_in_schema=False, guards=GUARDS)
async def ask_facts(
    request: Asking, floor: OpenFloor, name: FromPath[str], order: FromPath[str]
) -> Template:
    given = {key: (value,) for key, value in request.query_params.items() if value}
    see = look(request.user.viewer, floor.now_us(), order, given, read=False)
    return await _page(request, name, await floor.blocking(KIND.look, floor, name, see), None)


@post(
    "/director/{name:str}/orders/{order:str}",
    include_in_schema=False,
    guards=GUARDS,
    status_code=200,
)
async def show_facts(
    request: Asking, floor: OpenFloor, name: FromPath[str], order: FromPath[str]
) -> Template:
    """What would follow; nothing is done."""
    see = look(request.user.viewer, floor.now_us(), order, await filled(request), read=True)
    return await _page(request, name, await floor.blocking(KIND.look, floor, name, see), None)


@post(
    "/director/{name:str}/confirm/{order:str}",
    include_in_schema=False,
    guards=GUARDS,
    status_code=200,
)
async def confirm(
    request: Asking, floor: OpenFloor, name: FromPath[str], order: FromPath[str]
) -> Template | Redirect:
    """Give the order that was shown."""
    given = await filled(request)
    text, key = ((given.get(each) or ("",))[0][:_LONGEST] for each in ("order", "key"))
    command = decode.read_of(KIND.orders, msgspec.Raw(text.encode()))
    try:
        await give_command(floor, request.user, KIND, name, command, key)
    except RuledOut as refused:
        return await _page(
            request, name, await _again(request, floor, name, order), refused.problem
        )
    return Redirect(f"/director/{name}", status_code=303)


async def _again(request: Asking, floor: Floor, name: str, order: str) -> Looked:
    see = look(request.user.viewer, floor.now_us(), order, {}, read=False)
    found: Looked = await floor.blocking(KIND.look, floor, name, see)
    return found


ROUTES = [ask_facts, show_facts, confirm]
