"""The training pages: choose a game and what to train, answer, see each mark with its clause.

Every page is a plain form, so that it works by keyboard alone and without a script. A script puts
the next question in place and reads question and mark out to people who cannot see them.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any, NamedTuple

from litestar import get, post
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from houseway.assessment.assessment import SITTERS
from houseway.equipment.chips import BadAmount
from houseway.games import find, playable, slugs
from houseway.randomness import new_seed
from houseway.rulebook.document import clause_row
from houseway.rulebook.roles import Role
from houseway.service.access.guards import Connection, account_of
from houseway.service.consoles.page import Link, page
from houseway.service.consoles.training.desk import DESK, Asked, DrawnDrill, checked_kinds, felt_of
from houseway.service.errors import Wrong
from houseway.service.floor import Floor
from houseway.service.forms.form_data import FormData
from houseway.service.http.request import Asking, OpenFloor
from houseway.training.drill import Drill, Mark, Part, answer_text
from houseway.training.generate import KINDS, kinds_of

OFFICES = frozenset(map(str, set(Role) - {Role.PATRON}))
LONGEST_SEED = 40


def in_training(connection: Connection, _: BaseRouteHandler) -> None:
    """A guard: staff; at a demonstration of this machine, anybody."""
    if connection.app.state.entrances(connection):
        return
    if account_of(connection).office not in OFFICES:
        raise Wrong(HTTPStatus.FORBIDDEN, "office_may_not", "training is for staff")


class _Listed(NamedTuple):
    slug: str
    title: str
    kinds: tuple[tuple[str, str], ...]


def _listed(slug: str) -> _Listed:
    game = find(slug)
    named = tuple((each, KINDS[each].trains) for each in kinds_of(game))
    return _Listed(slug, game.cite.title, named)


@get("/train", include_in_schema=False, guards=[in_training])
async def choose(request: Asking, game: FromQuery[str] = "") -> Template:
    """The games, and for one of them what can be trained."""
    shown = _listed(known(game)) if game else None
    listed = [(slug, find(slug).cite.title) for slug in slugs()]
    return await page(
        request, "training/choose.html", games=listed, shown=shown, test_offices=SITTERS
    )


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
) -> Template:
    """One question; the same address asks the same again."""
    kinds = checked_kinds(known(slug), kind or ())
    asked = Asked(slug, kinds, seed[:LONGEST_SEED] or new_seed()[:8], max(number, 0))
    ready = await floor.blocking(DESK.ready, asked)
    context = _question(asked, ready)
    _go_ahead(floor, asked.next)
    return await page(
        request, "training/drill.html", **context, marks=(), problem="", streak=_Streak(right, of)
    )


@post("/train/{slug:str}", include_in_schema=False, guards=[in_training], status_code=200)
async def answer(request: Asking, floor: OpenFloor, slug: FromPath[str]) -> Template:
    """The marks of one drill, with the table as the ruling leaves it."""
    data = await FormData.of(request)
    asked = _of_form(known(slug), data)
    ready = await floor.blocking(DESK.ready, asked)
    made = ready.drill
    streak = _Streak(_number(data, "right"), _number(data, "of"))
    try:
        marks = made.mark(answers_of(data, made))
    except BadAmount as wrong:
        context = {**_question(asked, ready), "marks": (), "problem": str(wrong)}
        return await page(request, "training/drill.html", **context, streak=streak)
    context = await floor.blocking(_marked, asked, made, marks)
    _go_ahead(floor, asked.next)
    counted = _Streak(streak.right + all(each.right for each in marks), streak.of + 1)
    return await page(request, "training/drill.html", **context, problem="", streak=counted)


class _Streak(NamedTuple):
    """How many drills were answered without a mistake, of how many."""

    right: int
    of: int


class _MarkShown(NamedTuple):
    """A mark as the page shows it: what was given, what is right, and each clause with its text."""

    part: Part
    mark: Mark
    given: str
    answer: str
    clauses: tuple[tuple[str, str], ...]


def _question(asked: Asked, ready: DrawnDrill) -> dict[str, Any]:
    made = ready.drill
    said = f"{made.title}. {' '.join(made.situation)}. {made.parts[0].asks}"
    return {**_shown(asked, made), "felt": ready.felt, "said": said}


def _marked(asked: Asked, made: Drill, marks: tuple[Mark, ...]) -> dict[str, Any]:
    shown = [_mark_shown(part, each) for part, each in zip(made.parts, marks, strict=True)]
    right = sum(each.right for each in marks)
    said = f"{right} of {len(marks)} right. " + " ".join(_said(each) for each in shown)
    return {**_shown(asked, made), "felt": felt_of(made.after), "marks": shown, "said": said}


def _said(shown: _MarkShown) -> str:
    cited = ", ".join(clause for clause, _ in shown.clauses)
    return f"{'Right' if shown.mark.right else 'Wrong'}: {shown.answer}, by {cited}."


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


def _go_ahead(floor: Floor, asked: Asked) -> None:
    """Make the next drill while this one is being answered."""
    task = asyncio.ensure_future(floor.blocking(DESK.ahead, asked))
    _under_way.add(task)
    task.add_done_callback(_under_way.discard)


_under_way: set[asyncio.Future[None]] = set()


# What comes from outside


def known(slug: str) -> str:
    if not playable(slug) or slug not in slugs():
        raise Wrong(HTTPStatus.NOT_FOUND, "no_such_game", f"there is no game {slug}")
    return slug


def _of_form(slug: str, data: FormData) -> Asked:
    kinds = checked_kinds(slug, data.values.get("kind", ()))
    return Asked(slug, kinds, _text(data, "seed")[:LONGEST_SEED], _number(data, "number"))


def _text(data: FormData, name: str) -> str:
    return next(iter(data.values.get(name, ())), "")


def _number(data: FormData, name: str) -> int:
    text = _text(data, name)
    return int(text) if text.isdecimal() and len(text) < 7 else 0


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
NAVIGATION = [Link("Training", "/train", OFFICES, order=45)]
