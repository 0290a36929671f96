"""The promotions desk: every promotion with what it owes, and each of them part by part.

Every form of the desk is posted to `/desk/<promotion>/give/<form>` and answered with the part that
it belongs to; a refusal is on the same page, with its clause. People are references here; names
are on the pages of `desk_people`, for the offices that may read them.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any, Literal

from litestar import get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response, Template

from houseway.games.commands import Command
from houseway.promotion.promotion import Promotion
from houseway.promotion.vocabulary import RegisterPromotion
from houseway.records.telling import Told
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.runner import Order
from houseway.service.access.guards import only
from houseway.service.aggregates.promotions import KIND
from houseway.service.api.aggregates import Given, give_command
from houseway.service.consoles.page import CONFIRMED, Confirmation, Link, ask, fields_of, page
from houseway.service.consoles.promotions import people
from houseway.service.consoles.promotions.forms import FORMS, DeskRequest, listed
from houseway.service.consoles.promotions.parts import (
    PARTS,
    drawn_file,
    due_file,
    every,
    may_order,
    part_of,
    titles,
    told,
)
from houseway.service.consoles.promotions.view import DESK
from houseway.service.errors import Problem, RuledOut, Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.forms.form_data import FormData, NotFilledIn
from houseway.service.forms.pressed_once import press_of
from houseway.service.forms.preview import try_out
from houseway.service.live.fragments import Fragment
from houseway.service.texts.text import Text

# What the promotions desk asks before a step that cannot be taken back.

# By form: the question, what follows, and the button that confirms it.
ASKED = {
    "seal": (
        Text("Seal the list?"),
        Text(
            "Tickets: {tickets}. Entries: {entries}. Afterwards no entry can be added, changed or"
            " removed."
        ),
        Text("Seal the list"),
    ),
    "draw": (
        Text("Draw the winners?"),
        Text(
            "Prizes: {prizes}. Tickets: {tickets}. The seed is revealed, and the winners are final."
        ),
        Text("Draw the winners"),
    ),
    "redraw": (
        Text("Draw this prize again?"),
        Text(
            "The winner drawn before loses the prize, and another ticket wins it. An electronic"
            " draw takes a second person and a public value that comes later."
        ),
        Text("Draw again"),
    ),
    "cancel": (
        Text("Cancel the draw?"),
        Text("It cannot be taken up again. Prizes that were not handed over are void."),
        Text("Cancel the draw"),
    ),
    "start": (
        Text("Start the promotion?"),
        Text("Afterwards the conditions change only with the Authority's approval."),
        Text("Start the promotion"),
    ),
    "award": (
        Text("Hand the prize over?"),
        Text("Record this once the winner has the prize. It cannot be undone."),
        Text("Hand the prize over"),
    ),
    "refuse": (
        Text("Refuse this claim?"),
        Text(
            "The refusal is final, and you must give the patron your reasons. Two persons refuse"
            " the claim of a winner."
        ),
        Text("Refuse the claim"),
    ),
    "decide": (
        Text("Decide this dispute?"),
        Text("Your decision is final and stays on record."),
        Text("Confirm the decision"),
    ),
    "close": (
        Text("Close the promotion?"),
        Text("Afterwards nothing more can be recorded for it."),
        Text("Close the promotion"),
    ),
}
KEEPS_NAMES = frozenset({"refuse"})  # making its command stores a name: ask before that


def question(asked: DeskRequest, form: str, part: str) -> Confirmation | None:
    """The question that a form asks before it is given; None for the others. Blocks."""
    if form not in ASKED:
        return None
    title, follows, button = ASKED[form]

    def counted(state: Promotion, _version: int) -> str:
        return follows.with_values(
            {
                "tickets": f"{state.entries.tickets:,}",
                "entries": f"{len(state.entries.people):,}",
                "prizes": len(state.conditions.units),
            }
        )

    words = KIND.look(asked.floor, asked.promotion, counted)
    back = f"/desk/{asked.promotion}/{part}".rstrip("/")
    return Confirmation(title, words, button, back)


RESERVED = frozenset({"new", "register", "due"})  # other pages of the desk
LARGEST_LIST = 4 * 1024 * 1024
GUARDS = [only(*DESK)]
_DONE = re.compile(r"(\d{1,9})-(\d{1,9})")


# Looking


@get("/desk", include_in_schema=False, guards=GUARDS)
async def desk(request: Asking, floor: OpenFloor) -> Template:
    views, owed = await floor.blocking(every, floor, request.user)
    return await page(
        request, "desk/list.html", promotions=views, owed=owed, now_us=floor.now_us(),
        titles=titles(), may=may_order(request.user), reads=people.may_read(request.user),
    )  # fmt: skip


@get("/desk/{name:str}", include_in_schema=False, guards=GUARDS)
async def standing(request: Asking, name: FromPath[str], done: FromQuery[str] = "") -> Template:
    return await _shown(request, name, "", facts=await _told(request, name, done))


@get("/desk/{name:str}/{part:str}", include_in_schema=False, guards=GUARDS)
async def one_part(
    request: Asking, name: FromPath[str], part: FromPath[str], done: FromQuery[str] = ""
) -> Template:
    if part not in PARTS:
        raise Wrong(
            HTTPStatus.NOT_FOUND, "not_found", Text("the desk has no part {part}", part=part)
        )
    return await _shown(request, name, part, facts=await _told(request, name, done))


async def _told(request: Asking, name: str, done: str) -> list[Told]:
    found = _DONE.fullmatch(done)
    if found is None:
        return []
    floor: Floor = request.app.state.floor
    return await floor.blocking(told, floor, name, *map(int, found.groups()))


async def _shown(
    request: Asking, name: str, part: str, *, facts: list[Told] | None = None,
    problem: Problem | None = None, data: FormData | None = None, status: int = 200,
) -> Template:  # fmt: skip
    floor: Floor = request.app.state.floor
    context = await floor.blocking(part_of, floor, request.user, name, part)
    shown = await page(
        request, f"desk/{part or 'standing'}.html", topics=[f"desk-moved:{name}"],
        parts=PARTS, part=part, facts=facts or [], problem=problem, said=_said(data),
        **context,
    )  # fmt: skip
    shown.status_code = status
    return shown


def _said(data: FormData | None) -> Any:
    """What was typed before a refusal, or else what stands."""

    def said(field: str, otherwise: str = "") -> str:
        return data.raw(field) if data is not None and field in data else otherwise

    return said


# Files


@get("/desk/due", include_in_schema=False, guards=GUARDS)
async def due_list(
    request: Asking, floor: OpenFloor, form: FromQuery[Literal["csv", "ics"]],
    promotion: FromQuery[str] = "",
) -> Response[bytes]:  # fmt: skip
    """What is owed, at one promotion or at all."""
    _, owed = await floor.blocking(every, floor, request.user)
    wanted = [each for each in owed if promotion in ("", each.promotion)]
    return due_file(wanted, form, floor.now_us())


@get("/desk/{name:str}/files/draw", include_in_schema=False, guards=GUARDS)
async def draw_taken(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Response[bytes]:
    return await drawn_file(floor, name, request.user)


# Giving


@get("/desk/new", include_in_schema=False, guards=GUARDS)
async def new(request: Asking) -> Template:
    return await page(request, "desk/new.html", titles=titles(), problem=None, said=_said(None))


@post("/desk", include_in_schema=False, guards=GUARDS, status_code=200)
async def register(request: Asking, floor: OpenFloor) -> Template | Redirect:
    """Enter a promotion into the register of promotions."""
    data = await FormData.of(request)
    name = data.text("promotion")
    order = RegisterPromotion(
        data.text("name"), data.all("documents"), data.text("award") or "draw"
    )
    try:
        if name in RESERVED:
            raise Wrong(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                "reserved",
                Text("{name} is a page's address", name=name),
            )
        await give_command(floor, request.user, KIND, name, order, press_of(request))
    except (RuledOut, Wrong) as wrong:
        shown = await page(
            request, "desk/new.html", titles=titles(), problem=wrong.problem, said=_said(data)
        )
        shown.status_code = wrong.status
        return shown
    return Redirect(f"/desk/{name}/terms", status_code=303)


@post("/desk/{name:str}/give/{form:str}", include_in_schema=False, guards=GUARDS, status_code=200)
async def give(
    request: Asking, floor: OpenFloor, name: FromPath[str], form: FromPath[str]
) -> Template | Redirect:
    """Give the order that a form stands for."""
    wanted = FORMS.get(form)
    if wanted is None:
        raise Wrong(
            HTTPStatus.NOT_FOUND, "not_found", Text("the desk has no form {form}", form=form)
        )
    data = await FormData.of(request)
    asked = DeskRequest(floor, name, request.user, data, [])
    part = data.text("part") or wanted.part
    part = part if part in PARTS else wanted.part
    try:
        asks = await floor.blocking(question, asked, form, part)
        if asks and form in KEEPS_NAMES and not data.yes(CONFIRMED):
            return await ask(request, asks, fields_of(data))
        command = await floor.blocking(wanted.make, asked)
        if asks and not data.yes(CONFIRMED):
            await floor.blocking(_check_taken, asked, command)
            return await ask(request, asks, fields_of(data))
        met = await given(asked, command, press_of(request))
    except (RuledOut, Wrong) as wrong:
        return await _refused(request, name, part, wrong, data)
    return _back(name, part, met)


def _check_taken(asked: DeskRequest, command: Command) -> None:
    """Refuse at once what would be refused after the question."""
    account, stream = asked.account, KIND.stream(asked.promotion)
    order = Order(command, account.role or Role.PATRON, account.name, "")
    complete = KIND.completed(asked.floor, stream, order).complete

    def see(state: Promotion, version: int) -> Refused | None:
        whole = complete(state, version) if complete else command
        return try_out(state, whole, account.viewer, asked.floor.now_us()).refused

    refused = KIND.look(asked.floor, asked.promotion, see)
    if refused:
        raise RuledOut(refused)


@post(
    "/desk/{name:str}/list", include_in_schema=False, guards=GUARDS, status_code=200,
    request_max_body_size=LARGEST_LIST,
)  # fmt: skip
async def enter_list(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template | Redirect:
    """Enter everybody in a file, or nobody."""
    form = await request.form()
    file, data = form.get("file"), await FormData.of(request)
    asked = DeskRequest(floor, name, request.user, data, [])
    try:
        if not isinstance(file, UploadFile) or not file.filename:
            raise NotFilledIn("choose a file")
        body = await file.read()
        command = await floor.blocking(listed, asked, body, file.filename)
        met = await given(asked, command, press_of(request))
    except (RuledOut, Wrong) as wrong:
        return await _refused(request, name, "entries", wrong, data)
    return _back(name, "entries", met)


async def given(asked: DeskRequest, command: Command, key: str) -> Given:
    """Anyone who is new is taken into the register once the rules would take the order."""
    if asked.new and not await asked.floor.blocking(_refusal, asked, command):
        await asked.floor.blocking(people.enter_all, asked.floor, asked.new)
    return await give_command(asked.floor, asked.account, KIND, asked.promotion, command, key)


def _refusal(asked: DeskRequest, command: Command) -> Refused | None:
    """How a command would be refused; nothing is done."""
    now, viewer = asked.floor.now_us(), asked.account.viewer

    def see(state: Promotion, _version: int) -> Refused | None:
        return try_out(state, command, viewer, now).refused

    return KIND.look(asked.floor, asked.promotion, see)


async def _refused(
    request: Asking, name: str, part: str, wrong: RuledOut | Wrong, data: FormData
) -> Template:
    return await _shown(request, name, part, problem=wrong.problem, data=data, status=wrong.status)


def _back(name: str, part: str, met: Given) -> Redirect:
    first = met.version - len(met.events) + 1
    path = f"/desk/{name}/{part}".rstrip("/")
    return Redirect(f"{path}?done={first}-{met.version}", status_code=303)


ROUTES = [
    desk, new, register, standing, one_part, due_list, draw_taken, give, enter_list,
]  # fmt: skip
NAVIGATION = [
    Link(Text("Promotions"), "/desk", offices=DESK, order=15, home_of=frozenset({Role.PROMOTIONS}))
]
FRAGMENTS = [Fragment("desk-moved", "desk/moved.html", offices=DESK, of=KIND)]
