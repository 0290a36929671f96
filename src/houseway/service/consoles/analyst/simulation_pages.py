"""Simulations in the browser: dealt in a process of their own, watched as they converge."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from http import HTTPStatus
from typing import Any

from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect, Response, Template
from markupsafe import Markup

from houseway.analysis.dealing import WORD
from houseway.analysis.figures import percent_text
from houseway.analysis.plots import DARK
from houseway.analysis.plots.plot import Axis, Band, Level, Line, Panel, Plot
from houseway.analysis.table import Table
from houseway.service.consoles.analyst.pages import ANALYSTS, GUARDS, analysed, game_page
from houseway.service.consoles.analyst.pictures import PANEL_WIDTH
from houseway.service.consoles.analyst.questions import choices_of, named_options
from houseway.service.consoles.analyst.simulations import (
    MOST_QUEUED,
    MOST_ROUNDS,
    Point,
    Simulation,
    SimulationRequest,
    Wager,
    number_of,
    stream_of,
)
from houseway.service.errors import Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.live.fragments import Fragment
from houseway.table.view import Viewer

# The picture of a simulation under way: the edge so far within its bounds.

MOST = 6  # pictures
MOST_POINTS = 60
_NONE = Table({}, ())


def plotted(simulation: Simulation) -> tuple[str, ...]:
    """A picture for each of the first wagers, as SVG; none while fewer than two moments are known.

    Each is a picture of its own, so that a page puts as many beside each other as fit.
    """
    points = _thinned(simulation.points)
    if len(points) < 2:
        return ()
    return tuple(
        _plot(points, place).svg(DARK, PANEL_WIDTH) for place in _differing(points[-1])[:MOST]
    )


def _plot(points: Sequence[Point], place: int) -> Plot:
    wager = points[-1].wagers[place]
    return Plot(
        name=f"convergence-{place}",
        title=wager.name,
        subtitle="" if wager.within else "OUTSIDE its bounds",
        panels=(_panel(points, place),),
        table=_NONE,
    )


def _thinned(points: Sequence[Point]) -> Sequence[Point]:
    """Some of them, the last among them."""
    stride = -(-len(points) // MOST_POINTS) or 1
    return points[::-1][::stride][::-1]


def _differing(point: Point) -> list[int]:
    """Places of wagers, those with the figures of an earlier one left out."""
    seen: dict[tuple[str, str, str], int] = {}
    for place, each in enumerate(point.wagers):
        seen.setdefault((each.edge, each.exact, each.limit), place)
    return list(seen.values())


def _panel(points: Sequence[Point], place: int) -> Panel:
    found: list[tuple[float, Wager]] = [(float(each.done), each.wagers[place]) for each in points]
    last = found[-1][1]
    exact = float(last.exact)
    return Panel(
        x=Axis("rounds", "count", log=True),
        y=Axis("house edge", "percent", ticks=4),
        layers=(
            Band(tuple((at, exact - float(w.limit), exact + float(w.limit)) for at, w in found)),
            Level(exact),
            Line(tuple((at, float(w.edge)) for at, w in found), dots=len(found) < 20),
        ),
    )


PRESETS = (1_000_000, 10_000_000, 100_000_000, MOST_ROUNDS)
SHOWN = 25  # simulations in a list
_ROUNDS = re.compile(r"[0-9]{1,12}|[1-9]e[0-9]{1,2}")


class OfSimulations:
    """The source of live fragments about a simulation."""

    def stream(self, name: str) -> str:
        return stream_of(number_of(name))

    def seen(self, floor: Floor, name: str, _viewer: Viewer) -> Simulation:
        found = floor.analysing.simulations.read(number_of(name))
        if not found.over:
            floor.analysing.following.shown(found)
        return found


def _runs(floor: Floor, slug: str) -> list[Simulation]:
    """The latest simulations of a game, the newest first. Blocks: call it in a thread."""
    shelf = floor.analysing.simulations
    numbers = [each for each in reversed(shelf.numbers()) if shelf.asked(each).game == slug]
    return [shelf.glance(number) for number in numbers[:SHOWN]]


async def _form(
    request: Asking, floor: Floor, slug: str, given: Mapping[str, str], problem: Any = None
) -> Template:
    runs = await floor.blocking(_runs, floor, slug)
    options = () if problem else named_options(slug, given)
    made = await game_page(
        request, "analysis/simulation.html", slug, "simulation", choices=choices_of(slug, options),
        given=given, problem=problem, runs=runs, presets=PRESETS, most=MOST_ROUNDS,
        most_queued=MOST_QUEUED,
    )  # fmt: skip
    if problem is not None:
        made.status_code = problem.status
    return made


@get("/analysis/{slug:str}/simulation", include_in_schema=False, guards=GUARDS)
async def simulation_form(request: Asking, floor: OpenFloor, slug: FromPath[str]) -> Template:
    return await _form(request, floor, analysed(slug), {})


@post("/analysis/{slug:str}/simulation", include_in_schema=False, guards=GUARDS)
async def start(request: Asking, floor: OpenFloor, slug: FromPath[str]) -> Template | Redirect:
    """Queue a simulation and lead to its page."""
    analysed(slug)
    form = await request.form()
    given = {name: str(value) for name, value in form.items()}
    try:
        asked = _asked(slug, given, request.user.name, floor.now_us())
        number = await floor.blocking(floor.analysing.simulations.submit, asked)
    except Wrong as wrong:
        return await _form(request, floor, slug, given, wrong)
    return Redirect(f"/analysis/simulations/{number}", status_code=303)


def _asked(slug: str, given: Mapping[str, str], by: str, at_us: int) -> SimulationRequest:
    rounds = given.get("rounds", "").replace(",", "").strip()
    if not _ROUNDS.fullmatch(rounds) or not 1 <= int(float(rounds)) <= MOST_ROUNDS:
        sentence = (
            f"{rounds[:20] or 'no'} rounds: from 1 to {MOST_ROUNDS:,} are dealt here;"
            " the command line deals more"
        )
        raise _refused("rounds_out_of_bounds", sentence)
    seed = given.get("seed", "").strip()
    if not seed.isdecimal() or not len(seed) <= 20 or not int(seed) < WORD:
        raise _refused("no_such_seed", "a seed is a whole number of at most 64 bits")
    return SimulationRequest(
        slug, int(float(rounds)), int(seed), named_options(slug, given), by, at_us
    )


def _refused(code: str, sentence: str) -> Wrong:
    return Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, code, sentence)


# One simulation


@get("/analysis/simulations/{number:int}", include_in_schema=False, guards=GUARDS)
async def simulation(request: Asking, floor: OpenFloor, number: FromPath[int]) -> Template:
    found = await floor.blocking(floor.analysing.simulations.read, number)
    return await game_page(
        request, "analysis/run.html", found.asked.game, "simulation", run=found,
        topics=[f"simulation:{number}"],
    )  # fmt: skip


@post(
    "/analysis/simulations/{number:int}/cancel", include_in_schema=False, guards=GUARDS,
    repeatable=True,
)  # fmt: skip
async def cancel(floor: OpenFloor, number: FromPath[int]) -> Response[None]:
    await floor.blocking(floor.analysing.simulations.cancel, number)
    floor.hub.changed(stream_of(number))
    return Response(None, status_code=HTTPStatus.NO_CONTENT)


def _progress(floor: Floor, name: str, _viewer: Viewer) -> Mapping[str, Any]:
    found = floor.analysing.simulations.read(int(name))
    plots = [Markup(each) for each in plotted(found)]  # noqa: S704 - drawn by us
    return {"run": found, "plots": plots, "percent": _percent}


def _percent(decimal: str) -> str:
    return percent_text(Fraction(decimal))


ROUTES = [simulation_form, start, simulation, cancel]
FRAGMENTS = [
    Fragment(
        "simulation", "analysis/progress.html", more=_progress, offices=ANALYSTS,
        of=OfSimulations(), alike=True,
    ),
]  # fmt: skip
