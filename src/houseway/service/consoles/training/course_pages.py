"""Courses in the browser: set one, train for it, and see how far the class has come."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from litestar import get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from houseway.assessment import course as v
from houseway.assessment.assessment import SETTERS
from houseway.games import find, slugs
from houseway.service.access.guards import only
from houseway.service.aggregates.assessments import VIEWERS
from houseway.service.aggregates.courses import KIND, CourseView, overview, standing
from houseway.service.api.aggregates import give_command
from houseway.service.consoles.page import page
from houseway.service.consoles.training.pages import (
    OFFICES,
    TrainingRun,
    course_plan,
    known,
    open_course,
    planned,
    progress_in,
    question_page,
)
from houseway.service.errors import RuledOut, Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.forms.form_data import FormData, names
from houseway.service.forms.pressed_once import press_of
from houseway.service.texts.text import Text
from houseway.training.generate import KINDS

GUARDS = [only(*OFFICES)]
SETTING = [only(*map(str, SETTERS))]


@get("/courses", include_in_schema=False, guards=GUARDS)
async def list_courses(request: Asking, floor: OpenFloor) -> Template:
    """Every course, the own ones first, and a form for those who set them."""
    return await _list(request, floor)


async def _list(
    request: Asking, floor: Floor, problem: str = "", data: FormData | None = None
) -> Template:
    found = await floor.blocking(KIND.every, floor, request.user.viewer)
    rows = await floor.blocking(_rows, floor, request.user, found)
    return await page(
        request, "training/courses.html", rows=rows, may_set=request.user.role in SETTERS,
        games=[(slug, find(slug).cite.title) for slug in slugs()],
        kinds=[(kind.name, kind.trains) for kind in KINDS.values()],
        problem=problem, data=data or FormData(),
    )  # fmt: skip


def _rows(floor: Floor, account: Any, found: list[CourseView]) -> list[tuple[CourseView, Any, str]]:
    """Courses with one's own progress and standing: one's own, then others, then withdrawn ones."""
    rows = []
    for each in found:
        own = progress_in(floor, account, each.name)
        rows.append((each, own, standing(each.rules, own, floor.now_us()) if each.own else ""))
    return sorted(rows, key=lambda row: (bool(row[0].withdrawn), not row[0].own, row[0].name))


@post("/courses", include_in_schema=False, guards=SETTING, status_code=200)
async def set_course(request: Asking, floor: OpenFloor) -> Template | Redirect:
    data = await FormData.of(request)
    name = data.text("name")
    try:
        command = v.SetCourse(
            data.text("title")[:100], tuple(known(each) for each in data.all("game")),
            tuple(each for each in KINDS if each in data.all("kind")), data.lines("clauses"),
            await floor.blocking(_people, floor, data.read("people", names) or ()),
            data.number("questions"), data.number("percent"), data.time_us("due"),
            data.number("limit"),
        )  # fmt: skip
        await give_command(floor, request.user, KIND, name, command, press_of(request))
    except (Wrong, RuledOut) as wrong:
        if isinstance(wrong, Wrong) and wrong.status == HTTPStatus.FORBIDDEN:
            raise
        return await _list(request, floor, wrong.problem.sentence, data)
    return _to(name)


def _people(floor: Floor, people: tuple[str, ...]) -> tuple[str, ...]:
    """The names of accounts as they are written there. Blocks."""
    known_names = {each.name.casefold(): each.name for each in floor.desk.accounts.all()}
    for each in people:
        if each.casefold() not in known_names:
            sentence = Text("{each} has no account in this house", each=each)
            raise Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, "no_such_account", sentence)
    return tuple(known_names[each.casefold()] for each in people)


def _to(name: str) -> Redirect:
    return Redirect(f"/courses/{quote(name)}", status_code=303)


@get("/courses/{name:str}", include_in_schema=False, guards=GUARDS)
async def course(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template:
    """One course: what it asks, one's own progress, and the class for those in charge."""
    return await _course(request, floor, name)


async def _course(request: Asking, floor: Floor, name: str, problem: str = "") -> Template:
    shown = await floor.blocking(KIND.seen, floor, name, request.user.viewer)
    in_charge = request.user.role in VIEWERS
    own = await floor.blocking(progress_in, floor, request.user, name)
    rows = (
        await floor.blocking(overview, floor.desk.training, name, shown.rules, floor.now_us())
        if in_charge
        else []
    )
    return await page(
        request, "training/course.html", name=name, course=shown, rules=shown.rules, own=own,
        standing=standing(shown.rules, own, floor.now_us()), rows=rows, in_charge=in_charge,
        titles=[find(each).cite.title for each in shown.rules.editions], problem=problem,
        trains=[KINDS[each].trains for each in shown.rules.kinds if each in KINDS],
        may_set=request.user.role in SETTERS,
    )  # fmt: skip


@get("/courses/{name:str}/next", include_in_schema=False, guards=GUARDS)
async def next_question(
    request: Asking,
    floor: OpenFloor,
    name: FromPath[str],
    number: FromQuery[int] = 0,
    right: FromQuery[int] = 0,
    of: FromQuery[int] = 0,
) -> Template | Redirect:
    """The question of the course that the schedule wants asked now."""
    plan = await floor.blocking(course_plan, floor, request.user, name, max(number, 0))
    if plan is None:
        return _to(name)
    rules = (await floor.blocking(open_course, floor, name)).rules
    asked = await floor.blocking(planned, floor, plan)
    run = TrainingRun(right, of, rules.limit if rules else 0, name)
    return await question_page(request, floor, asked, run)


@post("/courses/{name:str}/withdraw", include_in_schema=False, guards=SETTING, status_code=200)
async def withdraw(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template | Redirect:
    data = await FormData.of(request)
    command = v.WithdrawCourse(data.text("reason"))
    try:
        await give_command(floor, request.user, KIND, name, command, press_of(request))
    except RuledOut as refused:
        return await _course(request, floor, name, str(refused))
    return _to(name)


ROUTES = [list_courses, set_course, course, next_question, withdraw]
