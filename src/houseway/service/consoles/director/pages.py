"""The director's console: the next step in large type, conditions, entries, sessions, prizes.

Everybody of the staff may look; what an office may not do has no button there, and is refused all
the same. The fragment `director-step:<tournament>` is on every page of the console.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from http import HTTPStatus
from operator import attrgetter
from typing import Any, NamedTuple

from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template

from houseway.games import game
from houseway.games.base_commands import Command as Command
from houseway.records.telling import kind_words
from houseway.rulebook.roles import Role
from houseway.service.access.guards import only
from houseway.service.aggregates.tournaments import KIND
from houseway.service.api.aggregates import give_command
from houseway.service.consoles.director import conditions_form
from houseway.service.consoles.page import page
from houseway.service.consoles.public.tournaments import conduct
from houseway.service.errors import Problem, RuledOut, Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.forms.form_data import FormData, NotFilledIn, whole
from houseway.service.forms.pressed_once import press_of
from houseway.service.live.fragments import Fragment
from houseway.service.texts.text import Text
from houseway.table.view import Viewer
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament.shown import StepSeen, TournamentView
from houseway.tournament.state import COUNTED, ENDED, Seat, Tournament
from houseway.tournament.tournament import MACHINE
from houseway.tournament.vocabulary import (
    ConditionsCommand,
    DraftConditions,
    EntryCommand,
    SessionCommand,
)

# What stands ready on the console: the step that comes next as an order, and every other order.

SECTIONS = tuple(
    Text(each.group.section) for each in (EntryCommand, SessionCommand, ConditionsCommand)
)


class Ready(NamedTuple):
    """One way to take a step: an order that needs nothing more, or a place where it is given."""

    text: str
    order: dict[str, Any] | None = None
    href: str = ""


class FormLink(NamedTuple):
    """An order with a form of its own."""

    order: str
    title: str


def ready(view: TournamentView, step: StepSeen) -> list[Ready]:
    """What takes the step, for this viewer; nothing where it is someone else's."""
    return [
        each for each in _ways(view, step) if each.order is None or each.order["type"] in view.may
    ]


def _ways(view: TournamentView, step: StepSeen) -> Iterator[Ready]:
    here = f"/director/{view.name}"
    what, number = step.what, step.session
    if number and what in _OF_SESSION:
        yield from _OF_SESSION[what](view, step, here)
    elif what in _PLAIN:
        text, kind = _PLAIN[what]
        yield Ready(text, {"type": kind.__name__})
    elif what in _PREVIEWED:
        text, kind = _PREVIEWED[what]
        if kind.__name__ in view.may:
            yield Ready(text, href=f"{here}/orders/{kind.__name__}")
    elif what in _FORMS:
        yield from _form(view, step, here)
    elif what == "complete":
        yield Ready(Text("To the conditions"), href=f"{here}/conditions")
    elif what == "plan":
        yield Ready(Text("Plan the session"), href=f"{here}/plan")
    elif what == "pay":
        yield Ready(Text("To the prizes"), href=f"{here}/prizes")


_PLAIN: dict[str, tuple[str, type[Command]]] = {
    "publish": (Text("Publish the conditions"), v.PublishConditions),
    "open": (Text("Open the entries"), e.OpenEntries),
    "close": (Text("Close the entries"), e.CloseEntries),
}
# Money and endings: the console shows what follows and asks for a confirmation first.
_PREVIEWED: dict[str, tuple[str, type[Command]]] = {
    "award": (Text("Award the prizes"), r.AwardPrizes),
    "end": (Text("Close the tournament"), r.CloseTournament),
}
_FORMS: dict[str, tuple[type[Command], ...]] = {
    "notify": (v.NotifyCommission,),
    "approve": (v.ApproveConditions, e.RecordCommissionApproval),
    "enter": (e.AcceptEntry,),
    "cancel": (e.CancelTournament,),
}


def _form(view: TournamentView, step: StepSeen, here: str) -> Iterator[Ready]:
    for kind in _FORMS[step.what]:
        name, inspectors = kind.__name__, kind is v.ApproveConditions
        if name in view.may and inspectors == (step.who == "inspector"):
            yield Ready(Text(kind.title), href=f"{here}/orders/{name}")


def _sessions(text: str) -> Any:
    def there(_view: TournamentView, step: StepSeen, here: str) -> Iterator[Ready]:
        yield Ready(text, href=f"{here}/sessions#session-{step.session}")

    return there


