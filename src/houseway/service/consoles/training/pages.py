"""The training pages: choose a game and what to train, answer, see each mark with its clause.

Every page is a plain form, so that it works by keyboard alone and without a script. A script puts
the next question in place and reads question and mark out to people who cannot see them.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from hashlib import sha256
from http import HTTPStatus
from typing import Any, NamedTuple

from litestar import get, post
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Template
from msgspec.structs import replace

from houseway.assessment.assessment import SITTERS
from houseway.assessment.course import Course
from houseway.equipment.chips import BadAmount
from houseway.games import find, playable, slugs
from houseway.randomness import new_seed
from houseway.rulebook.document import clause_row
from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.access.guards import Connection, account_of
from houseway.service.aggregates.courses import (
    KIND,
    CourseProgress,
    is_open,
    next_scope,
    record_name,
)
from houseway.service.consoles.page import Link, page
from houseway.service.consoles.training.desk import (
    DESK,
    Asked,
    QuestionPlan,
    checked_kinds,
    felt_of,
)
from houseway.service.errors import Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.forms.form_data import FormData
from houseway.service.settings import Settings
from houseway.service.texts.text import Listed, Text
from houseway.store.log import LogError
from houseway.training.choosing import Scope, due
from houseway.training.drill import Drill, Mark, Part, answer_text
from houseway.training.generate import KINDS, NoDrill, kinds_of
from houseway.training.progress import Progress, take

# When a question was put to a trainee, sealed so that a page cannot say otherwise.

LEAST, MOST = 5, 600  # seconds that a limit may be
GRACE_MS = 3_000  # for the way of an answer to the house


def sealed(settings: Settings, person: str, drill: str, at_us: int) -> str:
    """A text for a hidden field: the time, and a keyed hash of time, person and drill."""
    return f"{at_us}.{_mac(settings, person, drill, at_us)}"


def took_ms(settings: Settings, text: str, person: str, drill: str, now_us: int) -> int | None:
    """How long an answer took; None where the seal is not of this house, person and drill."""
    at, _, mac = text[:100].partition(".")
    if not at.isascii() or not at.isdecimal():
        return None
    if not hmac.compare_digest(mac.encode(), _mac(settings, person, drill, int(at)).encode()):
        return None
    return max(0, now_us - int(at)) // 1_000


def checked_limit(seconds: int) -> int:
    """A limit within what is allowed; 0 is none."""
    return min(max(seconds, LEAST), MOST) if seconds > 0 else 0


def is_late(took: int | None, limit: int) -> bool:
    return bool(limit) and (took is None or took > limit * 1_000 + GRACE_MS)


def _mac(settings: Settings, person: str, drill: str, at_us: int) -> str:
    text = f"question {person}\n{drill}\n{at_us}"
    return hmac.new(settings.secret().encode(), text.encode(), sha256).hexdigest()[:32]


# Questions made ahead: while a person reads one, the next is made and drawn.

AFTER_S = 0.05  # the page that is being sent comes first
UNDER_WAY: set[asyncio.Task[None]] = set()


def go_ahead(floor: Floor, make: Callable[..., None], *given: object) -> None:
    """Make a drill while nobody waits for it; what cannot be made is made when it is asked for."""
    task = asyncio.ensure_future(_made(floor, make, given))
    UNDER_WAY.add(task)
    task.add_done_callback(UNDER_WAY.discard)


async def _made(floor: Floor, make: Callable[..., None], given: tuple[object, ...]) -> None:
    await asyncio.sleep(AFTER_S)
    # RuntimeError: the house has closed meanwhile
    with suppress(NoDrill, Wrong, LogError, RuntimeError):
        await floor.blocking(make, *given)


# What the training pages and the pages of courses share: the next question and its answer.


def open_course(floor: Floor, name: str) -> Course:
    """A course as it is now; raise where there is none. Blocks."""
    found: Course = KIND.look(floor, name, lambda course, _version: copy(course))
    return found


def progress_in(floor: Floor, account: Account, name: str) -> CourseProgress:
    return floor.desk.training.read(account.name, record_name(name), CourseProgress)


def course_plan(floor: Floor, account: Account, name: str, number: int) -> QuestionPlan | None:
    """The question that comes next in a course; None where it asks nothing of this trainee."""
    course = open_course(floor, name)
    if course.rules is None or not is_open(course) or not course.is_for(account.name):
        return None
    scope = next_scope(course.rules, progress_in(floor, account, name))
    return QuestionPlan(account.name, scope, number) if scope else None


def record_answer(
    floor: Floor, account: Account, name: str, slug: str, took: int, *, right: bool
) -> None:
    """Count an answer for a course, if the course is open and this trainee's. Blocks."""
    course = open_course(floor, name)
    rules = course.rules
    if rules is None or not is_open(course) or not course.is_for(account.name):
        return

    def count(progress: CourseProgress) -> None:
        progress.take(slug, rules, floor.now_us(), took, right=right)

    floor.desk.training.change(account.name, record_name(name), CourseProgress, count)


