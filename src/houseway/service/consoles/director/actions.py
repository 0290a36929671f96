"""What stands ready on the console: the step that comes next as an order, and every other order.

Nothing here depends on the time of day: whether a step may be taken now is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from houseway.games import game
from houseway.games.tournament_rules import TournamentRules
from houseway.service.consoles.director.at_tournament import OWN_PAGE
from houseway.tournament.shown import StepSeen, TournamentView
from houseway.tournament.state import COUNTED, ENDED
from houseway.tournament.tournament import MACHINE

# Orders that a part of the console gives where they belong.
_IN_PLACE = OWN_PAGE | {
    "PublishConditions", "OpenEntries", "CloseEntries", "PublishBallot", "StartSession", "EndTable",
    "CheckIn", "OpenRound", "CloseBetting", "CallPatron", "PlaceStake", "PlayPassCard", "PassForm",
    "AnnounceForm", "PlaceAnnounced", "HandInForm", "ConfirmCounts", "ConfirmSession",
    "AwardPrizes", "PayPrize", "CloseTournament", "PlanSession", "ResumePlay",
}  # fmt: skip
PEOPLE, PLAY, MONEY = "People and entries", "Sessions and rounds", "Conditions and money"
_SECTION = {
    **dict.fromkeys(
        ("NominateDirector", "NameAssistant", "AcceptEntry", "TurnAway", "ListReserve",
         "AdmitReserve", "ApproveSubstitute", "WithdrawEntry", "BuyBackIn"), PEOPLE
    ),
    **dict.fromkeys(
        ("ApproveConditions", "NotifyCommission", "RecordCommissionApproval", "AddToPool",
         "RefundFee", "CancelTournament"), MONEY
    ),
}  # fmt: skip
SECTIONS = (PEOPLE, PLAY, MONEY)


# Orders that only some documents have: what of the document's rules says so.
_ONLY_WHERE: Mapping[str, Callable[[TournamentRules], object]] = {
    "NotifyCommission": lambda rules: rules.conditions.notification,
    "ApproveConditions": lambda rules: rules.conditions.approval,
    "RecordCommissionApproval": lambda rules: rules.fees.approved_amount,
    "NameAssistant": lambda rules: rules.direction.assistants,
    "ListReserve": lambda rules: rules.entry.reserve,
    "AdmitReserve": lambda rules: rules.entry.reserve,
    "ApproveSubstitute": lambda rules: rules.entry.substitute,
    "BuyBackIn": lambda rules: rules.entry.buy_back,
    "PayBuyIn": lambda rules: rules.sessions.buy_in,
    "CallBreak": lambda rules: rules.sessions.breaks,
    "GiveDirection": lambda rules: rules.sessions.pace,
    "ConcludeEarly": lambda rules: rules.sessions.early_end,
    "DeductMinimum": lambda rules: rules.sessions.late_deduction,
    "FindForm": lambda rules: rules.wagering.undisclosed,
    "ReturnForm": lambda rules: rules.wagering.undisclosed,
    "AskForForm": lambda rules: rules.wagering.undisclosed,
}


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
    """What takes the step, for this viewer; nothing where it is somebody else's."""
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
        yield Ready(text, {"type": kind})
    elif what in _FORMS:
        yield from _form(view, step, here)
    elif what == "complete":
        yield Ready("To the conditions", href=f"{here}/conditions")
    elif what == "plan":
        yield Ready("Plan the session", href=f"{here}/plan")
    elif what == "pay":
        yield Ready("To the prizes", href=f"{here}/prizes")


_PLAIN = {
    "publish": ("Publish the conditions", "PublishConditions"),
    "open": ("Open the entries", "OpenEntries"),
    "close": ("Close the entries", "CloseEntries"),
    "award": ("Award the prizes", "AwardPrizes"),
    "end": ("Close the tournament", "CloseTournament"),
}
_FORMS = {
    "notify": ("NotifyCommission",),
    "approve": ("ApproveConditions", "RecordCommissionApproval"),
}


def _form(view: TournamentView, step: StepSeen, here: str) -> Iterator[Ready]:
    for kind in _FORMS[step.what]:
        inspectors = kind == "ApproveConditions"
        if kind in view.may and inspectors == (step.who == "inspector"):
            yield Ready(_kind(kind).title, href=f"{here}/orders/{kind}")


def _kind(name: str) -> Any:
    return next(each for each in MACHINE.commands if each.__name__ == name)


def _sessions(text: str) -> Any:
    def there(_view: TournamentView, step: StepSeen, here: str) -> Iterator[Ready]:
        yield Ready(text, href=f"{here}/sessions#session-{step.session}")

    return there


def _order(text: str, kind: str) -> Any:
    def given(_view: TournamentView, step: StepSeen, _here: str) -> Iterator[Ready]:
        yield Ready(text, {"type": kind, "session": step.session})

    return given


def _draw(view: TournamentView, step: StepSeen, here: str) -> Iterator[Ready]:
    plan = ballot(view, step.session)
    if plan is not None:
        yield Ready(f"Draw the seats at {len(plan['tables'])} tables", plan)
    if "DraftBallot" in view.may:
        yield Ready("Choose the tables", href=f"{here}/ballot/{step.session}")


def _confirm(view: TournamentView, step: StepSeen, _here: str) -> Iterator[Ready]:
    phase = view.sessions[step.session - 1].phase
    if phase == ENDED:
        yield Ready("Confirm the counts", {"type": "ConfirmCounts", "session": step.session})
    elif phase == COUNTED:
        yield Ready("Confirm the places", {"type": "ConfirmSession", "session": step.session})


def _separate(_view: TournamentView, step: StepSeen, _here: str) -> Iterator[Ready]:
    order = {"type": "OrderAdditionalRounds", "session": step.session, "entries": step.entries}
    yield Ready("Order additional rounds", order)


_OF_SESSION: dict[str, Any] = {
    "draw": _draw,
    "publish": _order("Publish the seats", "PublishBallot"),
    "start": _order("Start the session", "StartSession"),
    "play": _sessions("To the tables"),
    "count": _sessions("Count the tables"),
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
    return {"type": "DraftBallot", "session": number, "seed": "", "tables": plans}


def exists(document: str, order: str) -> bool:
    """Whether the document has what the order is about."""
    rules = game(document).tournament
    asks = _ONLY_WHERE.get(order)
    return asks is None or (rules is not None and bool(asks(rules)))


def others(view: TournamentView) -> dict[str, list[FormLink]]:
    """Every other order of this viewer, by section."""
    found: dict[str, list[FormLink]] = {each: [] for each in SECTIONS}
    for kind in MACHINE.commands:
        name = kind.__name__
        if name in view.may and name not in _IN_PLACE and exists(view.document, name):
            found[_SECTION.get(name, PLAY)].append(FormLink(name, kind.title))
    return {section: listed for section, listed in found.items() if listed}
