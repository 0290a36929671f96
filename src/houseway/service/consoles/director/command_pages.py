"""Giving a command to a tournament: fill in the form, see what would follow, then confirm.

Nothing happens before the confirmation. The result of a ballot is not shown beforehand, because its
seed is drawn when the command is given.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

import msgspec
from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template

from houseway.games.commands import Command
from houseway.service.aggregates.tournaments import KIND
from houseway.service.api.aggregates import give_command
from houseway.service.commands import decode
from houseway.service.consoles.director.at_tournament import AtTournament, form_at
from houseway.service.consoles.director.pages import GUARDS, console
from houseway.service.errors import Problem, RuledOut, Wrong
from houseway.service.floor import Floor
from houseway.service.forms.filled import FilledForm, fill_in
from houseway.service.forms.form_data import FormData
from houseway.service.forms.pressed_once import press_of
from houseway.service.http.request import Asking, OpenFloor
from houseway.service.texts.text import Text
from houseway.table.view import Viewer
from houseway.tournament.shown import given_by
from houseway.tournament.state import Tournament
from houseway.tournament.tournament import MACHINE, may_give


def _kind(tournament: Tournament, viewer: Viewer, order: str) -> type[Command]:
    mine = may_give(tournament, given_by(viewer))
    found = next((each for each in MACHINE.commands if each.__name__ == order), None)
    if found is None or found not in mine or found.console == "own page":
        sentence = Text("{order} is not a command of your role at this tournament", order=order)
        raise Wrong(HTTPStatus.NOT_FOUND, "no_such_order", sentence)
    return found


def _show(
    viewer: Viewer, at_us: int, order: str, data: FormData, *, submitted: bool
) -> Callable[[Tournament, int], FilledForm]:
    """Show a form: empty, or with what would follow from its values, if it needs any."""

    def see(tournament: Tournament, version: int) -> FilledForm:
        form = form_at(tournament, _kind(tournament, viewer, order), data)
        if not submitted and any(each.required for each in form.fields):
            return FilledForm(form, version)
        place = AtTournament(tournament)
        return fill_in(place, form, data, tournament, version, viewer, at_us)

    return see


async def _page(
    request: Asking, name: str, order: str, data: FormData, problem: Problem | None = None,
    *, submitted: bool = False,
) -> Template:  # fmt: skip
    floor: Floor = request.app.state.floor
    see = _show(request.user.viewer, floor.now_us(), order, data, submitted=submitted)
    filled = await floor.blocking(KIND.look, floor, name, see)
    return await console(request, "order.html", name, "now", filled=filled, problem=problem)


@get("/director/{name:str}/orders/{order:str}", include_in_schema=False, guards=GUARDS)
async def ask_facts(request: Asking, name: FromPath[str], order: FromPath[str]) -> Template:
    return await _page(request, name, order, FormData.of_query(request))


@post(
    "/director/{name:str}/orders/{order:str}",
    include_in_schema=False,
    guards=GUARDS,
    status_code=200,
    repeatable=True,
)
async def show_preview(request: Asking, name: FromPath[str], order: FromPath[str]) -> Template:
    """Show what would follow; nothing is done."""
    return await _page(request, name, order, await FormData.of(request), submitted=True)


@post(
    "/director/{name:str}/confirm/{order:str}",
    include_in_schema=False,
    guards=GUARDS,
    status_code=200,
)
async def confirm(
    request: Asking, floor: OpenFloor, name: FromPath[str], order: FromPath[str]
) -> Template | Redirect:
    """Give the command that was shown."""
    data = await FormData.of(request)
    command = decode.read_of(KIND.orders, msgspec.Raw(data.raw("order").encode()))
    try:
        await give_command(floor, request.user, KIND, name, command, press_of(request))
    except RuledOut as refused:
        return await _page(request, name, order, FormData(), refused.problem)
    return Redirect(f"/director/{name}", status_code=303)


ROUTES = [ask_facts, show_preview, confirm]