OFFICES = frozenset(map(str, set(Role) - {Role.PATRON}))
LONGEST_SEED, LONGEST_EXACT = 40, 80


async def in_training(connection: Connection, _: BaseRouteHandler) -> None:
    """A guard: staff; at a demonstration of this machine, anybody."""
    if connection.app.state.entrances(connection):
        return
    if account_of(connection).office not in OFFICES:
        raise Wrong(HTTPStatus.FORBIDDEN, "office_may_not", Text("training is for staff"))


class _Listed(NamedTuple):
    slug: str
    title: str
    kinds: tuple[tuple[str, str], ...]


def _listed(slug: str) -> _Listed:
    game = find(slug)
    named = tuple((each, KINDS[each].trains) for each in kinds_of(game))
    return _Listed(slug, game.cite.title, named)


@get("/train", include_in_schema=False, guards=[in_training])
async def choose(request: Asking, floor: OpenFloor, game: FromQuery[str] = "") -> Template:
    """The games, and for one of them what can be trained."""
    shown = _listed(known(game)) if game else None
    listed = [(slug, find(slug).cite.title) for slug in slugs()]
    account: Account | None = request.user
    ready = await floor.blocking(_due, floor, account, shown.slug) if account and shown else 0
    if account and shown:
        go_ahead(floor, _make_planned, floor, QuestionPlan(account.name, Scope(shown.slug), 0))
    return await page(
        request, "training/choose.html", games=listed, shown=shown, test_offices=SITTERS, due=ready
    )


def _due(floor: Floor, account: Account, slug: str) -> int:
    """How many clauses the schedule wants asked by now."""
    progress = floor.desk.training.read(account.name, slug, Progress)
    return len({each.clause for each in due(Scope(slug), progress, floor.now_us())})


class TrainingRun(NamedTuple):
    """What goes along from question to question: the drills without a mistake, of how many, the
    seconds for each, and the course."""

    right: int = 0
    of: int = 0
    limit: int = 0
    course: str = ""


@get("/train/{slug:str}", include_in_schema=False, guards=[in_training])
async def ask(
    request: Asking,
    floor: OpenFloor,
    slug: FromPath[str],
    seed: FromQuery[str] = "",
    number: FromQuery[int] = 0,
    kind: FromQuery[list[str] | None] = None,
    right: FromQuery[int] = 0,
    of: FromQuery[int] = 0,
    limit: FromQuery[str] = "",
) -> Template:
    """One question. With a seed, the same address asks the same; without, the schedule chooses."""
    kinds, number = checked_kinds(known(slug), kind or ()), max(number, 0)
    run = TrainingRun(right, of, checked_limit(whole(limit)))
    if request.user and not seed:
        plan = QuestionPlan(request.user.name, Scope(slug, kinds), number)
        asked = await floor.blocking(planned, floor, plan)
    else:
        asked = Asked(slug, kinds, seed[:LONGEST_SEED] or new_seed()[:8], number)
        go_ahead(floor, DESK.ahead, asked.next)
    return await question_page(request, floor, asked, run)


