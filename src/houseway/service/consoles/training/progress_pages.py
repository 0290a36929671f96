"""A trainee's own progress: by game, section and clause, with speed and streaks."""

from __future__ import annotations

from typing import Any

from litestar import get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template
from markupsafe import Markup

from houseway.games import find, slugs
from houseway.service.access.guards import only
from houseway.service.consoles.page import page
from houseway.service.consoles.training.pages import OFFICES, known
from houseway.service.draw.progress import by_day, by_section
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.forms.form_data import FormData
from houseway.training.choosing import Scope, askable, due
from houseway.training.generate import KINDS
from houseway.training.progress import Progress, day_of, recall, sections, skill_of

GUARDS = [only(*OFFICES)]


@get("/train/progress", include_in_schema=False, guards=GUARDS)
async def progress(request: Asking, floor: OpenFloor, game: FromQuery[str] = "") -> Template:
    """All games in a table, and one of them in detail."""
    context = await floor.blocking(_context, floor, request.user.name, known(game) if game else "")
    return await page(request, "training/progress.html", **context)


@post("/train/progress/forget", include_in_schema=False, guards=GUARDS, status_code=303)
async def forget(request: Asking, floor: OpenFloor) -> Redirect:
    """Delete one's own progress, in every game and course."""
    data = await FormData.of(request)
    if data.yes("sure"):
        await floor.blocking(floor.desk.training.forget, request.user.name)
    return Redirect("/train/progress", status_code=303)


def _context(floor: Floor, name: str, chosen: str) -> dict[str, Any]:
    now_us = floor.now_us()
    read = floor.desk.training.read
    every = {slug: read(name, slug, Progress) for slug in slugs()}
    games = [_listed(slug, each, now_us) for slug, each in every.items()]
    trained = [slug for slug, each in every.items() if each.asked]
    slug = chosen or next(iter(trained), slugs()[0])
    own, shown = every[slug], find(slug)
    found = sections(own, shown, askable(slug), now_us)
    return {
        "games": games, "slug": slug, "title": shown.cite.title, "own": own, "sections": found,
        "chart": Markup(by_section(found)),  # noqa: S704 - escaped where drawn
        "days": Markup(by_day(own.days, day_of(now_us))),  # noqa: S704
        "in_a_row": own.days_in_a_row(day_of(now_us)), "kinds": _kinds(own, now_us),
        "edition": shown.cite.id,
    }  # fmt: skip


def _listed(slug: str, each: Progress, now_us: int) -> dict[str, Any]:
    clauses = sections(each, find(slug), askable(slug), now_us)
    total = sum(len(section.clauses) for section in clauses)
    return {
        "slug": slug, "title": find(slug).cite.title, "progress": each, "clauses": total,
        "met": sum(section.met for section in clauses),
        "due": len({skill.clause for skill in due(Scope(slug), each, now_us)}),
    }  # fmt: skip


def _kinds(own: Progress, now_us: int) -> list[dict[str, Any]]:
    """Each kind that was trained: answers, success and recall."""
    found: dict[str, list[Any]] = {}
    for key, learnt in own.skills.items():
        found.setdefault(skill_of(key).kind, []).append(learnt)
    return [
        {
            "trains": KINDS[kind].trains, "asked": sum(each.asked for each in learnt),
            "right": sum(each.right for each in learnt),
            "recall": round(sum(recall(each.memory, now_us) for each in learnt) * 100
                            / len(learnt)),
        }
        for kind, learnt in found.items() if kind in KINDS
    ]  # fmt: skip


ROUTES = [progress, forget]
