"""Giving a command from the pit: fill in the form, see what would follow, then confirm.

Nothing happens before the confirmation, and it holds only for what was shown: if the table has
moved on and something else would follow, the form is shown again.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
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
from houseway.service.commands.decode import kind_named
from houseway.service.commands.submit import MOST_TOLD
from houseway.service.consoles.page import page
from houseway.service.consoles.pit.acknowledging import AlertName, acknowledge, raised_since
from houseway.service.consoles.pit.overview import SignSeen, given_here, signs
from houseway.service.consoles.pit.pages import OFFICES
from houseway.service.errors import RuledOut, Stale, Wrong
from houseway.service.floor import Asking, Floor, OpenFloor, stream_of
from houseway.service.forms.at_table import TablePlace, form_at
from houseway.service.forms.event_text import event_text
from houseway.service.forms.form import FilledForm, fill_in
from houseway.service.forms.form_data import FormData
from houseway.service.forms.pressed_once import press_of
from houseway.service.forms.preview import preview
from houseway.service.texts.text import Text
from houseway.store import codec
from houseway.table.offers import Offer
from houseway.table.people import AskCorrection
from houseway.table.table import Table
from houseway.table.view import Viewer, tagged
from houseway.table.vocabulary import OrderRefused

MOVED = Text(
    "The table has moved on and something else would follow now: look again before you confirm."
)


class RulingPage(NamedTuple):
    """A form with what follows from it, and the signs that stand at the table."""

    filled: FilledForm
    edition: str
    signs: tuple[SignSeen, ...] = ()
    alerts_raised: int = 0


def _offer(table: Table, viewer: Viewer, at_us: int, order: str) -> tuple[Offer, type[Command]]:
    found = next((each for each in given_here(table, viewer, at_us) if each.order == order), None)
    if found is None:
        sentence = Text("{order} is not a command of your role at this table now", order=order)
        raise Wrong(HTTPStatus.NOT_FOUND, "no_such_order", sentence)
    return found, kind_named(table.edition, order)


def _show(
    viewer: Viewer, at_us: int, order: str, data: FormData, *, submitted: bool
) -> Callable[[Table, int], RulingPage]:
    """Show a form: empty, or with what would follow from its values."""

    def see(table: Table, version: int) -> RulingPage:
        offer, kind = _offer(table, viewer, at_us, order)
        form = form_at(table, offer, kind, data)
        filled = FilledForm(form, version)
        if submitted or not any(field.required for field in form.fields):
            place = TablePlace(table, offer)
            filled = fill_in(place, form, data, table, version, viewer, at_us)
        return RulingPage(filled, table.edition, tuple(signs(table)))

    return see


async def _page(request: Asking, table: str, shown: RulingPage, **more: Any) -> Template:
    result = await page(
        request, "pit/ruling.html", topics=[f"felt:{table}", f"step:{table}"], table=table,
        filled=shown.filled, signs=shown.signs,
        now_us=request.app.state.floor.now_us(), **{"notice": "", "refusal": None, **more},
    )  # fmt: skip
    if more:
        result.status_code = HTTPStatus.CONFLICT if more.get("notice") else 422
    return result


@get("/pit/{table:str}/orders/{order:str}", include_in_schema=False, guards=[only(*OFFICES)])
async def ask_facts(
    request: Asking, floor: OpenFloor, table: FromPath[str], order: FromPath[str]
) -> Template:
    may_see(request.user, table)
    data = FormData.of_query(request)
    see = _show(request.user.viewer, floor.now_us(), order, data, submitted=False)
    return await _page(request, table, await floor.blocking(floor.look, table, see))


@post(
    "/pit/{table:str}/orders/{order:str}",
    include_in_schema=False,
    guards=[only(*OFFICES)],
    status_code=200,
    repeatable=True,
)
async def show_preview(
    request: Asking, floor: OpenFloor, table: FromPath[str], order: FromPath[str]
) -> Template:
    """Show what would follow; nothing is done."""
    may_see(request.user, table)
    data = await FormData.of(request)
    see = _show(request.user.viewer, floor.now_us(), order, data, submitted=True)
    return await _page(request, table, await floor.blocking(floor.look, table, see))


@post(
    "/pit/{table:str}/confirm/{order:str}",
    include_in_schema=False,
    guards=[only(*OFFICES)],
    status_code=200,
)
async def confirm(
    request: Asking, floor: OpenFloor, table: FromPath[str], order: FromPath[str]
) -> Template | Redirect:
    """Give the command, or ask for the second person it needs, if it still does what was shown."""
    may_see(request.user, table)
    data = await FormData.of(request)
    viewer, reason = request.user.viewer, data.text("reason")
    shown = await floor.blocking(floor.look, table, _again(viewer, floor.now_us(), data))
    filled: FilledForm = shown.filled
    moved = partial(_moved, floor, table, shown, data.number("version"))
    if filled.preview is None or filled.preview.digest != data.text("digest"):
        return await _page(request, table, shown, notice=await floor.blocking(moved))
    command = AskCorrection(filled.encoded, reason) if reason else filled.command
    try:
        answer = await _give(request, floor, table, command, press_of(request), filled.version)
    except RuledOut as refused:
        return await _page(request, table, shown, refusal=refused.problem)
    except Stale:
        return await _page(request, table, shown, notice=await floor.blocking(moved))
    await _acknowledge_own(request, floor, table, shown.alerts_raised)
    first = answer.version - len(answer.events) + 1
    return Redirect(f"/pit/{table}?done={first}-{answer.version}", status_code=303)


def _moved(floor: Floor, table: str, shown: RulingPage, seen: int) -> str:
    """Say who has acted since the form was shown, and what that did. Blocks."""
    entries = floor.log.read(stream_of(table), after=seen, limit=MOST_TOLD) if seen else []
    acted = [each for each in entries if each.kind != OrderRefused.__name__]
    if not acted:
        return MOVED
    first = [each for each in acted if each.key == acted[0].key][-1]  # where that command ended
    return Text(
        "{name} has just acted at this table: {what}. Look again before you confirm.",
        name=first.actor, what=event_text(codec.decode(shown.edition, first)).text,
    )  # fmt: skip


async def _acknowledge_own(request: Asking, floor: Floor, table: str, before: int) -> None:
    """Acknowledge the alerts that a ruling has raised for the person who has just confirmed it."""
    numbers = await floor.blocking(floor.look, table, lambda found, _: raised_since(found, before))
    await acknowledge(floor, request.user, [AlertName(table, number) for number in numbers])


def _again(viewer: Viewer, at_us: int, data: FormData) -> Callable[[Table, int], RulingPage]:
    def see(table: Table, version: int) -> RulingPage:
        command = decode.read_command(table.edition, msgspec.Raw(data.raw("order").encode()))
        offer, kind = _offer(table, viewer, at_us, type(command).__name__)
        form = form_at(table, offer, kind, FormData())
        result = preview(table, command, viewer, at_us)
        filled = FilledForm(form, version, command, result)
        return RulingPage(filled, table.edition, alerts_raised=table.alerts_raised)

    return see


async def _give(
    request: Asking, floor: Floor, table: str, command: Command | None, key: str, version: int
) -> Ordered:
    body = {"key": key, "expected_version": version, "command": tagged(command or Command())}
    return await submit.order(floor, request.user, table, msgspec.json.encode(body))


ROUTES = [ask_facts, show_preview, confirm]
