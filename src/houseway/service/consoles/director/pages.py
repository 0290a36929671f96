"""The director's console: the next step in large type, conditions, entries, sessions, prizes.

Everybody of the staff may look; what an office may not do has no button there, and is refused all
the same. The fragment `director-step:<tournament>` is on every page of the console.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from typing import Any

from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template

from houseway.records.telling import kind_words
from houseway.rulebook.roles import Role
from houseway.service.access.guards import only
from houseway.service.aggregates.tournaments import KIND
from houseway.service.api.aggregates import give_command
from houseway.service.consoles.director import actions, conditions_form
from houseway.service.consoles.page import page
from houseway.service.consoles.public.tournaments import conduct
from houseway.service.errors import Problem, RuledOut, Wrong
from houseway.service.floor import Floor
from houseway.service.forms.form_data import FormData, NotFilledIn, whole
from houseway.service.forms.pressed_once import press_of
from houseway.service.http.request import Asking, OpenFloor
from houseway.service.live.fragments import Fragment
from houseway.service.texts.text import Text
from houseway.table.view import Viewer
from houseway.tournament import session_vocabulary as s
from houseway.tournament.shown import TournamentView
from houseway.tournament.state import Seat, Tournament
from houseway.tournament.vocabulary import DraftConditions

OFFICES = frozenset(str(each) for each in Role if each != Role.PATRON)
GUARDS = [only(*OFFICES)]
MOST_TABLES, MOST_FIXED = 60, 20


def _stepping(floor: Floor, name: str, viewer: Viewer) -> Mapping[str, Any]:
    return {"ready": actions.ready, "kind_words": kind_words}


def _now(floor: Floor, name: str, viewer: Viewer) -> Mapping[str, Any]:
    return {"others": actions.others}


def _sitting(floor: Floor, name: str, viewer: Viewer) -> Mapping[str, Any]:
    return {"ballot": actions.ballot, "exists": actions.exists}


async def console(
    request: Asking,
    template: str,
    name: str,
    tab: str,
    *,
    topics: Iterable[str] = (),
    problem: Problem | None = None,
    number: int = 0,
    **more: Any,
) -> Template:
    """A page of the console, with the step on top; `number`: a session that must be there."""
    floor: Floor = request.app.state.floor
    view: TournamentView = await floor.blocking(KIND.seen, floor, name, request.user.viewer)
    if number:
        check_session(view, number)
    shown = await page(
        request, f"tournament/{template}", topics=[f"director-step:{name}", *topics], name=name,
        title=view.title, tab=tab, now_us=floor.now_us(), seen=view, problem=problem,
        number=number, **more,
    )  # fmt: skip
    if problem is not None:
        shown.status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    return shown


def check_session(view: TournamentView, number: int) -> None:
    if not 1 <= number <= len(view.sessions):
        raise Wrong(
            HTTPStatus.NOT_FOUND,
            "no_such_session",
            Text("there is no session {number}", number=number),
        )


@get("/director/{name:str}", include_in_schema=False, guards=GUARDS)
async def now(request: Asking, name: FromPath[str]) -> Template:
    topics = [f"director-now:{name}"]
    return await console(request, "now.html", name, "now", topics=topics)


@get("/director/{name:str}/entries", include_in_schema=False, guards=GUARDS)
async def entries(request: Asking, name: FromPath[str]) -> Template:
    topics = [f"director-entries:{name}"]
    return await console(request, "entries.html", name, "entries", topics=topics, conduct=conduct)


@get("/director/{name:str}/sessions", include_in_schema=False, guards=GUARDS)
async def sessions(request: Asking, name: FromPath[str]) -> Template:
    topics = [f"director-sessions:{name}"]
    return await console(request, "sessions.html", name, "sessions", topics=topics)


@get("/director/{name:str}/prizes", include_in_schema=False, guards=GUARDS)
async def prizes(request: Asking, name: FromPath[str]) -> Template:
    topics = [f"director-prizes:{name}"]
    return await console(request, "prizes.html", name, "prizes", topics=topics)


# The conditions


@get("/director/{name:str}/conditions", include_in_schema=False, guards=GUARDS)
async def conditions(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template:
    return await _conditions(request, floor, name)


async def _conditions(
    request: Asking, floor: Floor, name: str, problem: Problem | None = None
) -> Template:
    def see(tournament: Tournament, _version: int) -> conditions_form.Sheet:
        return conditions_form.sheet(tournament, floor.time)

    sheet = await floor.blocking(KIND.look, floor, name, see)
    return await console(
        request, "conditions.html", name, "conditions", sheet=sheet, kinds=conditions_form.KINDS,
        ties=conditions_form.TIES, problem=problem, topics=[f"director-conditions:{name}"],
    )  # fmt: skip


@post("/director/{name:str}/conditions", include_in_schema=False, guards=GUARDS, status_code=200)
async def draft(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template | Redirect:
    """A draft of the conditions, over what stands."""
    data = await FormData.of(request)
    stand = await floor.blocking(KIND.look, floor, name, lambda found, _version: found.conditions)
    try:
        wanted = DraftConditions(conditions_form.drafted(stand, data))
        await give_command(floor, request.user, KIND, name, wanted, press_of(request))
    except (NotFilledIn, RuledOut) as wrong:
        return await _conditions(request, floor, name, wrong.problem)
    return Redirect(f"/director/{name}/conditions", status_code=303)


# Planning a session, and its ballot


@get("/director/{name:str}/plan", include_in_schema=False, guards=GUARDS)
async def ask_plan(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template:
    return await _plan(request, name, None)


async def _plan(request: Asking, name: str, problem: Problem | None) -> Template:
    floor: Floor = request.app.state.floor
    at = floor.time.field(floor.now_us())
    return await console(request, "plan.html", name, "sessions", problem=problem, at=at)


@post("/director/{name:str}/plan", include_in_schema=False, guards=GUARDS, status_code=200)
async def plan(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template | Redirect:
    """Plan the next session of a stage, for everybody whom it is for, or for some of them."""
    data = await FormData.of(request)
    try:
        stage = whole(Text("Stage"), data.text("stage"))
        starts = data.at_time("Starts at", data.text("starts"))
        players = tuple(whole("Entrant", each) for each in data.all("players"))
        order = s.PlanSession(stage, starts, players)
        await give_command(floor, request.user, KIND, name, order, press_of(request))
    except (NotFilledIn, RuledOut) as wrong:
        return await _plan(request, name, wrong.problem)
    return Redirect(f"/director/{name}/sessions", status_code=303)


@get("/director/{name:str}/ballot/{number:int}", include_in_schema=False, guards=GUARDS)
async def ask_ballot(request: Asking, name: FromPath[str], number: FromPath[int]) -> Template:
    return await _ballot(request, name, number, None)


async def _ballot(request: Asking, name: str, number: int, problem: Problem | None) -> Template:
    return await console(
        request, "ballot.html", name, "sessions", number=number, problem=problem,
        ballot=actions.ballot,
    )  # fmt: skip


@post(
    "/director/{name:str}/ballot/{number:int}",
    include_in_schema=False,
    guards=GUARDS,
    status_code=200,
)
async def draw(
    request: Asking, floor: OpenFloor, name: FromPath[str], number: FromPath[int]
) -> Template | Redirect:
    """Draw over these tables; the seed is the house's."""
    data = await FormData.of(request)
    try:
        tables, fixed = tuple(_tables(data)), tuple(_fixed(data))
        order = s.DraftBallot(number, "", tables, fixed, data.text("reason"))
        await give_command(floor, request.user, KIND, name, order, press_of(request))
    except (NotFilledIn, RuledOut) as wrong:
        return await _ballot(request, name, number, wrong.problem)
    return Redirect(f"/director/{name}/sessions#session-{number}", status_code=303)


