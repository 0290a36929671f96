"""Giving a command to a tournament: fill in the form, see what would follow, then confirm.

Nothing happens before the confirmation. The result of a ballot is not shown beforehand, because its
seed is drawn when the command is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template

from houseway.equipment.chips import money
from houseway.games.commands import Command
from houseway.service.aggregates.tournaments import KIND
from houseway.service.api.aggregates import give_command
from houseway.service.commands import decode
from houseway.service.consoles.director.pages import GUARDS, console
from houseway.service.errors import Problem, RuledOut, Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.forms import form
from houseway.service.forms.fields import Choice, Kind, choices_of
from houseway.service.forms.form import Choices, FilledForm, Form, Labels, fill_in
from houseway.service.forms.form_data import FormData
from houseway.service.forms.pressed_once import press_of
from houseway.service.texts.text import Text, texts
from houseway.table.view import Viewer
from houseway.tournament.entry_vocabulary import AcceptEntry, AdmitReserve, BuyBackIn
from houseway.tournament.shown import given_by
from houseway.tournament.state import CONFIRMED, Session, Tournament
from houseway.tournament.tournament import MACHINE, may_give
from houseway.tournament.vocabulary import ApproveConditions

# Forms of a tournament: what can be chosen there now.

LABELS: Labels = texts({
    "entry": "Entrant",
    "of": "Whose form",
    "instead_of": "In the place of",
    "hundredths": "Hundredths of a per cent of all fees",
    "starts_us": "Starts at (dd/mm/yyyy hh:mm)",
    "person": "Identity (or the name they sign in with)",
    "name": "Called out as",
    "copy_given": "The conditions were handed over",
    "eligible": "May enter the casino and gamble",
    "form": "Reference of the completed form",
    "agreement": "Reference of the signed agreement",
    "paid": "Paid",
    "amount": "Amount",
    "goods": "Goods or services",
    "place": "For place",
    "round": "After round",
    "chips": "Chips left",
    "stake": "Last wager",
    "pays": "Pays (such as 9 to 5)",
    "share": "Leave ties that change nothing",
    "agreed": "Who has agreed",
    "advancing": "Who advances",
})  # fmt: skip
_FEES = (AcceptEntry, AdmitReserve, BuyBackIn)


def _entries(tournament: Tournament) -> tuple[Choice, ...]:
    return tuple(
        Choice(str(each.number), f"{each.number} {each.name} ({each.status})")
        for each in tournament.entries.values()
    )


def _sessions(tournament: Tournament) -> tuple[Choice, ...]:
    return tuple(
        Choice(str(each.number), f"{each.number} {tournament.stage_of(each).name} ({each.phase})")
        for each in tournament.sessions
    )


def _unfinished(tournament: Tournament) -> list[Session]:
    return [each for each in tournament.sessions if each.phase != CONFIRMED]


def _tables(tournament: Tournament) -> tuple[Choice, ...]:
    return choices_of(
        dict.fromkeys(table for each in _unfinished(tournament) for table in each.conduct.floors)
    )


_CHOICES: Mapping[str, Callable[[Tournament], tuple[Choice, ...]]] = {
    **dict.fromkeys(("entry", "of", "reserve", "instead_of"), _entries),
    **dict.fromkeys(("entries", "players", "advancing", "agreed"), _entries),
    "session": _sessions,
    "table": _tables,
}


class AtTournament(NamedTuple):
    """A tournament as it stands now."""

    tournament: Tournament
    labels: Labels = LABELS
    chips: tuple[int, ...] = ()
    moments: Kind = "time"

    def supplied(self, kind: type[Command]) -> Mapping[str, Any]:
        """The seed, which is drawn when the command is given."""
        return {"seed": ""} if "seed" in kind.__struct_fields__ else {}

    def requires(self, _kind: type[Command], _name: str) -> bool:
        return False

    def choices(self, _kind: type[Command], name: str, _data: FormData) -> Choices | None:
        find = _CHOICES.get(name)
        return Choices(find(self.tournament)) if find else None

    def standing(self, kind: type[Command], name: str) -> tuple[str, ...]:
        tournament = self.tournament
        if name == "paid" and kind in _FEES and tournament.conditions.fee is not None:
            return (money(tournament.conditions.fee),)
        if (kind, name) == (ApproveConditions, "version"):
            return (str(tournament.version),)
        if name == "session" and tournament.sessions:
            at = next(iter(_unfinished(tournament)), tournament.sessions[-1])
            return (str(at.number),)
        return ()

    def nothing(self, _kind: type[Command], name: str) -> str:
        return ""


def form_at(tournament: Tournament, kind: type[Command], data: FormData) -> Form:
    """The form of a command at a tournament."""
    return form.make(AtTournament(tournament), kind, data)


def _kind(tournament: Tournament, viewer: Viewer, order: str) -> type[Command]:
    mine = may_give(tournament, given_by(viewer))
    found = next((each for each in MACHINE.commands if each.__name__ == order), None)
    if found is None or found not in mine or found.console == "own page":
        sentence = Text("{order} is not a command of your role at this tournament", order=order)
        raise Wrong(HTTPStatus.NOT_FOUND, "no_such_order", sentence)
    return found


def _show(
    viewer: Viewer, at_us: int, order: str, data: FormData, *, submitted: bool
) -> Callable[[Tournament, int], FilledForm]:
    """Show a form: empty, or with what would follow from its values, if it needs any."""

    def see(tournament: Tournament, version: int) -> FilledForm:
        form = form_at(tournament, _kind(tournament, viewer, order), data)
        if not submitted and any(each.required for each in form.fields):
            return FilledForm(form, version)
        place = AtTournament(tournament)
        return fill_in(place, form, data, tournament, version, viewer, at_us)

    return see


async def _page(
    request: Asking, name: str, order: str, data: FormData, problem: Problem | None = None,
    *, submitted: bool = False,
) -> Template:  # fmt: skip
    floor: Floor = request.app.state.floor
    see = _show(request.user.viewer, floor.now_us(), order, data, submitted=submitted)
    filled = await floor.blocking(KIND.look, floor, name, see)
    return await console(request, "order.html", name, "now", filled=filled, problem=problem)


@get("/director/{name:str}/orders/{order:str}", include_in_schema=False, guards=GUARDS)
async def ask_facts(request: Asking, name: FromPath[str], order: FromPath[str]) -> Template:
    return await _page(request, name, order, FormData.of_query(request))


@post(
    "/director/{name:str}/orders/{order:str}",
    include_in_schema=False,
    guards=GUARDS,
    status_code=200,
    repeatable=True,
)
async def show_preview(request: Asking, name: FromPath[str], order: FromPath[str]) -> Template:
    """Show what would follow; nothing is done."""
    return await _page(request, name, order, await FormData.of(request), submitted=True)


@post(
    "/director/{name:str}/confirm/{order:str}",
    include_in_schema=False,
    guards=GUARDS,
    status_code=200,
)
async def confirm(
    request: Asking, floor: OpenFloor, name: FromPath[str], order: FromPath[str]
) -> Template | Redirect:
    """Give the command that was shown."""
    data = await FormData.of(request)
    command = decode.read_of(KIND.orders, msgspec.Raw(data.raw("order").encode()))
    try:
        await give_command(floor, request.user, KIND, name, command, press_of(request))
    except RuledOut as refused:
        return await _page(request, name, order, FormData(), refused.problem)
    return Redirect(f"/director/{name}", status_code=303)


ROUTES = [ask_facts, show_preview, confirm]
