"""The analysis pages: what every wager costs, what the best play does, and what if.

For those who run or inspect the house. Patrons' screens do not analyse or advise (reading G15).
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any, NamedTuple

from litestar import get
from litestar.params import FromPath
from litestar.response import Response, Template

from houseway.analysis import analysed as analysed_games
from houseway.analysis import module_of
from houseway.analysis.figures import Analysis
from houseway.games import game
from houseway.rulebook.roles import Role, at_least
from houseway.service.access.accounts import ADMINISTRATOR
from houseway.service.access.guards import only
from houseway.service.consoles.analyst.counting import LONGEST_SECONDS
from houseway.service.consoles.analyst.desk import SLOW
from houseway.service.consoles.analyst.figures import Headline, headlines, moved, range_of, shown
from houseway.service.consoles.analyst.questions import (
    Options,
    Picture,
    Question,
    choices_of,
    named_options,
)
from houseway.service.consoles.analyst.what_if import (
    MOST_DECKS,
    WhatIfForm,
    approved_decks,
    fields,
    presets,
    read_form,
    written,
)
from houseway.service.consoles.page import Link, page
from houseway.service.errors import Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.texts.text import Text

MANAGERS = at_least(Role.ASSISTANT_GAMING_MANAGER)
OTHERS = (Role.TOURNAMENT_DIRECTOR, Role.INSPECTOR, Role.SURVEILLANCE, ADMINISTRATOR)
ANALYSTS = frozenset(map(str, (*MANAGERS, *OTHERS)))
GUARDS = [only(*ANALYSTS)]
TURN_SECONDS = 5.0  # after which the list says again which game is being counted
PATIENCE_SECONDS = 1.5  # that a page waits for figures before it goes without them


def analysed(slug: str) -> str:
    """The slug of a game that has an analysis; any other is answered with 404."""
    if slug not in analysed_games():
        raise Wrong(
            HTTPStatus.NOT_FOUND, "no_such_game", Text("there is no game {slug}", slug=slug)
        )
    return slug


def chosen_options(request: Asking, slug: str) -> Options:
    """The options named in the address, of those that move the figures."""
    return named_options(slug, dict(request.query_params.items()))


def patience(request: Asking) -> float:
    """A page goes without figures that take long, and its script then waits for them."""
    return LONGEST_SECONDS if request.headers.get("hx-request") else PATIENCE_SECONDS


async def counted(request: Asking, floor: Floor, asked: Question) -> Any:
    """The answer, or None while it is being counted."""
    try:
        return await floor.analysing.ask(asked, patience(request))
    except TimeoutError:
        return None


async def game_page(
    request: Asking, template: str, slug: str, tab: str, **context: Any
) -> Template:
    cite = game(slug).cite
    given = {
        "slug": slug, "tab": tab, "title": cite.title, "edition": cite.edition,
        "query": str(request.url.query), "has_tables": hasattr(module_of(slug), "tables"),
        **context,
    }  # fmt: skip
    return await page(request, template, **given)


# All games


class GameListed(NamedTuple):
    slug: str
    title: str
    edition: str
    source: str
    headlines: list[Headline] | None  # None until they are counted
    refused: str = ""
    before: int = 0  # games that are counted before this one; 0: it is being counted


async def _listed(floor: Floor, slug: str, seconds: float) -> GameListed:
    """A game with its figures, waited for so long; counting begins in any case."""
    asked = Question("figures", slug)
    try:
        found = await floor.analysing.ask(asked, seconds)
    except TimeoutError:
        return _row(slug, None)._replace(before=floor.analysing.before(asked) or 0)
    except Wrong as wrong:
        return _row(slug, None)._replace(headlines=[], refused=wrong.problem.sentence)
    return _row(slug, found)


def _row(slug: str, found: Analysis | None) -> GameListed:
    cite = game(slug).cite
    source = found.source if found else ""
    return GameListed(slug, cite.title, cite.edition, source, headlines(found) if found else None)


@get("/analysis", include_in_schema=False, guards=GUARDS)
async def index(request: Asking, floor: OpenFloor) -> Template:
    """Every game at once; those that take longer the page asks for by itself."""
    slugs = sorted(analysed_games(), key=lambda slug: slug in SLOW)
    seconds = {slug: 0.0 if slug in SLOW else PATIENCE_SECONDS for slug in slugs}
    listed = await asyncio.gather(*(_listed(floor, slug, seconds[slug]) for slug in slugs))
    rows = sorted(listed, key=lambda row: analysed_games().index(row.slug))
    return await page(request, "analysis/index.html", rows=rows)


@get("/analysis/{slug:str}/headline", include_in_schema=False, guards=GUARDS)
async def headline(request: Asking, floor: OpenFloor, slug: FromPath[str]) -> Template:
    """One game of the list, as soon as it is counted, or how far its turn is after a while."""
    row = await _listed(floor, analysed(slug), TURN_SECONDS)
    return Template("analysis/headline.html", context={"row": row})


# One game


@get("/analysis/{slug:str}", include_in_schema=False, guards=GUARDS)
async def figures(request: Asking, floor: OpenFloor, slug: FromPath[str]) -> Template:
    options = chosen_options(request, analysed(slug))
    found = await counted(request, floor, Question("figures", slug, options))
    return await game_page(
        request, "analysis/figures.html", slug, "figures", choices=choices_of(slug, options),
        source=found.source if found else "",
        wagers=shown(found.wagers) if found else None, plotted=slug not in SLOW,
        ends=range_of(found.wagers) if found else None,
    )  # fmt: skip


@get("/analysis/{slug:str}/best-play", include_in_schema=False, guards=GUARDS)
async def best_play(request: Asking, floor: OpenFloor, slug: FromPath[str]) -> Template:
    options = chosen_options(request, analysed(slug))
    found = await counted(request, floor, Question("tables", slug, options))
    return await game_page(
        request, "analysis/best_play.html", slug, "best play",
        choices=choices_of(slug, options), tables=found,
    )  # fmt: skip


# Plots


async def _pictures(request: Asking, floor: Floor, slug: str) -> tuple[Picture, ...]:
    asked = Question("plots", slug, chosen_options(request, slug))
    pictures: tuple[Picture, ...] = await floor.analysing.ask(asked)
    return pictures


@get("/analysis/{slug:str}/plots", include_in_schema=False, guards=GUARDS)
async def plots(request: Asking, floor: OpenFloor, slug: FromPath[str]) -> Template:
    """The plots of a game, for its page to take in when they are drawn."""
    if analysed(slug) in SLOW:
        raise Wrong(
            HTTPStatus.NOT_FOUND, "no_plots", Text("there are no plots of {slug}", slug=slug)
        )
    pictures = await _pictures(request, floor, slug)
    given = {"pictures": pictures, "slug": slug, "query": str(request.url.query)}
    return Template("analysis/plots.html", context=given)


@get("/analysis/{slug:str}/plots/{name:str}", include_in_schema=False, guards=GUARDS)
async def plot_file(
    request: Asking, floor: OpenFloor, slug: FromPath[str], name: FromPath[str]
) -> Response[str]:
    """The figures of a plot as CSV."""
    found = await _pictures(request, floor, slug) if analysed(slug) not in SLOW else ()
    for each in found:
        if name == f"{each.name}.csv":
            headers = {"content-disposition": f'attachment; filename="{name}"'}
            return Response(each.csv, media_type="text/csv", headers=headers)
    raise Wrong(HTTPStatus.NOT_FOUND, "no_such_plot", Text("there is no plot {name}", name=name))


# What if


@get("/analysis/{slug:str}/what-if", include_in_schema=False, guards=GUARDS)
async def what_if(request: Asking, floor: OpenFloor, slug: FromPath[str]) -> Template:
    """Other decks, options, odds and cells beside the approved; all of it is in the address."""
    analysed(slug)
    problem, found, form = None, None, WhatIfForm()
    try:
        form = read_form(slug, dict(request.query_params.items()))
        if form.asked is not None:
            found = await counted(request, floor, form.asked)
    except Wrong as wrong:
        problem = wrong.problem
    return await game_page(
        request, "analysis/what_if.html", slug, "what if", form=form,
        choices=choices_of(slug, form.options), fields=fields(slug, form.options),
        problem=problem, comparison=found, moved=moved(found) if found else [],
        file=written(slug, form), most_decks=MOST_DECKS, decks=approved_decks(slug),
        presets=presets(slug),
    )  # fmt: skip


ROUTES = [index, headline, figures, best_play, plots, plot_file, what_if]
NAVIGATION = [Link(Text("Analysis"), "/analysis", offices=ANALYSTS, order=45)]