def _tables(data: FormData) -> Iterator[s.TablePlan]:
    for at in (f"table.{number}." for number in range(MOST_TABLES)):
        table = data.text(f"{at}name")
        if not table:
            continue
        words = data.text(f"{at}boxes").replace(",", " ").split()
        boxes = tuple(whole(Text("Boxes of {table}", table=table), each) for each in words)
        players = whole(Text("Players at {table}", table=table), data.text(f"{at}players"))
        mode: Any = "conducted" if data.text(f"{at}mode") == "conducted" else "counted"
        yield s.TablePlan(table, boxes, players, mode)


def _fixed(data: FormData) -> Iterator[s.FixedSeat]:
    """Seats that are not drawn for; the rules ask for the reason."""
    for at in (f"fixed.{number}." for number in range(MOST_FIXED)):
        entry = data.text(f"{at}entry")
        if entry:
            seat = Seat(data.text(f"{at}table"), whole(Text("Box"), data.text(f"{at}box")))
            yield s.FixedSeat(whole("Entrant", entry), seat, data.text(f"{at}reason"))


ROUTES = [
    now, entries, sessions, prizes, conditions, draft, ask_plan, plan, ask_ballot, draw,
]  # fmt: skip
FRAGMENTS = [
    Fragment("director-step", "tournament/step.html", more=_stepping, offices=OFFICES, of=KIND),
    Fragment("director-now", "tournament/now_parts.html", more=_now, offices=OFFICES, of=KIND),
    Fragment("director-conditions", "tournament/conditions_parts.html", offices=OFFICES, of=KIND),
    Fragment(
        "director-entries", "tournament/entries_parts.html", more=_sitting, offices=OFFICES, of=KIND
    ),
    Fragment(
        "director-sessions", "tournament/sessions_parts.html", more=_sitting, offices=OFFICES,
        of=KIND,
    ),
    Fragment("director-prizes", "tournament/prizes_parts.html", offices=OFFICES, of=KIND),
]  # fmt: skip
