"""Persons excluded from the casino: ordered, listed and lifted for the whole house."""

from __future__ import annotations

from litestar import get, post
from litestar.response import Redirect, Template
from msgspec import Struct
from msgspec.structs import replace

from houseway.games.commands import Command
from houseway.randomness import new_seed
from houseway.rulebook.roles import SUPERVISORS, Exclusion, Role
from houseway.runner import Order
from houseway.service.access.guards import only
from houseway.service.aggregates.kind import Kind
from houseway.service.api.aggregates import give_command
from houseway.service.consoles.page import Link, page
from houseway.service.errors import RuledOut
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.floor_protocols import Reads
from houseway.service.forms.form_data import FormData, NotFilledIn
from houseway.service.texts.text import Text
from houseway.table.exclusions import MACHINE, STREAM, ExcludePerson, Exclusions, LiftExclusion
from houseway.table.view import Viewer

OFFICES = frozenset(map(str, SUPERVISORS))
LOOKERS = OFFICES | {str(Role.INSPECTOR), str(Role.SURVEILLANCE)}
_NAME = STREAM.partition("/")[2]


class ExclusionsView(Struct, frozen=True):
    version: int
    listed: list[Exclusion]


def _view(state: Exclusions, name: str, version: int, viewer: Viewer) -> ExclusionsView:
    return ExclusionsView(version, state.listed())


def _completed(floor: Reads, _stream: str, order: Order, _state: Exclusions) -> Command:
    """The person's reference in promotions, whose log has no names."""
    command = order.command
    if not isinstance(command, ExcludePerson) or not command.person.strip():
        return command
    return replace(command, also=floor.runner.known_as(command.person))


KIND = Kind(
    "exclusions", tuple(MACHINE.commands), MACHINE.events, lambda _: True, _view,
    complete=_completed,
)  # fmt: skip


@get("/exclusions", include_in_schema=False, guards=[only(*LOOKERS)])
async def exclusions(request: Asking, floor: OpenFloor) -> Template:
    return await _listed(request, floor, FormData())


async def _listed(request: Asking, floor: Floor, data: FormData, problem: str = "") -> Template:
    shown = await floor.blocking(KIND.seen, floor, _NAME, request.user.viewer)
    return await page(
        request, "pit/exclusions.html", listed=shown.listed, now_us=floor.now_us(), data=data,
        problem=problem, may_order=request.user.office in OFFICES,
    )  # fmt: skip


@post("/exclusions", include_in_schema=False, guards=[only(*OFFICES)], status_code=200)
async def change(request: Asking, floor: OpenFloor) -> Template | Redirect:
    """Order an exclusion, or lift one."""
    data = await FormData.of(request)
    person, reason = data.text("person"), data.text("reason")
    try:
        command: Command = LiftExclusion(person, reason)
        if not data.yes("lift"):
            command = ExcludePerson(person, reason, data.text("order"), data.time_us("until"))
        await give_command(floor, request.user, KIND, _NAME, command, new_seed()[:16])
    except (NotFilledIn, RuledOut) as wrong:
        return await _listed(request, floor, data, wrong.problem.sentence)
    return Redirect("/exclusions", status_code=303)


ROUTES = [exclusions, change]
NAVIGATION = [Link(Text("Exclusions"), "/exclusions", offices=OFFICES, order=66)]