def planned(floor: Floor, plan: QuestionPlan) -> Asked:
    """What the schedule asks a trainee. Blocks."""
    progress = floor.desk.training.read(plan.account, plan.scope.slug, Progress)
    return DESK.planned(plan, progress, floor.now_us())


async def question_page(
    request: Asking, floor: Floor, asked: Asked, run: TrainingRun, problem: str = ""
) -> Template:
    ready = await floor.blocking(DESK.ready, asked)
    made = ready.drill
    said = f"{made.title}. {' '.join(made.situation)}. {made.parts[0].asks}"
    if run.limit:
        said = f"{run.limit} seconds. {said}"
    since = sealed(floor.settings, _person(request), made.name, floor.now_us())
    return await page(
        request, "training/drill.html", **_shown(asked, made), felt=ready.felt, said=said,
        marks=(), problem=problem, run=run, since=since, progress=None, late=False,
    )  # fmt: skip


def _person(request: Asking) -> str:
    return request.user.name if request.user else ""


@post("/train/{slug:str}", include_in_schema=False, guards=[in_training], status_code=200)
async def answer(request: Asking, floor: OpenFloor, slug: FromPath[str]) -> Template:
    """The marks of one drill, with the table as the ruling leaves it."""
    data = await FormData.of(request)
    asked, run = _of_form(known(slug), data), _run_of(data)
    made = (await floor.blocking(DESK.ready, asked)).drill
    took = took_ms(
        floor.settings, _text(data, "since"), _person(request), made.name, floor.now_us()
    )
    late = is_late(took, run.limit)
    try:
        marks = made.mark(answers_of(data, made))
    except BadAmount as wrong:
        if not late:
            return await question_page(request, floor, asked, run, str(wrong))
        marks = made.mark([() for _ in made.parts])
    if late:
        marks = tuple(replace(each, right=False) for each in marks)
    progress = None
    if request.user:
        progress = await floor.blocking(_record, floor, request.user, made, marks, took or 0, run)
    context = await floor.blocking(_marked, asked, made, marks)
    if late:
        context["said"] = Listed((Text("Too late."), context["said"]), " ")
    _prepare_next(floor, request.user, asked, run)
    right = all(each.right for each in marks)
    run = run._replace(right=run.right + right, of=run.of + 1)
    return await page(
        request, "training/drill.html", **context, problem="", run=run, since="",
        progress=progress, late=late,
    )  # fmt: skip


def _record(
    floor: Floor,
    account: Account,
    made: Drill,
    marks: tuple[Mark, ...],
    took: int,
    run: TrainingRun,
) -> Progress:
    """Store an answer in the progress of a trainee, and in that of the course. Blocks."""
    slug, now_us, counted = made.edition.partition("@")[0], floor.now_us(), list[bool]()

    def count(progress: Progress) -> None:
        counted.append(take(progress, made, marks, now_us, took))

    progress = floor.desk.training.change(account.name, slug, Progress, count)
    if run.course and counted[0]:
        right = all(each.right for each in marks)
        record_answer(floor, account, run.course, slug, took, right=right)
    return progress


def _prepare_next(floor: Floor, account: Account | None, asked: Asked, run: TrainingRun) -> None:
    """Make the next drill while this one's marks are read."""
    if run.course and account:
        go_ahead(floor, _make_for_course, floor, account, run.course, asked.number + 1)
    elif asked.exact and account:
        plan = QuestionPlan(account.name, Scope(asked.slug, asked.kinds), asked.number + 1)
        go_ahead(floor, _make_planned, floor, plan)
    else:
        go_ahead(floor, DESK.ahead, asked.next)


def _make_planned(floor: Floor, plan: QuestionPlan) -> None:
    DESK.ahead(planned(floor, plan))


def _make_for_course(floor: Floor, account: Account, course: str, number: int) -> None:
    plan = course_plan(floor, account, course, number)
    if plan is not None:
        _make_planned(floor, plan)


