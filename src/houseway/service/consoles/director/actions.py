"""What stands ready on the console: the step that comes next as an order, and every other order.

Nothing here depends on the time of day: whether a step may be taken now is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter
from typing import Any, NamedTuple

from houseway.games import game
from houseway.games.base_commands import Command
from houseway.service.texts.text import Text
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament.groups import ConditionsCommand, EntryCommand, SessionCommand
from houseway.tournament.shown import StepSeen, TournamentView
from houseway.tournament.state import COUNTED, ENDED
from houseway.tournament.tournament import MACHINE

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
