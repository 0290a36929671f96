"""The public pages of promotions: terms to read and print, results, and how to check a draw.

Staff enter a patron from the same page. The scrutineer or second person of a draw commits,
confirms, reveals and signs there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from litestar import get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response, Template

from houseway.games import game
from houseway.games import table_rules as r
from houseway.promotion.conditions import cash_text
from houseway.promotion.due import figures
from houseway.promotion.state import RUNNING, Promotion, runs_of
from houseway.rulebook.roles import STAFF, Role
from houseway.service.access.accounts import OFFICES, Account
from houseway.service.access.guards import only, signed_in
from houseway.service.aggregates.promotions import KIND
from houseway.service.api.aggregates import give_command
from houseway.service.consoles.page import Link, page, viewer_of
from houseway.service.consoles.promotions.forms import FORMS, DeskRequest
from houseway.service.consoles.promotions.pages import given
from houseway.service.consoles.promotions.parts import drawn_file, task_of, titles
from houseway.service.consoles.promotions.view import DESK, PromotionView
from houseway.service.errors import Problem, RuledOut, Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.forms.form_data import FormData
from houseway.service.forms.pressed_once import press_of
from houseway.service.house_time import HouseTime
from houseway.service.texts.text import Listed, Term, Text, texts

_RUNS = 8  # of tickets that are listed
_DONE = texts({
    "share": "You have committed to your value. Keep it until you are asked to reveal it.",
    "confirm": "You have confirmed the public value.",
    "reveal": "You have revealed your value.",
    "sign": "You have signed the draw.",
    "entered": "The patron is entered.",
})  # fmt: skip


class TermRead(NamedTuple):
    """A heading of the terms as anybody reads it, with its clauses and what it says in figures."""

    key: str
    question: str
    text: str
    clauses: tuple[str, ...]
    figures: tuple[str, ...]


class Mine(NamedTuple):
    """A patron's own place in the list."""

    reference: str
    tickets: int
    runs: str


def _published(floor: Floor, account: Account | None) -> list[PromotionView]:
    views: list[PromotionView] = KIND.every(floor, viewer_of(account))
    return [each for each in views if each.terms]


@get("/promotions", include_in_schema=False)
async def promotions(request: Asking, floor: OpenFloor) -> Template:
    found = await floor.blocking(_published, floor, request.scope.get("user"))
    return await page(
        request, "promotions/list.html", promotions=found, titles=titles(), now_us=floor.now_us()
    )


@get("/promotions/{name:str}", include_in_schema=False)
async def promotion(
    request: Asking, floor: OpenFloor, name: FromPath[str], done: FromQuery[str] = ""
) -> Template:
    return await _shown(request, floor, name, done=_DONE.get(done, ""))


async def _shown(
    request: Asking, floor: Floor, name: str, *, problem: Problem | None = None, done: str = "",
    status: int = 200,
) -> Template:  # fmt: skip
    account: Account | None = request.scope.get("user")
    context = await floor.blocking(_context, floor, name, account)
    shown = await page(
        request, "promotions/page.html", problem=problem, done=done, titles=titles(),
        now_us=floor.now_us(), cash_text=cash_text, **context,
    )  # fmt: skip
    shown.status_code = status
    return shown


def _context(floor: Floor, name: str, account: Account | None) -> dict[str, Any]:
    view: PromotionView = KIND.seen(floor, name, viewer_of(account))
    if view.terms is None:
        raise KIND.no_such(name)
    works_here = account is not None and account.role in STAFF and account.office not in DESK
    return {
        "view": view, "terms": _terms(view, floor.time),
        "desk": account is not None and account.office in DESK,
        "task": KIND.look(floor, name, lambda found, _: task_of(found, account.name))
        if account
        else "",
        "mine": _mine(floor, name, account),
        "enters": works_here and view.life == RUNNING and not view.digest,
    }  # fmt: skip


def _terms(view: PromotionView, house: HouseTime) -> list[TermRead]:
    conditions = view.terms

    def when(at_us: int) -> str:
        return f"{house.field(at_us)} {house.abbreviation(at_us)}"

    found = [rules for slug in view.documents if (rules := game(slug).promotion)]
    return [
        TermRead(key, question, conditions.terms.get(key, ""),
                 tuple(rules.terms[key] for rules in found), tuple(figures(conditions, key, when)))
        for key, question in r.TERMS.items()
        if conditions is not None
    ]  # fmt: skip


def _mine(floor: Floor, name: str, account: Account | None) -> Mine | None:
    """Where a patron who has signed in stands in the list: their own reference and tickets."""
    if account is None or account.role != Role.PATRON:
        return None
    reference = floor.register.reference(account.name)

    def see(found: Promotion, _version: int) -> Mine | None:
        runs = list(runs_of(found.entries, reference))
        many = sum(last - first + 1 for first, last in runs)
        return Mine(reference, many, _runs(runs)) if runs else None

    return KIND.look(floor, name, see)


def _runs(found: list[tuple[int, int]]) -> str:
    told = Listed(
        f"{first}" if first == last else Term("{first} to {last}", first=first, last=last)
        for first, last in found[:_RUNS]
    )
    return Text("{tickets} and more", tickets=told) if len(found) > _RUNS else told


@get("/promotions/{name:str}/draw", include_in_schema=False)
async def draw(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Response[bytes]:
    return await drawn_file(floor, name, request.scope.get("user"))


@post(
    [f"/promotions/{{name:str}}/{each}" for each in ("share", "confirm", "reveal", "sign")],
    include_in_schema=False, guards=[signed_in], status_code=200,
)  # fmt: skip
async def second_person(
    request: Asking, floor: OpenFloor, name: FromPath[str]
) -> Template | Redirect:
    """What the scrutineer or second person does: commit, confirm, reveal, sign."""
    data = await FormData.of(request)
    form = request.url.path.rpartition("/")[2]
    asked = DeskRequest(floor, name, request.user, data, [])
    try:
        command = await floor.blocking(FORMS[form].make, asked)
        await give_command(floor, request.user, KIND, name, command, press_of(request))
    except (RuledOut, Wrong) as wrong:
        return await _shown(request, floor, name, problem=wrong.problem, status=wrong.status)
    return Redirect(f"/promotions/{name}?done={form}", status_code=303)


@post(
    "/promotions/{name:str}/enter", include_in_schema=False, guards=[only(*STAFF)], status_code=200
)
async def enter(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template | Redirect:
    data = await FormData.of(request)
    asked = DeskRequest(floor, name, request.user, data, [])
    try:
        command = await floor.blocking(FORMS["enter"].make, asked)
        await given(asked, command, press_of(request))
    except (RuledOut, Wrong) as wrong:
        return await _shown(request, floor, name, problem=wrong.problem, status=wrong.status)
    return Redirect(f"/promotions/{name}?done=entered", status_code=303)


ROUTES = [promotions, promotion, draw, second_person, enter]
# Anyone who runs promotions has the desk under the same name, which leads to these pages.
NAVIGATION = [
    Link(Text("Promotions"), "/promotions", frozenset(OFFICES) - DESK, order=15, public=True),
]