class _MarkShown(NamedTuple):
    """A mark as the page shows it: what was given, what is right, and each clause with its text."""

    part: Part
    mark: Mark
    given: str
    answer: str
    clauses: tuple[tuple[str, str], ...]


def _marked(asked: Asked, made: Drill, marks: tuple[Mark, ...]) -> dict[str, Any]:
    shown = [_mark_shown(part, each) for part, each in zip(made.parts, marks, strict=True)]
    right = sum(each.right for each in marks)
    counted = Text("{right} of {many} right.", right=right, many=len(marks))
    said = Listed((counted, *map(_said, shown)), " ")
    return {**_shown(asked, made), "felt": felt_of(made.after), "marks": shown, "said": said}


def _said(shown: _MarkShown) -> str:
    cited = ", ".join(clause for clause, _ in shown.clauses)
    if shown.mark.right:
        return Text("Right: {answer}, by {clauses}.", answer=shown.answer, clauses=cited)
    return Text("Wrong: {answer}, by {clauses}.", answer=shown.answer, clauses=cited)


def _mark_shown(part: Part, mark: Mark) -> _MarkShown:
    clauses = tuple((each, clause_row(each).must) for each in mark.clauses)
    given = " ".join(mark.given) if part.form == "money" else answer_text(part, mark.given)
    return _MarkShown(part, mark, given, answer_text(part, mark.answer), clauses)


def _shown(asked: Asked, made: Drill) -> dict[str, Any]:
    return {
        "asked": asked,
        "drill": made,
        "title": find(asked.slug).cite.title,
        "edition": made.edition,
        "chips": made.after.chips if made.after else (),
        "trains": KINDS[made.kind].trains,
    }


# What comes from outside


def known(slug: str) -> str:
    if not playable(slug) or slug not in slugs():
        raise Wrong(
            HTTPStatus.NOT_FOUND, "no_such_game", Text("there is no game {slug}", slug=slug)
        )
    return slug


def _of_form(slug: str, data: FormData) -> Asked:
    kinds = checked_kinds(slug, data.values.get("kind", ()))
    exact = _text(data, "exact")[:LONGEST_EXACT]
    if exact and exact.partition("/")[0] not in kinds_of(find(slug)):
        raise Wrong(
            HTTPStatus.NOT_FOUND, "no_such_drill", Text("there is no drill {exact}", exact=exact)
        )
    seed = _text(data, "seed")[:LONGEST_SEED]
    return Asked(slug, kinds, seed, _number(data, "number"), exact)


def _run_of(data: FormData) -> TrainingRun:
    return TrainingRun(
        _number(data, "right"), _number(data, "of"), checked_limit(_number(data, "limit")),
        _text(data, "course")[:LONGEST_SEED],
    )  # fmt: skip


def _text(data: FormData, name: str) -> str:
    return next(iter(data.values.get(name, ())), "")


def _number(data: FormData, name: str) -> int:
    return whole(_text(data, name))


def whole(text: str) -> int:
    """A small whole number; 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0


def answers_of(data: FormData, made: Drill) -> tuple[tuple[str, ...], ...]:
    return tuple(_given(data, at, part) for at, part in enumerate(made.parts))


def _given(data: FormData, at: int, part: Part) -> tuple[str, ...]:
    """The answer to one question: a text, the chosen options, or the options by their places."""
    if part.form == "order":
        places = [(_number(data, f"part-{at}-{n}"), n) for n in range(len(part.options))]
        return tuple(part.options[n] for _, n in sorted(places))
    given = data.values.get(f"part-{at}", ())
    if part.form == "money":
        return (given[0][:100] if given else "",)
    numbers = [int(each) for each in given if each.isdecimal() and int(each) < len(part.options)]
    return tuple(part.options[each] for each in numbers)


ROUTES = [choose, ask, answer]
NAVIGATION = [Link(Text("Training"), "/train", OFFICES, order=45, also=("/courses", "/tests"))]