def _order(text: str, kind: type[Command]) -> Any:
    def ready_at(_view: TournamentView, step: StepSeen, _here: str) -> Iterator[Ready]:
        yield Ready(text, {"type": kind.__name__, "session": step.session})

    return ready_at


def _draw(view: TournamentView, step: StepSeen, here: str) -> Iterator[Ready]:
    plan = ballot(view, step.session)
    if plan is not None:
        many = len(plan["tables"])
        one, several = (
            Text("Draw the seats at 1 table"),
            Text("Draw the seats at {many} tables", many=many),
        )
        yield Ready(one if many == 1 else several, plan)
    if s.DraftBallot.__name__ in view.may:
        yield Ready(Text("Choose the tables"), href=f"{here}/ballot/{step.session}")


def _confirm(view: TournamentView, step: StepSeen, here: str) -> Iterator[Ready]:
    phase = view.sessions[step.session - 1].phase
    if phase == ENDED:
        yield from _order(Text("Confirm the counts"), r.ConfirmCounts)(view, step, here)
    elif phase == COUNTED:
        yield from _order(Text("Confirm the places"), r.ConfirmSession)(view, step, here)


def _separate(_view: TournamentView, step: StepSeen, _here: str) -> Iterator[Ready]:
    kind = r.OrderAdditionalRounds
    order = {"type": kind.__name__, "session": step.session, "entries": step.entries}
    yield Ready(Text(kind.title), order)


def _tell(_view: TournamentView, step: StepSeen, _here: str) -> Iterator[Ready]:
    order = {"type": s.ConfirmTold.__name__, "session": step.session, "entries": step.entries}
    yield Ready(Text("All of them know it"), order)


_OF_SESSION: dict[str, Any] = {
    "draw": _draw,
    "publish": _order(Text("Publish the seats"), s.PublishBallot),
    "start": _order(Text("Start the session"), s.StartSession),
    "play": _sessions(Text("To the tables")),
    "tell": _tell,
    "count": _sessions(Text("Count the tables")),
    "report": _order(Text("The missing chips are known"), s.ReportMissingChips),
    "confirm": _confirm,
    "separate": _separate,
}


def ballot(view: TournamentView, number: int) -> dict[str, Any] | None:
    """A ballot over as many tables as the conditions give the stage, named after the tournament."""
    session = view.sessions[number - 1]
    stages = view.conditions.stages if view.conditions else ()
    stage = next((each for each in stages if each.name == session.stage), None)
    if stage is None or not session.players:
        return None
    tables = max(stage.tables, 1)
    players = -(-len(session.players) // tables)
    first, last = view.boxes
    if players > last - first + 1:
        return None
    boxes = list(range(first, last + 1))
    plans = [
        {"table": f"{view.name}-{at}", "boxes": boxes, "players": players}
        for at in range(1, tables + 1)
    ]
    return {"type": s.DraftBallot.__name__, "session": number, "seed": "", "tables": plans}


def exists(document: str, order: str) -> bool:
    """Whether the document has what a command is about."""
    rules = game(document).tournament
    path = next(
        getattr(each, "only_with", "") for each in MACHINE.commands if each.__name__ == order
    )
    return not path or (rules is not None and bool(attrgetter(path)(rules)))


def _allowed(view: TournamentView, kind: type[Command]) -> bool:
    """Whether the conditions allow what a command is about: some let no entrant buy back in."""
    return kind is not e.BuyBackIn or bool(view.conditions and view.conditions.buy_backs)


def others(view: TournamentView) -> dict[str, list[FormLink]]:
    """Every other order of this viewer, by section."""
    found: dict[str, list[FormLink]] = {each: [] for each in SECTIONS}
    for kind in MACHINE.commands:
        name = kind.__name__
        if not (name in view.may and kind.console == "listed"):
            continue
        if exists(view.document, name) and _allowed(view, kind):
            found[kind.group.section].append(FormLink(name, Text(kind.title)))
    return {section: listed for section, listed in found.items() if listed}


OFFICES = frozenset(str(each) for each in Role if each != Role.PATRON)
GUARDS = [only(*OFFICES)]
MOST_TABLES, MOST_FIXED = 60, 20


def _stepping(floor: Floor, name: str, viewer: Viewer) -> Mapping[str, Any]:
    return {"ready": ready, "kind_words": kind_words}


def _now(floor: Floor, name: str, viewer: Viewer) -> Mapping[str, Any]:
    return {"others": others}


def _sitting(floor: Floor, name: str, viewer: Viewer) -> Mapping[str, Any]:
    return {"ballot": ballot, "exists": exists}


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
        ballot=ballot,
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
